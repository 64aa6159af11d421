// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_RUNTIME_RUNTIME_USE_H_
#define LOADSTONE_SUITES_OPENXR_RUNTIME_RUNTIME_USE_H_

#include "suites/openxr_runtime/runtime_app.h"

namespace loadstone::suites {

// In the probe: the system of a head-mounted display, or XR_NULL_SYSTEM_ID.
XrSystemId FindSystem(const RuntimeApp& app);
// In the probe: a session without graphics, or XR_NULL_HANDLE if the runtime has none.
XrSession CreateHeadlessSession(const RuntimeApp& app, XrSystemId system);
// In the probe: polls events until there are none, up to a limit. Returns whether one told of this
// state of a session.
bool Reaches(const RuntimeApp& app, XrSessionState state);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_RUNTIME_RUNTIME_USE_H_
