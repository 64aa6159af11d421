// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_OPENXR_ACTIONS_H_
#define LOADSTONE_MOCK_RUNTIME_OPENXR_ACTIONS_H_

#include "interfaces/openxr/handles.h"
#include "mock_runtime/openxr/instance.h"

namespace loadstone::mock {

struct ActionSet {
  HandleObject object;
  XrSession attached_to;  // the session, or XR_NULL_HANDLE while actions can still be added
};

struct Action {
  HandleObject object;
  XrActionType action_type;
};

// The object of a handle that was checked.
inline ActionSet* Of(XrActionSet set) { return PointerIn<ActionSet>(set); }
inline Action* Of(XrAction action) { return PointerIn<Action>(action); }
// The action set of an action.
inline ActionSet* SetOf(XrAction action) { return PointerIn<ActionSet>(Of(action)->object.parent); }

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_OPENXR_ACTIONS_H_
