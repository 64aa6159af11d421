// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_ANDROID_SURFACE_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_ANDROID_SURFACE_H_

#include <span>

#include "reference_loader/vulkan/extensions.h"
#include "reference_loader/vulkan/instance.h"
#include "reference_loader/vulkan/surface.h"

namespace reference_loader::vulkan {

// Surfaces of Android, which drivers do not implement (Android: Implement Vulkan, Window system
// integration): for a hardware module the loader implements all surface functions. A window is that
// of interfaces/android/native_window.h.

// The instance extensions of the window system.
std::span<const VkExtensionProperties> AndroidInstanceExtensions();

// Removes them from the list of a hardware module: the driver does not provide them.
void RemoveWindowSystemExtensions(ExtensionList* extensions);

// Puts the loader's surface functions into the function table of a hardware module's instance.
void InstallSurfaceFunctions(DriverInstance* driver);

// vkCreateAndroidSurfaceKHR for the application (trampoline) and for the end of the chain
// (terminator); null for any other name. Not in the generated tables because no other system has
// it.
PFN_vkVoidFunction AndroidSurfaceTrampoline(const Instance& instance, const char* name);
PFN_vkVoidFunction AndroidSurfaceTerminator(const Instance& instance, const char* name);

// What the trampoline and the library's export do.
VKAPI_ATTR VkResult VKAPI_CALL CreateAndroidSurface(VkInstance instance,
                                                    const VkAndroidSurfaceCreateInfoKHR* info,
                                                    const VkAllocationCallbacks* callbacks,
                                                    VkSurfaceKHR* surface);

// Releases the surface's reference to its window, if it has one.
void ReleaseWindow(const Surface& surface);

// The gralloc constant of a surface format; 0 for any other format.
int GrallocFormat(VkFormat format);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_ANDROID_SURFACE_H_
