// SPDX-License-Identifier: Apache-2.0
// What an OpenXR API layer hands on: errors from below, and structures from above. "API Layer
// Conventions and Rules"; "The Instance Lost Error" of the API specification.

#include <fmt/format.h>

#include <algorithm>

#include "suites/openxr_layer/application_commands.h"
#include "suites/openxr_layer/transcript.h"

namespace loadstone::suites::handed_on {
namespace {

// The commands that cannot tell of a lost instance: the error is for functions that do not destroy.
bool Destroys(const std::string& command) { return command.starts_with("xrDestroy"); }

// Loses an instance in each command, and notes the result under its name.
void LoseInstances(OpenXrApp& app, const LayerNames& layers) {
  for (const std::string& command : XrApplicationCommands()) {
    if (Destroys(command)) continue;
    XrInstanceRequest request;
    request.application = fmt::format("{} {}", command, static_cast<int>(XR_ERROR_INSTANCE_LOST));
    if (!CreateXrInstanceBetween(app, layers, request)) continue;
    const std::optional<XrResult> result = RunXrApplicationUntil(app, command);
    if (result.has_value()) Note(command, std::to_string(*result));
    app.DestroyInstance();
  }
}

// Whether the layer below returned the error in a call of the command.
bool IsLostBelow(const std::vector<Event>& events, const std::string& command) {
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
    if (without[command] != lost || !IsLostBelow(runs.with(), command)) continue;
    if (result != lost) hidden.push_back(fmt::format("{}: XrResult {}", command, result));
  }
  EXPECT_SEEN(hidden, IsEmpty()) << "the layer returns XR_ERROR_INSTANCE_LOST from each of these "
                                    "commands, as the layer below does";
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
