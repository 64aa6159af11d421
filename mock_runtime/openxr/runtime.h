// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_OPENXR_RUNTIME_H_
#define LOADSTONE_MOCK_RUNTIME_OPENXR_RUNTIME_H_

#include <stdint.h>
#include <string.h>

#ifndef XR_NO_PROTOTYPES
#define XR_NO_PROTOTYPES
#endif
#include "interfaces/openxr/loader_interfaces.h"
#include "mock_common/config.h"
#include "mock_common/trace.h"

// Defines the runtime's implementation of that command, visible so that a variant may export it.
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

// The API version that the runtime answers in negotiation.
XrVersion AnsweredVersion();

// Called at the beginning of every command: commits the fault that is configured for it. Returns
// true if the command must return `result`, which is traced as "forced", without doing anything.
bool Enter(const char* function, XrResult* result);

// Traces a call with `handle`, or another value that distinguishes calls; returns `result`.
XrResult Traced(const char* function, const void* handle, XrResult result);

// Traces that the caller violated the rules; returns `result`.
XrResult Violation(const char* function, const char* why, XrResult result);

// The base of the object behind every handle, in a list of all live objects.
struct HandleObject {
  XrObjectType type;
  HandleObject* parent;
  HandleObject* next;
};

// Allocates `size` zeroed bytes for a type that begins with a HandleObject. Returns nullptr for
// lack of memory.
void* NewObject(XrObjectType type, void* parent, size_t size);
template <typename T>
T* New(XrObjectType type, void* parent) {
  return static_cast<T*>(NewObject(type, parent, sizeof(T)));
}
// Frees an object and all objects that were created from it.
void DeleteObject(void* object);

// XR_SUCCESS if that object is alive and has that type; else traces a violation.
XrResult CheckHandle(const char* function, const void* handle, XrObjectType type);

// XR_SUCCESS if the structure is not null, has that type, and its next chain ends; else traces a
// violation.
XrResult CheckStructure(const char* function, const void* structure, XrStructureType type);

// XR_SUCCESS if the pointer for the command's output is not null; else traces a violation.
XrResult CheckOutputPointer(const char* function, const void* place);

// The two-call idiom of OpenXR: with capacity 0 returns the count; else calls `write(i)` for each i
// below `available`.
template <typename Write>
XrResult Give(const char* function, uint32_t available, uint32_t capacity, uint32_t* count,
              const void* array, const Write& write) {
  if (count == nullptr) return Violation(function, "no count", XR_ERROR_VALIDATION_FAILURE);
  *count = available;
  if (capacity == 0) return XR_SUCCESS;
  if (array == nullptr) return Violation(function, "no array", XR_ERROR_VALIDATION_FAILURE);
  if (capacity == 1 && IsMisbehaviourConfigured("one_element_is_enough")) available = 1;
  if (capacity < available && !IsMisbehaviourConfigured("write_beyond")) {
    return XR_ERROR_SIZE_INSUFFICIENT;
  }
  for (uint32_t i = 0; i < available; ++i) {
    const XrResult result = write(i);
    if (XR_FAILED(result)) return result;
  }
  return XR_SUCCESS;
}
// The two-call idiom for a text; the count includes its terminating zero.
XrResult WriteTextInTwoCalls(const char* function, const char* text, uint32_t capacity,
                             uint32_t* count, char* buffer);

// Copies as much of a text as fits, with its terminating zero.
template <size_t kRoom>
void Copy(char (&room)[kRoom], const char* text) {
  strncpy(room, text, kRoom - 1);
  room[kRoom - 1] = '\0';
}

// The function of that name in the table, or nullptr.
PFN_xrVoidFunction FindCommand(const char* name);
// A function in the configuration that no header declares, or nullptr.
PFN_xrVoidFunction FindUnknown(const char* name);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_OPENXR_RUNTIME_H_
