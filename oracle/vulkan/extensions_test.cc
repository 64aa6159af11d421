#include "oracle/vulkan/extensions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vulkan/vulkan.h>

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

// What a right loader answers, with these extensions.
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

// Who counts the layers that variables add for the list, and who does not, is not said.
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

}  // namespace
}  // namespace loadstone::oracle::vulkan::extensions_test
