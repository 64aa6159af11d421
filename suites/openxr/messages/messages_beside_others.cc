// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <atomic>
#include <bit>
#include <ctime>
#include <functional>
#include <thread>

#include "harness/probe/app_trace.h"
#include "suites/openxr/call_chain/core_walk.h"
#include "suites/openxr/layers.h"
#include "suites/openxr/messages/messengers.h"

// Fundamentals, "Threading Behavior" (LS_XR_LOADER_23): a messenger reads a message while another
// thread calls functions of XR_EXT_debug_utils, none of whose parameters is externally synchronized
// with those of the message.
namespace loadstone::suites::messages_beside_others {
namespace {

using namespace messengers;

constexpr char kMessage[] = "read by the messenger";
constexpr size_t kSessions = 40;
// A string object may have short texts within itself, and long ones elsewhere.
constexpr const char* kNames[] = {"short", "a name that is too long for a string object"};

// An application with sessions, of which the second is that of the message.
class Speaker {
 public:
  // Creates the instance and the sessions. Check IsComplete() before anything else.
  explicit Speaker(OpenXrApp& app) : app_(app) {
    if (!Begin(app, {}, nullptr, {kHeadless})) return;
    Find("xrSetDebugUtilsObjectNameEXT", &set_name_);
    Find("xrSessionBeginDebugUtilsLabelRegionEXT", &begin_);
    Find("xrSessionEndDebugUtilsLabelRegionEXT", &end_);
    Find("xrSessionInsertDebugUtilsLabelEXT", &insert_);
    Find("xrCreateDebugUtilsMessengerEXT", &create_messenger_);
    Find("xrSubmitDebugUtilsMessageEXT", &submit_);
    CreateSessions();
  }

  bool IsComplete() const { return found_ == 6 && sessions_.size() == kSessions; }

  void Name(size_t session, const char* name) {
    const XrDebugUtilsObjectNameInfoEXT info = {XR_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT, nullptr,
                                                XR_OBJECT_TYPE_SESSION, NumberOf(session), name};
    set_name_(app_.instance(), &info);
  }
  void BeginRegion(size_t session, const char* text) {
    const XrDebugUtilsLabelEXT label = {XR_TYPE_DEBUG_UTILS_LABEL_EXT, nullptr, text};
    begin_(sessions_[session], &label);
  }
  void EndRegion(size_t session) { end_(sessions_[session]); }
  void Insert(size_t session, const char* text) {
    const XrDebugUtilsLabelEXT label = {XR_TYPE_DEBUG_UTILS_LABEL_EXT, nullptr, text};
    insert_(sessions_[session], &label);
  }

  // Submits a message about the second session. The messenger lets another thread call `action`,
  // and traces "read" with the "names" and "labels" of the message, and whether they stay.
  void SubmitBeside(const std::function<void()>& action) {
    action_ = &action;
    XrDebugUtilsMessengerCreateInfoEXT info = ForNumber(0, kSeverities[3], kTypes[0]);
    info.userCallback = Read;
    info.userData = this;
    XrDebugUtilsMessengerEXT messenger = XR_NULL_HANDLE;
    if (create_messenger_(app_.instance(), &info, &messenger) != XR_SUCCESS) return;
    XrDebugUtilsObjectNameInfoEXT object = {XR_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT, nullptr,
                                            XR_OBJECT_TYPE_SESSION, NumberOf(1), nullptr};
    XrDebugUtilsMessengerCallbackDataEXT data = {};
    data.type = XR_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT;
    data.messageId = "id";
    data.functionName = "function";
    data.message = kMessage;
    data.objectCount = 1;
    data.objects = &object;
    app_.Traced("xrSubmitDebugUtilsMessageEXT", [&] {
      return submit_(app_.instance(), info.messageSeverities, info.messageTypes, &data);
    });
    if (other_.joinable()) other_.join();
  }

 private:
  template <typename Function>
  void Find(const char* name, Function* function) {
    *function = app_.Get<Function>(name);
    if (*function != nullptr) ++found_;
  }

  // A handle is a pointer, or a class.
  uint64_t NumberOf(size_t session) const { return std::bit_cast<uint64_t>(sessions_[session]); }

  void CreateSessions() {
    XrSystemGetInfo system_info = {XR_TYPE_SYSTEM_GET_INFO, nullptr,
                                   XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY};
    XrSessionCreateInfo info = {XR_TYPE_SESSION_CREATE_INFO, nullptr, 0, XR_NULL_SYSTEM_ID};
    app_.Get<PFN_xrGetSystem>("xrGetSystem")(app_.instance(), &system_info, &info.systemId);
    const auto create = app_.Get<PFN_xrCreateSession>("xrCreateSession");
    for (size_t i = 0; i < kSessions; ++i) {
      XrSession session = XR_NULL_HANDLE;
      if (create(app_.instance(), &info, &session) == XR_SUCCESS) sessions_.push_back(session);
    }
  }

  static std::vector<std::string> NamesIn(const XrDebugUtilsMessengerCallbackDataEXT& data) {
    std::vector<std::string> names;
    for (uint32_t i = 0; i < data.objectCount; ++i) {
      if (data.objects[i].objectName != nullptr) names.emplace_back(data.objects[i].objectName);
    }
    return names;
  }
  static std::vector<std::string> LabelsIn(const XrDebugUtilsMessengerCallbackDataEXT& data) {
    std::vector<std::string> labels;
    for (uint32_t i = 0; i < data.sessionLabelCount; ++i) {
      labels.emplace_back(data.sessionLabels[i].labelName);
    }
    return labels;
  }

  // Lets the other thread call the action, and waits until it has. A loader may make it wait until
  // the message is delivered, which is known when it takes too much processor time.
  void LetOtherAct() {
    const std::clock_t end = std::clock() + CLOCKS_PER_SEC / 4;
    other_ = std::thread([this] {
      (*action_)();
      done_ = true;
    });
    while (!done_ && std::clock() < end) std::this_thread::yield();
  }

  static XRAPI_ATTR XrBool32 XRAPI_CALL Read(XrDebugUtilsMessageSeverityFlagsEXT,
                                             XrDebugUtilsMessageTypeFlagsEXT,
                                             const XrDebugUtilsMessengerCallbackDataEXT* data,
                                             void* user) {
    auto& self = *static_cast<Speaker*>(user);
    if (data->message == nullptr || data->message != std::string(kMessage) ||
        self.other_.joinable()) {
      return XR_FALSE;
    }
    const std::vector<std::string> names = NamesIn(*data);
    const std::vector<std::string> labels = LabelsIn(*data);
    self.LetOtherAct();
    AppEvent("read")
        .Add("names", names)
        .Add("names_stay", NamesIn(*data) == names)
        .Add("labels", labels)
        .Add("labels_stay", LabelsIn(*data) == labels);
    return XR_FALSE;
  }

  OpenXrApp& app_;
  int found_ = 0;
  PFN_xrSetDebugUtilsObjectNameEXT set_name_ = nullptr;
  PFN_xrSessionBeginDebugUtilsLabelRegionEXT begin_ = nullptr;
  PFN_xrSessionEndDebugUtilsLabelRegionEXT end_ = nullptr;
  PFN_xrSessionInsertDebugUtilsLabelEXT insert_ = nullptr;
  PFN_xrCreateDebugUtilsMessengerEXT create_messenger_ = nullptr;
  PFN_xrSubmitDebugUtilsMessageEXT submit_ = nullptr;
  std::vector<XrSession> sessions_;
  const std::function<void()>* action_ = nullptr;
  std::thread other_;
  std::atomic<bool> done_ = false;
};

struct Row {
  const char* name;
  void (*act)(Speaker& speaker);  // in the other thread
};

constexpr Row kRows[] = {
    {"end_of_its_region", [](Speaker& speaker) { speaker.EndRegion(1); }},
    {"end_of_its_regions",
     [](Speaker& speaker) {
       speaker.EndRegion(1);
       speaker.EndRegion(1);
     }},
    {"another_label", [](Speaker& speaker) { speaker.Insert(1, "another label of the session"); }},
    {"more_regions",
     [](Speaker& speaker) {
       for (size_t i = 0; i < kSessions; ++i) speaker.BeginRegion(1, "another region");
     }},
    {"regions_of_other_sessions",
     [](Speaker& speaker) {
       for (size_t i = 2; i < kSessions; ++i) speaker.BeginRegion(i, "a region of another session");
     }},
    {"names_of_other_sessions",
     [](Speaker& speaker) {
       for (size_t i = 2; i < kSessions; ++i) speaker.Name(i, "a name of another session");
     }},
    {"name_of_the_session_before_it", [](Speaker& speaker) { speaker.Name(0, "another name"); }},
    {"no_name_of_the_session_before_it", [](Speaker& speaker) { speaker.Name(0, ""); }},
};

// The session has a name, two regions and a label.
void JudgeBeside(Case& c, const Row& row, const char* name) {
  const OpenXrWorld world =
      OpenXrWorld(c.subject()).With(Runtime(kDefaultRuntime).Extensions({{kHeadless}}));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    Speaker speaker(app);
    if (!speaker.IsComplete()) return;
    speaker.Name(0, "the session before it");
    speaker.Name(1, name);
    for (const char* text : kNames) speaker.BeginRegion(1, text);
    speaker.Insert(1, "a label of the session in its regions");
    speaker.SubmitBeside([&] { row.act(speaker); });
    app.DestroyInstance();
  });
  if (seen.First(kAppName, "not_listed").has_value()) {
    GTEST_SKIP() << "the loader does not list XR_EXT_debug_utils";
  }
  const auto read = seen.First(kAppName, "read");
  ASSERT_HOLDS(read.has_value()) << "a message that was submitted reaches the messenger";
  EXPECT_SEEN(read->Flag("names_stay"), true)
      << "names in a message stay while a messenger reads it, whatever another thread calls";
  EXPECT_SEEN(read->Flag("labels_stay"), true)
      << "labels in a message stay while a messenger reads it, whatever another thread calls";
}

REGISTER_CASES {
  for (const Row& row : kRows) {
    for (const char* name : kNames) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LOADER_23, policy::LS_XR_DEBUG_4},
                   fmt::format("message_beside_{}{}", row.name, name == kNames[0] ? "" : "_long"),
                   [&row, name](Case& c) { JudgeBeside(c, row, name); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::messages_beside_others
