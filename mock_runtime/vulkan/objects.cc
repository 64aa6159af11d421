// SPDX-License-Identifier: Apache-2.0
#include "mock_runtime/vulkan/objects.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <atomic>

#include "interfaces/vulkan/external_compute_queue.h"
#include "mock_common/config.h"
#include "mock_runtime/vulkan/history.h"
#include "mock_runtime/vulkan/model.h"

namespace loadstone::mock {
namespace {

constexpr uint64_t kMagic = 0x6c6f616473746f6e;
constexpr size_t kAlignment = 16;
constexpr uint32_t kBuckets = 4096;

// All live objects, by address. A handle that is not in the table is never dereferenced.
MockObject* alive[kBuckets];
pthread_mutex_t alive_mutex = PTHREAD_MUTEX_INITIALIZER;

class Lock {
 public:
  Lock() { pthread_mutex_lock(&alive_mutex); }
  ~Lock() { pthread_mutex_unlock(&alive_mutex); }
};

MockObject** BucketOf(const MockObject* object) {
  const uint64_t address = reinterpret_cast<uintptr_t>(object);
  return &alive[(address >> 4 ^ address >> 16) % kBuckets];
}

// Removes the object from the table; returns false when it is not in it.
bool Unregister(MockObject* object) {
  const Lock lock;
  for (MockObject** link = BucketOf(object); *link != nullptr; link = &(*link)->next_alive) {
    if (*link != object) continue;
    *link = object->next_alive;
    return true;
  }
  return false;
}

bool IsDispatchable(VkObjectType type) {
  if (type == VK_OBJECT_TYPE_EXTERNAL_COMPUTE_QUEUE_NV) return true;
  switch (type) {
    case VK_OBJECT_TYPE_INSTANCE:
    case VK_OBJECT_TYPE_PHYSICAL_DEVICE:
    case VK_OBJECT_TYPE_DEVICE:
    case VK_OBJECT_TYPE_QUEUE:
    case VK_OBJECT_TYPE_COMMAND_BUFFER:
      return true;
    default:
      return false;
  }
}

// Whether a new object of that type is dispatchable, and is not configured to lack the magic value.
bool HasMagic(VkObjectType type) {
  if (!IsDispatchable(type)) return false;
  static std::atomic<uint32_t> made[VK_OBJECT_TYPE_COMMAND_BUFFER + 1];
  const uint32_t place = type <= VK_OBJECT_TYPE_COMMAND_BUFFER ? made[type]++ : 0;
  for (const rapidjson::Value& without : List(Config(), "without_magic").GetArray()) {
    if (without.IsInt() && without.GetInt() == type) return false;
    if (without.IsArray() && without.Size() == 2 && without[0].IsInt() && without[1].IsUint() &&
        without[0].GetInt() == type && without[1].GetUint() == place) {
      return false;
    }
  }
  return true;
}

// Surfaces may be numbered: a handle that is not dispatchable need not be an address, and handles
// of two drivers may be equal.
std::atomic<uint32_t> numbered_surfaces;

// Gives the surface its number, if the configuration numbers surfaces, and returns what its handle
// is.
MockObject* NumberSurface(MockObject* surface) {
  const uint64_t first = GetModel().first_surface;
  if (first == 0 || surface == nullptr) return surface;
  surface->value = first + numbered_surfaces++;
  return reinterpret_cast<MockObject*>(static_cast<uintptr_t>(surface->value));
}

// The live surface with that number as its handle; other handles as they are.
const MockObject* FindNumbered(const MockObject* handle) {
  const uint64_t first = GetModel().first_surface;
  const uint64_t number = reinterpret_cast<uintptr_t>(handle);
  if (first == 0 || number < first || number >= first + numbered_surfaces) return handle;
  const Lock lock;
  for (const MockObject* object : alive) {
    for (; object != nullptr; object = object->next_alive) {
      if (object->type == VK_OBJECT_TYPE_SURFACE_KHR && object->value == number) return object;
    }
  }
  return handle;
}

VkSystemAllocationScope ScopeOf(VkObjectType type) {
  if (type == VK_OBJECT_TYPE_INSTANCE || type == VK_OBJECT_TYPE_PHYSICAL_DEVICE) {
    return VK_SYSTEM_ALLOCATION_SCOPE_INSTANCE;
  }
  return type == VK_OBJECT_TYPE_DEVICE || type == VK_OBJECT_TYPE_QUEUE
             ? VK_SYSTEM_ALLOCATION_SCOPE_DEVICE
             : VK_SYSTEM_ALLOCATION_SCOPE_OBJECT;
}

}  // namespace

void* Allocate(const VkAllocationCallbacks* callbacks, size_t size, VkSystemAllocationScope scope) {
  if (callbacks == nullptr) return malloc(size);
  return callbacks->pfnAllocation(callbacks->pUserData, size, kAlignment, scope);
}

void Release(const VkAllocationCallbacks* callbacks, void* memory) {
  if (callbacks == nullptr) {
    free(memory);
  } else if (memory != nullptr) {
    callbacks->pfnFree(callbacks->pUserData, memory);
  }
}

MockObject* NewObject(VkObjectType type, MockObject* parent, const VkAllocationCallbacks* callbacks,
                      size_t size) {
  void* memory = Allocate(callbacks, size, ScopeOf(type));
  if (memory == nullptr && !IsMisbehaviourConfigured("ignore_failed_allocation")) return nullptr;
  memset(memory, 0, size);
  MockObject* object = static_cast<MockObject*>(memory);
  if (HasMagic(type)) set_loader_magic_value(object);
  object->magic = kMagic;
  object->type = type;
  object->parent = parent;
  object->has_callbacks = callbacks != nullptr;
  if (callbacks != nullptr) object->callbacks = *callbacks;
  const Lock lock;
  MockObject** bucket = BucketOf(object);
  object->next_alive = *bucket;
  *bucket = object;
  return object;
}

void FreeObject(const char* function, MockObject* object, const VkAllocationCallbacks* callbacks) {
  object = const_cast<MockObject*>(FindNumbered(object));
  if (object == nullptr || !Unregister(object)) return;
  if (object->has_callbacks != (callbacks != nullptr)) {
    Violation(function, callbacks != nullptr ? "pAllocator given, but not when it was created"
                                             : "pAllocator missing, but given at creation");
  }
  const VkAllocationCallbacks remembered = object->callbacks;
  object->magic = 0;
  if (!object->has_callbacks) {
    Release(nullptr, object);
  } else {
    Release(callbacks != nullptr ? callbacks : &remembered, object);
  }
}

bool IsAlive(const MockObject* object, VkObjectType type) {
  object = FindNumbered(object);
  const Lock lock;
  for (const MockObject* other = *BucketOf(object); other != nullptr; other = other->next_alive) {
    if (other == object) return other->type == type && other->magic == kMagic;
  }
  return false;
}

bool CheckHandle(const char* function, const char* parameter, const MockObject* object,
                 VkObjectType type, bool optional) {
  if (object == nullptr && optional) return true;
  if (object != nullptr && IsAlive(object, type)) return true;
  Event("violation")
      .Add("function", function)
      .Add("why", object == nullptr ? "null handle" : "not a live handle of this type")
      .Add("parameter", parameter)
      .AddPointer("handle", object);
  return false;
}

MockObject* AnyChild(const MockObject* parent) {
  const Lock lock;
  for (MockObject* object : alive) {
    for (; object != nullptr; object = object->next_alive) {
      if (object->parent == parent) return object;
    }
  }
  return nullptr;
}

uint32_t CountChildren(const MockObject* parent) {
  const Lock lock;
  uint32_t count = 0;
  for (const MockObject* object : alive) {
    for (; object != nullptr; object = object->next_alive) count += object->parent == parent;
  }
  return count;
}

void FreeOwn(MockObject* object) {
  if (object == nullptr) return;
  const VkAllocationCallbacks callbacks = object->callbacks;
  FreeObject("", object, object->has_callbacks ? &callbacks : nullptr);
}

void FreeChildren(MockObject* parent) {
  while (MockObject* child = AnyChild(parent)) FreeOwn(child);
}

void AddObject(Event& event, const MockObject* object) {
  switch (object->type) {
    case VK_OBJECT_TYPE_INSTANCE:
      event.AddPointer("instance", object);
      break;
    case VK_OBJECT_TYPE_PHYSICAL_DEVICE:
      event.Add("index", object->value).AddPointer("physical_device", object);
      break;
    case VK_OBJECT_TYPE_DEVICE:
      event.AddPointer("device", object);
      break;
    case VK_OBJECT_TYPE_QUEUE:
      event.AddPointer("queue", object);
      break;
    default:
      event.AddPointer("command_buffer", object);
      break;
  }
}

VkResult CreatePlainObject(const char* function, MockObject* parent, VkObjectType type,
                           const VkAllocationCallbacks* callbacks, MockObject** object) {
  *object = NewObject(type, parent, callbacks);
  const VkResult result = *object != nullptr ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
  if (type == VK_OBJECT_TYPE_SURFACE_KHR) *object = NumberSurface(*object);
  Event(function)
      .AddPointer(parent->type == VK_OBJECT_TYPE_DEVICE ? "device" : "instance", parent)
      .AddPointer("handle", *object)
      .Add("allocator", callbacks != nullptr)
      .Add("result", result);
  return result;
}

void DestroyObject(const char* function, MockObject* object,
                   const VkAllocationCallbacks* callbacks) {
  CrashWithout(object, "need_object_to_destroy");
  Event(function).AddPointer("handle", object).Add("allocator", callbacks != nullptr);
  FreeObject(function, object, callbacks);
}

}  // namespace loadstone::mock
