// SPDX-License-Identifier: Apache-2.0
// A runtime whose sessions need no graphics. It has no messengers, names and labels of its own.
#include <openxr/loader_interfaces.h>
#include <stdio.h>
#include <string.h>

namespace {

template <typename Handle>
XrResult make(Handle* handle) {
  static char objects[16];
  static int count = 0;
  *handle = reinterpret_cast<Handle>(&objects[count++ % 16]);
  return XR_SUCCESS;
}

XrResult XRAPI_CALL enumerate_extensions(const char*, uint32_t capacity, uint32_t* count,
                                         XrExtensionProperties* properties) {
  *count = 1;
  if (capacity == 0) return XR_SUCCESS;
  snprintf(properties->extensionName, sizeof properties->extensionName, "XR_MND_headless");
  properties->extensionVersion = 2;
  return XR_SUCCESS;
}

XrResult XRAPI_CALL create_instance(const XrInstanceCreateInfo*, XrInstance* instance) {
  return make(instance);
}

XrResult XRAPI_CALL destroy_instance(XrInstance) { return XR_SUCCESS; }

XrResult XRAPI_CALL get_system(XrInstance, const XrSystemGetInfo*, XrSystemId* system) {
  *system = 1;
  return XR_SUCCESS;
}

XrResult XRAPI_CALL create_session(XrInstance, const XrSessionCreateInfo*, XrSession* session) {
  return make(session);
}

XrResult XRAPI_CALL get_instance_proc_addr(XrInstance, const char* name,
                                           PFN_xrVoidFunction* function) {
  static const struct {
    const char* name;
    PFN_xrVoidFunction function;
  } functions[] = {
      {"xrEnumerateInstanceExtensionProperties",
       reinterpret_cast<PFN_xrVoidFunction>(enumerate_extensions)},
      {"xrCreateInstance", reinterpret_cast<PFN_xrVoidFunction>(create_instance)},
      {"xrDestroyInstance", reinterpret_cast<PFN_xrVoidFunction>(destroy_instance)},
      {"xrGetSystem", reinterpret_cast<PFN_xrVoidFunction>(get_system)},
      {"xrCreateSession", reinterpret_cast<PFN_xrVoidFunction>(create_session)},
      {"xrGetInstanceProcAddr", reinterpret_cast<PFN_xrVoidFunction>(get_instance_proc_addr)}};
  *function = nullptr;
  for (const auto& known : functions)
    if (strcmp(name, known.name) == 0) *function = known.function;
  return *function ? XR_SUCCESS : XR_ERROR_FUNCTION_UNSUPPORTED;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) XrResult XRAPI_CALL
xrNegotiateLoaderRuntimeInterface(const XrNegotiateLoaderInfo*,
                                  XrNegotiateRuntimeRequest* request) {
  request->runtimeInterfaceVersion = 1;
  request->runtimeApiVersion = XR_MAKE_VERSION(1, 0, 0);
  request->getInstanceProcAddr = get_instance_proc_addr;
  return XR_SUCCESS;
}
