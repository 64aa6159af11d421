// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "harness/probe/app_trace.h"
#include "suites/openxr/layers.h"
#include "suites/openxr/runtimes.h"

// api_layer, "API Layer Manifest File Format"; api-instance, "Instance Lifecycle"; debug, "Loader
// Logging"; design, "Logging": when libraries are loaded, one instance after another, and messages.
namespace loadstone::suites::lifetime {
namespace {

constexpr char kA[] = "XR_APILAYER_LS_a";
constexpr char kImplicit[] = "XR_APILAYER_LS_implicit";
constexpr char kCreate[] = "xrCreateInstance";
constexpr char kDestroy[] = "xrDestroyInstance";
constexpr char kMark[] = "mark";

OpenXrWorld Machine(Case& c) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA).Extensions({{"XR_LS_of_a"}}));
  return world.With(ApiLayer(kImplicit).Implicit());
}

// Lists what there is, and then uses an instance with the layers in `request`.
void JudgeListing(Case& c, const OpenXrWorld& world, const XrInstanceRequest& request) {
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateLayers();
    app.EnumerateExtensions();
    app.EnumerateExtensions(kA);
    AppEvent{kMark};
    app.RunFullSequence(request);
  });
  std::vector<std::string> before;
  for (const Event& event : seen.events()) {
    if (event.what() == kMark) break;
    if (event.what() == "load" && event.who() != kAppName) before.push_back(event.who());
  }
  EXPECT_SEEN(before, Not(Contains(StartsWith("XR_APILAYER_"))))
      << "what is listed comes from the manifests; layer libraries stay unloaded until "
         "xrCreateInstance";
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kImplicit, kA))
      << "xrCreateInstance loads the enabled layers";
}

OPENXR_CASE(LS_XR_LAYER_MANIFEST_12, listing_loads_no_layer) {
  JudgeListing(c, Machine(c), {.layers = {kA}});
}

// The layers of the variable are enabled for every instance, but there is none yet.
OPENXR_CASE(LS_XR_LAYER_MANIFEST_12, listing_loads_no_layer_of_the_environment,
            policy::LS_XR_ACTIVATION_8) {
  JudgeListing(c, Machine(c).Env("XR_ENABLE_API_LAYERS", kA), {});
}

OPENXR_CASE(LS_XR_LAYER_MANIFEST_12, listing_loads_no_layer_that_its_variable_enables) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA).Extensions({{"XR_LS_of_a"}}))
      .With(ApiLayer(kImplicit).Implicit().EnabledBy("LS_ON").Extensions({{"XR_LS_of_implicit"}}))
      .Env("LS_ON", "1");
  JudgeListing(c, world, {.layers = {kA}});
}

OPENXR_CASE(LS_XR_LAYER_MANIFEST_12, layers_that_nobody_enables_stay_unloaded) {
  OpenXrWorld world = Machine(c);
  const ApiLayer off = ApiLayer("XR_APILAYER_LS_idle_off").Implicit();
  world.With(ApiLayer("XR_APILAYER_LS_idle")).With(off).Env(off.DisableVariable(), "1");
  world.With(ApiLayer("XR_APILAYER_LS_idle_waiting").Implicit().EnabledBy("LS_ON"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    if (app.CreateInstance({.layers = {kA}}) != XR_SUCCESS) return;
    app.EnumerateLayers();
    app.EnumerateExtensions("XR_APILAYER_LS_idle");
    app.DestroyInstance();
    AppEvent{kMark};
    app.RunFullSequence();
  });
  EXPECT_SEEN(Loaded(seen), Not(Contains(StartsWith("XR_APILAYER_LS_idle"))))
      << "a layer that nothing enables is not loaded, nor is one to list its extensions";
  std::vector<std::string> later;
  bool is_later = false;
  for (const Event& event : seen.events()) {
    is_later |= event.what() == kMark;
    if (is_later && event.what() == "load") later.push_back(event.who());
  }
  EXPECT_SEEN(later, Not(Contains(kA)))
      << "a layer that is enabled for one instance is not loaded for the next one";
  EXPECT_SEEN(Loaded(seen), IsSupersetOf({std::string(kA), std::string(kImplicit)}))
      << "enabled layers are loaded";
}

OPENXR_CASE(LS_XR_LOADER_19, one_instance_after_another) {
  const Observation seen = Observe(c, Machine(c), [](OpenXrApp& app) {
    for (int i = 0; i < 5; ++i) app.RunFullSequence({.layers = {kA}});
  });
  EXPECT_SEEN(XrResultsOf(seen, kCreate), AllOf(SizeIs(5), Each("XR_SUCCESS")))
      << "when an instance is destroyed, another can be created";
  EXPECT_SEEN(XrResultsOf(seen, kDestroy), AllOf(SizeIs(5), Each("XR_SUCCESS")))
      << "every instance can be destroyed";
  EXPECT_SEEN(RuntimesReached(seen), AllOf(SizeIs(5), Each(kDefaultRuntime)))
      << "each instance is one of the runtime";
}

OPENXR_CASE(LS_XR_LOADER_19, other_layers_for_the_next_instance) {
  const Observation seen = Observe(c, Machine(c), [](OpenXrApp& app) {
    app.RunFullSequence({.layers = {kA}});
    app.RunFullSequence();
    app.RunFullSequence({.layers = {kA}});
  });
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kImplicit, kA, kImplicit, kImplicit, kA))
      << "each instance has the layers that are enabled for it";
}

OPENXR_CASE(LS_XR_LOADER_24, instance_after_a_failure) {
  OpenXrWorld world = Machine(c);
  world.With(ApiLayer("XR_APILAYER_LS_failing")
                 .Behaviour(R"({"results": {"xrCreateApiLayerInstance": -6}})"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.RunFullSequence({.layers = {"XR_APILAYER_LS_failing"}});
    app.RunFullSequence({.layers = {kA}});
  });
  EXPECT_SEEN(XrResultsOf(seen, kCreate), ElementsAre(IsXrError(), "XR_SUCCESS"))
      << "a failed instance creation must not prevent the next one";
}

constexpr char kDebugUtils[] = "XR_EXT_debug_utils";

// Whether the loader lists the extension, which neither the runtime nor the layers have, is open
// (LS_XR_DEBUG_4.r1).
OPENXR_CASE(LS_XR_DEBUG_4, debug_utils_can_be_enabled_where_it_is_listed) {
  const Observation seen = Observe(c, OpenXrWorld(c.subject()), [](OpenXrApp& app) {
    std::vector<std::string> names;
    for (const XrExtensionProperties& extension : app.EnumerateExtensions()) {
      names.emplace_back(extension.extensionName);
    }
    if (std::find(names.begin(), names.end(), kDebugUtils) == names.end()) {
      app.RunFullSequence();
      return;
    }
    if (app.CreateInstance({.extensions = {kDebugUtils}}) != XR_SUCCESS) return;
    PFN_xrVoidFunction function = nullptr;
    for (const char* name : {"xrCreateDebugUtilsMessengerEXT", "xrDestroyDebugUtilsMessengerEXT",
                             "xrSubmitDebugUtilsMessageEXT", "xrSetDebugUtilsObjectNameEXT"}) {
      app.Ask(app.instance(), name, &function);
    }
    app.DestroyInstance();
  });
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS")
      << "an extension that is listed can be enabled";
  for (const Event& event : seen.Select(kAppName, "xrGetInstanceProcAddr")) {
    if (event.phase() != "leave") continue;
    EXPECT_HOLDS(event.Flag("found"))
        << event.Text("name") << " is a command of an extension that is enabled";
  }
}

// Whether the loader has the extension is open (LS_XR_DEBUG_4.r1).
OPENXR_CASE(LS_XR_LOADER_8, debug_utils_that_can_be_enabled_is_listed) {
  const Observation seen = Observe(c, OpenXrWorld(c.subject()), [](OpenXrApp& app) {
    app.EnumerateExtensions();
    app.RunFullSequence({.extensions = {kDebugUtils}});
  });
  if (XrResultOf(seen, kCreate) != "XR_SUCCESS") {
    GTEST_SKIP() << "XR_EXT_debug_utils, which no other component has, cannot be enabled";
  }
  EXPECT_SEEN(ListedExtensionNames(seen), Contains(kDebugUtils))
      << "the list contains the extensions of the loader itself";
}

XRAPI_ATTR XrBool32 XRAPI_CALL Heard(XrDebugUtilsMessageSeverityFlagsEXT,
                                     XrDebugUtilsMessageTypeFlagsEXT,
                                     const XrDebugUtilsMessengerCallbackDataEXT* data, void* user) {
  AppEvent("message")
      .Add("text", data->message != nullptr ? data->message : "")
      .Add("user", user == &kDebugUtils);
  return XR_FALSE;
}

OPENXR_CASE(LS_XR_DEBUG_4, submitted_message_arrives) {
  const Observation seen = Observe(c, OpenXrWorld(c.subject()), [](OpenXrApp& app) {
    const std::vector<XrExtensionProperties> extensions = app.EnumerateExtensions();
    if (std::none_of(extensions.begin(), extensions.end(), [](const XrExtensionProperties& one) {
          return one.extensionName == std::string(kDebugUtils);
        })) {
      AppEvent("not_listed");
      return;
    }
    if (app.CreateInstance({.extensions = {kDebugUtils}}) != XR_SUCCESS) return;
    XrDebugUtilsMessengerCreateInfoEXT info = {};
    info.type = XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
    info.messageSeverities = XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    info.messageTypes = XR_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT;
    info.userCallback = Heard;
    info.userData = const_cast<char(*)[sizeof(kDebugUtils)]>(&kDebugUtils);
    XrDebugUtilsMessengerEXT messenger = XR_NULL_HANDLE;
    const auto create =
        app.Get<PFN_xrCreateDebugUtilsMessengerEXT>("xrCreateDebugUtilsMessengerEXT");
    const auto submit = app.Get<PFN_xrSubmitDebugUtilsMessageEXT>("xrSubmitDebugUtilsMessageEXT");
    const auto destroy =
        app.Get<PFN_xrDestroyDebugUtilsMessengerEXT>("xrDestroyDebugUtilsMessengerEXT");
    if (create == nullptr || submit == nullptr || destroy == nullptr) return;
    app.Traced("xrCreateDebugUtilsMessengerEXT",
               [&] { return create(app.instance(), &info, &messenger); });
    XrDebugUtilsMessengerCallbackDataEXT data = {};
    data.type = XR_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT;
    data.messageId = "id";
    data.functionName = "function";
    data.message = "a message of the application";
    app.Traced("xrSubmitDebugUtilsMessageEXT", [&] {
      return submit(app.instance(), XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                    XR_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, &data);
    });
    app.Traced("xrDestroyDebugUtilsMessengerEXT", [&] { return destroy(messenger); });
    app.DestroyInstance();
  });
  if (seen.First(kAppName, "not_listed").has_value())
    GTEST_SKIP() << "the loader does not list XR_EXT_debug_utils";
  std::vector<std::string> heard;
  for (const Event& event : seen.Select(kAppName, "message")) {
    if (event.Flag("user")) heard.push_back(event.Text("text"));
  }
  EXPECT_SEEN(heard, Contains("a message of the application"))
      << "a message that the application submits reaches its messenger";
  EXPECT_SEEN(XrResultOf(seen, "xrDestroyDebugUtilsMessengerEXT"), "XR_SUCCESS")
      << "the messenger exists";
}

// Runs an application that requests a missing layer, which makes the loader log an error.
Observation Grumble(Case& c, const std::string& level) {
  OpenXrWorld world(c.subject());
  if (!level.empty()) world.Env("XR_LOADER_DEBUG", level);
  return Observe(c, world, [](OpenXrApp& app) {
    app.CreateInstance({.layers = {"XR_APILAYER_LS_missing"}});
    app.RunFullSequence();
  });
}

// Each level logs errors, and higher levels log more.
REGISTER_CASES {
  for (const char* level : {"error", "warn", "info", "debug", "all"}) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_DEBUG_1}, std::string("errors_at_level_") + level,
                 [level](Case& c) {
                   const Observation seen = Grumble(c, level);
                   EXPECT_SEEN(XrResultsOf(seen, kCreate),
                               ElementsAre("XR_ERROR_API_LAYER_NOT_PRESENT", "XR_SUCCESS"))
                       << "the first instance fails, the second one does not";
                   EXPECT_SEEN(seen.output(), Not(IsEmpty()))
                       << "every level of XR_LOADER_DEBUG logs the errors of the loader";
                 });
  }
}

OPENXR_CASE(LS_XR_DEBUG_2, unknown_level_changes_nothing_else) {
  const Observation seen = Grumble(c, "shout");
  EXPECT_SEEN(XrResultsOf(seen, kCreate),
              ElementsAre("XR_ERROR_API_LAYER_NOT_PRESENT", "XR_SUCCESS"))
      << "a level that does not exist must not change the loader's behaviour";
}

}  // namespace
}  // namespace loadstone::suites::lifetime
