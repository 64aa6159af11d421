// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_OBJECTS_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_OBJECTS_H_

#include <stddef.h>
#include <stdint.h>

#include "mock_runtime/vulkan/driver.h"

namespace loadstone::mock {

// The base of the object behind every handle. Only dispatchable objects use `loader`, which must be
// first and belongs to the loader once it receives the handle.
struct MockObject {
  VK_LOADER_DATA loader;
  uint64_t magic;
  VkObjectType type;
  bool has_callbacks;
  VkAllocationCallbacks callbacks;
  MockObject* parent;      // outlives this object: the instance, the device or the pool
  MockObject* next_alive;  // in the table of live objects
  uint64_t value;          // an index, a state or a counter, depending on the type
  uint64_t size;
  MockObject* next_sibling;  // in a list in the parent
  void* data;
};

template <typename Handle>
MockObject* ToObject(Handle handle) {
  return (MockObject*)(uintptr_t)handle;  // pointers, or 64-bit integers on 32-bit platforms
}

template <typename Handle>
Handle ToHandle(MockObject* object) {
  return (Handle)(uintptr_t)object;
}

// Allocates from the application's callbacks, or with malloc if there are none; nullptr for lack of
// memory.
void* Allocate(const VkAllocationCallbacks* callbacks, size_t size, VkSystemAllocationScope scope);
void Release(const VkAllocationCallbacks* callbacks, void* memory);

// A live object of `size` bytes (at least sizeof(MockObject)), zeroed after the header, which
// stores `callbacks`. nullptr for lack of memory.
MockObject* NewObject(VkObjectType type, MockObject* parent, const VkAllocationCallbacks* callbacks,
                      size_t size = sizeof(MockObject));
// Removes the object, and frees its memory with `callbacks`, those of the destroying call. If only
// one of the creating and the destroying call has callbacks, traces a violation of `function`.
void FreeObject(const char* function, MockObject* object, const VkAllocationCallbacks* callbacks);

// Whether `object` is alive and has that type. Does not dereference the pointer.
bool IsAlive(const MockObject* object, VkObjectType type);
// Checks a parameter of `function` with IsAlive, and traces a violation if the check fails. With
// `optional`, null is valid.
bool CheckHandle(const char* function, const char* parameter, const MockObject* object,
                 VkObjectType type, bool optional);

// AnyChild: a live object whose parent is `parent`, or nullptr. CountChildren: the number of them.
MockObject* AnyChild(const MockObject* parent);
uint32_t CountChildren(const MockObject* parent);
// Frees an object, or all those in a pool, with the callbacks of its creation.
void FreeOwn(MockObject* object);
void FreeChildren(MockObject* parent);

// Adds a dispatchable object under "instance", "physical_device" (with its "index"), "device",
// "queue" or "command_buffer".
void AddObject(Event& event, const MockObject* object);

// The default implementations of vkCreate* and vkDestroy* commands, with their events.
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
