// SPDX-License-Identifier: Apache-2.0
// The machines of all cases. Those of Vulkan are checked against the API's rules for extensions: a
// driver must have what its extensions require, and a layer must have the commands of the
// extensions that it lists. No configuration of a mock may have unknown members.

#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

#include "harness/case/exclusions.h"
#include "harness/case/faults.h"
#include "harness/case/world_of.h"
#include "mock_runtime/vulkan/vulkan_registry.h"

namespace loadstone::suites::worlds_test {
namespace {

Subject SubjectOfCases(Api api) {
  Subject subject;
  subject.api = api;
  if (api == Api::kOpenXr) {
    subject.path = "/usr/lib/libopenxr_loader.so.1";
    subject.spec = subject.api_version = {1, 1, 61};
    subject.folders.explicit_layers = {"/etc/openxr/1/api_layers/explicit.d",
                                       "/usr/share/openxr/1/api_layers/explicit.d"};
    subject.folders.implicit_layers = {"/etc/openxr/1/api_layers/implicit.d",
                                       "/usr/share/openxr/1/api_layers/implicit.d"};
    subject.folders.drivers = {"/etc/xdg/openxr/1", "/etc/openxr/1"};
    return subject;
  }
  subject.path = "/usr/lib/libvulkan.so.1";
  subject.spec = subject.api_version = {1, 4, 330};
  subject.folders.explicit_layers = {"/etc/vulkan/explicit_layer.d",
                                     "/usr/share/vulkan/explicit_layer.d"};
  subject.folders.implicit_layers = {"/etc/vulkan/implicit_layer.d",
                                     "/usr/share/vulkan/implicit_layer.d"};
  subject.folders.drivers = {"/etc/vulkan/icd.d", "/usr/share/vulkan/icd.d"};
  return subject;
}

// The world of a case; nothing for a case that is skipped before it makes one.
std::optional<World> WorldOf(const CaseInfo& info) {
  const Subject subject = SubjectOfCases(info.api);
  testing::TestPartResultArray ignored;  // a case may skip itself
  const testing::ScopedFakeTestPartResultReporter reporter(
      testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &ignored);
  return WorldOf(info, subject);
}

// Every string in the sources of the mocks, which include the keys of their configurations.
std::set<std::string> StringsInMockSources() {
  namespace fs = std::filesystem;
  std::set<std::string> texts;
  static const std::regex kText(R"~("([A-Za-z_]+)")~");
  for (const char* room : {"mock_common", "mock_layers", "mock_runtime"}) {
    const fs::path folder = fs::path(LOADSTONE_SOURCE_DIR) / room;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const std::string name = entry.path().filename();
      if (name.ends_with("_test.cc") || !(name.ends_with(".cc") || name.ends_with(".h"))) continue;
      std::ifstream file(entry.path());
      const std::string source(std::istreambuf_iterator<char>(file), {});
      for (std::sregex_iterator match(source.begin(), source.end(), kText), end; match != end;
           ++match) {
        texts.insert((*match)[1]);
      }
    }
  }
  return texts;
}

// The members of the configurations of a world's mocks that no mock reads.
std::set<std::string> UnknownKeys(const World& world, const std::set<std::string>& known) {
  std::set<std::string> unknown;
  std::set<std::string> mocks;
  for (const Node& node : world.nodes()) {
    if (node.kind == Node::Kind::kCopy) mocks.insert(node.path + ".config");
  }
  for (const Node& node : world.nodes()) {
    if (node.kind != Node::Kind::kFile || !mocks.contains(node.path)) continue;
    rapidjson::Document config;
    config.Parse(node.text.c_str());
    if (!config.IsObject()) continue;
    for (const auto& member : config.GetObject()) {
      if (!known.contains(member.name.GetString())) unknown.insert(member.name.GetString());
    }
  }
  return unknown;
}

// The names in a list of strings or of objects with a "name".
std::set<std::string> Names(const rapidjson::Value& object, const char* key) {
  std::set<std::string> names;
  const auto found = object.FindMember(key);
  if (found == object.MemberEnd() || !found->value.IsArray()) return names;
  for (const rapidjson::Value& one : found->value.GetArray()) {
    if (one.IsString()) names.insert(one.GetString());
    if (one.IsObject() && one.HasMember("name") && one["name"].IsString()) {
      names.insert(one["name"].GetString());
    }
  }
  return names;
}

// "extension without what it requires", for each missing requirement.
std::set<std::string> Lacking(const std::set<std::string>& extensions,
                              const std::set<std::string>& present, int minor) {
  std::set<std::string> lacking;
  for (const std::string& extension : extensions) {
    for (const std::string& missing : mock::MissingDependencies(extension, present, minor)) {
      lacking.insert("a driver lists " + extension + " without " + missing);
    }
  }
  return lacking;
}

// The minor version of the driver's "api_version".
int MinorOf(const rapidjson::Value& config) {
  const auto found = config.FindMember("api_version");
  if (found == config.MemberEnd() || !found->value.IsString()) return 3;  // the default of the mock
  const std::string text = found->value.GetString();
  return text.starts_with("1.") ? std::stoi(text.substr(2)) : 0;
}

std::set<std::string> FaultsOfDriver(const rapidjson::Value& config) {
  const std::set<std::string> instance = Names(config, "instance_extensions");
  std::set<std::string> faults = Lacking(instance, instance, MinorOf(config));
  const auto devices = config.FindMember("physical_devices");
  if (devices == config.MemberEnd() || !devices->value.IsArray()) return faults;
  for (const rapidjson::Value& device : devices->value.GetArray()) {
    if (!device.IsObject()) continue;
    const std::set<std::string> own = Names(device, "extensions");
    std::set<std::string> present = instance;
    present.insert(own.begin(), own.end());
    faults.merge(Lacking(own, present, MinorOf(config)));
  }
  return faults;
}

// Extensions that layers list without having their commands: loaders implement them, cases about
// duplicates need such layers, and no application calls the commands.
const std::set<std::string> kListedWithoutCommands = {
    "VK_EXT_debug_utils", "VK_KHR_device_group_creation", "VK_KHR_get_physical_device_properties2"};

std::set<std::string> FaultsOfLayer(const rapidjson::Value& config) {
  std::set<std::string> faults;
  for (const char* key : {"instance_extensions", "device_extensions"}) {
    for (const std::string& extension : Names(config, key)) {
      if (kListedWithoutCommands.contains(extension)) continue;
      for (const std::string& command : mock::CommandsOf(extension)) {
        faults.insert("a layer lists " + extension + " without " + command);
      }
    }
  }
  return faults;
}

// The faults of the mocks of a world.
std::set<std::string> Faults(const World& world) {
  std::map<std::string, std::string> configurations;
  for (const Node& node : world.nodes()) {
    if (node.kind == Node::Kind::kFile) configurations[node.path] = node.text;
  }
  std::set<std::string> faults;
  for (const Node& node : world.nodes()) {
    if (node.kind != Node::Kind::kCopy) continue;
    rapidjson::Document config;
    config.Parse(configurations[node.path + ".config"].c_str());
    if (!config.IsObject()) continue;
    if (node.text.starts_with("vulkan_driver")) faults.merge(FaultsOfDriver(config));
    if (node.text.starts_with("vulkan_layer")) faults.merge(FaultsOfLayer(config));
  }
  return faults;
}

TEST(WorldsTest, MocksListValidExtensions) {
  std::map<std::string, std::string> cases;  // one for each fault
  size_t worlds = 0;
  for (const CaseInfo& info : AllCases()) {
    if (info.api != Api::kVulkan || info.subject != SubjectKind::kLoader) continue;
    const std::optional<World> world = WorldOf(info);
    if (!world.has_value()) continue;
    ++worlds;
    for (const std::string& fault : Faults(*world)) cases.emplace(fault, info.id);
  }
  EXPECT_GT(worlds, 3000u) << "nearly every case has a world";
  EXPECT_THAT(cases, testing::IsEmpty());
}

TEST(WorldsTest, MocksKnowTheirConfigurationKeys) {
  const std::set<std::string> known = StringsInMockSources();
  std::map<std::string, std::string> cases;  // one for each unknown key
  std::map<Api, size_t> worlds;
  for (const CaseInfo& info : AllCases()) {
    if (info.subject != SubjectKind::kLoader) continue;
    const std::optional<World> world = WorldOf(info);
    if (!world.has_value()) continue;
    ++worlds[info.api];
    for (const std::string& key : UnknownKeys(*world, known)) cases.emplace(key, info.id);
  }
  EXPECT_GT(worlds[Api::kVulkan], 3000u);
  EXPECT_GT(worlds[Api::kOpenXr], 800u);
  EXPECT_THAT(cases, testing::IsEmpty());
}

TEST(WorldsTest, AnUnknownKeyIsSeen) {
  World world;
  world.Copy("/a.so", "vulkan_layer.so")
      .File("/a.so.config", R"({"who": "a", "interccept": []})")
      .File("/b.config", R"({"no_mock": 1})");
  EXPECT_THAT(UnknownKeys(world, StringsInMockSources()), testing::ElementsAre("interccept"));
}

TEST(WorldsTest, EveryExclusionHasACase) {
  std::vector<std::string> ids;
  for (const CaseInfo& info : AllCases()) ids.push_back(info.id);
  EXPECT_EQ(StaleExclusion(ids), std::nullopt);
  EXPECT_NE(StaleExclusion({}), std::nullopt) << "there are exclusions";
}

TEST(WorldsTest, EveryFaultOfASubjectHasACase) {
  std::vector<std::string> ids;
  for (const CaseInfo& info : AllCases()) ids.push_back(info.id);
  EXPECT_EQ(StaleFault(ids), std::nullopt);
  EXPECT_NE(StaleFault({}), std::nullopt) << "there are faults";
}

TEST(WorldsTest, AFaultIsNamedWhereTheProcessEndedAsItSays) {
  const CaseFault* elevated = FaultOf({.id = "LDP_LOADER_13/elevated_driver_files"});
  ASSERT_NE(elevated, nullptr);
  const CaseFault* same = FaultOf({.id = "LLP_LOADER_13/set_user_id_layer_path"});
  ASSERT_NE(same, nullptr);
  EXPECT_STREQ(elevated->id, same->id);
  EXPECT_EQ(FaultOf({.id = "LDP_LOADER_13/elevated_driver_files",
                     .ending = "killed by SIGSEGV during f"}),
            nullptr);
  EXPECT_EQ(FaultOf({.id = "LDP_LOADER_13/plain_driver_files"}), nullptr);
  EXPECT_EQ(FaultOf({.id = "LS_VK_DISCOVERY_6/fifo_without_a_writer"}), nullptr);
  EXPECT_NE(
      FaultOf({.id = "LS_VK_DISCOVERY_6/fifo_without_a_writer", .ending = "did not end during f"}),
      nullptr);
}

// Returns the ID of the fault that explains a failure, or an empty text.
std::string FaultIdOf(const CaseFailure& failure) {
  const CaseFault* fault = FaultOf(failure);
  return fault == nullptr ? "" : fault->id;
}

TEST(WorldsTest, AFaultOfACombinationIsThatOfTheViolatedPolicy) {
  const std::string same_name = "LS_VK_DISCOVERY_5/same_name_003";
  EXPECT_EQ(FaultIdOf({.id = same_name, .violates = "LLP_LOADER_13"}), "elevated_paths");
  EXPECT_EQ(FaultIdOf({.id = same_name, .violates = "LS_VK_DISCOVERY_5"}), "folder_order");
  EXPECT_EQ(FaultIdOf({.id = same_name, .violates = "LLP_LOADER_11"}), "");
  EXPECT_EQ(FaultIdOf({.id = "LS_VK_FILTER_2/activation_022", .violates = "LS_VK_FILTER_4"}),
            "disable_outweighs");
  EXPECT_EQ(FaultIdOf({.id = "LS_VK_FILTER_2/activation_022", .violates = "LS_VK_FILTER_2"}), "");
  EXPECT_EQ(FaultIdOf({.id = "LLP_LOADER_12/override_017", .violates = "LLP_LOADER_11"}),
            "override_order");
}

TEST(WorldsTest, AFaultIsNamedWhereTheObservationIsAsItSays) {
  const std::string bad_driver = "LS_VK_ROBUSTNESS_2/driver_icd_library_path_is_null";
  EXPECT_EQ(FaultIdOf({.id = bad_driver, .observed = "\"VK_ERROR_OUT_OF_HOST_MEMORY\""}),
            "no_library_no_memory");
  EXPECT_EQ(FaultIdOf({.id = bad_driver, .observed = "\"VK_ERROR_INCOMPATIBLE_DRIVER\""}), "");
}

TEST(WorldsTest, RepeatedNamesOfApiLayersAreOneFault) {
  const std::string any_case = "LS_XR_ACTIVATION_9/any_case";
  const std::string error = "XR_ERROR_API_LAYER_NOT_PRESENT";
  EXPECT_EQ(FaultIdOf({.id = any_case, .observed = "\"" + error + "\""}), "repeated_names");
  EXPECT_EQ(FaultIdOf({.id = any_case, .observed = error}), "repeated_names");
  EXPECT_EQ(FaultIdOf({.id = any_case, .observed = "a layer twice"}), "");
}

TEST(WorldsTest, CallsOfUnknownFunctionsThatEndTheProcessAreOneFault) {
  const std::string ending = "exited during call of an unknown function";
  EXPECT_EQ(FaultIdOf({.id = "LS_VK_PROCADDR_1/through_a_layer", .ending = ending}),
            "unknown_functions_end");
  EXPECT_EQ(FaultIdOf({.id = "LS_VK_PROCADDR_2/without_layers", .ending = ending}),
            "unknown_functions_end");
  EXPECT_EQ(FaultIdOf({.id = "LS_VK_PROCADDR_2/without_layers"}), "unknown_functions");
}

TEST(WorldsTest, FaultsAreSeen) {
  World world;
  world.Copy("/a.so", "vulkan_driver.so")
      .File("/a.so.config", R"({"api_version": "1.0.0",
                                "instance_extensions": ["VK_KHR_external_fence_capabilities"],
                                "physical_devices": [{"extensions": ["VK_KHR_swapchain"]}]})")
      .Copy("/b.so", "vulkan_layer.so")
      .File("/b.so.config", R"({"instance_extensions": [{"name": "VK_EXT_headless_surface"}]})");
  EXPECT_THAT(Faults(world),
              testing::ElementsAre("a driver lists VK_KHR_external_fence_capabilities without "
                                   "VK_KHR_get_physical_device_properties2",
                                   "a driver lists VK_KHR_swapchain without VK_KHR_surface",
                                   "a layer lists VK_EXT_headless_surface without "
                                   "vkCreateHeadlessSurfaceEXT"));
}

}  // namespace
}  // namespace loadstone::suites::worlds_test
