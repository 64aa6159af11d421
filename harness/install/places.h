// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_INSTALL_PLACES_H_
#define LOADSTONE_HARNESS_INSTALL_PLACES_H_

#include <optional>
#include <string>
#include <vector>

#include "harness/world/windows_registry.h"

namespace loadstone {

// The purpose of a registry value, by its key and, for the values of a device, by its name.
enum class RegistryPlace {
  kNone,
  kVulkanLayers,   // SOFTWARE\Khronos\Vulkan\ExplicitLayers and ImplicitLayers
  kVulkanDrivers,  // SOFTWARE\Khronos\Vulkan\Drivers
  kDeviceLayers,   // VulkanExplicitLayers, ... in a key below Control\Class
  kDeviceDrivers,  // VulkanDriverName, VulkanDriverNameWow in such a key
  kApiLayers,      // SOFTWARE\Khronos\OpenXR\N\ApiLayers\Explicit and Implicit
  kActiveRuntime,  // ActiveRuntime of SOFTWARE\Khronos\OpenXR\N
  kRuntimes,       // SOFTWARE\Khronos\OpenXR\N\AvailableRuntimes
};

// Both views of SOFTWARE count, including WOW6432Node, and every control set.
RegistryPlace PlaceOf(const RegistryValue& value);

// Returns whether the key may contain a value that PlaceOf recognises.
bool IsKeyOfInterest(const std::string& key);

// Returns whether the key is that of a device, or a parent of one.
bool IsDeviceKey(const std::string& key);

bool IsVulkanPlace(RegistryPlace place);
bool IsOpenXrPlace(RegistryPlace place);

// Returns whether values in that place have the manifest's path as their name; in other places it
// is their data.
bool NameIsManifestPath(RegistryPlace place);

// Returns the paths of manifests in a value, as written there.
std::vector<std::string> ManifestsOf(const RegistryValue& value);

// The kind of a manifest in a folder that loaders search, by the names of its folders:
// vulkan/explicit_layer.d, vulkan/implicit_layer.d or vulkan/icd.d, below any folder (Linux Layer
// Discovery and macOS Layer Discovery of LoaderLayerInterface, Driver Discovery on Linux and on
// macOS of LoaderDriverInterface).
enum class ManifestKind { kNone, kVulkanLayer, kVulkanDriver };
ManifestKind KindOfManifest(const std::string& path);

// Returns the major version in an OpenXR key: "1".
std::string MajorOf(const std::string& key);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_INSTALL_PLACES_H_
