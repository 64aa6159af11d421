// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_OPENXR_INSTANCE_H_
#define LOADSTONE_MOCK_RUNTIME_OPENXR_INSTANCE_H_

#include "interfaces/openxr/handles.h"
#include "mock_runtime/openxr/runtime.h"

namespace loadstone::mock {

inline constexpr XrSystemId kSystem = 1;
inline constexpr uint32_t kMaxPaths = 1024;
inline constexpr uint32_t kMaxQueuedEvents = 64;

// An instance: its paths, the first of which is XrPath 1, and the events that were not polled yet.
struct Instance {
  HandleObject object;
  bool headless;       // XR_MND_headless is enabled: sessions need no graphics binding
  bool is_first;       // of the process
  bool debug_utils;    // XR_EXT_debug_utils is enabled
  uint32_t functions;  // of the enabled extensions, as FunctionsOf returned them
  char* paths[kMaxPaths];
  uint32_t path_count;
  struct {
    XrSession session;
    XrSessionState state;
  } events[kMaxQueuedEvents];
  uint32_t first_event;
  uint32_t event_count;
};

struct Session {
  HandleObject object;
  bool running;
  bool stopping;
  bool attached;  // action sets are attached
  bool waited;
  bool begun;
  XrTime time;
  uint32_t regions;  // number of label regions that have begun
};

// The object of a handle that was checked.
inline Session* Of(XrSession session) { return PointerIn<Session>(session); }

// Whether there is an instance.
bool HasInstances();

// The instance from which an object was created, directly or indirectly.
Instance* InstanceOf(void* object);

// Queues an event with the session's new state. If the queue is full, drops the oldest event.
void PushEvent(XrSession session, XrSessionState state);

// XR_SUCCESS if each layer of a frame has a type that needs no extension, and a space and
// swapchains of this runtime; else traces a violation.
XrResult CheckLayers(const char* function, const XrFrameEndInfo& info);

// A function of XR_EXT_debug_utils if this instance has it enabled, else nullptr.
PFN_xrVoidFunction FindDebugUtils(XrInstance instance, const char* name);
// The functions of other extensions that an instance has, one bit for each.
uint32_t FunctionsOf(const XrInstanceCreateInfo& info);
// A function of these that the instance has, else nullptr.
PFN_xrVoidFunction FindExtensionFunction(XrInstance instance, const char* name);
// Removes the messengers of a destroyed instance.
void ForgetMessengers(XrInstance instance);

// XR_SUCCESS, or XR_ERROR_PATH_INVALID for a path that this instance did not create.
XrResult CheckPath(const char* function, void* object, XrPath path);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_OPENXR_INSTANCE_H_
