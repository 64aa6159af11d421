// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_CREATE_SURFACE_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_CREATE_SURFACE_H_

#include "reference_loader/vulkan/instance.h"
#include "reference_loader/vulkan/surface.h"

namespace reference_loader::vulkan {

// True for a driver that has the command `create` and makes its own surfaces.
bool MakesOwnSurfaces(const DriverInstance& driver, InstanceCommand create);

// Destroys the drivers' surfaces, and the loader's.
void DestroySurface(Instance* instance, Surface* surface, const VkAllocationCallbacks* callbacks);

// The terminator of a command that creates surfaces: creates the loader's surface, which `describe`
// fills in, and those of the drivers.
template <typename CreateFunction, typename Info, typename Describe>
VkResult CreateSurface(VkInstance handle, InstanceCommand command, const Info* info,
                       const VkAllocationCallbacks* callbacks, VkSurfaceKHR* result,
                       Describe describe, bool create_driver_surfaces = true) {
  return Guarded([&] {
    Instance* instance = InstanceOf(handle);
    Surface* surface =
        Allocator(callbacks).New<Surface>(VK_SYSTEM_ALLOCATION_SCOPE_OBJECT, callbacks);
    describe(surface);
    VkResult outcome = Guarded([&] {
      surface->driver_surfaces.resize(instance->drivers.size());
      return VK_SUCCESS;
    });
    if (outcome != VK_SUCCESS) {
      surface->allocator.Delete(surface);
      return outcome;
    }
    for (const auto& driver : instance->drivers) {
      if (!create_driver_surfaces || !MakesOwnSurfaces(*driver, command)) continue;
      VkSurfaceKHR own = VK_NULL_HANDLE;
      outcome = driver->Get<CreateFunction>(command)(driver->handle, info, callbacks, &own);
      if (outcome != VK_SUCCESS) {
        DestroySurface(instance, surface, callbacks);
        return outcome;
      }
      surface->driver_surfaces[driver->index] = own;
    }
    *result = reinterpret_cast<VkSurfaceKHR>(surface);
    return VK_SUCCESS;
  });
}

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_CREATE_SURFACE_H_
