// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <bit>

#include "harness/probe/app_trace.h"
#include "suites/openxr/call_chain/core_walk.h"
#include "suites/openxr/layers.h"

// LS_XR_ROBUSTNESS_1: a runtime that lists XR_EXT_debug_utils, which a loader may implement too,
// and lacks one of its functions, or all. The application uses those that it finds; what the loader
// calls in the runtime, and what it answers, is open.
namespace loadstone::suites::xr_listed_functions {
namespace {

constexpr char kDebugUtils[] = "XR_EXT_debug_utils";
constexpr char kCreate[] = "xrCreateDebugUtilsMessengerEXT";
constexpr char kDestroy[] = "xrDestroyDebugUtilsMessengerEXT";
constexpr char kSubmit[] = "xrSubmitDebugUtilsMessageEXT";
constexpr char kSetName[] = "xrSetDebugUtilsObjectNameEXT";
constexpr char kBegin[] = "xrSessionBeginDebugUtilsLabelRegionEXT";
constexpr char kEnd[] = "xrSessionEndDebugUtilsLabelRegionEXT";
constexpr char kInsert[] = "xrSessionInsertDebugUtilsLabelEXT";

struct Row {
  const char* name;
  std::vector<std::string> functions;  // that the runtime lacks
};

std::vector<Row> Rows() {
  return {{"creation_of_messengers", {kCreate}},
          {"destruction_of_messengers", {kDestroy}},
          {"messages", {kSubmit}},
          {"names", {kSetName}},
          {"beginnings_of_regions", {kBegin}},
          {"ends_of_regions", {kEnd}},
          {"labels", {kInsert}},
          {"all_functions", {kCreate, kDestroy, kSubmit, kSetName, kBegin, kEnd, kInsert}}};
}

XRAPI_ATTR XrBool32 XRAPI_CALL Ignore(XrDebugUtilsMessageSeverityFlagsEXT,
                                      XrDebugUtilsMessageTypeFlagsEXT,
                                      const XrDebugUtilsMessengerCallbackDataEXT*, void*) {
  return XR_FALSE;
}

void UseMessenger(OpenXrApp& app) {
  const auto create = app.Get<PFN_xrCreateDebugUtilsMessengerEXT>(kCreate);
  const auto destroy = app.Get<PFN_xrDestroyDebugUtilsMessengerEXT>(kDestroy);
  const auto submit = app.Get<PFN_xrSubmitDebugUtilsMessageEXT>(kSubmit);
  if (create == nullptr || destroy == nullptr || submit == nullptr) return;
  XrDebugUtilsMessengerCreateInfoEXT info = {};
  info.type = XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  info.messageSeverities = XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageTypes = XR_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT;
  info.userCallback = Ignore;
  XrDebugUtilsMessengerEXT messenger = XR_NULL_HANDLE;
  if (app.Traced(kCreate, [&] { return create(app.instance(), &info, &messenger); }) !=
      XR_SUCCESS) {
    return;
  }
  XrDebugUtilsMessengerCallbackDataEXT data = {};
  data.type = XR_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT;
  data.messageId = "id";
  data.functionName = "function";
  data.message = "a message";
  app.Traced(kSubmit, [&] {
    return submit(app.instance(), XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                  XR_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, &data);
  });
  app.Traced(kDestroy, [&] { return destroy(messenger); });
}

void UseName(OpenXrApp& app) {
  const auto set = app.Get<PFN_xrSetDebugUtilsObjectNameEXT>(kSetName);
  if (set == nullptr) return;
  XrDebugUtilsObjectNameInfoEXT info = {};
  info.type = XR_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT;
  info.objectType = XR_OBJECT_TYPE_INSTANCE;
  info.objectHandle = std::bit_cast<uint64_t>(app.instance());  // a pointer, or a class
  info.objectName = "a name";
  app.Traced(kSetName, [&] { return set(app.instance(), &info); });
}

void UseLabels(OpenXrApp& app) {
  const auto begin = app.Get<PFN_xrSessionBeginDebugUtilsLabelRegionEXT>(kBegin);
  const auto insert = app.Get<PFN_xrSessionInsertDebugUtilsLabelEXT>(kInsert);
  const auto end = app.Get<PFN_xrSessionEndDebugUtilsLabelRegionEXT>(kEnd);
  XrSystemGetInfo system_info = {XR_TYPE_SYSTEM_GET_INFO, nullptr,
                                 XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY};
  XrSessionCreateInfo info = {XR_TYPE_SESSION_CREATE_INFO, nullptr, 0, XR_NULL_SYSTEM_ID};
  app.Get<PFN_xrGetSystem>("xrGetSystem")(app.instance(), &system_info, &info.systemId);
  XrSession session = XR_NULL_HANDLE;
  app.Get<PFN_xrCreateSession>("xrCreateSession")(app.instance(), &info, &session);
  if (session == XR_NULL_HANDLE) return;
  const XrDebugUtilsLabelEXT label = {XR_TYPE_DEBUG_UTILS_LABEL_EXT, nullptr, "label"};
  if (begin != nullptr && end != nullptr) {
    app.Traced(kBegin, [&] { return begin(session, &label); });
    app.Traced(kEnd, [&] { return end(session); });
  }
  if (insert != nullptr) app.Traced(kInsert, [&] { return insert(session, &label); });
  app.Get<PFN_xrDestroySession>("xrDestroySession")(session);
}

void Judge(Case& c, const Row& row) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime)
                 .Extensions({{kHeadless}, {kDebugUtils}})
                 .Behaviour(JsonObject().Set("hidden_functions", row.functions).Text()));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    if (app.CreateInstance({.extensions = {kHeadless, kDebugUtils}}) != XR_SUCCESS) return;
    UseMessenger(app);
    UseName(app);
    UseLabels(app);
    app.DestroyInstance();
  });
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), AnyOf("XR_SUCCESS", IsXrError()))
      << "an instance of a runtime without a function is created or refused";
  if (XrResultOf(seen, "xrCreateInstance") != "XR_SUCCESS") return;
  EXPECT_SEEN(XrResultOf(seen, "xrDestroyInstance"), "XR_SUCCESS")
      << "the functions that the application finds return, and the instance can be destroyed";
}

REGISTER_CASES {
  static const std::vector<Row> kRows = Rows();
  for (const Row& row : kRows) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_ROBUSTNESS_1},
                 fmt::format("debug_utils_of_a_runtime_without_{}", row.name),
                 [&row](Case& c) { Judge(c, row); });
  }
}

}  // namespace
}  // namespace loadstone::suites::xr_listed_functions
