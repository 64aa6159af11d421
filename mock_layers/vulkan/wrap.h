// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_VULKAN_WRAP_H_
#define LOADSTONE_MOCK_LAYERS_VULKAN_WRAP_H_

#include <type_traits>

#include "mock_layers/vulkan/behaviour.h"
#include "mock_layers/vulkan/functions.h"
#include "mock_layers/vulkan/owner.h"

namespace loadstone::mock {

// A wrapping handle is a pointer. On 32-bit systems the handles of objects without a dispatch table
// are numbers of 64 bits, all of one type, and are not wrapped.
template <typename Handle>
constexpr HandleBit kBitOf = kNoHandle;
template <>
inline constexpr HandleBit kBitOf<VkInstance> = kInstanceHandle;
template <>
inline constexpr HandleBit kBitOf<VkPhysicalDevice> = kPhysicalDeviceHandle;
template <>
inline constexpr HandleBit kBitOf<VkDevice> = kDeviceHandle;
template <>
inline constexpr HandleBit kBitOf<VkQueue> = kQueueHandle;
template <>
inline constexpr HandleBit kBitOf<VkCommandBuffer> = kCommandBufferHandle;
#if VK_USE_64_BIT_PTR_DEFINES == 1
template <>
inline constexpr HandleBit kBitOf<VkBuffer> = kBufferHandle;
template <>
inline constexpr HandleBit kBitOf<VkDeviceMemory> = kMemoryHandle;
template <>
inline constexpr HandleBit kBitOf<VkSurfaceKHR> = kSurfaceHandle;
#endif

// The untyped part of the functions below; `pool` is the command pool of a command buffer.
void* WrapObject(Owner* owner, HandleBit bit, void* below, VkCommandPool pool);
void* UnwrapObject(HandleBit bit, void* above, const char* function);
void ForgetObject(HandleBit bit, void* above);

// The layer's own function "vkMakeObjectLS", available with "make_objects": creates another
// wrapping handle for the queue or command buffer that `object` wraps. No other entity takes part,
// so its first word is what the loader's callback wrote. For a handle that this layer did not
// create, traces a violation and returns nullptr.
VKAPI_ATTR void* VKAPI_CALL MakeObject(VkDevice device, void* object);
inline constexpr char kMakeObject[] = "vkMakeObjectLS";

template <typename Handle>
bool Wraps() {
  return (Behave().wrapped & kBitOf<Handle>) != 0;
}

// The caller's handle for `below`, which came from the next entity and belongs to `owner`: `below`
// itself, unless its type is wrapped. Physical devices and queues get the same wrapping handle each
// time. A dispatchable one gets its dispatch table pointer from the loader's callback. With
// "copy_dispatch", without a callback, or where the callback wrote nothing, it gets the owner's
// ("Creating New Dispatchable Objects"). With "callback_alone" it has only what the callback wrote.
template <typename Handle>
Handle Above(Owner* owner, Handle below, VkCommandPool pool = VK_NULL_HANDLE) {
  if constexpr (std::is_pointer_v<Handle>) {
    if (Wraps<Handle>() && below != VK_NULL_HANDLE) {
      return static_cast<Handle>(WrapObject(owner, kBitOf<Handle>, below, pool));
    }
  }
  return below;
}

// The next entity's handle for `above`. A handle that this layer did not create is a violation by
// the caller of `function` and is passed on unchanged.
template <typename Handle>
Handle Unwrap(Handle above, const char* function) {
  if constexpr (std::is_pointer_v<Handle>) {
    if (Wraps<Handle>() && above != VK_NULL_HANDLE) {
      return static_cast<Handle>(UnwrapObject(kBitOf<Handle>, above, function));
    }
  }
  return above;
}

// Like Unwrap, except that the misbehavior "leak_wrapped" passes the wrapping handle on.
template <typename Handle>
Handle Below(Handle above, const char* function) {
  return Behave().leak_wrapped ? above : Unwrap(above, function);
}

// Frees the wrapping handle of a destroyed object.
template <typename Handle>
void Forget(Handle above) {
  if constexpr (std::is_pointer_v<Handle>) {
    if (Wraps<Handle>() && above != VK_NULL_HANDLE) ForgetObject(kBitOf<Handle>, above);
  }
}

// Frees all wrapping handles of command buffers of that pool.
void ForgetPool(Owner* owner, VkCommandPool pool);
// Frees all wrapping handles that belong to `owner`, including its own.
void ForgetAll(Owner* owner);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_VULKAN_WRAP_H_
