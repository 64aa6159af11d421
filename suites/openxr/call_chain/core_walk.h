// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_CALL_CHAIN_CORE_WALK_H_
#define LOADSTONE_SUITES_OPENXR_CALL_CHAIN_CORE_WALK_H_

#include "harness/case/openxr_case.h"

namespace loadstone::suites {

// The extension that the mock runtime needs for a session without graphics.
inline constexpr char kHeadless[] = "XR_MND_headless";

// How the trace calls what an application got that no correct way from the runtime gives.
inline constexpr char kOddValue[] = "odd_value";

// Calls every core command that needs an instance, in an order that makes sense, on the current
// instance of `app`, which it destroys in the end; the instance must have XR_MND_headless enabled.
// Each call is traced; what comes back is compared with what went in, and traced as "odd_value"
// with "what" where it cannot be right. A command that fails is no reason to stop, but nothing is
// called on a handle that could not be made.
void WalkCoreCommands(OpenXrApp& app);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_CALL_CHAIN_CORE_WALK_H_
