// SPDX-License-Identifier: Apache-2.0
// The manifests that a registry names on a machine with the rules of Windows, for both APIs.

#include <cstdint>

#include "fuzz/inside/support/loaders.h"
#include "fuzz/inside/support/registry_rules.h"
#include "fuzz/inside/support/target.h"
#include "reference_loader/openxr/search_paths.h"
#include "reference_loader/vulkan/search_paths.h"

namespace {

using namespace loadstone;
using namespace loadstone::fuzz::inside;

void CheckVulkan(const RegistryText& registry, const MemoryPlatform& machine) {
  const struct {
    vulkan::PathVariables variables;
    const char* folder;
    RegistryRule rule;
  } kinds[] = {
      {vulkan::ImplicitLayerVariables(),
       vulkan::kImplicitLayerFolder,
       {"Vulkan\\ImplicitLayers", "VulkanImplicitLayers", true, false}},
      {vulkan::ExplicitLayerVariables(),
       vulkan::kExplicitLayerFolder,
       {"Vulkan\\ExplicitLayers", "VulkanExplicitLayers", true, false}},
      {vulkan::DriverVariables(),
       vulkan::kDriverFolder,
       {"Vulkan\\Drivers", "VulkanDriverName", false, false}},
  };
  for (const auto& kind : kinds) {
    const std::vector<std::string> places =
        vulkan::SearchPaths(machine, kind.variables, kind.folder);
    Require(CheckRegistered(kind.rule, registry, vulkan::FindManifests(machine, places)));
  }
}

void CheckOpenxr(const RegistryText& registry, const MemoryPlatform& machine) {
  Require(CheckActiveRuntime(registry, openxr::RuntimeManifestPaths(machine)));
  const RegistryRule implicit = {"OpenXR\\1\\ApiLayers\\Implicit", "", true, true};
  const RegistryRule explicit_ = {"OpenXR\\1\\ApiLayers\\Explicit", "", true, true};
  Require(CheckRegistered(implicit, registry,
                          LayerManifestPaths(machine, openxr::LayerKind::kImplicit)));
  Require(CheckRegistered(explicit_, registry,
                          LayerManifestPaths(machine, openxr::LayerKind::kExplicit)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const RegistryText registry =
      RegistryText::Parse(std::string_view(reinterpret_cast<const char*>(data), size));
  MemoryPlatform machine(kWindowsRules);
  registry.Install(&machine);
  machine.AddFile(std::string(kFolderManifest) + "\\inside.json", "");
  CheckVulkan(registry, machine);
  CheckOpenxr(registry, machine);
  return 0;
}
