// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_NATIVE_BUFFER_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_NATIVE_BUFFER_H_

#include "mock_runtime/vulkan/instance.h"

namespace loadstone::mock {

// The commands of VK_ANDROID_native_buffer. nullptr for other names, and for a device without the
// extension.
PFN_vkVoidFunction FindNativeBufferFunction(const Device& device, const char* name);

// Traces a violation for each descriptor of the driver's own that others closed.
void CheckOwnDescriptors();

// Remembers the last device that was created, for a misbehaviour.
void RememberDevice(const Device& device);

// Trace the buffer for which an image is created, if the chain has one ("image_in_buffer", and
// "image_values" of the image), and the buffer or the memory to which an image is bound
// ("image_bound_to_buffer", "image_bound_to_memory").
void TraceImageInBuffer(const VkImageCreateInfo& info, VkImage image);
void TraceBoundImage(const VkBindImageMemoryInfo& info);

// Fills in VkPhysicalDevicePresentationPropertiesANDROID, if the chain has one.
void FillPresentation(const PhysicalDeviceModel& model, void* next);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_NATIVE_BUFFER_H_
