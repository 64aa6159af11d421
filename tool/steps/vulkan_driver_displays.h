// SPDX-License-Identifier: Apache-2.0
// Displays for vulkan_driver.c: each device has one, whose surfaces on the planes 0 and 1 the
// driver creates. It writes which of them it is given for shared swapchains and for the present
// modes of a device group to the standard output, and whether it is given one when it is asked for
// formats: it needs none.
#include <stdint.h>
#include <stdio.h>
#include <vulkan/vulkan.h>

#define SURFACES 2
#define SWAPCHAINS 8
#define SWAPCHAIN_IMAGES 2

static char surfaces[SURFACES], display, mode, swapchain_images[SWAPCHAINS][1 + SWAPCHAIN_IMAGES];

static VkResult get_displays(VkPhysicalDevice device, uint32_t* count,
                             VkDisplayPropertiesKHR* displays) {
  (void)device;
  if (!displays) *count = 1;
  if (!displays || *count == 0) return displays ? VK_INCOMPLETE : VK_SUCCESS;
  *count = 1;
  *displays = (VkDisplayPropertiesKHR){.display = (VkDisplayKHR)(uintptr_t)&display,
                                       .displayName = "a display"};
  return VK_SUCCESS;
}

static VkResult get_modes(VkPhysicalDevice device, VkDisplayKHR of, uint32_t* count,
                          VkDisplayModePropertiesKHR* modes) {
  (void)device, (void)of;
  if (!modes) *count = 1;
  if (!modes || *count == 0) return modes ? VK_INCOMPLETE : VK_SUCCESS;
  *count = 1;
  *modes = (VkDisplayModePropertiesKHR){(VkDisplayModeKHR)(uintptr_t)&mode, {{640, 480}, 60000}};
  return VK_SUCCESS;
}

static VkResult create_display_surface(VkInstance instance,
                                       const VkDisplaySurfaceCreateInfoKHR* info,
                                       const VkAllocationCallbacks* allocator,
                                       VkSurfaceKHR* surface) {
  (void)instance, (void)allocator;
  *surface = (VkSurfaceKHR)(uintptr_t)&surfaces[info->planeIndex];
  return VK_SUCCESS;
}

static void destroy_surface(VkInstance instance, VkSurfaceKHR surface,
                            const VkAllocationCallbacks* allocator) {
  (void)instance, (void)surface, (void)allocator;
}

static void tell_surface(VkSurfaceKHR given) {
  const char* surface = (const char*)(uintptr_t)given;
  if (surface >= surfaces && surface < surfaces + SURFACES)
    dprintf(1, " %d", (int)(surface - surfaces));
  else
    dprintf(1, " none of its own");
}

static VkResult create_shared_swapchains(VkDevice device, uint32_t count,
                                         const VkSwapchainCreateInfoKHR* infos,
                                         const VkAllocationCallbacks* allocator,
                                         VkSwapchainKHR* swapchains) {
  (void)device, (void)allocator;
  for (uint32_t i = 0; i < count; ++i) {
    tell_surface(infos[i].surface);
    swapchains[i] = (VkSwapchainKHR)(uintptr_t)(i + 1);
  }
  return VK_SUCCESS;
}

// Every swapchain has an address of its own, and two images, of which the first is always free.
static VkResult create_swapchain(VkDevice device, const VkSwapchainCreateInfoKHR* info,
                                 const VkAllocationCallbacks* allocator,
                                 VkSwapchainKHR* swapchain) {
  static size_t made;
  (void)device, (void)info, (void)allocator;
  if (made == SWAPCHAINS) return VK_ERROR_OUT_OF_HOST_MEMORY;
  *swapchain = (VkSwapchainKHR)(uintptr_t)swapchain_images[made++];
  return VK_SUCCESS;
}

static VkResult get_swapchain_images(VkDevice device, VkSwapchainKHR swapchain, uint32_t* count,
                                     VkImage* images) {
  (void)device;
  if (!images || *count > SWAPCHAIN_IMAGES) *count = SWAPCHAIN_IMAGES;
  for (uint32_t i = 0; images && i < *count; ++i)
    images[i] = (VkImage)((uintptr_t)swapchain + 1 + i);
  return *count < SWAPCHAIN_IMAGES ? VK_INCOMPLETE : VK_SUCCESS;
}

static VkResult acquire_image(VkDevice device, VkSwapchainKHR swapchain, uint64_t timeout,
                              VkSemaphore semaphore, VkFence fence, uint32_t* index) {
  (void)device, (void)swapchain, (void)timeout, (void)semaphore, (void)fence;
  *index = 0;
  return VK_SUCCESS;
}

static VkResult wait_for_fences(VkDevice device, uint32_t count, const VkFence* fences,
                                VkBool32 all, uint64_t timeout) {
  (void)device, (void)count, (void)fences, (void)all, (void)timeout;
  return VK_SUCCESS;
}

static void destroy_swapchain(VkDevice device, VkSwapchainKHR swapchain,
                              const VkAllocationCallbacks* allocator) {
  (void)device, (void)swapchain, (void)allocator;
}

static VkResult get_formats(VkPhysicalDevice device, VkSurfaceKHR surface, uint32_t* count,
                            VkSurfaceFormatKHR* formats) {
  (void)device, (void)formats;
  dprintf(1, surface ? " a surface" : " no surface");
  *count = 0;
  return VK_SUCCESS;
}

static VkResult get_group_modes(VkDevice device, VkSurfaceKHR surface,
                                VkDeviceGroupPresentModeFlagsKHR* modes) {
  (void)device;
  tell_surface(surface);
  *modes = VK_DEVICE_GROUP_PRESENT_MODE_LOCAL_BIT_KHR;
  return VK_SUCCESS;
}

// Elements of the driver's lists, each with a comma behind it.
#define DISPLAY_INSTANCE_EXTENSIONS                                         \
  {VK_KHR_SURFACE_EXTENSION_NAME, 25}, {VK_KHR_DISPLAY_EXTENSION_NAME, 23}, \
      {VK_GOOGLE_SURFACELESS_QUERY_EXTENSION_NAME, 2},                      \
      {VK_KHR_DEVICE_GROUP_CREATION_EXTENSION_NAME, 1},
#define DISPLAY_DEVICE_EXTENSIONS                                                       \
  {VK_KHR_SWAPCHAIN_EXTENSION_NAME, 70}, {VK_KHR_DISPLAY_SWAPCHAIN_EXTENSION_NAME, 10}, \
      {VK_KHR_DEVICE_GROUP_EXTENSION_NAME, 4},
#define DISPLAY_INSTANCE_FUNCTIONS                                \
  {"vkGetPhysicalDeviceDisplayPropertiesKHR", get_displays},      \
      {"vkGetDisplayModePropertiesKHR", get_modes},               \
      {"vkCreateDisplayPlaneSurfaceKHR", create_display_surface}, \
      {"vkDestroySurfaceKHR", destroy_surface},                   \
      {"vkGetPhysicalDeviceSurfaceFormatsKHR", get_formats},
#define DISPLAY_DEVICE_FUNCTIONS                                                                   \
  {"vkCreateSharedSwapchainsKHR", create_shared_swapchains},                                       \
      {"vkCreateSwapchainKHR", create_swapchain},                                                  \
      {"vkGetSwapchainImagesKHR", get_swapchain_images}, {"vkAcquireNextImageKHR", acquire_image}, \
      {"vkWaitForFences", wait_for_fences}, {"vkDestroySwapchainKHR", destroy_swapchain},          \
      {"vkGetDeviceGroupSurfacePresentModesKHR", get_group_modes},
