// SPDX-License-Identifier: Apache-2.0
// Spaces. OpenXR specification, "Spaces".
#include "interfaces/openxr/handles.h"
#include "mock_runtime/openxr/actions.h"
namespace loadstone::mock {
namespace {

constexpr XrReferenceSpaceType kReferenceSpaces[] = {XR_REFERENCE_SPACE_TYPE_VIEW,
                                                     XR_REFERENCE_SPACE_TYPE_LOCAL};
constexpr uint32_t kReferenceSpaceCount = 2;
constexpr char kCreateReference[] = "xrCreateReferenceSpace";
constexpr char kCreateAction[] = "xrCreateActionSpace";

struct Space {
  HandleObject object;
};

XrResult MakeSpace(const char* function, XrSession session, XrSpace* space, XrResult result) {
  if (result == XR_SUCCESS) result = CheckOutputPointer(function, space);
  Space* made = nullptr;
  if (result == XR_SUCCESS) {
    made = New<Space>(XR_OBJECT_TYPE_SPACE, session);
    if (made == nullptr) result = XR_ERROR_OUT_OF_MEMORY;
  }
  if (made != nullptr) *space = HandleOf<XrSpace>(made);
  return Traced(function, made, result);
}

// Nothing moves.
void FillVelocity(void* chain) {
  for (auto* one = static_cast<XrBaseOutStructure*>(chain); one != nullptr; one = one->next) {
    if (one->type != XR_TYPE_SPACE_VELOCITY) continue;
    auto* velocity = reinterpret_cast<XrSpaceVelocity*>(one);
    velocity->velocityFlags = XR_SPACE_VELOCITY_LINEAR_VALID_BIT;
    velocity->linearVelocity = {0, 0, 0};
  }
}

}  // namespace

COMMAND(xrEnumerateReferenceSpaces, XrSession session, uint32_t capacity, uint32_t* count,
        XrReferenceSpaceType* spaces) {
  constexpr char kName[] = "xrEnumerateReferenceSpaces";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckHandle(kName, session, XR_OBJECT_TYPE_SESSION);
  if (result == XR_SUCCESS) {
    result = Give(kName, kReferenceSpaceCount, capacity, count, spaces, [&](uint32_t i) {
      spaces[i] = kReferenceSpaces[i];
      return XR_SUCCESS;
    });
  }
  return Traced(kName, session, result);
}

COMMAND(xrCreateReferenceSpace, XrSession session, const XrReferenceSpaceCreateInfo* info,
        XrSpace* space) {
  XrResult result;
  if (Enter(kCreateReference, &result)) return result;
  result = CheckHandle(kCreateReference, session, XR_OBJECT_TYPE_SESSION);
  if (result == XR_SUCCESS) {
    result = CheckStructure(kCreateReference, info, XR_TYPE_REFERENCE_SPACE_CREATE_INFO);
  }
  if (result == XR_SUCCESS && info->referenceSpaceType != kReferenceSpaces[0] &&
      info->referenceSpaceType != kReferenceSpaces[1]) {
    result = XR_ERROR_REFERENCE_SPACE_UNSUPPORTED;
  }
  return MakeSpace(kCreateReference, session, space, result);
}

COMMAND(xrGetReferenceSpaceBoundsRect, XrSession session, XrReferenceSpaceType,
        XrExtent2Df* bounds) {
  constexpr char kName[] = "xrGetReferenceSpaceBoundsRect";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckHandle(kName, session, XR_OBJECT_TYPE_SESSION);
  if (result == XR_SUCCESS) result = CheckOutputPointer(kName, bounds);
  if (result == XR_SUCCESS) {
    *bounds = {0, 0};
    result = XR_SPACE_BOUNDS_UNAVAILABLE;
  }
  return Traced(kName, session, result);
}

COMMAND(xrCreateActionSpace, XrSession session, const XrActionSpaceCreateInfo* info,
        XrSpace* space) {
  XrResult result;
  if (Enter(kCreateAction, &result)) return result;
  result = CheckHandle(kCreateAction, session, XR_OBJECT_TYPE_SESSION);
  if (result == XR_SUCCESS) {
    result = CheckStructure(kCreateAction, info, XR_TYPE_ACTION_SPACE_CREATE_INFO);
  }
  if (result == XR_SUCCESS) {
    result = CheckHandle(kCreateAction, info->action, XR_OBJECT_TYPE_ACTION);
  }
  if (result == XR_SUCCESS &&
      PointerIn<const Action>(info->action)->action_type != XR_ACTION_TYPE_POSE_INPUT) {
    result = XR_ERROR_ACTION_TYPE_MISMATCH;
  }
  return MakeSpace(kCreateAction, session, space, result);
}

COMMAND(xrLocateSpace, XrSpace space, XrSpace base, XrTime, XrSpaceLocation* location) {
  XrResult result;
  if (Enter("xrLocateSpace", &result)) return result;
  result = CheckHandle("xrLocateSpace", space, XR_OBJECT_TYPE_SPACE);
  if (result == XR_SUCCESS) result = CheckHandle("xrLocateSpace", base, XR_OBJECT_TYPE_SPACE);
  if (result == XR_SUCCESS) {
    result = CheckStructure("xrLocateSpace", location, XR_TYPE_SPACE_LOCATION);
  }
  if (result == XR_SUCCESS) {
    location->locationFlags =
        XR_SPACE_LOCATION_ORIENTATION_VALID_BIT | XR_SPACE_LOCATION_POSITION_VALID_BIT;
    location->pose = {{0, 0, 0, 1}, {0, 0, 0}};
    FillVelocity(location->next);
  }
  return Traced("xrLocateSpace", space, result);
}

COMMAND(xrDestroySpace, XrSpace space) {
  XrResult result;
  if (Enter("xrDestroySpace", &result)) return result;
  result = CheckHandle("xrDestroySpace", space, XR_OBJECT_TYPE_SPACE);
  Traced("xrDestroySpace", space, result);
  if (result == XR_SUCCESS) DeleteObject(space);
  return result;
}

}  // namespace loadstone::mock
