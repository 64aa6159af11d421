// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>

#include "mock_runtime/openxr/runtime.h"

namespace loadstone::mock {
namespace {

constexpr int kMaxChainLength = 1000;
// The numbers of extensions up to now, which have 1000 each, are below.
constexpr int kLastKnownType = 1900000000;

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
HandleObject* alive = nullptr;

class Lock {
 public:
  Lock() { pthread_mutex_lock(&mutex); }
  ~Lock() { pthread_mutex_unlock(&mutex); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
};

bool IsBelow(const HandleObject* object, const HandleObject* ancestor) {
  while (object != nullptr && object != ancestor) object = object->parent;
  return object != nullptr;
}

}  // namespace

void* NewObject(XrObjectType type, void* parent, size_t size) {
  auto* object = static_cast<HandleObject*>(calloc(1, size));
  if (object == nullptr) return nullptr;
  object->type = type;
  object->parent = static_cast<HandleObject*>(parent);
  const Lock lock;
  object->next = alive;
  alive = object;
  return object;
}

void DeleteObject(void* object) {
  const Lock lock;
  // Unlink all objects before freeing them: IsBelow follows the parent pointers in the objects.
  HandleObject* dead = nullptr;
  for (HandleObject** at = &alive; *at != nullptr;) {
    HandleObject* one = *at;
    if (!IsBelow(one, static_cast<HandleObject*>(object))) {
      at = &one->next;
      continue;
    }
    *at = one->next;
    one->next = dead;
    dead = one;
  }
  while (dead != nullptr) {
    HandleObject* next = dead->next;
    free(dead);
    dead = next;
  }
}

XrResult CheckHandle(const char* function, const void* handle, XrObjectType type) {
  {
    const Lock lock;
    for (const HandleObject* one = alive; one != nullptr; one = one->next) {
      if (one == handle && one->type == type) return XR_SUCCESS;
    }
  }
  Event("violation")
      .Add("function", function)
      .Add("why", "no handle of this runtime, or of another type")
      .AddPointer("handle", handle);
  return XR_ERROR_HANDLE_INVALID;
}

XrResult CheckStructure(const char* function, const void* structure, XrStructureType type) {
  const auto* base = static_cast<const XrBaseInStructure*>(structure);
  if (base == nullptr) return Violation(function, "no structure", XR_ERROR_VALIDATION_FAILURE);
  if (base->type != type) {
    return Violation(function, "a structure of the wrong type", XR_ERROR_VALIDATION_FAILURE);
  }
  const bool refuses = IsMisbehaviourConfigured("refuse_unknown_structures") ||
                       (type == XR_TYPE_SESSION_CREATE_INFO &&
                        IsMisbehaviourConfigured("refuse_unknown_structures_of_sessions"));
  int length = 0;
  for (; base != nullptr; base = base->next) {
    if (length > 0 && static_cast<int>(base->type) > kLastKnownType && refuses) {
      return XR_ERROR_VALIDATION_FAILURE;
    }
    if (++length > kMaxChainLength) {
      return Violation(function, "a next chain without end", XR_ERROR_VALIDATION_FAILURE);
    }
  }
  return XR_SUCCESS;
}

XrResult CheckOutputPointer(const char* function, const void* place) {
  if (place != nullptr) return XR_SUCCESS;
  return Violation(function, "no place for what it gives", XR_ERROR_VALIDATION_FAILURE);
}

XrResult WriteTextInTwoCalls(const char* function, const char* text, uint32_t capacity,
                             uint32_t* count, char* buffer) {
  return Give(function, static_cast<uint32_t>(strlen(text)) + 1, capacity, count, buffer,
              [&](uint32_t i) {
                buffer[i] = text[i];
                return XR_SUCCESS;
              });
}

}  // namespace loadstone::mock
