// SPDX-License-Identifier: Apache-2.0
// LS_XR_RUNTIME_22: the queue of events ends, and frames of a session without graphics keep the
// order that the API specification demands ("Event Polling", "Frame Waiting", "Frame Submission").

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "suites/openxr_runtime/runtime_use.h"

namespace loadstone::suites::frames {
namespace {

constexpr char kWrong[] = "wrong";
constexpr char kEvents[] = "events";
// Many more events than a session causes.
constexpr int kMostEvents = 1000;

// What is wrong with the queue of events, after a session has been used.
std::string PollAll(const RuntimeApp& app) {
  for (int poll = 0; poll < kMostEvents; ++poll) {
    XrEventDataBuffer buffer = {};
    buffer.type = XR_TYPE_EVENT_DATA_BUFFER;
    const XrResult result = RUNTIME_CALL(app, xrPollEvent, app.instance(), &buffer);
    if (result != XR_SUCCESS) return {};
    if (buffer.type == XR_TYPE_EVENT_DATA_BUFFER) return "XR_SUCCESS without an event";
  }
  return fmt::format("more than {} events", kMostEvents);
}

// Adds a call that succeeds out of order, or gives another error than the one for that.
void ExpectOrderError(std::vector<std::string>& wrong, const char* call, XrResult result) {
  const bool given_up = result == XR_ERROR_RUNTIME_FAILURE || result == XR_ERROR_SESSION_LOST ||
                        result == XR_ERROR_INSTANCE_LOST || result == XR_ERROR_OUT_OF_MEMORY ||
                        result == XR_ERROR_FUNCTION_UNSUPPORTED;
  if (result == XR_ERROR_CALL_ORDER_INVALID || given_up) return;
  wrong.push_back(fmt::format("{} gives XrResult {}", call, static_cast<int>(result)));
}

std::string RunFrames(const RuntimeApp& app, XrSession session) {
  std::vector<std::string> wrong;
  const XrFrameBeginInfo begin = {XR_TYPE_FRAME_BEGIN_INFO, nullptr};
  ExpectOrderError(wrong, "xrBeginFrame without xrWaitFrame",
                   RUNTIME_CALL(app, xrBeginFrame, session, &begin));
  const XrFrameWaitInfo wait = {XR_TYPE_FRAME_WAIT_INFO, nullptr};
  XrFrameState state = {};
  state.type = XR_TYPE_FRAME_STATE;
  const XrResult waited = RUNTIME_CALL(app, xrWaitFrame, session, &wait, &state);
  if (waited == XR_SUCCESS && state.predictedDisplayTime > 0) {
    XrFrameEndInfo end = {};
    end.type = XR_TYPE_FRAME_END_INFO;
    end.displayTime = state.predictedDisplayTime;
    end.environmentBlendMode = XR_ENVIRONMENT_BLEND_MODE_OPAQUE;
    ExpectOrderError(wrong, "xrEndFrame without xrBeginFrame",
                     RUNTIME_CALL(app, xrEndFrame, session, &end));
    if (RUNTIME_CALL(app, xrBeginFrame, session, &begin) == XR_SUCCESS) {
      RUNTIME_CALL(app, xrEndFrame, session, &end);
      ExpectOrderError(wrong, "a second xrBeginFrame after one xrWaitFrame",
                       RUNTIME_CALL(app, xrBeginFrame, session, &begin));
    }
  }
  return fmt::format("{}", fmt::join(wrong, "; "));
}

void UseSession(const RuntimeApp& app, XrSession session) {
  const XrSessionBeginInfo begin = {XR_TYPE_SESSION_BEGIN_INFO, nullptr,
                                    XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO};
  if (Reaches(app, XR_SESSION_STATE_READY) &&
      RUNTIME_CALL(app, xrBeginSession, session, &begin) == XR_SUCCESS) {
    Note(kWrong, RunFrames(app, session));
  }
}

void Run(const ComponentUnderTest& runtime) {
  RuntimeApp app(runtime);
  if (!app.usable() || app.CreateInstance({.headless = true}) != XR_SUCCESS) return;
  const XrSession session = CreateHeadlessSession(app, FindSystem(app));
  if (session != XR_NULL_HANDLE) {
    UseSession(app, session);
    RUNTIME_CALL(app, xrDestroySession, session);
  }
  Note(kEvents, PollAll(app));
  app.DestroyInstance();
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_22, queue_of_events_ends) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, Run);
  SKIP_FOR(WhyNoXrInstance(seen));
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, kEvents));
  EXPECT_SEEN(Answers(seen.events())[kEvents], "")
      << "xrPollEvent returns XR_EVENT_UNAVAILABLE once there is no event, and writes each event";
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_22, frames_keep_their_order) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, Run);
  SKIP_FOR(WhyNoXrInstance(seen));
  if (seen.FinishedNormally() && !Answers(seen.events()).contains(kWrong)) {
    GTEST_SKIP() << "the runtime has no session without graphics that begins";
  }
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, kWrong));
  EXPECT_SEEN(Answers(seen.events())[kWrong], "")
      << "calls that are out of order return XR_ERROR_CALL_ORDER_INVALID";
}

}  // namespace
}  // namespace loadstone::suites::frames
