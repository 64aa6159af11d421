// SPDX-License-Identifier: Apache-2.0
// Functions of surfaces and swapchains, and the binding of sparse memory, which take a handle that
// the layer may wrap.

#include "mock_layers/vulkan/intercept.h"
#include "mock_layers/vulkan/wrap.h"

namespace loadstone::mock {
namespace {

// Passes on a query of a physical device about a surface.
template <typename Function, typename... Arguments>
VkResult Query(FunctionId id, VkPhysicalDevice physical_device, VkSurfaceKHR surface,
               Arguments... arguments) {
  Call call(id, physical_device);
  if (!call.Enter(instances)) return call.result();
  return call.Leave(reinterpret_cast<Function>(call.next().table[id])(
      Below(physical_device, call.name()), Below(surface, call.name()), arguments...));
}

}  // namespace

VKAPI_ATTR VkResult VKAPI_CALL CreateHeadlessSurfaceEXT(VkInstance instance,
                                                        const VkHeadlessSurfaceCreateInfoEXT* info,
                                                        const VkAllocationCallbacks* allocator,
                                                        VkSurfaceKHR* surface) {
  Call call(kCreateHeadlessSurfaceEXT, instance);
  if (!call.Enter(instances)) return call.result();
  const VkResult result = call.next().CreateHeadlessSurfaceEXT()(Below(instance, call.name()), info,
                                                                 allocator, surface);
  if (result == VK_SUCCESS) *surface = Above(call.owner(), *surface);
  return call.Leave(result);
}

VKAPI_ATTR VkResult VKAPI_CALL CreateAndroidSurfaceKHR(VkInstance instance,
                                                       const VkAndroidSurfaceCreateInfoKHR* info,
                                                       const VkAllocationCallbacks* allocator,
                                                       VkSurfaceKHR* surface) {
  Call call(kCreateAndroidSurfaceKHR, instance);
  if (!call.Enter(instances)) return call.result();
  const VkResult result =
      call.next().CreateAndroidSurfaceKHR()(Below(instance, call.name()), info, allocator, surface);
  if (result == VK_SUCCESS) *surface = Above(call.owner(), *surface);
  return call.Leave(result);
}

VKAPI_ATTR void VKAPI_CALL DestroySurfaceKHR(VkInstance instance, VkSurfaceKHR surface,
                                             const VkAllocationCallbacks* allocator) {
  Call call(kDestroySurfaceKHR, instance);
  if (!call.EnterVoid(instances)) return;
  call.next().DestroySurfaceKHR()(Below(instance, call.name()), Below(surface, call.name()),
                                  allocator);
  Forget(surface);
}

VKAPI_ATTR VkResult VKAPI_CALL GetPhysicalDeviceSurfaceSupportKHR(VkPhysicalDevice physical_device,
                                                                  uint32_t family,
                                                                  VkSurfaceKHR surface,
                                                                  VkBool32* supported) {
  Call call(kGetPhysicalDeviceSurfaceSupportKHR, physical_device);
  if (!call.Enter(instances)) return call.result();
  return call.Leave(call.next().GetPhysicalDeviceSurfaceSupportKHR()(
      Below(physical_device, call.name()), family, Below(surface, call.name()), supported));
}

VKAPI_ATTR VkResult VKAPI_CALL
GetPhysicalDeviceSurfaceCapabilitiesKHR(VkPhysicalDevice physical_device, VkSurfaceKHR surface,
                                        VkSurfaceCapabilitiesKHR* capabilities) {
  return Query<PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR>(
      kGetPhysicalDeviceSurfaceCapabilitiesKHR, physical_device, surface, capabilities);
}

VKAPI_ATTR VkResult VKAPI_CALL GetPhysicalDeviceSurfaceCapabilities2KHR(
    VkPhysicalDevice physical_device, const VkPhysicalDeviceSurfaceInfo2KHR* info,
    VkSurfaceCapabilities2KHR* capabilities) {
  Call call(kGetPhysicalDeviceSurfaceCapabilities2KHR, physical_device);
  if (!call.Enter(instances)) return call.result();
  VkPhysicalDeviceSurfaceInfo2KHR below = *info;
  below.surface = Below(info->surface, call.name());
  return call.Leave(call.next().GetPhysicalDeviceSurfaceCapabilities2KHR()(
      Below(physical_device, call.name()), &below, capabilities));
}

VKAPI_ATTR VkResult VKAPI_CALL GetPhysicalDeviceSurfaceFormatsKHR(VkPhysicalDevice physical_device,
                                                                  VkSurfaceKHR surface,
                                                                  uint32_t* count,
                                                                  VkSurfaceFormatKHR* formats) {
  return Query<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR>(kGetPhysicalDeviceSurfaceFormatsKHR,
                                                         physical_device, surface, count, formats);
}

VKAPI_ATTR VkResult VKAPI_CALL
GetPhysicalDeviceSurfacePresentModesKHR(VkPhysicalDevice physical_device, VkSurfaceKHR surface,
                                        uint32_t* count, VkPresentModeKHR* modes) {
  return Query<PFN_vkGetPhysicalDeviceSurfacePresentModesKHR>(
      kGetPhysicalDeviceSurfacePresentModesKHR, physical_device, surface, count, modes);
}

VKAPI_ATTR VkResult VKAPI_CALL CreateSwapchainKHR(VkDevice device,
                                                  const VkSwapchainCreateInfoKHR* info,
                                                  const VkAllocationCallbacks* allocator,
                                                  VkSwapchainKHR* swapchain) {
  Call call(kCreateSwapchainKHR, device);
  if (!call.Enter(devices)) return call.result();
  VkSwapchainCreateInfoKHR below = *info;
  below.surface = Below(info->surface, call.name());
  return call.Leave(
      call.next().CreateSwapchainKHR()(Below(device, call.name()), &below, allocator, swapchain));
}

VKAPI_ATTR void VKAPI_CALL DestroySwapchainKHR(VkDevice device, VkSwapchainKHR swapchain,
                                               const VkAllocationCallbacks* allocator) {
  Call call(kDestroySwapchainKHR, device);
  if (!call.EnterVoid(devices)) return;
  call.next().DestroySwapchainKHR()(Below(device, call.name()), swapchain, allocator);
}

VKAPI_ATTR VkResult VKAPI_CALL AcquireNextImageKHR(VkDevice device, VkSwapchainKHR swapchain,
                                                   uint64_t timeout, VkSemaphore semaphore,
                                                   VkFence fence, uint32_t* index) {
  Call call(kAcquireNextImageKHR, device);
  if (!call.Enter(devices)) return call.result();
  return call.Leave(call.next().AcquireNextImageKHR()(Below(device, call.name()), swapchain,
                                                      timeout, semaphore, fence, index));
}

VKAPI_ATTR VkResult VKAPI_CALL QueuePresentKHR(VkQueue queue, const VkPresentInfoKHR* info) {
  Call call(kQueuePresentKHR, queue);
  if (!call.Enter(devices)) return call.result();
  return call.Leave(call.next().QueuePresentKHR()(Below(queue, call.name()), info));
}

VKAPI_ATTR VkResult VKAPI_CALL QueueBindSparse(VkQueue queue, uint32_t count,
                                               const VkBindSparseInfo* infos, VkFence fence) {
  Call call(kQueueBindSparse, queue);
  if (!call.Enter(devices)) return call.result();
  return call.Leave(call.next().QueueBindSparse()(Below(queue, call.name()), count, infos, fence));
}

}  // namespace loadstone::mock
