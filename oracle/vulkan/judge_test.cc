// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <vulkan/vulkan.h>

#include "harness/world/platform.h"
#include "oracle/vulkan/drivers.h"
#include "oracle/vulkan/test_subject.h"

namespace loadstone::oracle::vulkan::judge_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

const std::string kFile = std::string(kExplicitFolder) + "/a.json";

std::vector<std::string> Policies(const Machine& machine, const Answer& answer) {
  std::vector<std::string> policies;
  for (const Fault& fault : Judge(machine, answer, TestSubject())) policies.push_back(fault.policy);
  return policies;
}

Enumerated Right(const std::string& name) {
  return {name, VK_MAKE_API_VERSION(0, 1, 3, 0), 1, "one"};
}

Machine OneLayer() {
  Machine machine;
  machine.files[kFile] = Manifest("VK_LAYER_LS_a", 0);
  return machine;
}

// The answer about OneLayer() where vkCreateInstance returns `result`.
Answer Creating(VkResult result) {
  Answer answer;
  answer.layers = {Right("VK_LAYER_LS_a")};
  answer.tried_create = true;
  answer.create_result = result;
  return answer;
}

TEST(Judge, FindsNothingWrongWithTheRightAnswer) {
  Answer answer;
  answer.layers = {Right("VK_LAYER_LS_a")};
  EXPECT_THAT(Policies(OneLayer(), answer), IsEmpty());
}

TEST(Judge, MissesALayer) { EXPECT_THAT(Policies(OneLayer(), {}), ElementsAre("LLP_LOADER_1")); }

TEST(Judge, WantsNoDriverThatRefuses) {
  Machine machine = OneLayer();
  machine.create = true;
  Answer answer = Creating(VK_SUCCESS);
  answer.runtimes = {kRefusingDriver};
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LDP_LOADER_5"));
  answer.runtimes.clear();
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
  for (const Library* driver : Drivers()) {
    if (RefusesToNegotiate(driver->name)) machine.environment = DriverEnvironment({driver});
  }
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LDP_LOADER_1"));
  answer.create_result = VK_ERROR_INITIALIZATION_FAILED;
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LDP_LOADER_1"));
  answer.create_result = VK_ERROR_INCOMPATIBLE_DRIVER;
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
}

// A machine with the portability driver, and unless `alone` with the good one.
Machine WithPortabilityDriver(bool alone) {
  Machine machine = OneLayer();
  machine.create = true;
  for (const Library* driver : Drivers()) {
    if (driver->name != kPortabilityDriver) continue;
    machine.environment =
        alone ? DriverEnvironment({driver}) : DriverEnvironment({driver, &Driver()});
  }
  return machine;
}

TEST(Judge, WantsAPortabilityDriverWhereItIsAskedFor) {
  Answer answer = Creating(VK_SUCCESS);
  for (const bool alone : {false, true}) {
    Machine machine = WithPortabilityDriver(alone);
    answer.create_result = alone ? VK_ERROR_INCOMPATIBLE_DRIVER : VK_SUCCESS;
    answer.runtimes.clear();
    EXPECT_THAT(Policies(machine, answer), IsEmpty());
    answer.create_result = VK_SUCCESS;
    answer.runtimes = {kPortabilityDriver};
    EXPECT_THAT(Policies(machine, answer), Contains("LS_VK_PORTABILITY_1"));
    machine.extensions = {kPortabilityExtension};
    EXPECT_THAT(Policies(machine, answer), IsEmpty());
    answer.runtimes.clear();
    EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_VK_PORTABILITY_1"));
    answer.create_result = VK_ERROR_INCOMPATIBLE_DRIVER;
    EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_VK_PORTABILITY_1"));
  }
}

TEST(Judge, WantsTheDeviceOfAGoodDriverBesideOneWhoseListsAreOdd) {
  Answer answer = Creating(VK_SUCCESS);
  int odd = 0;
  for (const Library* driver : Drivers()) {
    if (!driver->misreports_lists && !driver->changes_lists) continue;
    ++odd;
    Machine machine = OneLayer();
    machine.create = true;
    machine.environment = DriverEnvironment({driver, &Driver()});
    answer.devices = {true, VK_SUCCESS, 1};
    EXPECT_THAT(Policies(machine, answer), IsEmpty()) << driver->name;
    answer.devices = {true, VK_SUCCESS, 0};
    const char* policy = driver->misreports_lists ? "LS_VK_ROBUSTNESS_4" : "LS_VK_ROBUSTNESS_6";
    EXPECT_THAT(Policies(machine, answer), ElementsAre(policy)) << driver->name;
    answer.devices = {true, VK_INCOMPLETE, 0};
    EXPECT_THAT(Policies(machine, answer), IsEmpty()) << driver->name;
    // What fails while a list changes is left open.
    answer.devices = {true, VK_ERROR_INITIALIZATION_FAILED, 0};
    EXPECT_EQ(Policies(machine, answer).size(), driver->misreports_lists ? 1u : 0u);
    machine.environment = DriverEnvironment({driver});
    answer.devices = {true, VK_SUCCESS, 0};
    EXPECT_THAT(Policies(machine, answer), IsEmpty()) << driver->name;
  }
  EXPECT_GT(odd, 10);
}

TEST(Judge, LeavesCreationOpenWhileTheListOfADriverChanges) {
  Machine machine = OneLayer();
  machine.create = true;
  Answer answer = Creating(VK_INCOMPLETE);
  EXPECT_THAT(Policies(machine, answer), Not(IsEmpty()));
  for (const Library* driver : Drivers()) {
    if (!driver->changes_lists) continue;
    machine.environment = DriverEnvironment({driver, &Driver()});
    EXPECT_THAT(Policies(machine, answer), IsEmpty()) << driver->name;
  }
}

TEST(Judge, BlamesAMissingLayerRatherThanAMissingDriver) {
  Machine machine = OneLayer();
  for (const Library* driver : Drivers()) {
    if (RefusesToNegotiate(driver->name)) machine.environment = DriverEnvironment({driver});
  }
  machine.environment["VK_INSTANCE_LAYERS"] = "VK_LAYER_LS_a";
  machine.environment["VK_LOADER_LAYERS_DISABLE"] = "~explicit~";
  machine.create = true;
  machine.layers = {"VK_LAYER_LS_a"};
  Answer answer = Creating(VK_ERROR_LAYER_NOT_PRESENT);
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_VK_FILTER_4"));
  answer.create_result = VK_ERROR_INITIALIZATION_FAILED;
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LDP_LOADER_1"));
}

TEST(Judge, LetsAnElevatedApplicationHaveNothingOfTheUser) {
  for (const auto& [variable, folder] : std::map<std::string, std::string>{
           {"VK_LAYER_PATH", "/fuzz/mine"},
           {"VK_ADD_LAYER_PATH", "/fuzz/mine"},
           {"XDG_DATA_HOME", "/fuzz/mine/vulkan/explicit_layer.d"},
           {"LS_OTHER", "/home/user/.local/share/vulkan/explicit_layer.d"}}) {
    Machine machine = OneLayer();
    machine.files[folder + "/b.json"] = Manifest("VK_LAYER_LS_b", 1);
    machine.environment[variable] = "/fuzz/mine";
    machine.elevated = true;
    Answer answer;
    answer.layers = {Right("VK_LAYER_LS_a")};
    EXPECT_THAT(Policies(machine, answer), IsEmpty()) << variable;
    answer.layers.push_back(Right("VK_LAYER_LS_b"));
    EXPECT_THAT(Policies(machine, answer), ElementsAre("LLP_LOADER_13")) << variable;
    answer.layers = {Right("VK_LAYER_LS_b")};
    EXPECT_THAT(Policies(machine, answer), testing::Contains("LLP_LOADER_13")) << variable;
  }
}

TEST(Judge, HoldsALayerThatIsInNoFolderAgainstNoPolicyOfElevation) {
  Machine machine = OneLayer();
  machine.elevated = true;
  machine.files["/nowhere/b.json"] = Manifest("VK_LAYER_LS_b", 1);
  Answer answer;
  answer.layers = {Right("VK_LAYER_LS_a"), Right("VK_LAYER_LS_b")};
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LLP_LOADER_1"));
}

TEST(Judge, FindsTheDriversOfAnElevatedApplicationOnWindowsByValues) {
  Subject subject = TestSubject();
  subject.platform = kWindows;
  const std::string key = "HKLM\\SOFTWARE\\Khronos\\Vulkan\\";
  subject.folders = {.explicit_layers = {key + "ExplicitLayers"},
                     .implicit_layers = {},
                     .drivers = {key + "Drivers"}};
  Machine machine;
  machine.elevated = machine.create = true;
  machine.files["/vendor/driver.json"] = DriverManifestText(Driver());
  Answer answer;
  answer.tried_create = true;
  answer.create_result = VK_ERROR_INCOMPATIBLE_DRIVER;
  const auto policies = [&] {
    std::vector<std::string> ids;
    for (const Fault& fault : Judge(machine, answer, subject)) ids.push_back(fault.policy);
    return ids;
  };
  EXPECT_THAT(policies(), IsEmpty()) << "no value names it";
  machine.registry = {RegistryDword(key + "Drivers", "C:\\vendor\\driver.json", 0)};
  EXPECT_THAT(policies(), ElementsAre("LS_VK_DRIVER_DISCOVERY_10"));
  subject.unread_key = key + "Drivers";
  EXPECT_THAT(policies(), IsEmpty()) << "the system may have no adapter for it";
  subject.unread_key.clear();
  answer.create_result = VK_SUCCESS;
  EXPECT_THAT(policies(), IsEmpty());
  machine.registry = {RegistryDword(key + "Drivers", "C:\\vendor\\driver.json", 1)};
  EXPECT_THAT(policies(), ElementsAre("LS_VK_DRIVER_DISCOVERY_10"));
}

TEST(Judge, LetsAnElevatedApplicationHaveTheDriversOfTheSystemAlone) {
  Machine machine = OneLayer();
  machine.elevated = machine.create = true;
  machine.layers = {"VK_LAYER_LS_a"};
  machine.environment = DriverEnvironment({&Driver()});
  Answer answer;
  answer.layers = {Right("VK_LAYER_LS_a")};
  answer.tried_create = true;
  answer.chain = {"layer0"};
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LDP_LOADER_13"));
  answer.create_result = VK_ERROR_INCOMPATIBLE_DRIVER;
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
  machine.files["/home/user/.config/vulkan/icd.d/a.json"] = DriverManifestText(Driver());
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
  machine.files["/usr/share/vulkan/icd.d/a.json"] = DriverManifestText(Driver());
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LDP_LOADER_13"));
  answer.create_result = VK_SUCCESS;
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
}

TEST(Judge, LetsALoaderEndThatMeetsNoFunctions) {
  for (const Library& library : Libraries()) {
    Machine machine = OneLayer();
    if (library.binary.starts_with("vulkan_driver")) {
      machine.environment = DriverEnvironment({&library, &Driver()});
    } else {
      machine.files[std::string(kExplicitFolder) + "/b.json"] =
          Manifest("VK_LAYER_LS_b", 0, R"({"library_path": ")" + LibraryPath(library) + "\"}");
    }
    Answer answer;
    answer.ending = Answer::Ending::kSignal;
    answer.value = SIGSEGV;
    answer.step = Step::kCreate;
    EXPECT_EQ(Policies(machine, answer).empty(), library.lacks_functions) << library.name;
    answer.step = Step::kEnumerate;
    EXPECT_FALSE(Policies(machine, answer).empty()) << library.name;
  }
}

TEST(Judge, HoldsABadManifestBesideForTheReason) {
  Machine machine = OneLayer();
  machine.files[std::string(kExplicitFolder) + "/b.json"] = "{";
  EXPECT_THAT(Policies(machine, {}), ElementsAre("LS_VK_DISCOVERY_6"));
}

TEST(Judge, LetsABadManifestNameAnything) {
  Machine machine;
  machine.files[kFile] = R"({"layer": {"name": {}}})";
  Answer answer;
  answer.layers = {Right("{\n}")};
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
}

TEST(Judge, SeesAnInventedLayerAndWrongProperties) {
  Answer answer;
  answer.layers = {Right("VK_LAYER_LS_a"), Right("VK_LAYER_LS_b")};
  EXPECT_THAT(Policies(OneLayer(), answer), ElementsAre("LLP_LOADER_1"));
  answer.layers = {Right("VK_LAYER_LS_a")};
  answer.layers.front().implementation = 0;
  EXPECT_THAT(Policies(OneLayer(), answer), ElementsAre("LS_VK_MANIFEST_3"));
}

TEST(Judge, SeesTheEndOfTheProcess) {
  Answer answer;
  answer.ending = Answer::Ending::kSignal;
  answer.value = SIGSEGV;
  answer.step = Step::kEnumerate;
  answer.place = "0x10";
  const std::vector<Fault> faults = Judge(OneLayer(), answer, TestSubject());
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults.front().cause, "SIGSEGV in vkEnumerateInstanceLayerProperties at 0x10");
  Machine bad = OneLayer();
  bad.files[kFile] = "{";
  EXPECT_THAT(Policies(bad, answer), ElementsAre("LS_VK_DISCOVERY_6"));
}

TEST(Judge, HoldsAnEndAgainstAMustWhereNothingIsOddAlone) {
  Answer answer;
  answer.ending = Answer::Ending::kHang;
  answer.stuck = Stuck::kBlocked;
  answer.step = Step::kCreate;
  Machine machine = OneLayer();
  const std::vector<Fault> faults = Judge(machine, answer, TestSubject());
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults.front().policy, "LLP_LOADER_1");
  EXPECT_TRUE(faults.front().ending);
  machine.environment["VK_LAYER_PATH"] = "::";
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_VK_ROBUSTNESS_1"));
  machine.environment.clear();
  for (const char* file : {"/o.json", "/p.json"}) {
    machine.files[std::string(kImplicitFolder) + file] =
        Manifest("VK_LAYER_LUNARG_override", 0,
                 R"({"library_path": null, "component_layers": ["VK_LAYER_LS_a"],
                     "disable_environment": {"LS_OFF": "1"}})");
    const bool two = machine.files.size() == 3;
    EXPECT_THAT(Policies(machine, answer),
                ElementsAre(two ? "LS_VK_ROBUSTNESS_1" : "LLP_LOADER_1"));
  }
  machine = OneLayer();
  const auto with_library = [&](const char* name) {
    for (const Library& library : Libraries()) {
      if (library.name != name) continue;
      machine.files[std::string(kExplicitFolder) + "/b.json"] =
          Manifest("VK_LAYER_LS_b", 0, R"({"library_path": ")" + LibraryPath(library) + "\"}");
    }
    return Policies(machine, answer);
  };
  EXPECT_THAT(with_library("refuses"), ElementsAre("LLP_LOADER_5"));
  EXPECT_THAT(with_library("answers_99"), ElementsAre("LS_VK_ROBUSTNESS_1"));
}

TEST(Judge, ComparesTheChainsOfDevicesWithoutLayersThatLackFunctions) {
  Machine machine = OneLayer();
  machine.create = machine.device = true;
  machine.layers = {"VK_LAYER_LS_a"};
  Answer answer;
  answer.layers = {Right("VK_LAYER_LS_a")};
  answer.tried_create = answer.tried_device = true;
  answer.chain = {"layer0"};
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LLP_LOADER_9"));
  answer.device_chain = {"layer0"};
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
  for (const Library& library : Libraries()) {
    if (library.name != "interface_1") continue;
    machine.files[std::string(kImplicitFolder) + "/b.json"] =
        Manifest("VK_LAYER_LS_b", 0,
                 R"({"disable_environment": {"LS_OFF": "1"}, "library_path": ")" +
                     LibraryPath(library) + "\"}");
  }
  answer.layers.push_back(Right("VK_LAYER_LS_b"));
  answer.chain = {"interface_1", "layer0"};
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
}

TEST(Judge, SaysWhichManifestIsNotFoundInItsFolder) {
  const std::vector<Fault> faults = Judge(OneLayer(), {}, TestSubject());
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults.front().file, kFile);
  Machine beside = OneLayer();
  beside.files[std::string(kExplicitFolder) + "/b.json"] = "{";
  EXPECT_EQ(Judge(beside, {}, TestSubject()).front().file, "") << "the other is the reason";
}

TEST(Judge, SeesTheChain) {
  Machine machine = OneLayer();
  machine.create = true;
  Answer answer;
  answer.layers = {Right("VK_LAYER_LS_a")};
  answer.tried_create = true;
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
  answer.chain = {"layer0"};
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LS_VK_ACTIVATION_3"))
      << "nobody asked for it";
  machine.layers = {"VK_LAYER_LS_a"};
  EXPECT_THAT(Policies(machine, answer), IsEmpty());
  answer.chain = {"layer0", "layer0"};
  EXPECT_THAT(Policies(machine, answer), testing::Contains("LLP_LOADER_3"));
  answer.chain = {};
  EXPECT_THAT(Policies(machine, answer), ElementsAre("LLP_LOADER_1"));
}

TEST(Judge, SeesWhatIsLost) {
  Answer answer;
  answer.layers = {Right("VK_LAYER_LS_a")};
  answer.lost_descriptors = 1;
  answer.remaining_files = {"/tmp/x"};
  EXPECT_THAT(Policies(OneLayer(), answer),
              ElementsAre("LS_VK_ROBUSTNESS_3", "LS_VK_ROBUSTNESS_3"));
}

}  // namespace
}  // namespace loadstone::oracle::vulkan::judge_test
