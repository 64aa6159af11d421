// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/extensions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vulkan/vulkan.h>

#include "oracle/vulkan/drivers.h"
#include "oracle/vulkan/judge.h"
#include "oracle/vulkan/test_subject.h"

namespace loadstone::oracle::vulkan::extensions_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kLayer[] = "VK_LAYER_LS_a";
constexpr char kFound[] = R"("instance_extensions": [{"name": "VK_LS_x", "spec_version": "7"}])";

std::string Implicitly(const std::string& members) {
  return "{" + members + R"(, "disable_environment": {"LS_OFF": "1"}})";
}

Machine WithLayer(const std::string& folder, const std::string& members) {
  Machine machine;
  machine.create = true;
  machine.files[folder + "/a.json"] = Manifest(kLayer, 0, members);
  return machine;
}

Machine WithImplicitLayer() { return WithLayer(kImplicitFolder, Implicitly(kFound)); }

// The answer of a correct loader, but with these extensions.
Answer Listing(const std::vector<std::string>& names, const std::vector<uint32_t>& versions) {
  Answer answer;
  answer.layers = {{kLayer, VK_MAKE_API_VERSION(0, 1, 3, 0), 1, "one"}};
  answer.extensions.asked = true;
  answer.extensions.names = names;
  answer.extensions.versions = versions;
  return answer;
}

std::vector<std::string> Policies(const Machine& machine, const Answer& answer) {
  std::vector<std::string> policies;
  for (const Fault& fault : Judge(machine, answer, TestSubject())) policies.push_back(fault.policy);
  return policies;
}

TEST(ExtensionsTest, ThoseOfAnImplicitLayerAreListedOnceWithTheirVersion) {
  const Machine machine = WithImplicitLayer();
  EXPECT_THAT(Policies(machine, Listing({"VK_EXT_debug_utils", "VK_LS_x"}, {2, 7})), IsEmpty());
  EXPECT_THAT(Policies(machine, Listing({"VK_EXT_debug_utils"}, {2})),
              ElementsAre("LS_VK_EXTENSION_1"));
  EXPECT_THAT(Policies(machine, Listing({"VK_LS_x", "VK_LS_x"}, {7, 7})),
              ElementsAre("LS_VK_EXTENSION_3"));
  EXPECT_THAT(Policies(machine, Listing({"VK_LS_x"}, {1})), ElementsAre("LS_VK_MANIFEST_5"));
}

TEST(ExtensionsTest, TheListCanBeHad) {
  Answer answer = Listing({}, {});
  answer.extensions.result = VK_ERROR_INITIALIZATION_FAILED;
  EXPECT_THAT(Policies(WithImplicitLayer(), answer), ElementsAre("LS_VK_EXTENSION_1"));
}

TEST(ExtensionsTest, WhatFailsBesideADriverWhoseListsAreOddIsNoViolation) {
  for (const Library* driver : Drivers()) {
    Machine machine = WithImplicitLayer();
    machine.environment = DriverEnvironment({driver});
    Answer answer = Listing({}, {});
    answer.extensions.result = VK_INCOMPLETE;
    const bool odd = driver->misreports_lists || driver->changes_lists;
    EXPECT_EQ(Policies(machine, answer).empty(), odd) << driver->name;
    answer.extensions.result = VK_ERROR_INITIALIZATION_FAILED;
    if (driver->misreports_lists) {
      EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_VK_ROBUSTNESS_4")) << driver->name;
    } else {
      EXPECT_EQ(Policies(machine, answer).empty(), driver->changes_lists) << driver->name;
    }
    machine.elevated = true;
    EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_VK_EXTENSION_1")) << driver->name;
    // An elevated application has the drivers of the system.
    machine.files["/usr/share/vulkan/icd.d/a.json"] = DriverManifestText(*driver);
    answer.extensions.result = VK_INCOMPLETE;
    EXPECT_EQ(Policies(machine, answer).empty(), odd) << driver->name;
  }
}

TEST(ExtensionsTest, ThoseOfAnExplicitLayerAreNotListed) {
  const Machine machine = WithLayer(kExplicitFolder, "{" + std::string(kFound) + "}");
  EXPECT_THAT(Policies(machine, Listing({}, {})), IsEmpty());
  EXPECT_THAT(Policies(machine, Listing({"VK_LS_x"}, {7})), ElementsAre("LS_VK_EXTENSION_1"));
}

TEST(ExtensionsTest, ADisabledLayerIsOpen) {
  Machine machine = WithImplicitLayer();
  machine.environment["LS_OFF"] = "1";
  Answer answer = Listing({}, {});
  answer.layers.clear();
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
  answer = Listing({"VK_LS_x"}, {7});
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
}

// The documents do not say whether layers that variables add count for the list.
TEST(ExtensionsTest, WhatVariablesAddIsOpen) {
  Machine machine = WithImplicitLayer();
  machine.environment["VK_INSTANCE_LAYERS"] = kLayer;
  EXPECT_THAT(Policies(machine, Listing({}, {})), IsEmpty());
  machine = WithLayer(kExplicitFolder, "{" + std::string(kFound) + "}");
  machine.environment["VK_INSTANCE_LAYERS"] = kLayer;
  EXPECT_THAT(Policies(machine, Listing({"VK_LS_x"}, {7})), IsEmpty());
}

TEST(ExtensionsTest, OneOfTwoLayersIsOpen) {
  Machine machine = WithImplicitLayer();
  machine.files[std::string(kImplicitFolder) + "/b.json"] =
      Manifest("VK_LAYER_LS_b", 1,
               R"({"instance_extensions": [{"name": "VK_LS_x", "spec_version": "9"}],
                   "disable_environment": {"LS_OFF_B": "1"}})");
  Answer answer = Listing({"VK_LS_x"}, {9});
  answer.layers.push_back({"VK_LAYER_LS_b", VK_MAKE_API_VERSION(0, 1, 3, 0), 1, "one"});
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
}

// A loader may list its own extensions, in its own version.
TEST(ExtensionsTest, AnExtensionThatALoaderMayHaveIsOpen) {
  const std::string members =
      R"("instance_extensions": [{"name": "VK_EXT_debug_utils", "spec_version": "1"}])";
  const Answer answer = Listing({"VK_EXT_debug_utils"}, {2});
  EXPECT_THAT(Policies(WithLayer(kImplicitFolder, Implicitly(members)), answer), IsEmpty());
  EXPECT_THAT(Policies(WithLayer(kExplicitFolder, "{" + members + "}"), answer), IsEmpty());
}

TEST(ExtensionsTest, AManifestWithOtherElementsIsOpen) {
  for (const char* element :
       {R"({"name": "VK_LS_x"})", R"({"name": "VK_LS_x", "spec_version": 7})", R"("VK_LS_x")",
        R"({"name": "VK_LS_x", "spec_version": "7"}, {"name": "VK_LS_x", "spec_version": "8"})"}) {
    const Machine machine = WithLayer(
        kImplicitFolder, Implicitly(R"("instance_extensions": [)" + std::string(element) + "]"));
    Answer answer = Listing({}, {});
    answer.layers.clear();
    EXPECT_THAT(Policies(machine, answer), IsEmpty()) << element;
  }
}

// The answer of a correct loader to a query for the extensions of `layer`, but with these
// extensions.
Answer ListingByName(const std::string& layer, const std::vector<std::string>& names,
                     const std::vector<uint32_t>& versions) {
  Answer answer;
  answer.layers = {{kLayer, VK_MAKE_API_VERSION(0, 1, 3, 0), 1, "one"}};
  answer.extensions.asked = true;
  answer.asked_layer = layer;
  answer.layer_extensions = {true, VK_SUCCESS, names, versions};
  return answer;
}

TEST(ExtensionsTest, ThoseOfALayerAreListedByItsName) {
  const Machine machine = WithLayer(kExplicitFolder, "{" + std::string(kFound) + "}");
  EXPECT_THAT(Policies(machine, ListingByName(kLayer, {"VK_LS_x"}, {7})), IsEmpty());
  EXPECT_THAT(Policies(machine, ListingByName(kLayer, {}, {})), ElementsAre("LS_VK_MANIFEST_5"));
  EXPECT_THAT(Policies(machine, ListingByName(kLayer, {"VK_LS_x"}, {1})),
              ElementsAre("LS_VK_MANIFEST_5"));
  EXPECT_THAT(Policies(machine, ListingByName(kLayer, {"VK_LS_x", "VK_LS_y"}, {7, 1})),
              ElementsAre("LS_VK_EXTENSION_2"));
  EXPECT_THAT(Policies(machine, ListingByName(kLayer, {"VK_LS_x", "VK_LS_x"}, {7, 7})),
              ElementsAre("LS_VK_EXTENSION_2"));
  Answer failing = ListingByName(kLayer, {}, {});
  failing.layer_extensions.result = VK_ERROR_LAYER_NOT_PRESENT;
  EXPECT_THAT(Policies(machine, failing), ElementsAre("LS_VK_MANIFEST_5"));
}

TEST(ExtensionsTest, ALayerThatIsNotThereIsToldAsSuch) {
  const Machine machine = WithLayer(kExplicitFolder, "{}");
  Answer answer = ListingByName("VK_LAYER_LS_other", {}, {});
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_VK_EXTENSION_2"));
  answer.layer_extensions.result = VK_ERROR_LAYER_NOT_PRESENT;
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
}

// An empty name may count as no name, and a name with other characters may be rejected in another
// way.
TEST(ExtensionsTest, UnusualNamesAreOpen) {
  const Machine machine = WithLayer(kExplicitFolder, "{}");
  for (const std::string& name :
       {std::string(), std::string("VK_LAYER_LS_\xff"), std::string(256, 'a')}) {
    EXPECT_THAT(Policies(machine, ListingByName(name, {}, {})), IsEmpty()) << name;
  }
}

TEST(ExtensionsTest, OneOfTwoLayersOfANameIsOpen) {
  Machine machine = WithLayer(kExplicitFolder, "{" + std::string(kFound) + "}");
  machine.files[std::string(kImplicitFolder) + "/b.json"] = Manifest(kLayer, 1, Implicitly(kFound));
  EXPECT_THAT(Policies(machine, ListingByName(kLayer, {}, {})), IsEmpty());
}

constexpr char kOfDevice[] =
    R"("device_extensions": [{"name": "VK_LS_d", "spec_version": "7", "entrypoints": []}])";

// The answer of a correct loader, but with these device extensions.
Answer ListingOfDevice(const std::vector<std::string>& names,
                       const std::vector<uint32_t>& versions) {
  Answer answer = Listing({}, {});
  answer.device_extensions = {true, VK_SUCCESS, names, versions};
  return answer;
}

TEST(ExtensionsTest, DeviceExtensionsOfAnImplicitLayerAreListedOnceWithTheirVersion) {
  const Machine machine = WithLayer(kImplicitFolder, Implicitly(kOfDevice));
  EXPECT_THAT(Policies(machine, ListingOfDevice({"VK_of_driver", "VK_LS_d"}, {2, 7})), IsEmpty());
  EXPECT_THAT(Policies(machine, ListingOfDevice({"VK_of_driver"}, {2})),
              ElementsAre("LS_VK_EXTENSION_5"));
  EXPECT_THAT(Policies(machine, ListingOfDevice({"VK_LS_d", "VK_LS_d"}, {7, 7})),
              ElementsAre("LS_VK_EXTENSION_3"));
  EXPECT_THAT(Policies(machine, ListingOfDevice({"VK_LS_d"}, {1})),
              ElementsAre("LS_VK_MANIFEST_6"));
}

TEST(ExtensionsTest, DeviceExtensionsOfALayerThatWasAskedForAreOpen) {
  Machine machine = WithLayer(kExplicitFolder, "{" + std::string(kOfDevice) + "}");
  EXPECT_THAT(Policies(machine, ListingOfDevice({"VK_LS_d"}, {7})),
              ElementsAre("LS_VK_EXTENSION_5"));
  machine.layers = {kLayer};
  EXPECT_THAT(Policies(machine, ListingOfDevice({"VK_LS_d"}, {7})), IsEmpty());
  EXPECT_THAT(Policies(machine, ListingOfDevice({}, {})), IsEmpty());
}

}  // namespace
}  // namespace loadstone::oracle::vulkan::extensions_test
