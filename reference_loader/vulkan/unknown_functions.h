// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_UNKNOWN_FUNCTIONS_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_UNKNOWN_FUNCTIONS_H_

#include "reference_loader/vulkan/device.h"
#include "reference_loader/vulkan/instance.h"

namespace reference_loader::vulkan {

// Functions of extensions that this loader has never heard of (LoaderLayerInterface, Layer Unknown
// Physical Device Extensions). Up to MAX_NUM_UNKNOWN_EXTS names of each kind per instance; all of
// this may run in several threads at once.

// For the application: the trampoline for a function of physical devices or else of devices that
// something in the chain has; null when nothing has it.
PFN_vkVoidFunction UnknownFunction(Instance* instance, const char* name);

// For layers: what passes the call on to the driver of the physical device, null when no driver has
// such a function or there is no memory for it. Throws nothing.
PFN_vkVoidFunction UnknownPhysicalDeviceTerminator(Instance* instance, const char* name);

// Looks the known unknowns up for a new device. The caller holds Instance::mutex.
void FillUnknownFunctions(const Instance& instance, Device* device);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_UNKNOWN_FUNCTIONS_H_
