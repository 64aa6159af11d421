// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_EXTENSIONS_EXTENSIONS_H_
#define LOADSTONE_SUITES_VULKAN_EXTENSIONS_EXTENSIONS_H_

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "harness/probe/app_trace.h"
#include "suites/suites.h"

// Code shared by the cases about extensions (LoaderApplicationInterface, "Application Usage of
// Extensions").
namespace loadstone::suites {

// Extensions that every loader of Vulkan 1.1 knows, because their commands are core commands there,
// and one that no loader knows. The build of a loader determines the window system extensions that
// it knows.
inline constexpr char kKnownExtension[] = "VK_KHR_get_physical_device_properties2";
inline constexpr char kOtherKnownExtension[] = "VK_KHR_device_group_creation";
inline constexpr char kUnknownExtension[] = "VK_LS_unknown";

// `list` as the member of a layer's manifest: its extensions, all with one version.
inline std::string ManifestExtensions(const char* list, const std::vector<std::string>& names,
                                      int spec_version = 1) {
  std::string text;
  for (const std::string& name : names) {
    text += fmt::format(R"({}{{"name": "{}", "spec_version": "{}", "entrypoints": []}})",
                        text.empty() ? "" : ", ", name, spec_version);
  }
  return fmt::format(R"({{"{}": [{}]}})", list, text);
}

// The same as a member of a mock's configuration.
inline std::string MockExtensions(const char* list, const std::vector<std::string>& names,
                                  int spec_version = 1) {
  std::string text;
  for (const std::string& name : names) {
    text += fmt::format(R"({}{{"name": "{}", "spec_version": {}}})", text.empty() ? "" : ", ", name,
                        spec_version);
  }
  return fmt::format(R"({{"{}": [{}]}})", list, text);
}

// A layer with these instance extensions, in its manifest and in its own enumeration.
inline Layer LayerWith(const std::string& name, const std::vector<std::string>& extensions,
                       int spec_version = 1) {
  return Layer(name)
      .Manifest(ManifestExtensions("instance_extensions", extensions, spec_version))
      .Behaviour(MockExtensions("instance_extensions", extensions, spec_version));
}

// The same with device extensions.
inline Layer DeviceLayerWith(const std::string& name, const std::vector<std::string>& extensions,
                             int spec_version = 1) {
  return Layer(name)
      .Manifest(ManifestExtensions("device_extensions", extensions, spec_version))
      .Behaviour(MockExtensions("device_extensions", extensions, spec_version));
}

// A driver with these instance extensions.
inline Driver DriverWith(const std::string& name, const std::vector<std::string>& extensions,
                         int spec_version = 1) {
  return Driver(name).Behaviour(MockExtensions("instance_extensions", extensions, spec_version));
}

// A driver with one device that has these extensions.
inline Driver DeviceDriverWith(const std::string& name, const std::vector<std::string>& extensions,
                               int spec_version = 1) {
  return Driver(name).Behaviour(fmt::format(
      R"({{"physical_devices": [{}]}})", MockExtensions("extensions", extensions, spec_version)));
}

// A swapchain that every mock driver supports.
inline VkSwapchainCreateInfoKHR SwapchainInfo(VkSurfaceKHR surface) {
  VkSwapchainCreateInfoKHR info = {};
  info.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR;
  info.surface = surface;
  info.minImageCount = 2;
  info.imageFormat = VK_FORMAT_B8G8R8A8_UNORM;
  info.imageExtent = {640, 480};
  info.imageArrayLayers = 1;
  info.imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
  info.preTransform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR;
  info.compositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
  info.presentMode = VK_PRESENT_MODE_FIFO_KHR;
  return info;
}

// Traces the enumerated list as `what`, each extension as "NAME version".
inline void TraceExtensions(const char* what, const std::vector<VkExtensionProperties>& list) {
  std::vector<std::string> names;
  std::vector<std::string> full;
  for (const VkExtensionProperties& extension : list) {
    names.emplace_back(extension.extensionName,
                       strnlen(extension.extensionName, VK_MAX_EXTENSION_NAME_SIZE));
    full.push_back(fmt::format("{} {}", names.back(), extension.specVersion));
  }
  AppEvent(what).Add("names", names).Add("extensions", full);
}

// An application that enumerates the instance extensions of `layer` or of the implementation.
inline Observation ListInstanceExtensions(Case& c, const VulkanWorld& world,
                                          const char* layer = nullptr) {
  return Observe(c, world, [&](VulkanApp& app) {
    TraceExtensions("extensions", app.EnumerateExtensions(layer));
  });
}

// Traces the extensions of a physical device as `what`.
inline void TraceExtensionsOf(VulkanApp& app, VkPhysicalDevice device, const char* what) {
  const auto enumerate =
      app.Get<PFN_vkEnumerateDeviceExtensionProperties>("vkEnumerateDeviceExtensionProperties");
  uint32_t count = 0;
  std::vector<VkExtensionProperties> list;
  VkResult result = enumerate(device, nullptr, &count, nullptr);
  if (result == VK_SUCCESS) {
    list.resize(count);
    result = enumerate(device, nullptr, &count, list.data());
    list.resize(count);
  }
  AppEvent("vkEnumerateDeviceExtensionProperties", "leave").Add("result", int64_t{result});
  TraceExtensions(what, list);
}

// Traces the extensions of the first physical device as "extensions".
inline void TraceDeviceExtensions(VulkanApp& app) {
  const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
  if (!devices.empty()) TraceExtensionsOf(app, devices[0], "extensions");
}

// An application that requests `layers`, and enumerates the extensions of the first physical
// device.
inline Observation ListDeviceExtensions(Case& c, const VulkanWorld& world,
                                        const std::vector<std::string>& layers = {}) {
  return Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance({.layers = layers}) != VK_SUCCESS) return;
    TraceDeviceExtensions(app);
    app.DestroyInstance();
  });
}

// For an application that needs instance extensions that a loader may not know: returns whether the
// loader lists all of `names`. Traces the first one that it does not list.
inline bool AreListed(VulkanApp& app, const std::vector<std::string>& names) {
  const std::vector<VkExtensionProperties> listed = app.EnumerateExtensions();
  for (const std::string& name : names) {
    const bool is_listed = std::any_of(
        listed.begin(), listed.end(), [&](const auto& each) { return name == each.extensionName; });
    if (is_listed) continue;
    AppEvent("not_listed").Add("extension", name);
    return false;
  }
  return true;
}

// Why such an application did nothing; empty if it did something.
inline std::string WhyNotListed(const Observation& seen) {
  const std::optional<Event> missing = seen.First("app", "not_listed");
  if (!missing.has_value()) return {};
  return "the loader does not list " + missing->Text("extension") + " of a driver";
}

// The lists that these two applications got: the names only, or as "NAME version".
inline std::vector<std::string> ListedNames(const Observation& seen) {
  const std::optional<Event> event = seen.First("app", "extensions");
  return event.has_value() ? event->List("names") : std::vector<std::string>{};
}

inline std::vector<std::string> ListedExtensions(const Observation& seen) {
  const std::optional<Event> event = seen.First("app", "extensions");
  return event.has_value() ? event->List("extensions") : std::vector<std::string>{};
}

// The extensions with which `command` of `who` was called; the event of a mock layer at its exit
// has none. "not called" if there was no call.
inline std::vector<std::string> ExtensionsGiven(const Observation& seen, const std::string& who,
                                                const char* command = "vkCreateInstance") {
  for (const Event& event : seen.Select(who, command)) {
    if (event.phase() != "leave") return event.List("extensions");
  }
  return {"not called"};
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_EXTENSIONS_EXTENSIONS_H_
