// SPDX-License-Identifier: Apache-2.0
// Action sets, actions and their states. OpenXR specification, "Input and Haptics". This runtime
// binds nothing to actions, so every action is inactive.
#include "mock_runtime/openxr/actions.h"

#include "interfaces/openxr/handles.h"
namespace loadstone::mock {
namespace {

constexpr char kCreateSet[] = "xrCreateActionSet";

// The common part of reading the state of an action. Clears `state` except for its header.
template <typename State>
XrResult WriteActionState(const char* function, XrSession session, const XrActionStateGetInfo* info,
                          State* state, XrStructureType type, XrActionType action_type) {
  XrResult result;
  if (Enter(function, &result)) return result;
  result = CheckHandle(function, session, XR_OBJECT_TYPE_SESSION);
  if (result == XR_SUCCESS) {
    result = CheckStructure(function, info, XR_TYPE_ACTION_STATE_GET_INFO);
  }
  if (result == XR_SUCCESS) result = CheckStructure(function, state, type);
  if (result == XR_SUCCESS) result = CheckHandle(function, info->action, XR_OBJECT_TYPE_ACTION);
  if (result == XR_SUCCESS && PointerIn<const Action>(info->action)->action_type != action_type) {
    result = XR_ERROR_ACTION_TYPE_MISMATCH;
  }
  if (result == XR_SUCCESS && SetOf(info->action)->attached_to != session) {
    result = XR_ERROR_ACTIONSET_NOT_ATTACHED;
  }
  if (result == XR_SUCCESS) {
    void* next = state->next;
    *state = {};
    state->type = type;
    state->next = next;
  }
  return Traced(function, session, result);
}

}  // namespace

COMMAND(xrCreateActionSet, XrInstance instance, const XrActionSetCreateInfo* info,
        XrActionSet* set) {
  XrResult result;
  if (Enter(kCreateSet, &result)) return result;
  result = CheckHandle(kCreateSet, instance, XR_OBJECT_TYPE_INSTANCE);
  if (result == XR_SUCCESS) {
    result = CheckStructure(kCreateSet, info, XR_TYPE_ACTION_SET_CREATE_INFO);
  }
  if (result == XR_SUCCESS) result = CheckOutputPointer(kCreateSet, set);
  if (result != XR_SUCCESS) return Traced(kCreateSet, instance, result);
  auto* made = New<ActionSet>(XR_OBJECT_TYPE_ACTION_SET, instance);
  if (made == nullptr) return Traced(kCreateSet, instance, XR_ERROR_OUT_OF_MEMORY);
  *set = HandleOf<XrActionSet>(made);
  return Traced(kCreateSet, made, XR_SUCCESS);
}

COMMAND(xrDestroyActionSet, XrActionSet set) {
  XrResult result;
  if (Enter("xrDestroyActionSet", &result)) return result;
  result = CheckHandle("xrDestroyActionSet", set, XR_OBJECT_TYPE_ACTION_SET);
  Traced("xrDestroyActionSet", set, result);
  if (result == XR_SUCCESS) DeleteObject(set);
  return result;
}

COMMAND(xrCreateAction, XrActionSet set, const XrActionCreateInfo* info, XrAction* action) {
  XrResult result;
  if (Enter("xrCreateAction", &result)) return result;
  result = CheckHandle("xrCreateAction", set, XR_OBJECT_TYPE_ACTION_SET);
  if (result == XR_SUCCESS) {
    result = CheckStructure("xrCreateAction", info, XR_TYPE_ACTION_CREATE_INFO);
  }
  if (result == XR_SUCCESS) result = CheckOutputPointer("xrCreateAction", action);
  if (result == XR_SUCCESS && info->countSubactionPaths != 0 && info->subactionPaths == nullptr) {
    result = Violation("xrCreateAction", "no array", XR_ERROR_VALIDATION_FAILURE);
  }
  if (result == XR_SUCCESS && Of(set)->attached_to != XR_NULL_HANDLE) {
    result = XR_ERROR_ACTIONSETS_ALREADY_ATTACHED;
  }
  for (uint32_t i = 0; result == XR_SUCCESS && i < info->countSubactionPaths; ++i) {
    result = CheckPath("xrCreateAction", set, info->subactionPaths[i]);
  }
  if (result != XR_SUCCESS) return Traced("xrCreateAction", set, result);
  auto* made = New<Action>(XR_OBJECT_TYPE_ACTION, set);
  if (made == nullptr) return Traced("xrCreateAction", set, XR_ERROR_OUT_OF_MEMORY);
  made->action_type = info->actionType;
  *action = HandleOf<XrAction>(made);
  return Traced("xrCreateAction", made, XR_SUCCESS);
}

COMMAND(xrDestroyAction, XrAction action) {
  XrResult result;
  if (Enter("xrDestroyAction", &result)) return result;
  result = CheckHandle("xrDestroyAction", action, XR_OBJECT_TYPE_ACTION);
  Traced("xrDestroyAction", action, result);
  if (result == XR_SUCCESS) DeleteObject(action);
  return result;
}

COMMAND(xrGetCurrentInteractionProfile, XrSession session, XrPath path,
        XrInteractionProfileState* state) {
  constexpr char kName[] = "xrGetCurrentInteractionProfile";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckHandle(kName, session, XR_OBJECT_TYPE_SESSION);
  if (result == XR_SUCCESS) result = CheckPath(kName, session, path);
  if (result == XR_SUCCESS) {
    result = CheckStructure(kName, state, XR_TYPE_INTERACTION_PROFILE_STATE);
  }
  if (result == XR_SUCCESS) state->interactionProfile = XR_NULL_PATH;
  return Traced(kName, session, result);
}

COMMAND(xrGetActionStateBoolean, XrSession session, const XrActionStateGetInfo* info,
        XrActionStateBoolean* state) {
  return WriteActionState("xrGetActionStateBoolean", session, info, state,
                          XR_TYPE_ACTION_STATE_BOOLEAN, XR_ACTION_TYPE_BOOLEAN_INPUT);
}

COMMAND(xrGetActionStateFloat, XrSession session, const XrActionStateGetInfo* info,
        XrActionStateFloat* state) {
  return WriteActionState("xrGetActionStateFloat", session, info, state, XR_TYPE_ACTION_STATE_FLOAT,
                          XR_ACTION_TYPE_FLOAT_INPUT);
}

COMMAND(xrGetActionStateVector2f, XrSession session, const XrActionStateGetInfo* info,
        XrActionStateVector2f* state) {
  return WriteActionState("xrGetActionStateVector2f", session, info, state,
                          XR_TYPE_ACTION_STATE_VECTOR2F, XR_ACTION_TYPE_VECTOR2F_INPUT);
}

COMMAND(xrGetActionStatePose, XrSession session, const XrActionStateGetInfo* info,
        XrActionStatePose* state) {
  return WriteActionState("xrGetActionStatePose", session, info, state, XR_TYPE_ACTION_STATE_POSE,
                          XR_ACTION_TYPE_POSE_INPUT);
}

COMMAND(xrEnumerateBoundSourcesForAction, XrSession session,
        const XrBoundSourcesForActionEnumerateInfo* info, uint32_t capacity, uint32_t* count,
        XrPath* sources) {
  constexpr char kName[] = "xrEnumerateBoundSourcesForAction";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckHandle(kName, session, XR_OBJECT_TYPE_SESSION);
  if (result == XR_SUCCESS) {
    result = CheckStructure(kName, info, XR_TYPE_BOUND_SOURCES_FOR_ACTION_ENUMERATE_INFO);
  }
  if (result == XR_SUCCESS) result = CheckHandle(kName, info->action, XR_OBJECT_TYPE_ACTION);
  if (result == XR_SUCCESS) {
    result = Give(kName, 0, capacity, count, sources, [](uint32_t) { return XR_SUCCESS; });
  }
  return Traced(kName, session, result);
}

COMMAND(xrGetInputSourceLocalizedName, XrSession session,
        const XrInputSourceLocalizedNameGetInfo* info, uint32_t capacity, uint32_t* count,
        char* buffer) {
  constexpr char kName[] = "xrGetInputSourceLocalizedName";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckHandle(kName, session, XR_OBJECT_TYPE_SESSION);
  if (result == XR_SUCCESS) {
    result = CheckStructure(kName, info, XR_TYPE_INPUT_SOURCE_LOCALIZED_NAME_GET_INFO);
  }
  if (result == XR_SUCCESS) result = CheckPath(kName, session, info->sourcePath);
  if (result == XR_SUCCESS)
    result = WriteTextInTwoCalls(kName, "mock source", capacity, count, buffer);
  return Traced(kName, session, result);
}

}  // namespace loadstone::mock
