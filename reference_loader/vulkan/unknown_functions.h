// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_UNKNOWN_FUNCTIONS_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_UNKNOWN_FUNCTIONS_H_

#include "reference_loader/vulkan/device.h"
#include "reference_loader/vulkan/instance.h"

namespace reference_loader::vulkan {

// Functions of extensions that this loader does not know (LoaderLayerInterface, Layer Unknown
// Physical Device Extensions). Up to MAX_NUM_UNKNOWN_EXTS names of each kind per instance; all
// functions may be called from several threads at once.

// For the application: the trampoline for a physical device function, or else for a device
// function, that a layer or driver in the chain has; null when none has it.
PFN_vkVoidFunction UnknownFunction(Instance* instance, const char* name);

// For layers: the function that passes the call to the driver of the physical device; null when no
// driver has such a function or memory runs out. Does not throw.
PFN_vkVoidFunction UnknownPhysicalDeviceTerminator(Instance* instance, const char* name);

// Looks up the unknown functions seen so far for a new device. The caller holds Instance::mutex.
void FillUnknownFunctions(const Instance& instance, Device* device);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_UNKNOWN_FUNCTIONS_H_
