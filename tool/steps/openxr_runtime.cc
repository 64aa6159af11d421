// SPDX-License-Identifier: Apache-2.0
// A runtime with one extension. It writes its name, "runtime" unless NAME is another, to the
// standard output when an instance is created, and can do nothing else.
#include <openxr/loader_interfaces.h>
#include <stdio.h>
#include <string.h>

#ifndef NAME
#define NAME "runtime"
#endif

extern "C" {

static XrResult XRAPI_CALL enumerate_extensions(const char* layer, uint32_t capacity,
                                                uint32_t* count,
                                                XrExtensionProperties* properties) {
  (void)layer;
  *count = 1;
  if (capacity == 0) return XR_SUCCESS;
  snprintf(properties->extensionName, sizeof properties->extensionName, "XR_EXAMPLE_runtime");
  properties->extensionVersion = 1;
  return XR_SUCCESS;
}

static XrResult XRAPI_CALL create_instance(const XrInstanceCreateInfo* info, XrInstance* instance) {
  (void)info;
  static int object;
  dprintf(1, " " NAME);
  *instance = reinterpret_cast<XrInstance>(&object);
  return XR_SUCCESS;
}

static XrResult XRAPI_CALL destroy_instance(XrInstance instance) {
  (void)instance;
  return XR_SUCCESS;
}

static XrResult XRAPI_CALL get_instance_properties(XrInstance instance,
                                                   XrInstanceProperties* properties) {
  (void)instance;
  properties->runtimeVersion = XR_MAKE_VERSION(1, 0, 0);
  snprintf(properties->runtimeName, sizeof properties->runtimeName, "example");
  return XR_SUCCESS;
}

static XrResult XRAPI_CALL get_instance_proc_addr(XrInstance instance, const char* name,
                                                  PFN_xrVoidFunction* function) {
  (void)instance;
  *function = nullptr;
  if (strcmp(name, "xrGetInstanceProcAddr") == 0)
    *function = reinterpret_cast<PFN_xrVoidFunction>(get_instance_proc_addr);
  if (strcmp(name, "xrEnumerateInstanceExtensionProperties") == 0)
    *function = reinterpret_cast<PFN_xrVoidFunction>(enumerate_extensions);
  if (strcmp(name, "xrCreateInstance") == 0)
    *function = reinterpret_cast<PFN_xrVoidFunction>(create_instance);
  if (strcmp(name, "xrDestroyInstance") == 0)
    *function = reinterpret_cast<PFN_xrVoidFunction>(destroy_instance);
  if (strcmp(name, "xrGetInstanceProperties") == 0)
    *function = reinterpret_cast<PFN_xrVoidFunction>(get_instance_properties);
  return *function ? XR_SUCCESS : XR_ERROR_FUNCTION_UNSUPPORTED;
}

XrResult XRAPI_CALL xrNegotiateLoaderRuntimeInterface(const XrNegotiateLoaderInfo* loader,
                                                      XrNegotiateRuntimeRequest* request) {
  if (loader->minInterfaceVersion > 1 || loader->maxInterfaceVersion < 1)
    return XR_ERROR_INITIALIZATION_FAILED;
  if (XR_VERSION_MAJOR(loader->minApiVersion) > 1 || XR_VERSION_MAJOR(loader->maxApiVersion) < 1)
    return XR_ERROR_INITIALIZATION_FAILED;
  request->runtimeInterfaceVersion = 1;
  request->runtimeApiVersion = XR_MAKE_VERSION(1, 0, 0);
  request->getInstanceProcAddr = get_instance_proc_addr;
  return XR_SUCCESS;
}

}  // extern "C"
