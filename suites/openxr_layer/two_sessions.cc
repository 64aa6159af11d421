// SPDX-License-Identifier: Apache-2.0
// Two sessions of one instance that an application has at once through an OpenXR API layer: "API
// Layer Conventions and Rules". "Session" and "Event Polling" of the API specification.

#include <fmt/format.h>

#include <cstring>
#include <vector>

#include "suites/openxr_layer/transcript.h"
#include "suites/openxr_layer/xr_script.h"

namespace loadstone::suites::two_sessions {
namespace {

// More than the events of two sessions at a time, because a layer may add events of its own.
constexpr int kPolls = 10;
constexpr size_t kSessions = 2;
constexpr char kBoth[] = "both sessions";

std::string NameOf(const std::vector<XrSession>& sessions, XrSession session) {
  if (session == sessions.front()) return "the first session";
  return session == sessions.back() ? "the second session" : "no session";
}

void PollEvents(const XrScript& script, const std::vector<XrSession>& sessions) {
  for (int poll = 0; poll < kPolls; ++poll) {
    auto buffer = EmptyXr<XrEventDataBuffer>(XR_TYPE_EVENT_DATA_BUFFER);
    const XrResult result =
        script.CallQuietly<PFN_xrPollEvent>("xrPollEvent", script.instance(), &buffer);
    if (result != XR_SUCCESS || buffer.type != XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED) continue;
    XrEventDataSessionStateChanged changed = {};
    std::memcpy(&changed, &buffer, sizeof(changed));
    script.Line(fmt::format("state {} of {}", static_cast<int>(changed.state),
                            NameOf(sessions, changed.session)));
  }
}

// Only one of the sessions runs at a time, the second one first.
void UseInTurn(const XrScript& script, const std::vector<XrSession>& sessions) {
  PollEvents(script, sessions);
  auto begin = EmptyXr<XrSessionBeginInfo>(XR_TYPE_SESSION_BEGIN_INFO);
  begin.primaryViewConfigurationType = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO;
  for (const size_t running : {1, 0}) {
    XR_CALL(script, xrBeginSession, sessions[running], &begin);
    XR_CALL(script, xrRequestExitSession, sessions[running]);
    PollEvents(script, sessions);
    XR_CALL(script, xrEndSession, sessions[running]);
    PollEvents(script, sessions);
  }
}

void UseTwoSessions(OpenXrApp& app, const LayerNames& layers) {
  if (!CreateXrInstanceBetween(app, layers)) return;
  const XrScript script(app);
  auto get = EmptyXr<XrSystemGetInfo>(XR_TYPE_SYSTEM_GET_INFO);
  get.formFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY;
  auto info = EmptyXr<XrSessionCreateInfo>(XR_TYPE_SESSION_CREATE_INFO);
  XR_CALL(script, xrGetSystem, script.instance(), &get, &info.systemId);
  std::vector<XrSession> sessions;
  while (sessions.size() < kSessions) {
    XrSession session = XR_NULL_HANDLE;
    XR_CALL(script, xrCreateSession, script.instance(), &info, &session);
    if (session == XR_NULL_HANDLE) break;
    sessions.push_back(session);
  }
  if (sessions.size() == kSessions) {
    UseInTurn(script, sessions);
    Note(kBoth, "used");
  }
  for (XrSession session : sessions) XR_CALL(script, xrDestroySession, session);
  app.DestroyInstance();
}

// A runtime, and therefore a layer, may support one session at a time.
OPENXR_LAYER_CASE(LS_XR_LAYER_12, each_of_two_sessions_has_its_own_state) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(c, UseTwoSessions);
  if (!Answers(runs.without()).contains(kBoth)) {
    throw HarnessError("without the layer, there are no two sessions");
  }
  SKIP_FOR(runs.WhyNoChain());
  SKIP_FOR(WhyNotFinished(runs.seen(), kXrSurvives));
  if (!Answers(runs.with()).contains(kBoth)) {
    GTEST_SKIP() << "with the layer, there are no two sessions at a time";
  }
  EXPECT_SEEN(XrTranscript(runs.with()), XrTranscript(runs.without()))
      << "each session has its own state and events, as without the layer";
}

}  // namespace
}  // namespace loadstone::suites::two_sessions
