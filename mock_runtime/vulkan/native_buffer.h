#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_NATIVE_BUFFER_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_NATIVE_BUFFER_H_

#include "mock_runtime/vulkan/instance.h"

namespace loadstone::mock {

// The commands of VK_ANDROID_native_buffer. nullptr for other names, and for a device without the
// extension.
PFN_vkVoidFunction FindNativeBufferFunction(const Device& device, const char* name);

// Fills VkPhysicalDevicePresentationPropertiesANDROID, where the chain has one.
void FillPresentation(void* next);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_NATIVE_BUFFER_H_
