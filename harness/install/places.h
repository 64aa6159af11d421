// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_INSTALL_PLACES_H_
#define LOADSTONE_HARNESS_INSTALL_PLACES_H_

#include <optional>
#include <string>
#include <vector>

#include "harness/world/windows_registry.h"

namespace loadstone {

// What a value of the registry is for, by its key and, among the values of a device, by its name.
enum class RegistryPlace {
  kNone,
  kVulkanLayers,   // SOFTWARE\Khronos\Vulkan\ExplicitLayers and ImplicitLayers
  kVulkanDrivers,  // SOFTWARE\Khronos\Vulkan\Drivers
  kDeviceLayers,   // VulkanExplicitLayers, ... of a key below Control\Class
  kDeviceDrivers,  // VulkanDriverName, VulkanDriverNameWow of such a key
  kApiLayers,      // SOFTWARE\Khronos\OpenXR\N\ApiLayers\Explicit and Implicit
  kActiveRuntime,  // ActiveRuntime of SOFTWARE\Khronos\OpenXR\N
  kRuntimes,       // SOFTWARE\Khronos\OpenXR\N\AvailableRuntimes
};

// Both views of SOFTWARE count, WOW6432Node too, and every control set.
RegistryPlace PlaceOf(const RegistryValue& value);

// Whether anything that PlaceOf knows may stand in the key.
bool IsKeyOfInterest(const std::string& key);

// Whether the key is that of a device, or above one.
bool IsDeviceKey(const std::string& key);

bool IsOfVulkan(RegistryPlace place);
bool IsOfOpenXr(RegistryPlace place);

// Whether the name of a value of that place is the path of a manifest; of the others the data is.
bool NamesByName(RegistryPlace place);

// The paths of manifests that a value leads to, as it has them.
std::vector<std::string> ManifestsOf(const RegistryValue& value);

// What a manifest in a folder that loaders search is of, by the names of its folders:
// vulkan/explicit_layer.d, vulkan/implicit_layer.d or vulkan/icd.d, wherever these are (Linux Layer
// Discovery and macOS Layer Discovery of LoaderLayerInterface, Driver Discovery on Linux and on
// macOS of LoaderDriverInterface).
enum class ManifestKind { kNone, kVulkanLayer, kVulkanDriver };
ManifestKind KindOfManifest(const std::string& path);

// The major version in the path of a key of OpenXR: "1".
std::string MajorOf(const std::string& key);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_INSTALL_PLACES_H_
