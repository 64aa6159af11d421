// SPDX-License-Identifier: Apache-2.0
// usage: application LOADER end|label|name
//
// Submits a message about a session. While the messenger has it, another thread ends a label region
// of that session, inserts a label, or removes the name of another session; the messenger prints
// whether the texts of the message stay what they were.
#include <dlfcn.h>
#include <openxr/openxr.h>
#include <stdio.h>
#include <string.h>

#include <string>
#include <thread>

namespace {

XrInstance instance;
XrSession sessions[2];
std::string action;

PFN_xrGetInstanceProcAddr get_instance_proc_addr;
template <typename Function>
Function get(const char* name) {
  PFN_xrVoidFunction function = nullptr;
  get_instance_proc_addr(instance, name, &function);
  return reinterpret_cast<Function>(function);
}

void name_session(int number, const char* name) {
  const XrDebugUtilsObjectNameInfoEXT info = {XR_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT, nullptr,
                                              XR_OBJECT_TYPE_SESSION,
                                              reinterpret_cast<uint64_t>(sessions[number]), name};
  get<PFN_xrSetDebugUtilsObjectNameEXT>("xrSetDebugUtilsObjectNameEXT")(instance, &info);
}

void begin_region(const char* text) {
  const XrDebugUtilsLabelEXT label = {XR_TYPE_DEBUG_UTILS_LABEL_EXT, nullptr, text};
  get<PFN_xrSessionBeginDebugUtilsLabelRegionEXT>("xrSessionBeginDebugUtilsLabelRegionEXT")(
      sessions[1], &label);
}

void insert_label(const char* text) {
  const XrDebugUtilsLabelEXT label = {XR_TYPE_DEBUG_UTILS_LABEL_EXT, nullptr, text};
  get<PFN_xrSessionInsertDebugUtilsLabelEXT>("xrSessionInsertDebugUtilsLabelEXT")(sessions[1],
                                                                                  &label);
}

void act() {
  if (action == "label") insert_label("another label of the session");
  if (action == "name") name_session(0, "");
  if (action == "end")
    get<PFN_xrSessionEndDebugUtilsLabelRegionEXT>("xrSessionEndDebugUtilsLabelRegionEXT")(
        sessions[1]);
}

std::string texts_of(const XrDebugUtilsMessengerCallbackDataEXT& data) {
  std::string texts;
  for (uint32_t i = 0; i < data.objectCount; ++i)
    if (data.objects[i].objectName) texts += std::string(data.objects[i].objectName) + '\n';
  for (uint32_t i = 0; i < data.sessionLabelCount; ++i)
    texts += std::string(data.sessionLabels[i].labelName) + '\n';
  return texts;
}

XrBool32 XRAPI_CALL read(XrDebugUtilsMessageSeverityFlagsEXT, XrDebugUtilsMessageTypeFlagsEXT,
                         const XrDebugUtilsMessengerCallbackDataEXT* data, void*) {
  const std::string before = texts_of(*data);
  std::thread(act).join();
  printf("%s", texts_of(*data) == before ? "unchanged" : "changed");
  return XR_FALSE;
}

bool create(void* loader) {
  const char* const extensions[] = {"XR_EXT_debug_utils", "XR_MND_headless"};
  XrInstanceCreateInfo info = {XR_TYPE_INSTANCE_CREATE_INFO};
  strcpy(info.applicationInfo.applicationName, "application");
  info.applicationInfo.apiVersion = XR_MAKE_VERSION(1, 0, 0);
  info.enabledExtensionCount = 2;
  info.enabledExtensionNames = extensions;
  const auto create_instance =
      reinterpret_cast<PFN_xrCreateInstance>(dlsym(loader, "xrCreateInstance"));
  if (create_instance(&info, &instance) != XR_SUCCESS) return false;
  const XrSystemGetInfo system = {XR_TYPE_SYSTEM_GET_INFO, nullptr,
                                  XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY};
  XrSessionCreateInfo session = {XR_TYPE_SESSION_CREATE_INFO};
  get<PFN_xrGetSystem>("xrGetSystem")(instance, &system, &session.systemId);
  for (XrSession& made : sessions)
    get<PFN_xrCreateSession>("xrCreateSession")(instance, &session, &made);
  XrDebugUtilsMessengerCreateInfoEXT messenger = {XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
  messenger.messageSeverities = XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  messenger.messageTypes = XR_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT;
  messenger.userCallback = read;
  XrDebugUtilsMessengerEXT made = XR_NULL_HANDLE;
  return get<PFN_xrCreateDebugUtilsMessengerEXT>("xrCreateDebugUtilsMessengerEXT")(
             instance, &messenger, &made) == XR_SUCCESS;
}

}  // namespace

int main(int count, char** words) {
  void* loader = count == 3 ? dlopen(words[1], RTLD_NOW) : nullptr;
  if (!loader) return 2;
  action = words[2];
  get_instance_proc_addr =
      reinterpret_cast<PFN_xrGetInstanceProcAddr>(dlsym(loader, "xrGetInstanceProcAddr"));
  if (!create(loader)) return printf("no messenger"), 1;
  name_session(0, "another session");
  name_session(1, "session");
  begin_region("a region of the session");
  insert_label("a label of the session in its region");
  XrDebugUtilsObjectNameInfoEXT object = {XR_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT, nullptr,
                                          XR_OBJECT_TYPE_SESSION,
                                          reinterpret_cast<uint64_t>(sessions[1]), nullptr};
  XrDebugUtilsMessengerCallbackDataEXT data = {XR_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT};
  data.messageId = data.functionName = data.message = "message";
  data.objectCount = 1;
  data.objects = &object;
  get<PFN_xrSubmitDebugUtilsMessageEXT>("xrSubmitDebugUtilsMessageEXT")(
      instance, XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
      XR_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, &data);
  get<PFN_xrDestroyInstance>("xrDestroyInstance")(instance);
  return 0;
}
