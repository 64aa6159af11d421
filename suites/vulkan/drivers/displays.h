// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_DRIVERS_DISPLAYS_H_
#define LOADSTONE_SUITES_VULKAN_DRIVERS_DISPLAYS_H_

#include <string>
#include <vector>

#include "suites/vulkan/drivers/surfaces.h"

// Drivers with displays, and applications that use them (VK_KHR_display).
namespace loadstone::suites {

inline constexpr char kDisplayProperties[] = "vkGetPhysicalDeviceDisplayPropertiesKHR";
inline constexpr char kCreateDisplayMode[] = "vkCreateDisplayModeKHR";
inline constexpr char kCreateDisplaySurface[] = "vkCreateDisplayPlaneSurfaceKHR";

// The width that distinguishes the application's mode from the driver's own modes.
inline constexpr uint32_t kModeWidth = 123;

// VK_KHR_display, the extension that it requires, and `others`.
inline std::vector<std::string> DisplayExtensions(const std::vector<std::string>& others = {}) {
  std::vector<std::string> extensions = {VK_KHR_SURFACE_EXTENSION_NAME,
                                         VK_KHR_DISPLAY_EXTENSION_NAME};
  extensions.insert(extensions.end(), others.begin(), others.end());
  return extensions;
}

// A driver whose device has a display.
inline Driver DisplayDriver(const std::string& name, bool own_surfaces,
                            const std::vector<std::string>& extensions = DisplayExtensions()) {
  return SurfaceDriver(name, extensions, own_surfaces);
}

// The handle as the events of a mock contain it.
template <typename Handle>
std::string HandleText(Handle handle) {
  return fmt::format("{:#018x}", (uint64_t)handle);  // a pointer, or a number on 32-bit platforms
}

inline VkDisplayPropertiesKHR DisplayOf(VulkanApp& app, VkPhysicalDevice device) {
  uint32_t count = 1;
  VkDisplayPropertiesKHR display = {};
  app.Get<PFN_vkGetPhysicalDeviceDisplayPropertiesKHR>(kDisplayProperties)(device, &count,
                                                                           &display);
  return display;
}

inline VkDisplayModeKHR CreateMode(VulkanApp& app, VkPhysicalDevice device, VkDisplayKHR display) {
  VkDisplayModeCreateInfoKHR info = {};
  info.sType = VK_STRUCTURE_TYPE_DISPLAY_MODE_CREATE_INFO_KHR;
  info.parameters = {{kModeWidth, 100}, 60000};
  VkDisplayModeKHR mode = VK_NULL_HANDLE;
  app.Get<PFN_vkCreateDisplayModeKHR>(kCreateDisplayMode)(device, display, &info, nullptr, &mode);
  return mode;
}

// The members of a surface on this plane, of which the mock driver has four.
inline VkDisplaySurfaceCreateInfoKHR DisplaySurfaceInfo(VkDisplayModeKHR mode, uint32_t plane) {
  VkDisplaySurfaceCreateInfoKHR info = {};
  info.sType = VK_STRUCTURE_TYPE_DISPLAY_SURFACE_CREATE_INFO_KHR;
  info.displayMode = mode;
  info.planeIndex = plane;
  info.transform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR;
  info.alphaMode = VK_DISPLAY_PLANE_ALPHA_OPAQUE_BIT_KHR;
  info.imageExtent = {kModeWidth, 100};
  return info;
}

// Creates such a surface; returns a null handle on failure.
inline VkSurfaceKHR CreateDisplaySurface(VulkanApp& app,
                                         const VkDisplaySurfaceCreateInfoKHR& info) {
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  const VkResult created = app.Get<PFN_vkCreateDisplayPlaneSurfaceKHR>(kCreateDisplaySurface)(
      app.instance(), &info, nullptr, &surface);
  AppEvent(kCreateDisplaySurface, "leave").Add("result", int64_t{created});
  return created == VK_SUCCESS ? surface : VK_NULL_HANDLE;
}

inline VkSurfaceKHR CreateDisplaySurface(VulkanApp& app, VkDisplayModeKHR mode, uint32_t plane) {
  return CreateDisplaySurface(app, DisplaySurfaceInfo(mode, plane));
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_DRIVERS_DISPLAYS_H_
