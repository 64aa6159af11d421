// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <set>

#include "harness/probe/app_trace.h"
#include "suites/openxr/call_chain/callees.h"
#include "suites/openxr/call_chain/core_commands.h"
#include "suites/openxr/call_chain/core_walk.h"
#include "suites/openxr/layers.h"

// api_layer, "API Layer Call Chains and Distributed Dispatch"; application, "OpenXR Direct Exports"
// and "OpenXR Indirect Linking": every core command reaches its destination with its arguments, and
// its result is returned.
namespace loadstone::suites::core_calls {
namespace {

constexpr char kA[] = "XR_APILAYER_LS_a";
constexpr char kB[] = "XR_APILAYER_LS_b";

// The core commands that take an instance or a child of one; the loader answers the others itself
// (LS_XR_CHAIN_12.r1).
std::vector<std::string> CommandsOnHandles() {
  std::vector<std::string> commands;
  for (const std::string command : kCoreCommands) {
    if (command != "xrCreateInstance" && command != "xrGetInstanceProcAddr" &&
        command != "xrEnumerateApiLayerProperties" &&
        command != "xrEnumerateInstanceExtensionProperties") {
      commands.push_back(command);
    }
  }
  return commands;
}

std::string JsonList(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "\"" : ", \"") + text + "\"";
  return "[" + list + "]";
}

// A runtime that supports sessions without graphics, with the results of its commands as JSON.
Runtime Headless(const std::string& results = "{}") {
  return Runtime(kDefaultRuntime)
      .Extensions({{kHeadless}})
      .Behaviour(fmt::format(R"({{"results": {}}})", results));
}

void UseEveryCommand(OpenXrApp& app, const std::vector<std::string>& layers) {
  if (app.CreateInstance({.layers = layers, .extensions = {kHeadless}}) != XR_SUCCESS) return;
  WalkCoreCommands(app);
}

Observation RunWalk(Case& c, const OpenXrWorld& world,
                    const std::vector<std::string>& layers = {}) {
  return Observe(c, world, [&](OpenXrApp& app) { UseEveryCommand(app, layers); });
}

std::vector<std::string> OddValues(const Observation& seen) {
  std::vector<std::string> odd;
  for (const Event& event : seen.Select(kAppName, kOddValue)) odd.push_back(event.Text("what"));
  return odd;
}

// Expects that each call of the application reached the runtime once, through `layers`.
void ExpectWholeWay(const Observation& seen, std::vector<std::string> layers) {
  EXPECT_SEEN(Violations(seen), IsEmpty())
      << "handles, structures and output pointers arrive as the application passed them";
  EXPECT_SEEN(OddValues(seen), IsEmpty()) << "the application gets what the runtime wrote";
  std::vector<std::string> once = {kDefaultRuntime};
  once.insert(once.end(), layers.rbegin(), layers.rend());
  for (const std::string& command : CommandsOnHandles()) {
    const size_t calls = XrResultsOf(seen, command).size();
    EXPECT_SEEN(XrResultsOf(seen, command), SizeIs(Ge(1u))) << command << " can be called";
    std::vector<std::string> expected;
    for (size_t i = 0; i < calls; ++i) expected.insert(expected.end(), once.begin(), once.end());
    if (command.starts_with("xrDestroy")) {
      EXPECT_SEEN(Callees(seen, command), UnorderedElementsAreArray(expected))
          << command << " reaches each layer that intercepts it and the runtime, once";
    } else {
      EXPECT_SEEN(CalleesDuring(seen, command), ElementsAreArray(expected))
          << command << " reaches each layer that intercepts it and the runtime, once";
    }
  }
}

OPENXR_CASE(LS_XR_CHAIN_13, every_core_command_reaches_the_runtime) {
  const Observation seen = RunWalk(c, OpenXrWorld(c.subject()).With(Headless()));
  ExpectWholeWay(seen, {});
}

// The pointers from xrGetInstanceProcAddr lead to a layer that intercepts every command.
OPENXR_CASE(LS_XR_CHAIN_24, every_core_command_reaches_the_layer_first) {
  const std::string intercept =
      fmt::format(R"({{"intercept": {}}})", JsonList(CommandsOnHandles()));
  OpenXrWorld world(c.subject());
  world.With(Headless()).With(ApiLayer(kA).Behaviour(intercept));
  const Observation seen = RunWalk(c, world, {kA});
  ExpectWholeWay(seen, {kA});
}

OPENXR_CASE(LS_XR_CHAIN_12, every_core_command_passes_two_layers) {
  const std::string intercept =
      fmt::format(R"({{"intercept": {}}})", JsonList(CommandsOnHandles()));
  OpenXrWorld world(c.subject());
  world.With(Headless()).With(ApiLayer(kA).Behaviour(intercept));
  world.With(ApiLayer(kB).Behaviour(intercept));
  const Observation seen = RunWalk(c, world, {kA, kB});
  ExpectWholeWay(seen, {kA, kB});
}

// An application that is linked with the loader needs no xrGetInstanceProcAddr: what the library
// exports lists layers and extensions, creates the instance and leads into its chain.
void JudgeExports(Case& c, const OpenXrWorld& world, const std::vector<std::string>& layers) {
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    for (const char* name : kCoreCommands) {
      if (app.Export(name) == nullptr) return;
    }
    app.UseExports();
    app.EnumerateLayers();
    app.EnumerateExtensions();
    UseEveryCommand(app, layers);
  });
  EXPECT_SEEN(ListedApiLayers(seen), UnorderedElementsAreArray(layers))
      << "the exported xrEnumerateApiLayerProperties lists the layers";
  EXPECT_SEEN(ListedExtensionNames(seen), Contains(kHeadless))
      << "the exported xrEnumerateInstanceExtensionProperties lists the runtime's extensions";
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_SUCCESS")
      << "the exported xrCreateInstance creates an instance";
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAreArray(layers))
      << "its layers are those of the request";
  ExpectWholeWay(seen, layers);
}

OPENXR_CASE(LS_XR_LOADER_3, every_export_reaches_the_runtime) {
  JudgeExports(c, OpenXrWorld(c.subject()).With(Headless()), {});
}

OPENXR_CASE(LS_XR_LOADER_3, every_export_reaches_the_layer_first) {
  OpenXrWorld world(c.subject());
  world.With(Headless())
      .With(ApiLayer(kA).Behaviour(
          fmt::format(R"({{"intercept": {}}})", JsonList(CommandsOnHandles()))));
  JudgeExports(c, world, {kA});
}

// The layer wraps handles: what it gets from an exported function must be what it returned.
OPENXR_CASE(LS_XR_LOADER_3, every_export_passes_the_handles_of_the_layer) {
  OpenXrWorld world(c.subject());
  world.With(Headless())
      .With(ApiLayer(kA).Behaviour(
          fmt::format(R"({{"intercept": {}, "wrap": ["XrInstance", "XrSession", "XrSpace"]}})",
                      JsonList(CommandsOnHandles()))));
  JudgeExports(c, world, {kA});
}

// A lower layer intercepts what the first one does not.
OPENXR_CASE(LS_XR_CHAIN_24, pointers_pass_layers_that_do_not_intercept) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA).Behaviour(R"({"intercept": ["xrGetInstanceProperties"]})"));
  world.With(ApiLayer(kB).Behaviour(R"({"intercept": ["xrGetSystem"]})"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.RunFullSequence({.layers = {kA, kB}});
  });
  EXPECT_SEEN(CalleesDuring(seen, "xrGetInstanceProperties"), ElementsAre(kDefaultRuntime, kA))
      << "the pointer leads into the first layer that intercepts the command";
  EXPECT_SEEN(Callees(seen, "xrGetSystem"), ElementsAre(kDefaultRuntime, kB))
      << "the pointer leads into the first layer that intercepts the command";
}

// The layer nearest to the application returns without calling the next function.
OPENXR_CASE(LS_XR_CHAIN_24, first_layer_decides) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA).Behaviour(R"({"results": {"xrGetSystem": -35}})"));
  world.With(ApiLayer(kB).Behaviour(R"({"results": {"xrGetSystem": -34}})"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.RunFullSequence({.layers = {kA, kB}});
  });
  EXPECT_SEEN(XrResultOf(seen, "xrGetSystem"), "XR_ERROR_FORM_FACTOR_UNAVAILABLE")
      << "the application gets what the first layer returns";
  EXPECT_SEEN(Callees(seen, "xrGetSystem"), ElementsAre(kA))
      << "the pointer leads into the first layer that intercepts the command";
}

// Commands that can fail in the runtime without affecting other commands. The loader takes part in
// the destruction of an instance.
std::vector<std::string> CommandsThatMakeNothing() {
  std::vector<std::string> commands;
  for (const std::string& command : CommandsOnHandles()) {
    if (!command.starts_with("xrCreate") && command != "xrGetSystem" &&
        command != "xrDestroyInstance" && command != "xrStringToPath" &&
        command != "xrEnumerateSwapchainFormats") {
      commands.push_back(command);
    }
  }
  return commands;
}

OPENXR_CASE(LS_XR_CHAIN_13, errors_of_the_runtime_come_back) {
  std::string results;
  for (const std::string& command : CommandsThatMakeNothing()) {
    results += fmt::format("{}\"{}\": {}", results.empty() ? "" : ", ", command,
                           static_cast<int>(XR_ERROR_INSTANCE_LOST));
  }
  const OpenXrWorld world = OpenXrWorld(c.subject()).With(Headless(fmt::format("{{{}}}", results)));
  const Observation seen = RunWalk(c, world);
  for (const std::string& command : CommandsThatMakeNothing()) {
    EXPECT_SEEN(XrResultOf(seen, command), "XR_ERROR_INSTANCE_LOST")
        << "the application gets the answer of the runtime to " << command;
  }
}

// The codes of success other than XR_SUCCESS that a command has, and that no output accompanies.
// Every other command on a session or a child of one can return XR_SESSION_LOSS_PENDING.
XrResult OtherSuccessOf(const std::string& command) {
  static const std::map<std::string, XrResult> kOwn = {
      {"xrPollEvent", XR_EVENT_UNAVAILABLE},
      {"xrWaitSwapchainImage", XR_TIMEOUT_EXPIRED},
      {"xrBeginFrame", XR_FRAME_DISCARDED},
      {"xrSyncActions", XR_SESSION_NOT_FOCUSED},
      {"xrGetReferenceSpaceBoundsRect", XR_SPACE_BOUNDS_UNAVAILABLE},
  };
  const auto own = kOwn.find(command);
  return own != kOwn.end() ? own->second : XR_SESSION_LOSS_PENDING;
}

// Commands that have another code of success: all but those on an instance or a system, and those
// that destroy.
std::vector<std::string> CommandsWithOtherSuccess() {
  static const std::set<std::string> kNone = {"xrGetInstanceProperties",
                                              "xrResultToString",
                                              "xrStructureTypeToString",
                                              "xrPathToString",
                                              "xrGetSystemProperties",
                                              "xrEnumerateEnvironmentBlendModes",
                                              "xrEnumerateViewConfigurations",
                                              "xrGetViewConfigurationProperties",
                                              "xrEnumerateViewConfigurationViews",
                                              "xrSuggestInteractionProfileBindings"};
  std::vector<std::string> commands = CommandsThatMakeNothing();
  std::erase_if(commands, [](const std::string& command) {
    return command.starts_with("xrDestroy") || kNone.contains(command);
  });
  return commands;
}

OPENXR_CASE(LS_XR_CHAIN_13, other_successes_of_the_runtime_come_back) {
  std::string results;
  for (const std::string& command : CommandsWithOtherSuccess()) {
    results += fmt::format("{}\"{}\": {}", results.empty() ? "" : ", ", command,
                           static_cast<int>(OtherSuccessOf(command)));
  }
  const OpenXrWorld world = OpenXrWorld(c.subject()).With(Headless(fmt::format("{{{}}}", results)));
  const Observation seen = RunWalk(c, world);
  const std::map<XrResult, std::string> names = {
      {XR_EVENT_UNAVAILABLE, "XR_EVENT_UNAVAILABLE"},
      {XR_TIMEOUT_EXPIRED, "XR_TIMEOUT_EXPIRED"},
      {XR_FRAME_DISCARDED, "XR_FRAME_DISCARDED"},
      {XR_SESSION_NOT_FOCUSED, "XR_SESSION_NOT_FOCUSED"},
      {XR_SPACE_BOUNDS_UNAVAILABLE, "XR_SPACE_BOUNDS_UNAVAILABLE"},
      {XR_SESSION_LOSS_PENDING, "XR_SESSION_LOSS_PENDING"}};
  for (const std::string& command : CommandsWithOtherSuccess()) {
    EXPECT_SEEN(XrResultOf(seen, command), names.at(OtherSuccessOf(command)))
        << "the application gets the answer of the runtime to " << command;
  }
}

// A command that creates a handle for others fails.
REGISTER_CASES {
  for (const auto& [command, name] :
       {std::pair{"xrGetSystem", "error_of_xr_get_system"},
        std::pair{"xrCreateSession", "error_of_xr_create_session"},
        std::pair{"xrCreateSwapchain", "error_of_xr_create_swapchain"},
        std::pair{"xrCreateReferenceSpace", "error_of_xr_create_reference_space"},
        std::pair{"xrCreateActionSpace", "error_of_xr_create_action_space"},
        std::pair{"xrCreateActionSet", "error_of_xr_create_action_set"},
        std::pair{"xrCreateAction", "error_of_xr_create_action"},
        std::pair{"xrStringToPath", "error_of_xr_string_to_path"},
        std::pair{"xrEnumerateSwapchainFormats", "error_of_xr_enumerate_swapchain_formats"}}) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_CHAIN_13}, name, [command = command](Case& c) {
      const Observation seen =
          RunWalk(c, OpenXrWorld(c.subject())
                         .With(Headless(fmt::format(R"({{"{}": {}}})", command,
                                                    static_cast<int>(XR_ERROR_INSTANCE_LOST)))));
      EXPECT_SEEN(XrResultsOf(seen, command), Each("XR_ERROR_INSTANCE_LOST"))
          << "the application gets the answer of the runtime";
      EXPECT_SEEN(XrResultsOf(seen, command), Not(IsEmpty())) << "the command can be called";
      EXPECT_SEEN(XrResultOf(seen, "xrDestroyInstance"), "XR_SUCCESS") << "the instance works";
    });
  }
}

}  // namespace
}  // namespace loadstone::suites::core_calls
