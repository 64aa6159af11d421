// SPDX-License-Identifier: Apache-2.0
// What programs do that need a surface of vulkan_driver_displays.h.
#include <vulkan/vulkan.h>

#define GET_OF(instance, function) ((PFN_##function)get((instance), #function))

static inline VkDisplayModeKHR first_display_mode(PFN_vkGetInstanceProcAddr get,
                                                  VkInstance instance, VkPhysicalDevice device) {
  VkDisplayPropertiesKHR display = {0};
  VkDisplayModePropertiesKHR mode = {0};
  uint32_t count = 1;
  GET_OF(instance, vkGetPhysicalDeviceDisplayPropertiesKHR)(device, &count, &display);
  count = 1;
  GET_OF(instance, vkGetDisplayModePropertiesKHR)(device, display.display, &count, &mode);
  return mode.displayMode;
}

static inline VkSurfaceKHR create_display_surface(PFN_vkGetInstanceProcAddr get,
                                                  VkInstance instance, VkDisplayModeKHR mode,
                                                  uint32_t plane) {
  VkDisplaySurfaceCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_DISPLAY_SURFACE_CREATE_INFO_KHR,
                                        .displayMode = mode,
                                        .planeIndex = plane,
                                        .transform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR,
                                        .alphaMode = VK_DISPLAY_PLANE_ALPHA_OPAQUE_BIT_KHR,
                                        .imageExtent = {640, 480}};
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  GET_OF(instance, vkCreateDisplayPlaneSurfaceKHR)(instance, &info, NULL, &surface);
  return surface;
}
