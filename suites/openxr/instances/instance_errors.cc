// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "harness/probe/app_trace.h"
#include "suites/openxr/call_chain/asked_functions.h"
#include "suites/openxr/call_chain/core_commands.h"
#include "suites/openxr/layers.h"
#include "suites/openxr/negotiation/negotiation_structures.h"

// api-instance, "Instance Lifecycle"; api-api_initialization, "Function Pointers" and "Exported
// Functions": what an application gets when it requests something missing, and how it finds
// commands.
namespace loadstone::suites::instance_errors {
namespace {

constexpr char kA[] = "XR_APILAYER_LS_a";
constexpr char kCreate[] = "xrCreateInstance";
constexpr char kFind[] = "xrGetInstanceProcAddr";

// The number of instances that the runtime created: a loader may leave the rejection to the
// runtime.
int64_t RuntimeInstanceCount(const Observation& seen) {
  const std::vector<Event> creations = seen.Select(kDefaultRuntime, kCreate);
  return std::count_if(creations.begin(), creations.end(), [](const Event& creation) {
    return creation.Number("result") == XR_SUCCESS;
  });
}

// Requests an instance that cannot be created, and then one that can.
void JudgeRefusal(Case& c, const XrInstanceRequest& request, const std::string& result) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA).Extensions({{"XR_LS_of_a"}}));
  world.With(Runtime(kDefaultRuntime).Extensions({{"XR_LS_of_runtime"}}));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.CreateInstance(request);
    app.CreateInstance({.layers = {kA}, .extensions = {"XR_LS_of_runtime"}});
  });
  EXPECT_SEEN(XrResultsOf(seen, kCreate), ElementsAre(result, "XR_SUCCESS"))
      << "a missing layer or extension returns its error, and an existing one can be used "
         "afterwards";
  EXPECT_SEEN(RuntimeInstanceCount(seen), 1)
      << "no instance is created for a request that cannot be satisfied";
}

constexpr char kNoLayer[] = "XR_ERROR_API_LAYER_NOT_PRESENT";
constexpr char kNoExtension[] = "XR_ERROR_EXTENSION_NOT_PRESENT";

OPENXR_CASE(LS_XR_ACTIVATION_11, unknown_layer) {
  JudgeRefusal(c, {.layers = {"XR_APILAYER_LS_none"}}, kNoLayer);
}
OPENXR_CASE(LS_XR_ACTIVATION_11, unknown_layer_after_a_known_one) {
  JudgeRefusal(c, {.layers = {kA, "XR_APILAYER_LS_none"}}, kNoLayer);
}
OPENXR_CASE(LS_XR_ACTIVATION_11, unknown_layer_before_a_known_one) {
  JudgeRefusal(c, {.layers = {"XR_APILAYER_LS_none", kA}}, kNoLayer);
}
OPENXR_CASE(LS_XR_ACTIVATION_11, empty_layer_name) { JudgeRefusal(c, {.layers = {""}}, kNoLayer); }
OPENXR_CASE(LS_XR_ACTIVATION_11, beginning_of_a_layer_name) {
  JudgeRefusal(c, {.layers = {"XR_APILAYER_LS_"}}, kNoLayer);
}
OPENXR_CASE(LS_XR_ACTIVATION_11, layer_name_of_100000_characters) {
  JudgeRefusal(c, {.layers = {std::string(100000, 'x')}}, kNoLayer);
}
OPENXR_CASE(LS_XR_LOADER_13, unknown_extension) {
  JudgeRefusal(c, {.extensions = {"XR_LS_none"}}, kNoExtension);
}
OPENXR_CASE(LS_XR_LOADER_13, unknown_extension_after_a_known_one) {
  JudgeRefusal(c, {.extensions = {"XR_LS_of_runtime", "XR_LS_none"}}, kNoExtension);
}
OPENXR_CASE(LS_XR_LOADER_13, unknown_extension_with_a_layer) {
  JudgeRefusal(c, {.layers = {kA}, .extensions = {"XR_LS_none"}}, kNoExtension);
}
OPENXR_CASE(LS_XR_LOADER_13, extension_of_a_layer_that_is_not_enabled) {
  JudgeRefusal(c, {.extensions = {"XR_LS_of_a"}}, kNoExtension);
}

OPENXR_CASE(LS_XR_LOADER_14, extension_of_an_enabled_layer) {
  OpenXrWorld world(c.subject());
  // If the loader leaves the name in the request, the layer removes it.
  world.With(
      ApiLayer(kA).Extensions({{"XR_LS_of_a"}}).Behaviour(R"({"takes_out_extensions": true})"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.RunFullSequence({.layers = {kA}, .extensions = {"XR_LS_of_a"}});
  });
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS")
      << "an extension may be that of an enabled layer";
}

OPENXR_CASE(LS_XR_CHAIN_17, commands_that_need_no_instance) {
  const std::vector<std::string> names = {"xrEnumerateInstanceExtensionProperties",
                                          "xrEnumerateApiLayerProperties", kCreate};
  const Observation seen = Observe(c, OpenXrWorld(c.subject()), [&](OpenXrApp& app) {
    for (const std::string& name : names) {
      PFN_xrVoidFunction function = nullptr;
      app.Ask(XR_NULL_HANDLE, name.c_str(), &function);
    }
  });
  std::vector<std::string> expected;
  for (const std::string& name : names) expected.push_back(Found(name));
  EXPECT_SEEN(Answers(seen), ElementsAreArray(expected))
      << "these three commands can be looked up without an instance";
}

OPENXR_CASE(LS_XR_CHAIN_18, other_names_without_an_instance) {
  std::vector<std::string> names = {"xrNoSuchCommand", "", "xrCreateDebugUtilsMessengerEXT",
                                    "vkCreateInstance", std::string(10000, 'x')};
  for (const std::string name : kCoreCommands) {
    // The documents differ about xrGetInstanceProcAddr itself.
    if (!name.starts_with("xrEnumerateI") && !name.starts_with("xrEnumerateA") && name != kCreate &&
        name != kFind) {
      names.push_back(name);
    }
  }
  const Observation seen = Observe(c, OpenXrWorld(c.subject()), [&](OpenXrApp& app) {
    for (const std::string& name : names) {
      PFN_xrVoidFunction function = nullptr;
      app.Ask(XR_NULL_HANDLE, name.c_str(), &function);
    }
    app.RunFullSequence();
  });
  std::vector<std::string> expected;
  for (const std::string& name : names) {
    expected.push_back(Missing(name, XR_ERROR_HANDLE_INVALID));
  }
  EXPECT_SEEN(Answers(seen), ElementsAreArray(expected))
      << "without an instance every other name returns XR_ERROR_HANDLE_INVALID";
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS") << "the loader works afterwards";
}

// The same questions before, beside and after an instance.
OPENXR_CASE(LS_XR_CHAIN_18, questions_without_an_instance_beside_one, policy::LS_XR_CHAIN_17) {
  constexpr char kOfExtension[] = "xrFrobnicateLS";
  const std::vector<std::string> missing = {"xrGetSystem", "xrDestroyInstance", "xrCreateSession",
                                            kOfExtension, "xrNoSuchCommand"};
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime)
                 .Extensions({{"XR_LS_frobnicate"}})
                 .Behaviour(R"({"functions": ["xrFrobnicateLS"]})"));
  const Observation seen = Observe(c, world.With(ApiLayer(kA)), [&](OpenXrApp& app) {
    const auto ask = [&] {
      PFN_xrVoidFunction function = nullptr;
      app.Ask(XR_NULL_HANDLE, kCreate, &function);
      for (const std::string& name : missing) app.Ask(XR_NULL_HANDLE, name.c_str(), &function);
    };
    ask();
    if (app.CreateInstance({.layers = {kA}, .extensions = {"XR_LS_frobnicate"}}) != XR_SUCCESS) {
      return;
    }
    ask();
    app.DestroyInstance();
    ask();
  });
  std::vector<std::string> expected;
  for (int round = 0; round < 3; ++round) {
    expected.push_back(Found(kCreate));
    for (const std::string& name : missing) {
      expected.push_back(Missing(name, XR_ERROR_HANDLE_INVALID));
    }
  }
  EXPECT_SEEN(Answers(seen), ElementsAreArray(expected))
      << "what a question without an instance returns does not depend on other instances";
}

OPENXR_CASE(LS_XR_CHAIN_20, core_commands_with_an_instance) {
  const Observation seen = Observe(c, OpenXrWorld(c.subject()), [](OpenXrApp& app) {
    if (app.CreateInstance() != XR_SUCCESS) return;
    for (const char* name : kCoreCommands) {
      PFN_xrVoidFunction function = nullptr;
      app.Ask(app.instance(), name, &function);
    }
  });
  std::vector<std::string> expected;
  for (const char* name : kCoreCommands) expected.push_back(Found(name));
  EXPECT_SEEN(Answers(seen), ElementsAreArray(expected))
      << "with an instance every core command can be looked up";
}

OPENXR_CASE(LS_XR_CHAIN_19, unknown_names_with_an_instance) {
  const std::vector<std::string> names = {"xrNoSuchCommand", "xrCreateInstanceX", "xr", "",
                                          "vkCreateInstance"};
  const Observation seen = Observe(c, OpenXrWorld(c.subject()), [&](OpenXrApp& app) {
    if (app.CreateInstance() != XR_SUCCESS) return;
    for (const std::string& name : names) {
      PFN_xrVoidFunction function = nullptr;
      app.Ask(app.instance(), name.c_str(), &function);
    }
  });
  std::vector<std::string> expected;
  for (const std::string& name : names) {
    expected.push_back(Missing(name));
  }
  EXPECT_SEEN(Answers(seen), ElementsAreArray(expected))
      << "an unknown name returns XR_ERROR_FUNCTION_UNSUPPORTED";
}

// A command that only the runtime, or only a layer, has.
REGISTER_CASES {
  for (const bool of_layer : {false, true}) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_CHAIN_21},
                 of_layer ? "command_of_a_layer" : "command_of_the_runtime", [of_layer](Case& c) {
                   const char* functions = R"({"functions": ["xrFrobnicateLS"]})";
                   OpenXrWorld world(c.subject());
                   Runtime runtime(kDefaultRuntime);
                   ApiLayer layer(kA);
                   runtime.Extensions({{"XR_LS_frobnicate"}});
                   if (of_layer) {
                     layer.Extensions({{"XR_LS_frobnicate"}}).Behaviour(functions);
                   } else {
                     runtime.Behaviour(functions);
                   }
                   world.With(runtime).With(layer);
                   const Observation seen = Observe(c, world, [](OpenXrApp& app) {
                     if (app.CreateInstance({.layers = {kA}, .extensions = {"XR_LS_frobnicate"}}) !=
                         XR_SUCCESS) {
                       return;
                     }
                     PFN_xrVoidFunction function = nullptr;
                     app.Ask(app.instance(), "xrFrobnicateLS", &function);
                   });
                   EXPECT_SEEN(Answers(seen), ElementsAre(Found("xrFrobnicateLS")))
                       << "a command of an enabled extension is found down the chain";
                 });
  }
}

OPENXR_CASE(LS_XR_LOADER_3, core_commands_are_exported) {
  const Observation seen = Observe(c, OpenXrWorld(c.subject()), [](OpenXrApp& app) {
    std::vector<std::string> missing;
    for (const char* name : kCoreCommands) {
      if (app.Export(name) == nullptr) missing.emplace_back(name);
    }
    AppEvent("exports").Add("missing", missing);
  });
  const auto exports = seen.First(kAppName, "exports");
  ASSERT_HOLDS(exports.has_value()) << "the application must finish";
  EXPECT_SEEN(exports->List("missing"), IsEmpty())
      << "the loader exports every core command of OpenXR 1.0";
}

// The structures of xrLocateSpaces, which older headers do not have.
struct SpacesLocateInfo {
  XrStructureType type;
  const void* next;
  XrSpace base_space;
  XrTime time;
  uint32_t space_count;
  const XrSpace* spaces;
};
struct SpaceLocations {
  XrStructureType type;
  void* next;
  uint32_t location_count;
  void* locations;
};
using LocateSpaces = XrResult(XRAPI_PTR*)(XrSession, const SpacesLocateInfo*, SpaceLocations*);

// The function is called as the loader exports it, and as it is looked up, after the functions of
// OpenXR 1.0. The runtime locates nothing.
void CallLocateSpaces(OpenXrApp& app) {
  constexpr char kLocateSpaces[] = "xrLocateSpaces";
  PFN_xrVoidFunction found = nullptr;
  for (const char* name : kCoreCommands) app.Ask(app.instance(), name, &found);
  app.Ask(app.instance(), kLocateSpaces, &found);
  AppEvent("exports").Add("exported", app.Export(kLocateSpaces) != nullptr);
  const XrSessionCreateInfo session_info = {XR_TYPE_SESSION_CREATE_INFO, nullptr, 0, 1};
  XrSession session = XR_NULL_HANDLE;
  const auto create = app.Get<PFN_xrCreateSession>("xrCreateSession");
  if (create(app.instance(), &session_info, &session) != XR_SUCCESS) return;
  XrReferenceSpaceCreateInfo space_info = {};
  space_info.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO;
  space_info.referenceSpaceType = XR_REFERENCE_SPACE_TYPE_LOCAL;
  space_info.poseInReferenceSpace.orientation.w = 1;
  XrSpace space = XR_NULL_HANDLE;
  const auto create_space = app.Get<PFN_xrCreateReferenceSpace>("xrCreateReferenceSpace");
  if (create_space(session, &space_info, &space) != XR_SUCCESS) return;
  struct {
    XrSpaceLocationFlags flags;
    XrPosef pose;
  } location = {};
  const SpacesLocateInfo info = {
      static_cast<XrStructureType>(1000471000), nullptr, space, 1, 1, &space};
  SpaceLocations locations = {static_cast<XrStructureType>(1000471001), nullptr, 1, &location};
  for (void* function : {app.Export(kLocateSpaces), reinterpret_cast<void*>(found)}) {
    if (function == nullptr) continue;
    app.Traced(kLocateSpaces, [&] {
      return reinterpret_cast<LocateSpaces>(function)(session, &info, &locations);
    });
  }
}

// An application of 1.0 comes first: for that one, every loader negotiates.
Observation RunOpenXr11(Case& c, const std::vector<std::string>& layers = {}) {
  OpenXrWorld world(c.subject());
  for (const std::string& name : layers) {
    world.With(ApiLayer(name).Behaviour(
        R"({"negotiation": {"api_version": "1.1.0"}, "intercept": ["xrLocateSpaces"]})"));
  }
  world.With(Runtime(kDefaultRuntime)
                 .Extensions({{"XR_MND_headless"}})
                 .Behaviour(R"({"negotiation": {"api_version": "1.1.0"}})"));
  return Observe(c, world, [&](OpenXrApp& app) {
    app.RunFullSequence();
    if (app.CreateInstance({.layers = layers,
                            .extensions = {"XR_MND_headless"},
                            .api_version = XR_MAKE_VERSION(1, 1, 0)}) == XR_SUCCESS) {
      CallLocateSpaces(app);
    }
  });
}

OPENXR_CASE(LS_XR_LOADER_3, core_command_of_1_1, policy::LS_XR_CHAIN_13) {
  const Observation seen = RunOpenXr11(c);
  if (const std::string why = WhyNoOpenXr11(c, AskedToNegotiate(seen, kDefaultRuntime));
      !why.empty()) {
    GTEST_SKIP() << why;
  }
  const auto exports = seen.First(kAppName, "exports");
  ASSERT_HOLDS(exports.has_value()) << "the application gets an instance of OpenXR 1.1";
  EXPECT_HOLDS(exports->Flag("exported")) << "the loader exports the core command of OpenXR 1.1";
  EXPECT_SEEN(XrResultsOf(seen, "xrLocateSpaces"),
              AllOf(SizeIs(Ge(1u)), Each("XR_ERROR_RUNTIME_FAILURE")))
      << "the application gets the answer of the runtime";
}

OPENXR_CASE(LS_XR_CHAIN_20, core_command_of_1_1) {
  const Observation seen = RunOpenXr11(c);
  if (const std::string why = WhyNoOpenXr11(c, AskedToNegotiate(seen, kDefaultRuntime));
      !why.empty()) {
    GTEST_SKIP() << why;
  }
  std::vector<std::string> found;
  for (const char* name : kCoreCommands) found.push_back(Found(name));
  found.push_back(Found("xrLocateSpaces"));
  EXPECT_SEEN(Answers(seen), ElementsAreArray(found))
      << "with an instance of OpenXR 1.1 its core command and those of 1.0 can be looked up";
}

// The runtime has the function of OpenXR 1.1. It is open whether that is a core function for this
// instance.
OPENXR_CASE(LS_XR_CHAIN_19, function_of_1_1_for_an_instance_of_1_0) {
  constexpr char kName[] = "xrLocateSpaces";
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Behaviour(R"({"negotiation": {"api_version": "1.1.0"}})"));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    PFN_xrVoidFunction found = nullptr;
    if (app.CreateInstance() == XR_SUCCESS) app.Ask(app.instance(), kName, &found);
  });
  if (!OffersOpenXr11(AskedToNegotiate(seen, kDefaultRuntime))) {
    GTEST_SKIP() << "the loader offers no OpenXR 1.1 to runtimes";
  }
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_SUCCESS") << "an instance can be created";
  EXPECT_SEEN(Answers(seen), AnyOf(ElementsAre(Found(kName)), ElementsAre(Missing(kName))))
      << "the function is found, or is unsupported";
}

// Both the exported function and the pointer.
OPENXR_CASE(LS_XR_CHAIN_24, core_command_of_1_1_reaches_the_layer_first) {
  const Observation seen = RunOpenXr11(c, {kA});
  if (const std::string why = WhyNoOpenXr11(c, AskedToNegotiate(seen, kDefaultRuntime));
      !why.empty()) {
    GTEST_SKIP() << why;
  }
  EXPECT_SEEN(Callees(seen, "xrLocateSpaces"),
              ElementsAre(kDefaultRuntime, kA, kDefaultRuntime, kA))
      << "each call returns from the runtime through the layer that intercepts it";
}

// Exported commands lead into the chain like those that xrGetInstanceProcAddr returns.
OPENXR_CASE(LS_XR_LOADER_3, exported_commands_reach_the_runtime) {
  const OpenXrWorld world = OpenXrWorld(c.subject()).With(ApiLayer(kA));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    if (app.CreateInstance({.layers = {kA}}) != XR_SUCCESS) return;
    XrSystemGetInfo info = {};
    info.type = XR_TYPE_SYSTEM_GET_INFO;
    info.formFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY;
    XrSystemId system = XR_NULL_SYSTEM_ID;
    const auto get_system = reinterpret_cast<PFN_xrGetSystem>(app.Export("xrGetSystem"));
    const auto destroy = reinterpret_cast<PFN_xrDestroyInstance>(app.Export("xrDestroyInstance"));
    app.Traced("xrGetSystem", [&] { return get_system(app.instance(), &info, &system); });
    app.Traced("xrDestroyInstance", [&] { return destroy(app.instance()); });
  });
  EXPECT_SEEN(XrResultOf(seen, "xrGetSystem"), "XR_SUCCESS") << "the runtime's answer is a success";
  EXPECT_SEEN(Callees(seen, "xrGetSystem"), ElementsAre(kDefaultRuntime, kA))
      << "an exported command is called through the chain";
  EXPECT_SEEN(Callees(seen, "xrDestroyInstance"), UnorderedElementsAre(kDefaultRuntime, kA))
      << "an exported command is called through the chain";
}

}  // namespace
}  // namespace loadstone::suites::instance_errors
