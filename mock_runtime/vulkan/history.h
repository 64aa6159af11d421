// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_HISTORY_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_HISTORY_H_

#include "mock_runtime/vulkan/instance.h"

// What a driver does with a second instance or device, and with null handles, if it is configured
// to misbehave. Otherwise nothing here has an effect.
namespace loadstone::mock {

// Writes to address 0 if `object` is null and "misbehave" has the word.
void CrashWithout(const void* object, const char* word);

// Remembers the thread that loads the library.
void RememberThread();

// The error for another instance or device, or VK_SUCCESS.
VkResult RefuseInstance();
VkResult RefuseDevice();

// The error for extensions that are not there. With "fail_after_refusal" every creation fails then.
VkResult RefuseExtensions();

void RememberInstance(Instance* instance);
void ForgetInstance(const Instance* instance);
void RememberDevice(Device* device);
void ForgetDevice(const Device* device);

// Whether instances had the same physical devices, which are then never freed.
bool ArePhysicalDevicesShared();
// Whether an instance no longer works because another one was destroyed.
bool HasStopped(const Instance& instance);
// The device whose queues `device` returns: usually its own.
const Device* OwnerOfQueues(const Device* device);
// The callbacks with which a device is freed: usually those of the call.
const VkAllocationCallbacks* CallbacksFor(const Device& device,
                                          const VkAllocationCallbacks* callbacks);

// `object` or, with the word, another object like it, which is never freed.
MockObject* Replace(MockObject* object, const char* word);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_HISTORY_H_
