// SPDX-License-Identifier: Apache-2.0
// What an OpenXR API layer does in the commands that it intercepts: "API Layer Intercept
// Requirements", "API Layer Conventions and Rules".

#include <fmt/format.h>

#include <algorithm>

#include "policies/reading_ids.h"
#include "suites/common/wrapped_handles.h"
#include "suites/openxr_layer/application_commands.h"
#include "suites/openxr_layer/own_functions.h"
#include "suites/openxr_layer/transcript.h"

namespace loadstone::suites::intercepts {
namespace {

LayerComparison RunTheApplication(Case& c) { return RunXrTwice(c, RunXrApplication); }

constexpr char kTold[] = "told";
constexpr char kNothing[] = "success and nothing";

// Traces the failure of a command, or whether it returned something.
void Tell(const char* command, XrResult result, bool given) {
  Note(command, XR_FAILED(result) ? kTold : given ? "success and something" : kNothing);
}

// Calls that all fail below the layer, or return nothing.
void MakeFailingCalls(OpenXrApp& app, const LayerNames& layers) {
  if (!CreateXrInstanceBetween(app, layers)) return;
  XrSystemGetInfo system_info = {XR_TYPE_SYSTEM_GET_INFO, nullptr,
                                 XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY};
  XrSystemId system = XR_NULL_SYSTEM_ID;
  app.Get<PFN_xrGetSystem>("xrGetSystem")(app.instance(), &system_info, &system);
  XrSessionCreateInfo info = {XR_TYPE_SESSION_CREATE_INFO, nullptr, 0, system};
  XrSession session = XR_NULL_HANDLE;
  Tell("xrCreateSession",
       app.Get<PFN_xrCreateSession>("xrCreateSession")(app.instance(), &info, &session),
       session != XR_NULL_HANDLE);
  XrPath path = XR_NULL_PATH;
  Tell("xrStringToPath",
       app.Get<PFN_xrStringToPath>("xrStringToPath")(app.instance(), "/user/hand/left", &path),
       path != XR_NULL_PATH);
  XrEventDataBuffer buffer = {};
  buffer.type = XR_TYPE_EVENT_DATA_BUFFER;
  const XrResult polled = app.Get<PFN_xrPollEvent>("xrPollEvent")(app.instance(), &buffer);
  Tell("xrPollEvent", polled == XR_EVENT_UNAVAILABLE ? XR_ERROR_RUNTIME_FAILURE : polled,
       buffer.type != XR_TYPE_EVENT_DATA_BUFFER);
  app.DestroyInstance();
}

OPENXR_LAYER_CASE(LS_XR_LAYER_9, tells_of_what_failed_below) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs =
      RunXrTwice(c, MakeFailingCalls,
                 {.above = "{}",
                  .below = fmt::format(R"({{"results": {{"xrCreateSession": {},
                                                         "xrStringToPath": {}}}}})",
                                       static_cast<int>(XR_ERROR_LIMIT_REACHED),
                                       static_cast<int>(XR_ERROR_PATH_COUNT_EXCEEDED))});
  SKIP_FOR(runs.WhyIncomplete());
  for (const auto& [command, answer] : Answers(runs.without())) {
    if (answer == kNothing) throw HarnessError(command + " hides a failure without the layer");
  }
  std::vector<std::string> hidden;
  for (const auto& [command, answer] : Answers(runs.with())) {
    if (answer == kNothing) hidden.push_back(command);
  }
  EXPECT_SEEN(hidden, IsEmpty())
      << "with the layer, none of these calls returns XR_SUCCESS although it failed below";
}

int64_t Calls(const std::vector<Event>& events, const char* who, const std::string& command) {
  return static_cast<int64_t>(Of(events, who, command).size());
}

OPENXR_LAYER_CASE(LS_XR_LAYER_11, calls_that_it_adds_go_down) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTheApplication(c);
  SKIP_FOR(runs.WhyIncomplete());
  ExpectAddedCallsGoDown(runs, XrApplicationCommands());
}

constexpr char kIntercepted[] = "intercepted commands";

// Traces which commands of the application the layer intercepts, and runs the application.
void RunAndTellIntercepted(OpenXrApp& app, const LayerNames& layers) {
  if (!CreateXrInstanceBetween(app, layers)) return;
  TraceQueryBounds([] {
    const LsXrWitness above = LookBelow<LsXrWitness>(kXrAbove);
    const LsXrWitness below = LookBelow<LsXrWitness>(kXrBelow);
    std::vector<std::string> own;
    for (const std::string& command : XrApplicationCommands()) {
      if (OwnFunction<PFN_xrVoidFunction>(above, below, command.c_str()) != nullptr) {
        own.push_back(command);
      }
    }
    AppEvent(kIntercepted).Add("names", own);
  });
  app.DestroyInstance();
  RunXrApplication(app, layers);
}

// Whether the application calls the command, and no call reaches the runtime although each does
// without the layer. A query may be answered by the layer: LS_XR_LAYER_37.r1.
bool IsKept(const LayerComparison& runs, const std::string& command) {
  return std::ranges::find(kXrChanges, command) != std::end(kXrChanges) &&
         Calls(runs.without(), kDefaultRuntime, command) > 0 &&
         Calls(runs.with(), kDefaultRuntime, command) == 0;
}

OPENXR_LAYER_CASE(LS_XR_LAYER_37, most_intercepted_commands_call_down) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(c, RunAndTellIntercepted);
  SKIP_FOR(runs.WhyIncomplete());
  const auto intercepted = FirstOf(runs.with(), kAppName, kIntercepted);
  if (!intercepted.has_value()) SKIP_WITH(runs.WhyNoChain());
  std::vector<std::string> called;
  std::vector<std::string> kept;
  for (const std::string& command : intercepted->List("names")) {
    if (Calls(runs.with(), kXrAbove, command) == 0) continue;
    called.push_back(command);
    if (IsKept(runs, command)) kept.push_back(command);
  }
  if (called.empty()) GTEST_SKIP() << "the layer intercepts no command of the application";
  if (kept.size() * 2 <= called.size()) return;
  EXPECT_SEEN(kept, IsEmpty()) << fmt::format(
                                      "most of the {} commands that the layer intercepts and the "
                                      "application calls reach the "
                                      "runtime",
                                      called.size())
                               << reading::LS_XR_LAYER_37_r1;
}

OPENXR_LAYER_CASE(LS_XR_LAYER_14, wrapped_handles_are_unwrapped) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTheApplication(c);
  SKIP_FOR(runs.WhyNoChain());
  const std::vector<std::string> commands = XrApplicationCommands();
  const std::vector<std::string> leaked = LeakedHandles(runs, kDefaultRuntime, commands);
  if (WrappedHandles(runs, commands).empty() && leaked.empty()) {
    GTEST_SKIP() << "the layer wraps none of the objects that the application uses";
  }
  EXPECT_SEEN(leaked, IsEmpty()) << "no call passes a wrapping handle to the runtime";
}

}  // namespace
}  // namespace loadstone::suites::intercepts
