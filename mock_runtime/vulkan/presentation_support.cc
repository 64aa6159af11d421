// SPDX-License-Identifier: Apache-2.0
// Whether families of queues can present to a window system: all can.
#include "commands.gen.h"
#include "mock_runtime/vulkan/objects.h"

namespace loadstone::mock {
namespace {

VkBool32 Support(const char* function, VkPhysicalDevice physical_device, uint32_t family,
                 const void* connection) {
  Event event(function);
  AddObject(event, ToObject(physical_device));
  event.Add("family", family).AddPointer("connection", connection);
  return VK_TRUE;
}

}  // namespace

namespace driver {

VkBool32 GetPhysicalDeviceXlibPresentationSupportKHR(VkPhysicalDevice physicalDevice,
                                                     uint32_t queueFamilyIndex, void* dpy,
                                                     unsigned long) {
  return Support("vkGetPhysicalDeviceXlibPresentationSupportKHR", physicalDevice, queueFamilyIndex,
                 dpy);
}

VkBool32 GetPhysicalDeviceXcbPresentationSupportKHR(VkPhysicalDevice physicalDevice,
                                                    uint32_t queueFamilyIndex, void* connection,
                                                    uint32_t) {
  return Support("vkGetPhysicalDeviceXcbPresentationSupportKHR", physicalDevice, queueFamilyIndex,
                 connection);
}

VkBool32 GetPhysicalDeviceWaylandPresentationSupportKHR(VkPhysicalDevice physicalDevice,
                                                        uint32_t queueFamilyIndex, void* display) {
  return Support("vkGetPhysicalDeviceWaylandPresentationSupportKHR", physicalDevice,
                 queueFamilyIndex, display);
}

VkBool32 GetPhysicalDeviceWin32PresentationSupportKHR(VkPhysicalDevice physicalDevice,
                                                      uint32_t queueFamilyIndex) {
  return Support("vkGetPhysicalDeviceWin32PresentationSupportKHR", physicalDevice, queueFamilyIndex,
                 nullptr);
}

}  // namespace driver
}  // namespace loadstone::mock
