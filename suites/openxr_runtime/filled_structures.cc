// SPDX-License-Identifier: Apache-2.0
// LS_XR_RUNTIME_22: where a function succeeds, it has written what it returns, and the values are
// ones that the API specification allows ("Instance Information", "System Information", "Event
// Polling", "Swapchain Image Management", "Spaces", "Current Interaction Profile").

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "suites/common/openxr_capacity.h"
#include "suites/openxr_runtime/runtime_use.h"

namespace loadstone::suites::filled_structures {
namespace {

constexpr char kWrong[] = "wrong";
constexpr int kMostEvents = 64;
constexpr int64_t kUnwritten = 0x5a5a5a5a5a5a5a5a;
constexpr XrSpaceLocationFlags kLocationFlags =
    XR_SPACE_LOCATION_ORIENTATION_VALID_BIT | XR_SPACE_LOCATION_POSITION_VALID_BIT |
    XR_SPACE_LOCATION_ORIENTATION_TRACKED_BIT | XR_SPACE_LOCATION_POSITION_TRACKED_BIT;

class Session {
 public:
  explicit Session(const RuntimeApp& app)
      : app_(app), session_(CreateHeadlessSession(app, FindSystem(app))) {}
  ~Session() {
    if (exists()) RUNTIME_CALL(app_, xrDestroySession, session_);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  bool exists() const { return session_ != XR_NULL_HANDLE; }
  std::string wrong() const { return fmt::format("{}", fmt::join(wrong_, "; ")); }

  void PollEvents() {
    for (int poll = 0; poll < kMostEvents; ++poll) {
      XrEventDataBuffer buffer = {};
      buffer.type = XR_TYPE_EVENT_DATA_BUFFER;
      if (RUNTIME_CALL(app_, xrPollEvent, app_.instance(), &buffer) != XR_SUCCESS) return;
      if (buffer.type == XR_TYPE_UNKNOWN || buffer.type == XR_TYPE_EVENT_DATA_BUFFER) {
        return Add(fmt::format("xrPollEvent succeeds with an event of type {}",
                               static_cast<int>(buffer.type)));
      }
      if (buffer.type == XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED) ExpectOwnState(buffer);
    }
  }

  void ListFormats() {
    int64_t formats[256];
    std::fill(std::begin(formats), std::end(formats), kUnwritten);
    uint32_t count = 0;
    if (RUNTIME_CALL(app_, xrEnumerateSwapchainFormats, session_, uint32_t{std::size(formats)},
                     &count, formats) != XR_SUCCESS) {
      return;
    }
    int64_t* const end = formats + std::min<size_t>(count, std::size(formats));
    if (std::find(formats, end, kUnwritten) != end) {
      Add(fmt::format("xrEnumerateSwapchainFormats counts {} formats and does not write each",
                      count));
    }
  }

  void LocateView() {
    const XrSpace view = MakeSpace(XR_REFERENCE_SPACE_TYPE_VIEW);
    const XrSpace local = MakeSpace(XR_REFERENCE_SPACE_TYPE_LOCAL);
    auto location = UnwrittenXr<XrSpaceLocation>(XR_TYPE_SPACE_LOCATION);
    const XrTime any_time = 1;
    if (view != XR_NULL_HANDLE && local != XR_NULL_HANDLE &&
        RUNTIME_CALL(app_, xrLocateSpace, view, local, any_time, &location) == XR_SUCCESS) {
      ExpectLocation(location);
    }
    for (const XrSpace space : {view, local}) {
      if (space != XR_NULL_HANDLE) RUNTIME_CALL(app_, xrDestroySpace, space);
    }
  }

  // Action sets that are attached are a condition of this query; here there is one without actions.
  void AskForProfile() {
    XrActionSetCreateInfo info = {XR_TYPE_ACTION_SET_CREATE_INFO, nullptr, "empty", "Empty", 0};
    XrActionSet set = XR_NULL_HANDLE;
    if (RUNTIME_CALL(app_, xrCreateActionSet, app_.instance(), &info, &set) != XR_SUCCESS) return;
    const XrSessionActionSetsAttachInfo attach = {XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO, nullptr,
                                                  1, &set};
    XrPath left = XR_NULL_PATH;
    auto state = UnwrittenXr<XrInteractionProfileState>(XR_TYPE_INTERACTION_PROFILE_STATE);
    if (RUNTIME_CALL(app_, xrAttachSessionActionSets, session_, &attach) == XR_SUCCESS &&
        RUNTIME_CALL(app_, xrStringToPath, app_.instance(), "/user/hand/left", &left) ==
            XR_SUCCESS &&
        RUNTIME_CALL(app_, xrGetCurrentInteractionProfile, session_, left, &state) == XR_SUCCESS) {
      ExpectPath(state.interactionProfile);
    }
    RUNTIME_CALL(app_, xrDestroyActionSet, set);
  }

 private:
  void Add(const std::string& what) { wrong_.push_back(what); }

  // There is no other session.
  void ExpectOwnState(const XrEventDataBuffer& buffer) {
    XrEventDataSessionStateChanged changed;
    std::memcpy(&changed, &buffer, sizeof(changed));
    if (changed.session != session_) Add("an event about the state of a session has another one");
    if (changed.state == XR_SESSION_STATE_UNKNOWN) Add("an event has the unknown state");
  }

  XrSpace MakeSpace(XrReferenceSpaceType type) const {
    XrReferenceSpaceCreateInfo info = {};
    info.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO;
    info.referenceSpaceType = type;
    info.poseInReferenceSpace.orientation.w = 1;
    XrSpace space = XR_NULL_HANDLE;
    RUNTIME_CALL(app_, xrCreateReferenceSpace, session_, &info, &space);
    return space;
  }

  void ExpectLocation(const XrSpaceLocation& location) {
    if ((location.locationFlags & ~kLocationFlags) != 0) {
      return Add(fmt::format("xrLocateSpace gives locationFlags {:#x}", location.locationFlags));
    }
    if ((location.locationFlags & XR_SPACE_LOCATION_ORIENTATION_VALID_BIT) == 0) return;
    const auto& [x, y, z, w] = location.pose.orientation;
    // The specification allows a deviation of one percent from the length of 1.
    const float square = x * x + y * y + z * z + w * w;
    if (!(square > 0.98F && square < 1.03F)) {
      Add(fmt::format(
          "xrLocateSpace gives the valid orientation ({}, {}, {}, {}), which is no unit quaternion",
          x, y, z, w));
    }
  }

  void ExpectPath(XrPath path) {
    char text[XR_MAX_PATH_LENGTH] = {};
    uint32_t count = 0;
    if (path == XR_NULL_PATH || RUNTIME_CALL(app_, xrPathToString, app_.instance(), path,
                                             uint32_t{sizeof(text)}, &count, text) == XR_SUCCESS) {
      return;
    }
    Add(fmt::format("xrGetCurrentInteractionProfile gives {:#x}, which is no path", path));
  }

  const RuntimeApp& app_;
  XrSession session_;
  std::vector<std::string> wrong_;
};

void Run(const ComponentUnderTest& runtime) {
  RuntimeApp app(runtime);
  if (!app.usable() || app.CreateInstance({.headless = true}) != XR_SUCCESS) return;
  if (Session session(app); session.exists()) {
    session.PollEvents();
    session.ListFormats();
    session.LocateView();
    session.AskForProfile();
    Note(kWrong, session.wrong());
  }
  app.DestroyInstance();
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_22, structures_are_filled) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, Run);
  SKIP_FOR(WhyNoXrInstance(seen));
  if (seen.FinishedNormally() && !Answers(seen.events()).contains(kWrong)) {
    GTEST_SKIP() << "the runtime has no session without graphics";
  }
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, kWrong));
  EXPECT_SEEN(Answers(seen.events())[kWrong], "")
      << "what a function returns with XR_SUCCESS is written, with values that the API "
         "specification allows";
}

// Whether a text that was unwritten ends within its array.
template <size_t kSize>
bool IsText(const char (&text)[kSize]) {
  return std::find(text, text + kSize, '\0') != text + kSize;
}

void AskForProperties(const ComponentUnderTest& runtime) {
  RuntimeApp app(runtime);
  if (!app.usable() || app.CreateInstance() != XR_SUCCESS) return;
  std::vector<std::string> wrong;
  auto instance = UnwrittenXr<XrInstanceProperties>(XR_TYPE_INSTANCE_PROPERTIES);
  const XrVersion unwritten = instance.runtimeVersion;
  if (RUNTIME_CALL(app, xrGetInstanceProperties, app.instance(), &instance) == XR_SUCCESS) {
    if (!IsText(instance.runtimeName)) wrong.emplace_back("runtimeName is no text");
    if (instance.runtimeVersion == unwritten) wrong.emplace_back("runtimeVersion is not written");
  }
  const XrSystemId id = FindSystem(app);
  auto system = UnwrittenXr<XrSystemProperties>(XR_TYPE_SYSTEM_PROPERTIES);
  if (id != XR_NULL_SYSTEM_ID &&
      RUNTIME_CALL(app, xrGetSystemProperties, app.instance(), id, &system) == XR_SUCCESS) {
    if (system.systemId != id) wrong.emplace_back("systemId is not the one that was asked for");
    if (!IsText(system.systemName)) wrong.emplace_back("systemName is no text");
  }
  app.DestroyInstance();
  Note(kWrong, fmt::format("{}", fmt::join(wrong, "; ")));
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_22, properties_are_filled) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, AskForProperties);
  SKIP_FOR(WhyNoXrInstance(seen));
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, kWrong));
  EXPECT_SEEN(Answers(seen.events())[kWrong], "")
      << "xrGetInstanceProperties and xrGetSystemProperties write what they return";
}

}  // namespace
}  // namespace loadstone::suites::filled_structures
