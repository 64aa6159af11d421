// SPDX-License-Identifier: Apache-2.0
// An ordinary OpenXR application with and without the API layer, and the layer's part in the
// creation of an instance: "API Layer Conventions and Rules", "API Layer Create Instance Process".

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "suites/openxr_layer/application_commands.h"
#include "suites/openxr_layer/transcript.h"

namespace loadstone::suites::application {
namespace {

int Calls(const std::vector<Event>& events, const char* who, const char* command) {
  return static_cast<int>(Of(events, who, command).size());
}

// How many calls of the application reach the runtime without the layer but not with it. What a
// layer refused cannot be expected below it: only calls that entered it count.
int Missing(const LayerComparison& runs, const char* command) {
  const int expected = std::min(Calls(runs.with(), kXrAbove, command),
                                Calls(runs.without(), kDefaultRuntime, command));
  return std::max(0, expected - Calls(runs.with(), kDefaultRuntime, command));
}

// The commands without which the runtime does not learn of something, each as often as a call does
// not reach it. A layer may collect events in advance: LS_XR_LAYER_10.r1.
std::vector<std::string> MissingChanges(const LayerComparison& runs) {
  std::vector<std::string> commands;
  for (const char* command : kXrChanges) {
    const bool events = std::string_view(command) == "xrPollEvent";
    const int some = Calls(runs.with(), kDefaultRuntime, command);
    const int missing = events && some > 0 ? 0 : Missing(runs, command);
    commands.insert(commands.end(), missing, command);
  }
  commands.insert(commands.end(), Missing(runs, "xrDestroyInstance"), "xrDestroyInstance");
  return commands;
}

OPENXR_LAYER_CASE(LS_XR_LAYER_12, application_comes_to_its_end) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(c, RunXrApplication);
  EXPECT_HOLDS(runs.seen().FinishedNormally())
      << "the application finishes with the layer; observed: " << runs.seen().DescribeEnding();
}

OPENXR_LAYER_CASE(LS_XR_LAYER_12, application_sees_the_same) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(c, RunXrApplication);
  if (const SkipReason why = WhyNotFinished(runs.seen(), kXrSurvives); !why.empty()) {
    SKIP_WITH(why);
  }
  if (!FirstOf(runs.with(), kXrAbove, kXrLayerCreate).has_value()) SKIP_WITH(runs.WhyNoChain());
  EXPECT_SEEN(XrTranscript(runs.with()), XrTranscript(runs.without()))
      << "the application sees the same as without the layer";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_10, calls_reach_the_runtime) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(c, RunXrApplication);
  SKIP_FOR(runs.WhyIncomplete());
  EXPECT_SEEN(MissingChanges(runs), IsEmpty())
      << "each of these calls reaches the runtime with the layer, as it does without the layer";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_10, most_commands_reach_the_runtime) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(c, RunXrApplication);
  SKIP_FOR(runs.WhyIncomplete());
  std::vector<std::string> called;
  std::vector<std::string> kept;
  for (const std::string& command : XrApplicationCommands()) {
    if (Calls(runs.with(), kXrAbove, command.c_str()) == 0) continue;
    called.push_back(command);
    if (Missing(runs, command.c_str()) > 0) kept.push_back(command);
  }
  if (kept.size() * 2 < called.size()) return;
  EXPECT_SEEN(kept, IsEmpty()) << fmt::format(
      "most of the {} commands that the application calls reach the runtime", called.size());
}

OPENXR_LAYER_CASE(LS_XR_LAYER_13, makes_no_invalid_calls) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(c, RunXrApplication);
  SKIP_FOR(runs.WhyNoChain());
  ExpectValidCalls(runs, {kXrBelow, kDefaultRuntime});
}

// The result of each creation, as the witness above returned it.
std::vector<std::string> CreationResults(const std::vector<Event>& events) {
  std::vector<std::string> results;
  for (const Event& event : XrCreationsAbove(events)) {
    results.push_back(std::to_string(event.Number("result")));
  }
  return results;
}

// The result of the first creation.
std::string FirstResult(const std::vector<Event>& events) {
  const std::vector<std::string> results = CreationResults(events);
  return results.empty() ? "no answer" : results.front();
}

// Loaders unload a layer with its instance, unless something else uses its library, or the library
// itself cannot be unloaded: then the layer finds what it stored for the first instance.
OPENXR_LAYER_CASE(LS_XR_LAYER_12, library_that_stays_loaded_serves_again) {
  SKIP_FOR(WhyNoLibrary(c));
  const std::string library = LayerOf(c).library;
  const LayerComparison runs = RunXrTwice(c, [library](OpenXrApp& app, const LayerNames& layers) {
    if (!CreateXrInstanceBetween(app, layers)) return;
    void* held = dlopen(library.c_str(), RTLD_NOW | RTLD_NOLOAD);
    app.DestroyInstance();
    RunXrApplication(app, layers);
    if (held != nullptr) dlclose(held);
  });
  const std::vector<std::string> expected = CreationResults(runs.without());
  const std::vector<std::string> results = CreationResults(runs.with());
  SKIP_FOR(runs.WhyIncomplete());
  if (results.empty() || expected.empty() || results.front() != expected.front()) {
    SKIP_WITH(Unjudged("the layer creates no instance", {kXrSameResults}));
  }
  EXPECT_SEEN(results, expected)
      << "the layer creates an instance again after the first one was destroyed";
}

// Each creation fails below the layer, with different errors.
void ExpectTheResultsOfTheNext(Case& c) {
  SKIP_FOR(WhyNoLibrary(c));
  static const std::vector<std::string> kErrors = {std::to_string(XR_ERROR_LIMIT_REACHED),
                                                   std::to_string(XR_ERROR_RUNTIME_FAILURE),
                                                   std::to_string(XR_ERROR_OUT_OF_MEMORY),
                                                   std::to_string(XR_ERROR_INITIALIZATION_FAILED),
                                                   std::to_string(XR_ERROR_API_VERSION_UNSUPPORTED),
                                                   std::to_string(XR_ERROR_EXTENSION_NOT_PRESENT),
                                                   std::to_string(XR_ERROR_RUNTIME_UNAVAILABLE),
                                                   std::to_string(XR_ERROR_NAME_INVALID),
                                                   std::to_string(XR_ERROR_VALIDATION_FAILURE)};
  const LayerComparison runs =
      RunXrTwice(c,
                 [](OpenXrApp& app, const LayerNames& layers) {
                   for (const std::string& error : kErrors) {
                     XrInstanceRequest request;
                     request.application = error;
                     if (CreateXrInstanceBetween(app, layers, request)) app.DestroyInstance();
                   }
                 },
                 {.above = "{}", .below = R"({"result_is_application_name": true})"});
  SKIP_FOR(WhyNoXrCreation(runs));
  SKIP_FOR(WhyNotFinished(runs.seen(), kXrSurvives));
  if (CreationResults(runs.without()) != kErrors) {
    throw HarnessError(
        "without the layer, the errors of the witness below do not reach the application");
  }
  EXPECT_SEEN(CreationResults(runs.with()), kErrors)
      << "the layer returns the errors with which the creations below fail";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_21, returns_the_result_of_the_next) { ExpectTheResultsOfTheNext(c); }

OPENXR_LAYER_CASE(LS_XR_LAYER_34, returns_the_result_of_the_next) { ExpectTheResultsOfTheNext(c); }

// In the probe: two ordinary instances, one after another. Returns false if one is refused.
bool CreateOrdinaryInstances(OpenXrApp& app, const LayerNames& layers) {
  for (int number = 0; number < 2; ++number) {
    if (!CreateXrInstanceBetween(app, layers)) return false;
    app.DestroyInstance();
  }
  return true;
}

// Fails the case if the layer creates the two ordinary instances but not the third one, which has
// something special that is no reason to refuse it.
void JudgeThirdInstance(const LayerComparison& runs, const std::string& special) {
  const std::string good = std::to_string(XR_SUCCESS);
  if (CreationResults(runs.without()) != std::vector(3, good)) {
    GTEST_SKIP() << "without the layer, no instance is created with " << special;
  }
  SKIP_FOR(runs.WhyNoChain());
  const std::vector<std::string> results = CreationResults(runs.with());
  if (results.size() < 2 || results[1] != good) {
    SKIP_FOR(WhyNotFinished(runs.seen(), kXrSurvives));
    SKIP_WITH(Unjudged("the layer creates no second instance, even without anything special",
                       {kXrSameResults}));
  }
  EXPECT_SEEN(results, SizeIs(3)) << "the process survives " << special << ": "
                                  << runs.seen().DescribeEnding();
  EXPECT_SEEN(results.back(), good) << "the layer creates an instance with " << special;
}

OPENXR_LAYER_CASE(LS_XR_LAYER_22, ignores_loader_instance) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeThirdInstance(
      RunXrTwice(c,
                 [](OpenXrApp& app, const LayerNames& layers) {
                   if (!CreateOrdinaryInstances(app, layers)) return;
                   XrInstanceRequest request;
                   request.application = "Third";
                   if (CreateXrInstanceBetween(app, layers, request)) app.DestroyInstance();
                 },
                 {.above = R"({"corrupt_loader_instance_for": "Third"})", .below = "{}"}),
      "a loaderInstance that leads nowhere");
}

// Traces which of the application's messengers was called.
XrBool32 XRAPI_CALL OnMessage(XrDebugUtilsMessageSeverityFlagsEXT, XrDebugUtilsMessageTypeFlagsEXT,
                              const XrDebugUtilsMessengerCallbackDataEXT*, void* messenger) {
  AppEvent{static_cast<const char*>(messenger)};
  return XR_FALSE;
}

constexpr char kFirst[] = "first messenger";
constexpr char kSecond[] = "second messenger";

// A messenger for errors only: a loader may log more messages of other severities if there are more
// layers.
XrDebugUtilsMessengerCreateInfoEXT Messenger(const char* name, const void* next) {
  XrDebugUtilsMessengerCreateInfoEXT info = {};
  info.type = XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  info.next = next;
  info.messageSeverities = XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageTypes = XR_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT |
                      XR_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                      XR_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT |
                      XR_DEBUG_UTILS_MESSAGE_TYPE_CONFORMANCE_BIT_EXT;
  info.userCallback = OnMessage;
  info.userData = const_cast<char*>(name);
  return info;
}

bool CreateWithMessengers(OpenXrApp& app, const LayerNames& layers, const void* chain) {
  XrInstanceRequest request;
  request.extensions = {"XR_EXT_debug_utils"};
  request.next = chain;
  return CreateXrInstanceBetween(app, layers, request);
}

// Makes a mistake that a layer may report.
void RunWithTwoMessengers(OpenXrApp& app, const LayerNames& layers) {
  const XrDebugUtilsMessengerCreateInfoEXT second = Messenger(kSecond, nullptr);
  const XrDebugUtilsMessengerCreateInfoEXT first = Messenger(kFirst, &second);
  if (!CreateWithMessengers(app, layers, &first)) return;
  XrSystemGetInfo info = {};
  XrSystemId system = XR_NULL_SYSTEM_ID;
  app.Get<PFN_xrGetSystem>("xrGetSystem")(app.instance(), &info, &system);
  app.DestroyInstance();
}

OPENXR_LAYER_CASE(LS_XR_LAYER_32, first_of_two_messengers_alone) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(c, RunWithTwoMessengers);
  if (!FirstOf(runs.without(), kXrAbove, kXrLayerCreate).has_value()) {
    GTEST_SKIP() << "the loader creates no instance with two messengers";
  }
  // Only other components may add a second messenger, which the next case covers: consequences of
  // the application's second messenger are not faults.
  if (!WhyNotFinished(runs.seen(), kXrSurvives).empty()) {
    GTEST_SKIP() << "with two messengers of the application it did not finish ("
                 << runs.seen().DescribeEnding() << ")";
  }
  const std::string result = FirstResult(runs.with());
  if (result != std::to_string(XR_SUCCESS)) {
    GTEST_SKIP() << "with two messengers of the application, the layer returns XrResult " << result;
  }
  SKIP_FOR(runs.WhyNoChain());
  const auto more = [&](const char* messenger) {
    return Of(runs.with(), kAppName, messenger).size() >
           Of(runs.without(), kAppName, messenger).size();
  };
  if (!more(kFirst) && !more(kSecond)) GTEST_SKIP() << "the layer calls no messenger";
  EXPECT_HOLDS(!more(kSecond)) << "the second of two structures of one type is ignored";
}

// Another component puts a changed copy of a structure before the application's.
OPENXR_LAYER_CASE(LS_XR_LAYER_32, copy_of_a_messenger_is_no_error) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeThirdInstance(
      RunXrTwice(c,
                 [](OpenXrApp& app, const LayerNames& layers) {
                   if (!CreateOrdinaryInstances(app, layers)) return;
                   const XrDebugUtilsMessengerCreateInfoEXT messenger = Messenger(kFirst, nullptr);
                   if (CreateWithMessengers(app, layers, &messenger)) app.DestroyInstance();
                 },
                 {.above = R"({"repeats_messenger": true})", .below = "{}"}),
      "a structure that the layer above repeats, and of which only the first counts");
}

}  // namespace
}  // namespace loadstone::suites::application
