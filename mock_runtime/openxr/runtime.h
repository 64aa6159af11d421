// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_OPENXR_RUNTIME_H_
#define LOADSTONE_MOCK_RUNTIME_OPENXR_RUNTIME_H_

#include <stdint.h>
#include <string.h>

#ifndef XR_NO_PROTOTYPES
#define XR_NO_PROTOTYPES
#endif
#include "interfaces/openxr/loader_interfaces.h"
#include "mock_common/trace.h"

// Defines the runtime's own command of that name, visible so that a variant may export it.
#define COMMAND(name, ...) \
  extern "C" __attribute__((visibility("default"))) XrResult XRAPI_CALL Mock_##name(__VA_ARGS__)

namespace loadstone::mock {

// The core commands of OpenXR 1.0, all of which this runtime has.
struct Command {
  const char* name;
  PFN_xrVoidFunction function;
};
extern const Command kCommands[];
extern const uint32_t kCommandCount;

// Every command begins with this: executes the fault that is configured for it, and gives true with
// `result`, and traces it as "forced", if it shall return that without doing anything.
bool Enter(const char* function, XrResult* result);

// Traces a command that was called on `handle` (or anything else that tells calls apart).
XrResult Traced(const char* function, const void* handle, XrResult result);

// Traces that the caller broke the rules, and gives `result`.
XrResult Violation(const char* function, const char* why, XrResult result);

// What stands behind every handle: a list of all that are alive.
struct HandleObject {
  XrObjectType type;
  HandleObject* parent;
  HandleObject* next;
};

// Allocates `size` bytes, zeroed, of a type that begins with a HandleObject. nullptr: no memory
// left.
void* NewObject(XrObjectType type, void* parent, size_t size);
template <typename T>
T* New(XrObjectType type, void* parent) {
  return static_cast<T*>(NewObject(type, parent, sizeof(T)));
}
// Frees an object and all that were made from it.
void DeleteObject(void* object);

// XR_SUCCESS if that object is alive and of the type; otherwise a violation.
XrResult CheckHandle(const char* function, const void* handle, XrObjectType type);

// XR_SUCCESS if the structure is there, has that type, and a next chain that ends; otherwise a
// violation.
XrResult CheckStructure(const char* function, const void* structure, XrStructureType type);

// XR_SUCCESS if there is a place for what the command shall give; otherwise a violation.
XrResult CheckPlace(const char* function, const void* place);

// The two-call idiom of OpenXR: gives the number, or, with a capacity, everything that `write(i)`
// writes for each i below `available`.
template <typename Write>
XrResult Give(const char* function, uint32_t available, uint32_t capacity, uint32_t* count,
              const void* array, const Write& write) {
  if (count == nullptr) return Violation(function, "no count", XR_ERROR_VALIDATION_FAILURE);
  *count = available;
  if (capacity == 0) return XR_SUCCESS;
  if (array == nullptr) return Violation(function, "no array", XR_ERROR_VALIDATION_FAILURE);
  if (capacity < available) return XR_ERROR_SIZE_INSUFFICIENT;
  for (uint32_t i = 0; i < available; ++i) {
    const XrResult result = write(i);
    if (XR_FAILED(result)) return result;
  }
  return XR_SUCCESS;
}
// The same for a text, whose terminating zero counts.
XrResult GiveText(const char* function, const char* text, uint32_t capacity, uint32_t* count,
                  char* buffer);

// Copies as much of a text as there is room for, with its terminating zero.
template <size_t kRoom>
void Copy(char (&room)[kRoom], const char* text) {
  strncpy(room, text, kRoom - 1);
  room[kRoom - 1] = '\0';
}

// The table's function of that name, or nullptr.
PFN_xrVoidFunction FindCommand(const char* name);
// An unknown function that the configuration lists, or nullptr.
PFN_xrVoidFunction FindUnknown(const char* name);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_OPENXR_RUNTIME_H_
