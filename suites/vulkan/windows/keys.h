// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_WINDOWS_KEYS_H_
#define LOADSTONE_SUITES_VULKAN_WINDOWS_KEYS_H_

#include <fmt/format.h>

#include <functional>
#include <string>

#include "suites/vulkan/discovery/layer_kinds.h"
#include "suites/vulkan/drivers/drivers.h"

// The Windows registry, as LoaderLayerInterface, "Windows Layer Discovery", and
// LoaderDriverInterface, "Driver Discovery on Windows", describe it.
namespace loadstone::suites {

// A folder that is not searched, for manifests that values name.
inline constexpr char kNamedByValues[] = "/named_by_values";

// One of the keys of layers.
struct LayerKey {
  const char* name;  // for case names
  LayerKind kind;
  const char* path;
  bool of_user = false;
};

inline constexpr LayerKey kLayerKeys[] = {
    {"machine_explicit", LayerKind::kExplicit, "HKLM\\SOFTWARE\\Khronos\\Vulkan\\ExplicitLayers"},
    {"machine_implicit", LayerKind::kImplicit, "HKLM\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers"},
    {"user_explicit", LayerKind::kExplicit, "HKCU\\SOFTWARE\\Khronos\\Vulkan\\ExplicitLayers",
     true},
    {"user_implicit", LayerKind::kImplicit, "HKCU\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers",
     true},
};

inline constexpr char kDriverKey[] = "HKLM\\SOFTWARE\\Khronos\\Vulkan\\Drivers";

// Puts a layer's manifest into a folder that is not searched; returns its path as a value contains
// it.
inline std::string PlaceManifest(VulkanWorld& world, Layer layer) {
  world.With(layer.In(kNamedByValues));
  return WindowsPath(fmt::format("{}/{}", kNamedByValues, layer.manifest_file()));
}

// Installs a driver whose manifest is in no searched place; returns its path as a value contains
// it.
inline std::string PlaceDriver(VulkanWorld& world, const std::string& name) {
  world.With(NamedDriver(name).In(kNamedByValues));
  return WindowsPath(ManifestPath(kNamedByValues, name));
}

// Registers a case for each key of layers, or only for those of the machine, as <key>_<name>.
inline void RegisterForKeys(policy::Id id, const std::string& name,
                            const std::function<void(Case&, const LayerKey&)>& body,
                            bool of_users_too = true) {
  for (const LayerKey& key : kLayerKeys) {
    if (key.of_user && !of_users_too) continue;
    RegisterCase(Api::kVulkan, {id}, fmt::format("{}_{}", key.name, name),
                 [&key, body](Case& c) { body(c, key); });
  }
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_WINDOWS_KEYS_H_
