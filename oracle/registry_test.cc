// SPDX-License-Identifier: Apache-2.0
#include "oracle/registry.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/world/platform.h"
#include "oracle/openxr/model.h"
#include "oracle/vulkan/model.h"
#include "oracle/vulkan/test_subject.h"

namespace loadstone::oracle::registry_test {
namespace {

constexpr char kKey[] = "HKLM\\SOFTWARE\\Khronos\\Vulkan\\ExplicitLayers";
constexpr char kOfUser[] = "HKCU\\SOFTWARE\\Khronos\\Vulkan\\ExplicitLayers";
constexpr char kFile[] = "/vendor/a.json";
constexpr char kPath[] = "C:\\vendor\\a.json";

Tristate NamedBy(const RegistryValue& value) {
  Machine machine;
  machine.files[kFile] = "";
  machine.registry = {value};
  const std::vector<NamedFile> named = NamedFiles(machine, {kKey});
  return named.empty() ? Tristate::kNo : named.front().named;
}

TEST(NamedFiles, AreThoseOfValuesWithTheDword0) {
  EXPECT_EQ(NamedBy(RegistryDword(kKey, kPath, 0)), Tristate::kYes);
  EXPECT_EQ(NamedBy(RegistryDword(kKey, "c:\\vendor\\a.json", 0)), Tristate::kYes);
  EXPECT_EQ(NamedBy(RegistryDword(kKey, kPath, 1)), Tristate::kNo);
  EXPECT_EQ(NamedBy(RegistryDword(kKey, kPath, 0x100)), Tristate::kNo);
  EXPECT_EQ(NamedBy(RegistryDword(kOfUser, kPath, 0)), Tristate::kNo) << "of another key";
  EXPECT_EQ(NamedBy(RegistryDword(kKey, "C:\\vendor\\b.json", 0)), Tristate::kNo);
}

TEST(NamedFiles, MayBeThoseOfUnusualValues) {
  EXPECT_EQ(NamedBy(RegistryQword(kKey, kPath, 0)), Tristate::kMaybe);
  EXPECT_EQ(NamedBy(RegistryText(kKey, kPath, "")), Tristate::kMaybe);
  EXPECT_EQ(NamedBy({kKey, kPath, kRegistryDword, ""}), Tristate::kMaybe);
  EXPECT_EQ(NamedBy(RegistryDword(kKey, "C:/vendor/a.json", 0)), Tristate::kMaybe);
  EXPECT_EQ(NamedBy(RegistryDword(kKey, "C:\\VENDOR\\a.json", 0)), Tristate::kMaybe);
  EXPECT_EQ(NamedBy(RegistryDword(kKey, "\\\\?\\C:\\vendor\\a.json", 0)), Tristate::kMaybe);
  EXPECT_EQ(NamedBy(RegistryDword(kKey, "C:/vendor/a.json", 1)), Tristate::kNo);
}

Subject OnWindows() {
  Subject subject = vulkan::TestSubject();
  subject.platform = kWindows;
  subject.folders = {.explicit_layers = {kKey, kOfUser}, .implicit_layers = {}, .drivers = {kKey}};
  return subject;
}

std::vector<std::string> FoundLayers(const Machine& machine) {
  std::vector<std::string> names;
  for (const vulkan::ModelLayer& layer : vulkan::ReadModel(machine, OnWindows()).layers) {
    if (layer.found == Tristate::kYes) names.push_back(layer.name);
  }
  return names;
}

TEST(VulkanPlacesOnWindows, AreFilesThatValuesName) {
  using Names = std::vector<std::string>;
  Machine machine;
  machine.files["/vendor/a.json"] = vulkan::Manifest("VK_LAYER_LS_a", 0);
  machine.files["/vendor/b.json"] = vulkan::Manifest("VK_LAYER_LS_b", 1);
  machine.files["/etc/vulkan/explicit_layer.d/c.json"] = vulkan::Manifest("VK_LAYER_LS_c", 2);
  EXPECT_EQ(FoundLayers(machine), Names{});
  machine.registry = {RegistryDword(kKey, "C:\\vendor\\a.json", 0)};
  EXPECT_EQ(FoundLayers(machine), Names{"VK_LAYER_LS_a"});
  machine.registry.push_back(RegistryDword(kOfUser, "C:\\vendor\\b.json", 0));
  EXPECT_EQ(FoundLayers(machine), (Names{"VK_LAYER_LS_a", "VK_LAYER_LS_b"}));
  machine.elevated = true;
  EXPECT_EQ(FoundLayers(machine), Names{"VK_LAYER_LS_a"}) << "LS_VK_DISCOVERY_11";
  machine.elevated = false;
  machine.environment["VK_LAYER_PATH"] = "/vendor";
  machine.registry.clear();
  EXPECT_EQ(FoundLayers(machine), (Names{"VK_LAYER_LS_a", "VK_LAYER_LS_b"}));
}

TEST(OpenXrRuntimePlacesOnWindows, AreThoseOfTheVariableOrOfTheValue) {
  const std::string key = "HKLM\\SOFTWARE\\Khronos\\OpenXR\\1";
  Subject subject = OnWindows();
  subject.api = Api::kOpenXr;
  subject.folders.drivers = {key};
  const auto files = [&](const Machine& machine) {
    std::vector<std::string> tried;
    for (const openxr::RuntimePlace& place : openxr::RuntimePlaces(machine, subject)) {
      tried.push_back(place.file + (place.tried == Tristate::kYes ? "" : " maybe"));
    }
    return tried;
  };
  using Files = std::vector<std::string>;
  Machine machine;
  machine.files[kFile] = "";
  EXPECT_EQ(files(machine), Files{});
  machine.registry = {RegistryText(key, "ActiveRuntime", kPath)};
  EXPECT_EQ(files(machine), Files{kFile});
  machine.registry = {RegistryText(key, "ActiveRuntime", "C:/vendor/a.json")};
  EXPECT_EQ(files(machine), Files{std::string(kFile) + " maybe"});
  machine.registry = {RegistryExpandedText(key, "ActiveRuntime", kPath)};
  EXPECT_EQ(files(machine), Files{std::string(kFile) + " maybe"});
  machine.registry = {RegistryText(key, "ActiveRuntime", kPath)};
  machine.environment["XR_RUNTIME_JSON"] = "/other.json";
  EXPECT_EQ(files(machine), Files{"/other.json"});
  machine.elevated = true;
  subject.spec = {1, 1, 61};
  EXPECT_EQ(files(machine), Files{kFile}) << "LS_XR_RUNTIME_DISCOVERY_14";
}

}  // namespace
}  // namespace loadstone::oracle::registry_test
