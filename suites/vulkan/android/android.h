// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_ANDROID_ANDROID_H_
#define LOADSTONE_SUITES_VULKAN_ANDROID_ANDROID_H_

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/world/android_world.h"
#include "suites/suites.h"

// Applications on machines with the files of an Android device.
namespace loadstone::suites {

inline Observation Observe(Case& c, const AndroidWorld& world,
                           const std::function<void(VulkanApp&)>& app) {
  return c.Run(world.Build(), [&] {
    VulkanApp application(c.subject());
    app(application);
  });
}

// Enumerates the layers, and uses an instance and a device with `layers`.
inline Observation RunEnabling(Case& c, const AndroidWorld& world,
                               const std::vector<std::string>& layers) {
  return Observe(c, world, [&](VulkanApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = layers});
  });
}

// The library, in another folder, of a layer that the application enables by its name only.
inline std::string LayerIn(const Subject& subject, const std::string& folder,
                           const std::string& name) {
  return LayerPath(folder, LayerKind(subject), name);
}

inline std::vector<std::string> NamesOf(const std::vector<VkExtensionProperties>& extensions) {
  std::vector<std::string> names;
  for (const VkExtensionProperties& extension : extensions) {
    names.emplace_back(extension.extensionName);
  }
  return names;
}

inline bool ListsExtension(const std::vector<VkExtensionProperties>& extensions,
                           std::string_view name) {
  return std::ranges::any_of(
      extensions, [name](const VkExtensionProperties& each) { return each.extensionName == name; });
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_ANDROID_ANDROID_H_
