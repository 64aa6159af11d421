// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/vulkan/world_rules.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "fuzz/inside/support/manifest_text.h"
#include "fuzz/inside/vulkan/mock_layer.h"
#include "oracle/vulkan/judge.h"
#include "oracle/vulkan/test_subject.h"

namespace loadstone::fuzz::inside {
namespace {

// The folders from which a loader may read in an elevated process: none that the user can choose.
// Manifests of the system may name further ones.
std::vector<std::string> ElevatedSearchFolders(const std::vector<World::Component>& layers) {
  std::vector<std::string> folders = {"/etc/", "/usr/local/share/", "/usr/share/",
                                      "/usr/local/etc/"};
  for (const World::Component& layer : layers) {
    const auto paths = StringsOf(layer.object->Find("override_paths"));
    folders.insert(folders.end(), paths.begin(), paths.end());
  }
  return folders;
}

// Checks the answer against the oracle.
std::string AskOracle(const World& world, const VulkanAnswer& answer) {
  const auto installation = world.InstallationWith(world.Layers(kDriverKind, kMockLayers));
  if (!installation) return "";
  oracle::Machine machine = world.machine;
  machine.installation = &*installation;
  oracle::Answer seen = answer.seen;
  // Components below a layer that does not call the next function are not reached.
  seen.tried_create = world.AllWellBehaved();
  return Complaint(
      oracle::vulkan::Judge(machine, seen, oracle::vulkan::TestSubject(installation->home)));
}

// Whether the manifest gives a mock's function for one command as the function for another one.
bool ConfusesFunctions(const JsonNode& layer) {
  static constexpr std::pair<const char*, const char*> kRight[] = {
      {"vkEnumerateInstanceExtensionProperties", "LsPreExtensions"},
      {"vkEnumerateInstanceLayerProperties", "LsPreLayers"},
      {"vkEnumerateInstanceVersion", "LsPreVersion"}};
  const JsonNode* functions = layer.Find("pre_instance_functions");
  if (functions == nullptr) return false;
  return std::any_of(std::begin(kRight), std::end(kRight), [functions](const auto& right) {
    const std::string_view named = functions->StringOf(right.first);
    return std::any_of(std::begin(kRight), std::end(kRight),
                       [&](const auto& other) { return named == other.second && other != right; });
  });
}

bool IsDriver(const World& world, const World::Component& layer) {
  const std::string_view path = layer.object->StringOf("library_path");
  return std::any_of(world.libraries.begin(), world.libraries.end(), [&](const auto& library) {
    return library.behaviour.StringOf("kind") == kDriverKind &&
           IsLibraryOf(*layer.file, path, library.path);
  });
}

}  // namespace

bool ConfusesComponents(const World& world) {
  const std::vector<World::Component> layers = world.Components("layer");
  return std::any_of(layers.begin(), layers.end(), [&world](const World::Component& layer) {
    return ConfusesFunctions(*layer.object) || IsDriver(world, layer);
  });
}

std::string CheckVulkanAnswer(const World& world, const VulkanAnswer& answer) {
  const std::vector<World::Component> layers = world.Components("layer");
  std::string complaint = CheckLayers(layers, answer);
  if (complaint.empty() && answer.seen.created && answer.driver_instances == 0) {
    complaint = "there is an instance without a driver";
  }
  if (complaint.empty() && world.machine.elevated) {
    complaint = CheckElevatedReads(answer.files_read, ElevatedSearchFolders(layers));
  }
  if (complaint.empty()) complaint = AskOracle(world, answer);
  if (!complaint.empty()) return complaint;
  // A driver without vkDestroyInstance cannot destroy its instance.
  if (answer.leaked_instances != 0 && !world.AnyLibraryLacks("vkDestroyInstance")) {
    return "instances of drivers were left over";
  }
  const bool keeps = world.Variable("VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING") == "1";
  if (answer.leaked_libraries != 0 && !keeps) return "libraries were left open";
  return "";
}

}  // namespace loadstone::fuzz::inside
