// SPDX-License-Identifier: Apache-2.0
// Systems, view configurations, sessions and frames. OpenXR specification, "System", "View
// Configurations", "Session" and "Rendering". Swapchains and layers are in swapchains.cc.
#include "interfaces/openxr/handles.h"
#include "mock_runtime/openxr/instance.h"
namespace loadstone::mock {
namespace {

constexpr uint32_t kViews = 2;
constexpr uint32_t kViewPixels = 1024;
constexpr XrDuration kPeriod = 10000000;  // 10 ms, in ns

XrResult CheckSystem(const char* function, XrInstance instance, XrSystemId system) {
  const XrResult result = CheckHandle(function, instance, XR_OBJECT_TYPE_INSTANCE);
  if (result != XR_SUCCESS || system == kSystem) return result;
  return Violation(function, "no system of this instance", XR_ERROR_SYSTEM_INVALID);
}

XrResult CheckView(const char* function, XrInstance instance, XrSystemId system,
                   XrViewConfigurationType type) {
  const XrResult result = CheckSystem(function, instance, system);
  if (result != XR_SUCCESS || type == XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO) return result;
  return XR_ERROR_VIEW_CONFIGURATION_TYPE_UNSUPPORTED;
}

// The common checks of commands on a session.
XrResult CheckSession(const char* function, XrSession session) {
  return CheckHandle(function, session, XR_OBJECT_TYPE_SESSION);
}

XrResult CheckRunning(const char* function, XrSession session) {
  const XrResult result = CheckSession(function, session);
  if (result == XR_SUCCESS && !Of(session)->running) return XR_ERROR_SESSION_NOT_RUNNING;
  return result;
}

XrSession newest_session = XR_NULL_HANDLE;  // unless one was destroyed since

}  // namespace

COMMAND(xrGetSystemProperties, XrInstance instance, XrSystemId system,
        XrSystemProperties* properties) {
  constexpr char kName[] = "xrGetSystemProperties";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckSystem(kName, instance, system);
  if (result == XR_SUCCESS) result = CheckStructure(kName, properties, XR_TYPE_SYSTEM_PROPERTIES);
  if (result == XR_SUCCESS) {
    properties->systemId = system;
    properties->vendorId = 0x10005;
    Copy(properties->systemName, "Loadstone mock system");
    properties->graphicsProperties = {kViewPixels, kViewPixels,
                                      XR_MIN_COMPOSITION_LAYERS_SUPPORTED};
    properties->trackingProperties = {XR_TRUE, XR_TRUE};
  }
  return Traced(kName, instance, result);
}

COMMAND(xrEnumerateEnvironmentBlendModes, XrInstance instance, XrSystemId system,
        XrViewConfigurationType type, uint32_t capacity, uint32_t* count,
        XrEnvironmentBlendMode* modes) {
  constexpr char kName[] = "xrEnumerateEnvironmentBlendModes";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckView(kName, instance, system, type);
  if (result == XR_SUCCESS) {
    result = Give(kName, 1, capacity, count, modes, [&](uint32_t i) {
      modes[i] = XR_ENVIRONMENT_BLEND_MODE_OPAQUE;
      return XR_SUCCESS;
    });
  }
  return Traced(kName, instance, result);
}

COMMAND(xrEnumerateViewConfigurations, XrInstance instance, XrSystemId system, uint32_t capacity,
        uint32_t* count, XrViewConfigurationType* types) {
  constexpr char kName[] = "xrEnumerateViewConfigurations";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckSystem(kName, instance, system);
  if (result == XR_SUCCESS) {
    result = Give(kName, 1, capacity, count, types, [&](uint32_t i) {
      types[i] = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO;
      return XR_SUCCESS;
    });
  }
  return Traced(kName, instance, result);
}

COMMAND(xrGetViewConfigurationProperties, XrInstance instance, XrSystemId system,
        XrViewConfigurationType type, XrViewConfigurationProperties* properties) {
  constexpr char kName[] = "xrGetViewConfigurationProperties";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckView(kName, instance, system, type);
  if (result == XR_SUCCESS) {
    result = CheckStructure(kName, properties, XR_TYPE_VIEW_CONFIGURATION_PROPERTIES);
  }
  if (result == XR_SUCCESS) {
    properties->viewConfigurationType = type;
    properties->fovMutable = XR_FALSE;
  }
  return Traced(kName, instance, result);
}

COMMAND(xrEnumerateViewConfigurationViews, XrInstance instance, XrSystemId system,
        XrViewConfigurationType type, uint32_t capacity, uint32_t* count,
        XrViewConfigurationView* views) {
  constexpr char kName[] = "xrEnumerateViewConfigurationViews";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckView(kName, instance, system, type);
  if (result == XR_SUCCESS) {
    result = Give(kName, kViews, capacity, count, views, [&](uint32_t i) {
      const XrResult type_result =
          CheckStructure(kName, &views[i], XR_TYPE_VIEW_CONFIGURATION_VIEW);
      if (type_result != XR_SUCCESS) return type_result;
      views[i] = {XR_TYPE_VIEW_CONFIGURATION_VIEW,
                  views[i].next,
                  kViewPixels,
                  kViewPixels,
                  kViewPixels,
                  kViewPixels,
                  1,
                  1};
      return XR_SUCCESS;
    });
  }
  return Traced(kName, instance, result);
}

COMMAND(xrCreateSession, XrInstance instance, const XrSessionCreateInfo* info, XrSession* session) {
  XrResult result;
  if (Enter("xrCreateSession", &result)) return result;
  result = CheckHandle("xrCreateSession", instance, XR_OBJECT_TYPE_INSTANCE);
  if (result == XR_SUCCESS) {
    result = CheckStructure("xrCreateSession", info, XR_TYPE_SESSION_CREATE_INFO);
  }
  if (result == XR_SUCCESS) result = CheckSystem("xrCreateSession", instance, info->systemId);
  if (result == XR_SUCCESS) result = CheckOutputPointer("xrCreateSession", session);
  // This runtime supports no graphics API.
  if (result == XR_SUCCESS && !PointerIn<Instance>(instance)->headless) {
    result = XR_ERROR_GRAPHICS_DEVICE_INVALID;
  }
  if (result != XR_SUCCESS) return Traced("xrCreateSession", instance, result);
  if (newest_session != XR_NULL_HANDLE && IsMisbehaviourConfigured("one_handle_for_sessions")) {
    *session = newest_session;
    return Traced("xrCreateSession", *session, XR_SUCCESS);
  }
  auto* made = New<Session>(XR_OBJECT_TYPE_SESSION, instance);
  if (made == nullptr) return Traced("xrCreateSession", instance, XR_ERROR_OUT_OF_MEMORY);
  *session = newest_session = HandleOf<XrSession>(made);
  PushEvent(*session, XR_SESSION_STATE_IDLE);
  PushEvent(*session, XR_SESSION_STATE_READY);
  return Traced("xrCreateSession", *session, XR_SUCCESS);
}

COMMAND(xrDestroySession, XrSession session) {
  XrResult result;
  if (Enter("xrDestroySession", &result)) return result;
  result = CheckSession("xrDestroySession", session);
  Traced("xrDestroySession", session, result);
  if (result == XR_SUCCESS) DeleteObject(session);
  newest_session = XR_NULL_HANDLE;
  return result;
}

COMMAND(xrBeginSession, XrSession session, const XrSessionBeginInfo* info) {
  XrResult result;
  if (Enter("xrBeginSession", &result)) return result;
  result = CheckSession("xrBeginSession", session);
  if (result == XR_SUCCESS) {
    result = CheckStructure("xrBeginSession", info, XR_TYPE_SESSION_BEGIN_INFO);
  }
  if (result == XR_SUCCESS && Of(session)->running) result = XR_ERROR_SESSION_RUNNING;
  if (result == XR_SUCCESS &&
      info->primaryViewConfigurationType != XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO) {
    result = XR_ERROR_VIEW_CONFIGURATION_TYPE_UNSUPPORTED;
  }
  if (result == XR_SUCCESS) {
    Of(session)->running = true;
    PushEvent(session, XR_SESSION_STATE_SYNCHRONIZED);
    PushEvent(session, XR_SESSION_STATE_VISIBLE);
    PushEvent(session, XR_SESSION_STATE_FOCUSED);
  }
  return Traced("xrBeginSession", session, result);
}

COMMAND(xrRequestExitSession, XrSession session) {
  XrResult result;
  if (Enter("xrRequestExitSession", &result)) return result;
  result = CheckRunning("xrRequestExitSession", session);
  if (result == XR_SUCCESS && !Of(session)->stopping) {
    Of(session)->stopping = true;
    PushEvent(session, XR_SESSION_STATE_STOPPING);
  }
  return Traced("xrRequestExitSession", session, result);
}

COMMAND(xrEndSession, XrSession session) {
  XrResult result;
  if (Enter("xrEndSession", &result)) return result;
  result = CheckRunning("xrEndSession", session);
  if (result == XR_SUCCESS && !Of(session)->stopping) result = XR_ERROR_SESSION_NOT_STOPPING;
  if (result == XR_SUCCESS) {
    Of(session)->running = false;
    Of(session)->stopping = false;
    PushEvent(session, XR_SESSION_STATE_IDLE);
    PushEvent(session, XR_SESSION_STATE_EXITING);
  }
  return Traced("xrEndSession", session, result);
}

COMMAND(xrWaitFrame, XrSession session, const XrFrameWaitInfo* info, XrFrameState* state) {
  XrResult result;
  if (Enter("xrWaitFrame", &result)) return result;
  result = CheckRunning("xrWaitFrame", session);
  // The structure is optional here.
  if (result == XR_SUCCESS && info != nullptr) {
    result = CheckStructure("xrWaitFrame", info, XR_TYPE_FRAME_WAIT_INFO);
  }
  if (result == XR_SUCCESS) result = CheckStructure("xrWaitFrame", state, XR_TYPE_FRAME_STATE);
  if (result == XR_SUCCESS) {
    Of(session)->waited = true;
    Of(session)->time += kPeriod;
    state->predictedDisplayTime = Of(session)->time;
    state->predictedDisplayPeriod = kPeriod;
    state->shouldRender = XR_TRUE;
  }
  return Traced("xrWaitFrame", session, result);
}

COMMAND(xrBeginFrame, XrSession session, const XrFrameBeginInfo* info) {
  XrResult result;
  if (Enter("xrBeginFrame", &result)) return result;
  result = CheckRunning("xrBeginFrame", session);
  if (result == XR_SUCCESS && info != nullptr) {
    result = CheckStructure("xrBeginFrame", info, XR_TYPE_FRAME_BEGIN_INFO);
  }
  if (result == XR_SUCCESS && !Of(session)->waited) result = XR_ERROR_CALL_ORDER_INVALID;
  if (result == XR_SUCCESS) {
    if (Of(session)->begun) result = XR_FRAME_DISCARDED;
    Of(session)->waited = false;
    Of(session)->begun = true;
  }
  return Traced("xrBeginFrame", session, result);
}

COMMAND(xrEndFrame, XrSession session, const XrFrameEndInfo* info) {
  XrResult result;
  if (Enter("xrEndFrame", &result)) return result;
  result = CheckRunning("xrEndFrame", session);
  if (result == XR_SUCCESS) result = CheckStructure("xrEndFrame", info, XR_TYPE_FRAME_END_INFO);
  if (result == XR_SUCCESS && !Of(session)->begun) result = XR_ERROR_CALL_ORDER_INVALID;
  if (result == XR_SUCCESS) result = CheckLayers("xrEndFrame", *info);
  if (result == XR_SUCCESS) Of(session)->begun = false;
  return Traced("xrEndFrame", session, result);
}

COMMAND(xrLocateViews, XrSession session, const XrViewLocateInfo* info, XrViewState* state,
        uint32_t capacity, uint32_t* count, XrView* views) {
  XrResult result;
  if (Enter("xrLocateViews", &result)) return result;
  result = CheckSession("xrLocateViews", session);
  if (result == XR_SUCCESS) {
    result = CheckStructure("xrLocateViews", info, XR_TYPE_VIEW_LOCATE_INFO);
  }
  if (result == XR_SUCCESS) {
    result = CheckHandle("xrLocateViews", info->space, XR_OBJECT_TYPE_SPACE);
  }
  if (result == XR_SUCCESS) result = CheckStructure("xrLocateViews", state, XR_TYPE_VIEW_STATE);
  if (result == XR_SUCCESS) {
    state->viewStateFlags = XR_VIEW_STATE_ORIENTATION_VALID_BIT | XR_VIEW_STATE_POSITION_VALID_BIT;
    result = Give("xrLocateViews", kViews, capacity, count, views, [&](uint32_t i) {
      const XrResult type = CheckStructure("xrLocateViews", &views[i], XR_TYPE_VIEW);
      if (type != XR_SUCCESS) return type;
      views[i].pose = {{0, 0, 0, 1}, {0, 0, 0}};
      views[i].fov = {-1, 1, 1, -1};
      return XR_SUCCESS;
    });
  }
  return Traced("xrLocateViews", session, result);
}

}  // namespace loadstone::mock
