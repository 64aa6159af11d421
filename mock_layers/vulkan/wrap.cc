// SPDX-License-Identifier: Apache-2.0
#include "mock_layers/vulkan/wrap.h"

#include <pthread.h>
#include <stdlib.h>

#include "mock_common/trace.h"

namespace loadstone::mock {

// The object behind a wrapping handle. The dispatch table pointer comes first, as in every
// dispatchable object.
struct Wrapped {
  void* dispatch;
  HandleBit bit;
  void* below;
  VkCommandPool pool;
  Owner* owner;
  Wrapped* next_of_owner;
  Wrapped** link_of_owner;
  Wrapped* next_in_bucket;
};

namespace {

constexpr uint32_t kBuckets = 512;
constexpr uint32_t kDispatchable =
    kInstanceHandle | kPhysicalDeviceHandle | kDeviceHandle | kQueueHandle | kCommandBufferHandle;
// Types that can be queried repeatedly and must get the same handle each time.
constexpr uint32_t kTypesWithStableHandles = kPhysicalDeviceHandle | kQueueHandle;

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
Wrapped* buckets[kBuckets];

Wrapped** Bucket(const void* above) {
  const uint64_t bits = reinterpret_cast<uintptr_t>(above);
  return &buckets[(bits * 0x9e3779b97f4a7c15u) >> 55];
}

Wrapped** FindLink(HandleBit bit, const void* above) {
  Wrapped** link = Bucket(above);
  while (*link != nullptr && (*link != above || (*link)->bit != bit))
    link = &(*link)->next_in_bucket;
  return link;
}

Wrapped* FindExistingWrapper(Owner* owner, HandleBit bit, const void* below) {
  if ((bit & kTypesWithStableHandles) == 0) return nullptr;
  for (Wrapped* it = owner->wrapped; it != nullptr; it = it->next_of_owner) {
    if (it->bit == bit && it->below == below) return it;
  }
  return nullptr;
}

void Insert(Owner* owner, Wrapped* wrapped) {
  wrapped->owner = owner;
  wrapped->next_of_owner = owner->wrapped;
  wrapped->link_of_owner = &owner->wrapped;
  if (owner->wrapped != nullptr) owner->wrapped->link_of_owner = &wrapped->next_of_owner;
  owner->wrapped = wrapped;
  Wrapped** bucket = Bucket(wrapped);
  wrapped->next_in_bucket = *bucket;
  *bucket = wrapped;
}

Wrapped* NewWrapped(HandleBit bit, void* below, VkCommandPool pool) {
  Wrapped* wrapped = static_cast<Wrapped*>(calloc(1, sizeof(Wrapped)));
  if (wrapped == nullptr) abort();
  wrapped->bit = bit;
  wrapped->below = below;
  wrapped->pool = pool;
  return wrapped;
}

void Erase(Wrapped* wrapped) {
  *wrapped->link_of_owner = wrapped->next_of_owner;
  if (wrapped->next_of_owner != nullptr) {
    wrapped->next_of_owner->link_of_owner = wrapped->link_of_owner;
  }
  *FindLink(wrapped->bit, wrapped) = wrapped->next_in_bucket;
  free(wrapped);
}

void SetDispatch(Owner* owner, HandleBit bit, void* object) {
  void** dispatch = static_cast<void**>(object);
  *dispatch = nullptr;
  VkResult result = VK_ERROR_FEATURE_NOT_PRESENT;
  if (!Behave().copy_dispatch && owner->set_instance_data != nullptr) {
    result = owner->set_instance_data(owner->InstanceBelow(), object);
  } else if (!Behave().copy_dispatch && owner->set_device_data != nullptr) {
    result = owner->set_device_data(owner->DeviceBelow(), object);
  }
  void* parent = *static_cast<void**>(owner->below);
  if (Behave().callback_alone) {
    Event("loader_data")
        .Add("type", kWrappable[__builtin_ctz(bit)])
        .Add("result", int32_t{result})
        .AddPointer("word", *dispatch)
        .AddPointer("parent_word", parent);
  } else if (*dispatch == nullptr) {
    *dispatch = parent;
  }
}

}  // namespace

void* WrapObject(Owner* owner, HandleBit bit, void* below, VkCommandPool pool) {
  pthread_mutex_lock(&mutex);
  Wrapped* wrapped = FindExistingWrapper(owner, bit, below);
  pthread_mutex_unlock(&mutex);
  if (wrapped != nullptr) return wrapped;
  wrapped = NewWrapped(bit, below, pool);
  // Not while holding the lock, because the callback is the loader's code.
  if ((bit & kDispatchable) != 0 && !Behave().no_dispatch_table) SetDispatch(owner, bit, wrapped);
  // The loader initializes the object that its caller receives, which is now the wrapping object.
  // The wrapped one would stay uninitialized, and the layers below use its dispatch table pointer.
  if ((bit & (kQueueHandle | kCommandBufferHandle)) != 0) SetDispatch(owner, bit, below);
  pthread_mutex_lock(&mutex);
  Wrapped* other = FindExistingWrapper(owner, bit, below);
  if (other == nullptr) Insert(owner, wrapped);
  pthread_mutex_unlock(&mutex);
  if (other == nullptr) return wrapped;
  free(wrapped);
  return other;
}

void* UnwrapObject(HandleBit bit, void* above, const char* function) {
  pthread_mutex_lock(&mutex);
  Wrapped* wrapped = *FindLink(bit, above);
  void* below = wrapped == nullptr ? above : wrapped->below;
  pthread_mutex_unlock(&mutex);
  if (wrapped == nullptr) Violation(function, "not a handle that this layer gave out");
  return below;
}

void ForgetObject(HandleBit bit, void* above) {
  pthread_mutex_lock(&mutex);
  if (Wrapped* wrapped = *FindLink(bit, above)) Erase(wrapped);
  pthread_mutex_unlock(&mutex);
}

VKAPI_ATTR void* VKAPI_CALL MakeObject(VkDevice device, void* object) {
  Owner* owner = devices.Find(device, kMakeObject);
  pthread_mutex_lock(&mutex);
  Wrapped* first = *FindLink(kQueueHandle, object);
  if (first == nullptr) first = *FindLink(kCommandBufferHandle, object);
  pthread_mutex_unlock(&mutex);
  if (owner == nullptr || first == nullptr) {
    Violation(kMakeObject, "not a queue or command buffer that this layer gave out");
    return nullptr;
  }
  Wrapped* made = NewWrapped(first->bit, first->below, first->pool);
  SetDispatch(owner, made->bit, made);
  pthread_mutex_lock(&mutex);
  Insert(owner, made);
  pthread_mutex_unlock(&mutex);
  return made;
}

void ForgetPool(Owner* owner, VkCommandPool pool) {
  if (!Wraps<VkCommandBuffer>() || pool == VK_NULL_HANDLE) return;
  pthread_mutex_lock(&mutex);
  for (Wrapped *it = owner->wrapped, *next = nullptr; it != nullptr; it = next) {
    next = it->next_of_owner;
    if (it->bit == kCommandBufferHandle && it->pool == pool) Erase(it);
  }
  pthread_mutex_unlock(&mutex);
}

void ForgetAll(Owner* owner) {
  pthread_mutex_lock(&mutex);
  while (owner->wrapped != nullptr) Erase(owner->wrapped);
  pthread_mutex_unlock(&mutex);
}

}  // namespace loadstone::mock
