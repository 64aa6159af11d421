// SPDX-License-Identifier: Apache-2.0
// A runtime for openxr_runtime_offers.cc and openxr_runtime_answers.cc, which shows that what the
// documents demand is possible. It keeps nothing: every handle is the same.
#include <openxr/loader_interfaces.h>
#include <string.h>

namespace {

template <typename Handle>
XrResult make(Handle* handle) {
  static int object;
  *handle = reinterpret_cast<Handle>(&object);
  return XR_SUCCESS;
}

XrResult XRAPI_CALL create_instance(const XrInstanceCreateInfo* info, XrInstance* instance) {
  return info->applicationInfo.applicationName[0] ? make(instance) : XR_ERROR_NAME_INVALID;
}

XrResult XRAPI_CALL destroy_instance(XrInstance) { return XR_SUCCESS; }

XrResult XRAPI_CALL get_system(XrInstance, const XrSystemGetInfo*, XrSystemId* system) {
  *system = 1;
  return XR_SUCCESS;
}

XrResult XRAPI_CALL create_session(XrInstance, const XrSessionCreateInfo*, XrSession* session) {
  return make(session);
}

XrResult XRAPI_CALL create_action_set(XrInstance, const XrActionSetCreateInfo*, XrActionSet* set) {
  return make(set);
}

XrResult XRAPI_CALL create_action(XrActionSet, const XrActionCreateInfo*, XrAction* action) {
  return make(action);
}

XrResult XRAPI_CALL attach(XrSession, const XrSessionActionSetsAttachInfo*) { return XR_SUCCESS; }

// There are no actions of poses.
XrResult XRAPI_CALL create_action_space(XrSession, const XrActionSpaceCreateInfo*, XrSpace*) {
  return XR_ERROR_ACTION_TYPE_MISMATCH;
}

XrResult XRAPI_CALL get_instance_proc_addr(XrInstance, const char* name,
                                           PFN_xrVoidFunction* function) {
  static const struct {
    const char* name;
    PFN_xrVoidFunction function;
  } functions[] = {
      {"xrCreateInstance", reinterpret_cast<PFN_xrVoidFunction>(create_instance)},
      {"xrDestroyInstance", reinterpret_cast<PFN_xrVoidFunction>(destroy_instance)},
      {"xrGetSystem", reinterpret_cast<PFN_xrVoidFunction>(get_system)},
      {"xrCreateSession", reinterpret_cast<PFN_xrVoidFunction>(create_session)},
      {"xrCreateActionSet", reinterpret_cast<PFN_xrVoidFunction>(create_action_set)},
      {"xrCreateAction", reinterpret_cast<PFN_xrVoidFunction>(create_action)},
      {"xrAttachSessionActionSets", reinterpret_cast<PFN_xrVoidFunction>(attach)},
      {"xrCreateActionSpace", reinterpret_cast<PFN_xrVoidFunction>(create_action_space)}};
  *function = nullptr;
  for (const auto& each : functions)
    if (strcmp(name, each.name) == 0) *function = each.function;
  return *function ? XR_SUCCESS : XR_ERROR_FUNCTION_UNSUPPORTED;
}

}  // namespace

extern "C" XrResult XRAPI_CALL xrNegotiateLoaderRuntimeInterface(
    const XrNegotiateLoaderInfo* loader, XrNegotiateRuntimeRequest* request) {
  if (loader->minInterfaceVersion > 1 || loader->maxInterfaceVersion < 1 ||
      XR_VERSION_MAJOR(loader->minApiVersion) > 1 || XR_VERSION_MAJOR(loader->maxApiVersion) < 1)
    return XR_ERROR_INITIALIZATION_FAILED;
  request->runtimeInterfaceVersion = 1;
  request->runtimeApiVersion = XR_MAKE_VERSION(1, 0, 0);
  request->getInstanceProcAddr = get_instance_proc_addr;
  return XR_SUCCESS;
}
