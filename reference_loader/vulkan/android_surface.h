// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_ANDROID_SURFACE_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_ANDROID_SURFACE_H_

#include <span>

#include "reference_loader/vulkan/extensions.h"
#include "reference_loader/vulkan/instance.h"
#include "reference_loader/vulkan/surface.h"

namespace reference_loader::vulkan {

// Surfaces of Android, which no driver knows of (Android: Implement Vulkan, Window system
// integration): the loader answers for a hardware module whatever an application asks about them.
// A window is that of interfaces/android/native_window.h.

// The instance extensions of the window system.
std::span<const VkExtensionProperties> AndroidInstanceExtensions();

// Takes them from what a hardware module lists of itself: they are not the driver's.
void HideWindowSystem(ExtensionList* extensions);

// Puts the answers of the loader among the functions of a hardware module's instance.
void AnswerForSurfaces(DriverInstance* driver);

// vkCreateAndroidSurfaceKHR as the application calls it and at the end of the chain; null for any
// other name. The generated tables do not have it, since no other system does.
PFN_vkVoidFunction AndroidSurfaceTrampoline(const Instance& instance, const char* name);
PFN_vkVoidFunction AndroidSurfaceTerminator(const Instance& instance, const char* name);

// Lets go of the surface's window, where it has one.
void ReleaseWindow(const Surface& surface);

// What gralloc calls a format of surfaces; 0 for any other.
int GrallocFormat(VkFormat format);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_ANDROID_SURFACE_H_
