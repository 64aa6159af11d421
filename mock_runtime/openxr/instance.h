// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_OPENXR_INSTANCE_H_
#define LOADSTONE_MOCK_RUNTIME_OPENXR_INSTANCE_H_

#include "mock_runtime/openxr/runtime.h"

namespace loadstone::mock {

inline constexpr XrSystemId kSystem = 1;
inline constexpr uint32_t kMostPaths = 1024;
inline constexpr uint32_t kMostEvents = 64;

// An instance: its paths, the first of which is XrPath 1, and what happened that was not polled
// yet.
struct Instance {
  HandleObject object;
  bool headless;     // XR_MND_headless is enabled: sessions need no graphics
  bool debug_utils;  // XR_EXT_debug_utils is enabled
  char* paths[kMostPaths];
  uint32_t path_count;
  struct {
    XrSession session;
    XrSessionState state;
  } events[kMostEvents];
  uint32_t first_event;
  uint32_t event_count;
};

struct Session {
  HandleObject object;
  bool running;
  bool stopping;
  bool attached;  // its action sets are
  bool waited;
  bool begun;
  XrTime time;
  uint32_t regions;  // of labels that have begun
};

// What stands behind a handle that was found alive.
inline Session* Of(XrSession session) { return reinterpret_cast<Session*>(session); }

// The instance from which an object was made, whichever it is.
Instance* InstanceOf(void* object);

// Tells the application that its session is now in that state. More than it ever polls are lost,
// the oldest first.
void PushEvent(XrSession session, XrSessionState state);

// A function of XR_EXT_debug_utils, if that is enabled in this instance, or nullptr.
PFN_xrVoidFunction FindDebugUtils(XrInstance instance, const char* name);
// The messengers of an instance go with it.
void ForgetMessengers(XrInstance instance);

// XR_SUCCESS, or XR_ERROR_PATH_INVALID for what this instance has not given out.
XrResult CheckPath(const char* function, void* object, XrPath path);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_OPENXR_INSTANCE_H_
