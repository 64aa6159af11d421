// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_CALL_CHAIN_CORE_WALK_H_
#define LOADSTONE_SUITES_OPENXR_CALL_CHAIN_CORE_WALK_H_

#include "harness/case/openxr_case.h"

namespace loadstone::suites {

// The extension that the mock runtime needs for a session without graphics.
inline constexpr char kHeadless[] = "XR_MND_headless";

// The trace event for a result that no correct path from the runtime can give.
inline constexpr char kOddValue[] = "odd_value";

// Calls every core command that needs an instance, in a valid order, on the current instance of
// `app`, and destroys that at the end; the instance must have XR_MND_headless enabled. Traces each
// call; compares the outputs with the inputs, and traces "odd_value" with "what" if they cannot be
// correct. Continues after a command that fails, but makes no call with a handle that could not be
// created.
void WalkCoreCommands(OpenXrApp& app);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_CALL_CHAIN_CORE_WALK_H_
