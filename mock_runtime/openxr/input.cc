// SPDX-License-Identifier: Apache-2.0
// Attaching action sets to a session, synchronizing actions, and haptics. OpenXR specification,
// "Input and Haptics".
#include "mock_runtime/openxr/actions.h"

namespace loadstone::mock {
namespace {

constexpr char kSuggest[] = "xrSuggestInteractionProfileBindings";
constexpr char kAttach[] = "xrAttachSessionActionSets";
constexpr char kSync[] = "xrSyncActions";
constexpr char kApply[] = "xrApplyHapticFeedback";
constexpr char kStop[] = "xrStopHapticFeedback";

// Checks an array that must have at least one element.
XrResult CheckArray(const char* function, uint32_t count, const void* array) {
  if (count != 0 && array != nullptr) return XR_SUCCESS;
  return Violation(function, "no array", XR_ERROR_VALIDATION_FAILURE);
}

XrResult CheckBinding(XrInstance instance, const XrActionSuggestedBinding& binding) {
  XrResult result = CheckHandle(kSuggest, binding.action, XR_OBJECT_TYPE_ACTION);
  if (result == XR_SUCCESS) result = CheckPath(kSuggest, instance, binding.binding);
  if (result == XR_SUCCESS && SetOf(binding.action)->attached_to != XR_NULL_HANDLE) {
    result = XR_ERROR_ACTIONSETS_ALREADY_ATTACHED;
  }
  return result;
}

XrResult CheckSets(const XrSessionActionSetsAttachInfo* info) {
  XrResult result = CheckArray(kAttach, info->countActionSets, info->actionSets);
  for (uint32_t i = 0; result == XR_SUCCESS && i < info->countActionSets; ++i) {
    result = CheckHandle(kAttach, info->actionSets[i], XR_OBJECT_TYPE_ACTION_SET);
  }
  return result;
}

XrResult CheckActive(XrSession session, const XrActiveActionSet& active) {
  XrResult result = CheckHandle(kSync, active.actionSet, XR_OBJECT_TYPE_ACTION_SET);
  if (result == XR_SUCCESS && active.subactionPath != XR_NULL_PATH) {
    result = CheckPath(kSync, session, active.subactionPath);
  }
  if (result == XR_SUCCESS && Of(active.actionSet)->attached_to != session) {
    result = XR_ERROR_ACTIONSET_NOT_ATTACHED;
  }
  return result;
}

XrResult CheckHaptic(const char* function, XrSession session, const XrHapticActionInfo* info) {
  XrResult result = CheckHandle(function, session, XR_OBJECT_TYPE_SESSION);
  if (result == XR_SUCCESS) result = CheckStructure(function, info, XR_TYPE_HAPTIC_ACTION_INFO);
  if (result == XR_SUCCESS) result = CheckHandle(function, info->action, XR_OBJECT_TYPE_ACTION);
  if (result == XR_SUCCESS && info->subactionPath != XR_NULL_PATH) {
    result = CheckPath(function, session, info->subactionPath);
  }
  if (result != XR_SUCCESS) return result;
  if (Of(info->action)->action_type != XR_ACTION_TYPE_VIBRATION_OUTPUT) {
    return XR_ERROR_ACTION_TYPE_MISMATCH;
  }
  if (SetOf(info->action)->attached_to != session) return XR_ERROR_ACTIONSET_NOT_ATTACHED;
  return Of(session)->running ? XR_SUCCESS : XR_SESSION_NOT_FOCUSED;
}

}  // namespace

COMMAND(xrSuggestInteractionProfileBindings, XrInstance instance,
        const XrInteractionProfileSuggestedBinding* info) {
  XrResult result;
  if (Enter(kSuggest, &result)) return result;
  result = CheckHandle(kSuggest, instance, XR_OBJECT_TYPE_INSTANCE);
  if (result == XR_SUCCESS) {
    result = CheckStructure(kSuggest, info, XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING);
  }
  if (result == XR_SUCCESS) result = CheckPath(kSuggest, instance, info->interactionProfile);
  if (result == XR_SUCCESS) {
    result = CheckArray(kSuggest, info->countSuggestedBindings, info->suggestedBindings);
  }
  for (uint32_t i = 0; result == XR_SUCCESS && i < info->countSuggestedBindings; ++i) {
    result = CheckBinding(instance, info->suggestedBindings[i]);
  }
  return Traced(kSuggest, instance, result);
}

COMMAND(xrAttachSessionActionSets, XrSession session, const XrSessionActionSetsAttachInfo* info) {
  XrResult result;
  if (Enter(kAttach, &result)) return result;
  result = CheckHandle(kAttach, session, XR_OBJECT_TYPE_SESSION);
  if (result == XR_SUCCESS) {
    result = CheckStructure(kAttach, info, XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO);
  }
  if (result == XR_SUCCESS) result = CheckSets(info);
  const bool forgets = IsMisbehaviourConfigured("later_instances_attach_again") &&
                       result == XR_SUCCESS && !InstanceOf(session)->is_first;
  if (result == XR_SUCCESS && Of(session)->attached && !forgets) {
    result = XR_ERROR_ACTIONSETS_ALREADY_ATTACHED;
  }
  if (result == XR_SUCCESS) {
    Of(session)->attached = true;
    for (uint32_t i = 0; i < info->countActionSets; ++i) {
      Of(info->actionSets[i])->attached_to = session;
    }
  }
  return Traced(kAttach, session, result);
}

COMMAND(xrSyncActions, XrSession session, const XrActionsSyncInfo* info) {
  XrResult result;
  if (Enter(kSync, &result)) return result;
  result = CheckHandle(kSync, session, XR_OBJECT_TYPE_SESSION);
  if (result == XR_SUCCESS) result = CheckStructure(kSync, info, XR_TYPE_ACTIONS_SYNC_INFO);
  if (result == XR_SUCCESS && info->countActiveActionSets != 0) {
    result = CheckArray(kSync, info->countActiveActionSets, info->activeActionSets);
  }
  for (uint32_t i = 0; result == XR_SUCCESS && i < info->countActiveActionSets; ++i) {
    result = CheckActive(session, info->activeActionSets[i]);
  }
  if (result == XR_SUCCESS && !Of(session)->running) result = XR_SESSION_NOT_FOCUSED;
  return Traced(kSync, session, result);
}

COMMAND(xrApplyHapticFeedback, XrSession session, const XrHapticActionInfo* info,
        const XrHapticBaseHeader* feedback) {
  XrResult result;
  if (Enter(kApply, &result)) return result;
  result = CheckHaptic(kApply, session, info);
  if (XR_SUCCEEDED(result)) {
    const XrResult checked = CheckStructure(kApply, feedback, XR_TYPE_HAPTIC_VIBRATION);
    if (checked != XR_SUCCESS) result = checked;
  }
  return Traced(kApply, session, result);
}

COMMAND(xrStopHapticFeedback, XrSession session, const XrHapticActionInfo* info) {
  XrResult result;
  if (Enter(kStop, &result)) return result;
  result = CheckHaptic(kStop, session, info);
  return Traced(kStop, session, result);
}

}  // namespace loadstone::mock
