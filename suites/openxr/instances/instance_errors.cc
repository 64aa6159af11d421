// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "harness/probe/app_trace.h"
#include "suites/openxr/call_chain/asked_functions.h"
#include "suites/openxr/call_chain/core_commands.h"
#include "suites/openxr/layers.h"

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
