// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_OBJECTS_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_OBJECTS_H_

#include <stddef.h>
#include <stdint.h>

#include "mock_runtime/vulkan/driver.h"

namespace loadstone::mock {

// What every handle points at. Only dispatchable objects use `loader`, which has to come first and
// belongs to the loader from the moment it gets the handle.
struct MockObject {
  VK_LOADER_DATA loader;
  uint64_t magic;
  VkObjectType type;
  bool has_callbacks;
  VkAllocationCallbacks callbacks;
  MockObject* parent;      // lives longer than this one: the instance, the device or the pool
  MockObject* next_alive;  // the register of live objects
  uint64_t value;          // an index, a state or a counter, as the type needs
  uint64_t size;
  MockObject* next_sibling;  // in a list of the owner
  void* data;
};

template <typename Handle>
MockObject* ToObject(Handle handle) {
  return (MockObject*)(uintptr_t)handle;  // pointers, or 64 bit numbers on 32 bit platforms
}

template <typename Handle>
Handle ToHandle(MockObject* object) {
  return (Handle)(uintptr_t)object;
}

// Memory from the application's callbacks, or from malloc without them; nullptr when there is none.
void* Allocate(const VkAllocationCallbacks* callbacks, size_t size, VkSystemAllocationScope scope);
void Release(const VkAllocationCallbacks* callbacks, void* memory);

// A live object of `size` bytes (at least sizeof(MockObject)), zeroed behind the header, which
// remembers `callbacks`. nullptr when there is no memory.
MockObject* NewObject(VkObjectType type, MockObject* parent, const VkAllocationCallbacks* callbacks,
                      size_t size = sizeof(MockObject));
// Ends the object, and gives its memory to `callbacks`, the ones of the destroying call; whether
// there are some must agree with the creating call, or `function` gets a violation.
void FreeObject(const char* function, MockObject* object, const VkAllocationCallbacks* callbacks);

// Whether `object` is alive and of that type: looks it up without touching what it points at.
bool IsAlive(const MockObject* object, VkObjectType type);
// The same for a parameter of `function`, with a violation when it is not. Null is accepted when
// `optional`.
bool CheckHandle(const char* function, const char* parameter, const MockObject* object,
                 VkObjectType type, bool optional);

// A live object whose parent is `parent`, or nullptr; and how many there are.
MockObject* AnyChild(const MockObject* parent);
uint32_t CountChildren(const MockObject* parent);
// Ends an object, or all those in a pool, with the callbacks of its creation.
void FreeOwn(MockObject* object);
void FreeChildren(MockObject* parent);

// Adds what a dispatchable object is: under "instance", "physical_device" (with its "index"),
// "device", "queue" or "command_buffer".
void AddObject(Event& event, const MockObject* object);

// What a vkCreate* and a vkDestroy* command without particulars does, with its event.
VkResult CreatePlainObject(const char* function, MockObject* parent, VkObjectType type,
                           const VkAllocationCallbacks* callbacks, MockObject** object);
void DestroyObject(const char* function, MockObject* object,
                   const VkAllocationCallbacks* callbacks);

template <typename Handle>
VkResult CreateObject(const char* function, MockObject* parent, VkObjectType type,
                      const VkAllocationCallbacks* callbacks, Handle* handle) {
  MockObject* object = nullptr;
  const VkResult result = CreatePlainObject(function, parent, type, callbacks, &object);
  *handle = ToHandle<Handle>(object);
  return result;
}

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_OBJECTS_H_
