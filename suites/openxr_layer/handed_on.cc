// SPDX-License-Identifier: Apache-2.0
// What an OpenXR API layer hands on: results from below, instances that it refuses, and structures
// from above. "API Layer Conventions and Rules", "API Layer Intercept Requirements"; "The Instance
// Lost Error" of the API specification.

#include <fmt/format.h>

#include <algorithm>

#include "suites/openxr_layer/application_commands.h"
#include "suites/openxr_layer/transcript.h"

namespace loadstone::suites::handed_on {
namespace {

// The commands that cannot tell of a lost instance: the error is for functions that do not destroy.
bool Destroys(const std::string& command) { return command.starts_with("xrDestroy"); }

// The name of an application for which the layer below returns the result from the command.
std::string AnsweredApplication(const std::string& command, XrResult result) {
  return fmt::format("{} {}", command, static_cast<int>(result));
}

// Runs such an application up to the command, and notes what it gets under a name.
void NoteAnswered(OpenXrApp& app, const LayerNames& layers, const std::string& name,
                  const std::string& command, XrResult result) {
  XrInstanceRequest request;
  request.application = AnsweredApplication(command, result);
  if (!CreateXrInstanceBetween(app, layers, request)) return;
  const std::optional<XrResult> got = RunXrApplicationUntil(app, command);
  if (got.has_value()) Note(name, std::to_string(*got));
  app.DestroyInstance();
}

// Loses an instance in each command, and notes the result under its name.
void LoseInstances(OpenXrApp& app, const LayerNames& layers) {
  for (const std::string& command : XrApplicationCommands()) {
    if (Destroys(command)) continue;
    NoteAnswered(app, layers, command, command, XR_ERROR_INSTANCE_LOST);
  }
}

// Whether the layer below answered a call of the command by itself.
bool IsForcedBelow(const std::vector<Event>& events, const std::string& command) {
  const std::vector<Event> calls = Of(events, kXrBelow, command);
  return std::any_of(calls.begin(), calls.end(),
                     [](const Event& call) { return call.Flag("forced", false); });
}

OPENXR_LAYER_CASE(LS_XR_LAYER_12, lost_instance_is_told) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(
      c, LoseInstances, {.above = "{}", .below = R"({"fails_as_application_says": true})"});
  SKIP_FOR(runs.WhyIncomplete());
  const std::string lost = std::to_string(XR_ERROR_INSTANCE_LOST);
  auto without = Answers(runs.without());
  std::vector<std::string> hidden;
  for (const auto& [command, result] : Answers(runs.with())) {
    // The loader of the case may answer the command itself.
    if (without[command] != lost || !IsForcedBelow(runs.with(), command)) continue;
    if (result != lost) hidden.push_back(fmt::format("{}: XrResult {}", command, result));
  }
  EXPECT_SEEN(hidden, IsEmpty()) << "the layer returns XR_ERROR_INSTANCE_LOST from each of these "
                                    "commands, as the layer below does";
}

// A result of success that says more than XR_SUCCESS, of a command that writes nothing.
struct QualifiedSuccess {
  const char* command;
  XrResult result;
};

// What the API specification has each command return ("Return Codes" of its reference page). A
// runtime must return the second to fourth from an application without the focus, and
// XR_FRAME_DISCARDED for a frame that follows one that was not ended.
constexpr QualifiedSuccess kQualifiedSuccesses[] = {
    {"xrBeginFrame", XR_FRAME_DISCARDED},
    {"xrSyncActions", XR_SESSION_NOT_FOCUSED},
    {"xrApplyHapticFeedback", XR_SESSION_NOT_FOCUSED},
    {"xrStopHapticFeedback", XR_SESSION_NOT_FOCUSED},
    {"xrAttachSessionActionSets", XR_SESSION_LOSS_PENDING},
    {"xrBeginSession", XR_SESSION_LOSS_PENDING},
    {"xrBeginFrame", XR_SESSION_LOSS_PENDING},
    {"xrSyncActions", XR_SESSION_LOSS_PENDING},
    {"xrApplyHapticFeedback", XR_SESSION_LOSS_PENDING},
    {"xrStopHapticFeedback", XR_SESSION_LOSS_PENDING},
    {"xrEndFrame", XR_SESSION_LOSS_PENDING},
};

std::string NameOf(const QualifiedSuccess& success) {
  return AnsweredApplication(success.command, success.result);
}

// Has each command succeed so once, and notes the result.
void SucceedWithMore(OpenXrApp& app, const LayerNames& layers) {
  for (const QualifiedSuccess& success : kQualifiedSuccesses) {
    NoteAnswered(app, layers, NameOf(success), success.command, success.result);
  }
}

OPENXR_LAYER_CASE(LS_XR_LAYER_9, success_from_below_is_handed_on_as_it_is) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(
      c, SucceedWithMore, {.above = "{}", .below = R"({"fails_as_application_says": true})"});
  SKIP_FOR(runs.WhyIncomplete());
  auto without = Answers(runs.without());
  auto with = Answers(runs.with());
  std::vector<std::string> changed;
  for (const QualifiedSuccess& success : kQualifiedSuccesses) {
    const std::string name = NameOf(success);
    const std::string expected = std::to_string(success.result);
    if (without[name] != expected || !IsForcedBelow(runs.with(), success.command)) continue;
    if (with.contains(name) && with[name] != expected) {
      changed.push_back(fmt::format("{}: XrResult {}", name, with[name]));
    }
  }
  EXPECT_SEEN(changed, IsEmpty()) << "the layer returns from each of these commands the result of "
                                     "success that the layer below does";
}

// The commands that a layer may call while it creates an instance.
constexpr const char* kInCreation[] = {"xrGetInstanceProperties", "xrGetSystem", "xrStringToPath",
                                       "xrResultToString", "xrStructureTypeToString"};

// For each of them, an instance in which it fails. A layer may then refuse the instance; if it does
// not, it is destroyed.
void FailInCreation(OpenXrApp& app, const LayerNames& layers) {
  if (!CreateXrInstanceBetween(app, layers)) return;
  app.DestroyInstance();
  for (const char* command : kInCreation) {
    XrInstanceRequest request;
    request.application = AnsweredApplication(command, XR_ERROR_RUNTIME_FAILURE);
    if (CreateXrInstanceBetween(app, layers, request)) app.DestroyInstance();
  }
  const bool created = CreateXrInstanceBetween(app, layers);
  Note("last", created ? "an instance" : "no instance");
  if (created) app.DestroyInstance();
}

// Whether the runtime refused an instance because it still had another one.
bool HadTooMany(const std::vector<Event>& events) {
  const std::vector<Event> creations = Of(events, kDefaultRuntime, "xrCreateInstance");
  return std::ranges::any_of(creations, [](const Event& creation) {
    return creation.Number("result") == XR_ERROR_LIMIT_REACHED;
  });
}

// A runtime may have one instance at a time, and stay loaded. Without the layer the application has
// its instances one after another.
OPENXR_LAYER_CASE(LS_XR_LAYER_12, refused_instance_is_not_left_in_the_runtime) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs =
      RunXrTwice(c, FailInCreation,
                 {.above = "{}",
                  .below = R"({"fails_as_application_says": true})",
                  .runtime = R"({"misbehave": ["one_instance_at_a_time"]})"});
  if (HadTooMany(runs.without())) throw HarnessError("without the layer, an instance is left");
  SKIP_FOR(WhyNotFinished(runs.seen(), kXrSurvives));
  SKIP_FOR(runs.WhyNoChain());
  EXPECT_HOLDS(!HadTooMany(runs.with()))
      << "an instance that was created below and that the layer then refuses is destroyed below: "
         "the runtime, which has one at a time, can create the next one";
}

XrBool32 XRAPI_CALL Ignore(XrDebugUtilsMessageSeverityFlagsEXT, XrDebugUtilsMessageTypeFlagsEXT,
                           const XrDebugUtilsMessengerCallbackDataEXT*, void*) {
  return XR_FALSE;
}

void CreateWithMessenger(OpenXrApp& app, const LayerNames& layers) {
  XrDebugUtilsMessengerCreateInfoEXT messenger = {};
  messenger.type = XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  messenger.messageSeverities = XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  messenger.messageTypes = XR_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT;
  messenger.userCallback = Ignore;
  XrInstanceRequest request;
  request.extensions = {"XR_EXT_debug_utils"};
  request.next = &messenger;
  if (CreateXrInstanceBetween(app, layers, request)) app.DestroyInstance();
}

// Whether the runtime gets a messenger, behind XrInstanceCreateInfo or later.
bool GetsMessenger(const std::vector<Event>& events) {
  if (FirstOf(events, kDefaultRuntime, "xrCreateDebugUtilsMessengerEXT").has_value()) return true;
  const auto creation = FirstOf(events, kDefaultRuntime, "xrCreateInstance");
  if (!creation.has_value() || !creation->Has("next")) return false;
  const std::vector<int64_t> types = creation->Numbers("next");
  return std::count(types.begin(), types.end(), XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT) > 0;
}

OPENXR_LAYER_CASE(LS_XR_LAYER_12, messenger_of_the_application_arrives) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(c, CreateWithMessenger);
  if (!GetsMessenger(runs.without())) GTEST_SKIP() << "the loader keeps messengers for itself";
  // Debian 12's loader crashes after a creation with a messenger if a layer wraps the instance.
  if (!runs.seen().FinishedNormally() && !GetsMessenger(runs.with())) {
    GTEST_SKIP() << "with a messenger the application did not finish ("
                 << runs.seen().DescribeEnding() << ")";
  }
  if (runs.seen().FinishedNormally()) SKIP_FOR(runs.WhyNoChain());
  if (!FirstOf(runs.with(), kDefaultRuntime, "xrCreateInstance").has_value()) {
    SKIP_WITH(Unjudged("with the layer, the runtime creates no instance with a messenger",
                       {kXrSameResults, "LS_XR_LAYER_32/copy_of_a_messenger_is_no_error"}));
  }
  EXPECT_HOLDS(GetsMessenger(runs.with()))
      << "the messenger that the application puts behind XrInstanceCreateInfo reaches the runtime";
}

}  // namespace
}  // namespace loadstone::suites::handed_on
