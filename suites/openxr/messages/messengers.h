// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_MESSAGES_MESSENGERS_H_
#define LOADSTONE_SUITES_OPENXR_MESSAGES_MESSENGERS_H_

#include <algorithm>
#include <string>
#include <vector>

#include "harness/case/openxr_case.h"
#include "harness/probe/app_trace.h"

// Code shared by the suites about messengers of XR_EXT_debug_utils.
namespace loadstone::suites::messengers {

inline constexpr char kDebugUtils[] = "XR_EXT_debug_utils";

inline constexpr XrDebugUtilsMessageSeverityFlagsEXT kSeverities[] = {
    XR_DEBUG_UTILS_MESSAGE_SEVERITY_VERBOSE_BIT_EXT, XR_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT,
    XR_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT, XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT};
inline constexpr XrDebugUtilsMessageTypeFlagsEXT kTypes[] = {
    XR_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, XR_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
    XR_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT,
    XR_DEBUG_UTILS_MESSAGE_TYPE_CONFORMANCE_BIT_EXT};

// Traces "message" with "messenger", the number in the user data, and "text".
inline XRAPI_ATTR XrBool32 XRAPI_CALL Heard(XrDebugUtilsMessageSeverityFlagsEXT,
                                            XrDebugUtilsMessageTypeFlagsEXT,
                                            const XrDebugUtilsMessengerCallbackDataEXT* data,
                                            void* user) {
  AppEvent("message")
      .Add("messenger", static_cast<int64_t>(reinterpret_cast<intptr_t>(user)))
      .Add("text", data->message != nullptr ? data->message : "");
  return XR_FALSE;
}

inline XrDebugUtilsMessengerCreateInfoEXT ForNumber(size_t number,
                                                    XrDebugUtilsMessageSeverityFlagsEXT severities,
                                                    XrDebugUtilsMessageTypeFlagsEXT types) {
  XrDebugUtilsMessengerCreateInfoEXT info = {};
  info.type = XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  info.messageSeverities = severities;
  info.messageTypes = types;
  info.userCallback = Heard;
  info.userData = reinterpret_cast<void*>(static_cast<intptr_t>(number));
  return info;
}

// An application with an instance that has messengers.
class Listener {
 public:
  explicit Listener(OpenXrApp& app)
      : app_(app),
        create_(app.Get<PFN_xrCreateDebugUtilsMessengerEXT>("xrCreateDebugUtilsMessengerEXT")),
        destroy_(app.Get<PFN_xrDestroyDebugUtilsMessengerEXT>("xrDestroyDebugUtilsMessengerEXT")),
        submit_(app.Get<PFN_xrSubmitDebugUtilsMessageEXT>("xrSubmitDebugUtilsMessageEXT")) {}

  bool IsComplete() const {
    return create_ != nullptr && destroy_ != nullptr && submit_ != nullptr;
  }
  XrDebugUtilsMessengerEXT Create(size_t number, XrDebugUtilsMessageSeverityFlagsEXT severities,
                                  XrDebugUtilsMessageTypeFlagsEXT types) {
    const XrDebugUtilsMessengerCreateInfoEXT info = ForNumber(number, severities, types);
    XrDebugUtilsMessengerEXT messenger = XR_NULL_HANDLE;
    app_.Traced("xrCreateDebugUtilsMessengerEXT",
                [&] { return create_(app_.instance(), &info, &messenger); });
    return messenger;
  }
  void Destroy(XrDebugUtilsMessengerEXT messenger) {
    app_.Traced("xrDestroyDebugUtilsMessengerEXT", [&] { return destroy_(messenger); });
  }
  void Submit(XrDebugUtilsMessageSeverityFlagsEXT severity, XrDebugUtilsMessageTypeFlagsEXT type,
              const std::string& text) {
    XrDebugUtilsMessengerCallbackDataEXT data = {};
    data.type = XR_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT;
    data.messageId = "id";
    data.functionName = "function";
    data.message = text.c_str();
    app_.Traced("xrSubmitDebugUtilsMessageEXT",
                [&] { return submit_(app_.instance(), severity, type, &data); });
  }

 private:
  OpenXrApp& app_;
  PFN_xrCreateDebugUtilsMessengerEXT create_;
  PFN_xrDestroyDebugUtilsMessengerEXT destroy_;
  PFN_xrSubmitDebugUtilsMessageEXT submit_;
};

// Creates an instance with the extension, and `others`, if the loader lists it, else traces
// "not_listed" (LS_XR_DEBUG_4.r1). Whether there is an instance.
inline bool Begin(OpenXrApp& app, const std::vector<std::string>& layers = {},
                  const void* next = nullptr, const std::vector<std::string>& others = {}) {
  const std::vector<XrExtensionProperties> listed = app.EnumerateExtensions();
  if (std::none_of(listed.begin(), listed.end(), [](const XrExtensionProperties& one) {
        return one.extensionName == std::string(kDebugUtils);
      })) {
    AppEvent("not_listed");
    return false;
  }
  std::vector<std::string> extensions = others;
  extensions.emplace_back(kDebugUtils);
  return app.CreateInstance({.layers = layers, .extensions = extensions, .next = next}) ==
         XR_SUCCESS;
}

// The texts that reached the messenger of that number, without those of the loader.
inline std::vector<std::string> HeardBy(const Observation& seen, size_t number) {
  std::vector<std::string> texts;
  for (const Event& event : seen.Select(kAppName, "message")) {
    if (event.Number("messenger") != static_cast<int64_t>(number)) continue;
    if (event.Text("text").starts_with("to ")) texts.push_back(event.Text("text"));
  }
  return texts;
}

}  // namespace loadstone::suites::messengers

#endif  // LOADSTONE_SUITES_OPENXR_MESSAGES_MESSENGERS_H_
