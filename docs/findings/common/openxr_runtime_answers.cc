// SPDX-License-Identifier: Apache-2.0
// usage: openxr_runtime_answers LIBRARY name|space
//
// Uses a runtime's library without a loader, and prints what it returns:
//   name    for an instance of an application whose name is empty
//   space   for an action space of a boolean action, in a session without graphics
#include <dlfcn.h>
#include <openxr/loader_interfaces.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static PFN_xrGetInstanceProcAddr get_proc_addr;
static XrInstance instance = XR_NULL_HANDLE;

#define GET(function) reinterpret_cast<PFN_##function>(get(#function))

static PFN_xrVoidFunction get(const char* name) {
  PFN_xrVoidFunction function = nullptr;
  get_proc_addr(instance, name, &function);
  if (!function) exit(3);
  return function;
}

static void negotiate(void* library) {
  auto function = reinterpret_cast<PFN_xrNegotiateLoaderRuntimeInterface>(
      dlsym(library, "xrNegotiateLoaderRuntimeInterface"));
  XrNegotiateLoaderInfo loader = {XR_LOADER_INTERFACE_STRUCT_LOADER_INFO,
                                  XR_LOADER_INFO_STRUCT_VERSION,
                                  sizeof(XrNegotiateLoaderInfo),
                                  1,
                                  1,
                                  XR_MAKE_VERSION(1, 0, 0),
                                  XR_MAKE_VERSION(1, 0x3ff, 0xfff)};
  XrNegotiateRuntimeRequest request = {};
  request.structType = XR_LOADER_INTERFACE_STRUCT_RUNTIME_REQUEST;
  request.structVersion = XR_RUNTIME_INFO_STRUCT_VERSION;
  request.structSize = sizeof request;
  if (!function || function(&loader, &request) != XR_SUCCESS) exit(4);
  get_proc_addr = request.getInstanceProcAddr;
}

static XrResult create_instance(const char* name, uint32_t extensions) {
  const char* headless = "XR_MND_headless";
  XrInstanceCreateInfo info = {};
  info.type = XR_TYPE_INSTANCE_CREATE_INFO;
  snprintf(info.applicationInfo.applicationName, sizeof info.applicationInfo.applicationName, "%s",
           name);
  info.applicationInfo.apiVersion = XR_MAKE_VERSION(1, 0, 0);
  info.enabledExtensionCount = extensions;
  info.enabledExtensionNames = &headless;
  return GET(xrCreateInstance)(&info, &instance);
}

static XrSession create_session() {
  XrSystemGetInfo system = {XR_TYPE_SYSTEM_GET_INFO, nullptr, XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY};
  XrSessionCreateInfo info = {};
  info.type = XR_TYPE_SESSION_CREATE_INFO;
  XrSession session = XR_NULL_HANDLE;
  if (GET(xrGetSystem)(instance, &system, &info.systemId) != XR_SUCCESS) exit(5);
  if (GET(xrCreateSession)(instance, &info, &session) != XR_SUCCESS) exit(6);
  return session;
}

static XrAction create_boolean_action(XrActionSet* set) {
  XrActionSetCreateInfo set_info = {XR_TYPE_ACTION_SET_CREATE_INFO, nullptr, "set", "Set", 0};
  if (GET(xrCreateActionSet)(instance, &set_info, set) != XR_SUCCESS) exit(7);
  XrActionCreateInfo info = {};
  info.type = XR_TYPE_ACTION_CREATE_INFO;
  info.actionType = XR_ACTION_TYPE_BOOLEAN_INPUT;
  strcpy(info.actionName, "button");
  strcpy(info.localizedActionName, "Button");
  XrAction action = XR_NULL_HANDLE;
  if (GET(xrCreateAction)(*set, &info, &action) != XR_SUCCESS) exit(8);
  return action;
}

static XrResult create_space() {
  XrSession session = create_session();
  XrActionSet set = XR_NULL_HANDLE;
  XrActionSpaceCreateInfo info = {};
  info.type = XR_TYPE_ACTION_SPACE_CREATE_INFO;
  info.action = create_boolean_action(&set);
  info.poseInActionSpace.orientation.w = 1;
  XrSessionActionSetsAttachInfo attach = {XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO, nullptr, 1,
                                          &set};
  if (GET(xrAttachSessionActionSets)(session, &attach) != XR_SUCCESS) exit(9);
  XrSpace space = XR_NULL_HANDLE;
  return GET(xrCreateActionSpace)(session, &info, &space);
}

int main(int count, char** words) {
  void* library = count == 3 ? dlopen(words[1], RTLD_NOW) : nullptr;
  if (!library) return 2;
  negotiate(library);
  if (strcmp(words[2], "name") == 0) {
    const XrResult named = create_instance("an application", 0);
    if (named == XR_SUCCESS) GET(xrDestroyInstance)(instance);
    instance = XR_NULL_HANDLE;
    printf("an instance of an application with a name: returns %d\n", named);
    printf("an instance of an application with an empty name: returns %d\n",
           create_instance("", 0));
  } else if (create_instance("an application", 1) == XR_SUCCESS) {
    printf("an action space of a boolean action: returns %d\n", create_space());
  }
  if (instance) GET(xrDestroyInstance)(instance);
  return 0;
}
