// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/probe/app_trace.h"
#include "harness/probe/environment.h"
#include "harness/probe/path_here.h"
#include "suites/openxr/call_chain/asked_functions.h"
#include "suites/openxr/instances/get_system.h"
#include "suites/openxr/layers.h"

// api-instance, "API Layers and Extensions": layers stay enabled for the lifetime of an instance.
// Functions that an application looks up and calls after another call or change, of layers that
// are enabled in each way.
namespace loadstone::suites::lasting_layers {
namespace {

constexpr char kFolder[] = "/layers";
constexpr char kImplicit[] = "XR_APILAYER_LS_implicit";
constexpr char kOfEnvironment[] = "XR_APILAYER_LS_environment";
constexpr char kOfApplication[] = "XR_APILAYER_LS_application";
constexpr char kGetSystem[] = "xrGetSystem";

// Each layer has an extension with a function, which the runtime has as well.
struct Owner {
  const char* layer;
  const char* extension;
  const char* function;
};

constexpr Owner kOwners[] = {
    {kImplicit, "XR_LS_one", "xrOneLS"},
    {kOfEnvironment, "XR_LS_two", "xrTwoLS"},
    {kOfApplication, "XR_LS_three", "xrThreeLS"},
};

OpenXrWorld Machine(Case& c) {
  OpenXrWorld world(c.subject());
  for (const Owner& owner : kOwners) {
    ApiLayer layer(owner.layer);
    layer.Extensions({{owner.extension}})
        .Behaviour(fmt::format(R"({{"functions": ["{}"], "takes_out_extensions": true}})",
                               owner.function));
    world.With(owner.layer == kImplicit ? layer.Implicit() : layer.In(kFolder));
  }
  world.With(Runtime(kDefaultRuntime)
                 .Extensions({{"XR_LS_one"}, {"XR_LS_two"}, {"XR_LS_three"}})
                 .Behaviour(R"({"functions": ["xrOneLS", "xrTwoLS", "xrThreeLS"]})"));
  return world.Env("XR_API_LAYER_PATH", kFolder).Env("XR_ENABLE_API_LAYERS", kOfEnvironment);
}

XrInstanceRequest Request() {
  return {.layers = {kOfApplication}, .extensions = {"XR_LS_one", "XR_LS_two", "XR_LS_three"}};
}

// Looks up and calls the function of each layer, and one of the core that all layers intercept.
void UseFunctions(OpenXrApp& app, XrInstance instance) {
  PFN_xrVoidFunction function = nullptr;
  for (const Owner& owner : kOwners) {
    if (app.Ask(instance, owner.function, &function) != XR_SUCCESS) continue;
    app.Traced(owner.function, [&] {
      return reinterpret_cast<XrResult(XRAPI_PTR*)(XrInstance, uint64_t)>(function)(instance, 7);
    });
  }
  if (app.Ask(instance, kGetSystem, &function) != XR_SUCCESS) return;
  app.Traced(kGetSystem,
             [&] { return GetSystem(reinterpret_cast<PFN_xrGetSystem>(function), instance); });
}

// Something that happens while the instance exists.
struct Happening {
  const char* name;
  void (*happen)(OpenXrApp& app);
};

// A second instance, if the loader creates one, is destroyed.
void TryInstance(OpenXrApp& app, const XrInstanceRequest& request) {
  if (app.CreateInstance(request) == XR_SUCCESS) app.DestroyInstance();
}

const Happening kHappenings[] = {
    {"a_second_instance", [](OpenXrApp& app) { TryInstance(app, {}); }},
    {"a_second_instance_with_the_same_layers", [](OpenXrApp& app) { TryInstance(app, Request()); }},
    {"an_unknown_layer",
     [](OpenXrApp& app) { TryInstance(app, {.layers = {"XR_APILAYER_LS_none"}}); }},
    {"an_unknown_extension",
     [](OpenXrApp& app) { TryInstance(app, {.extensions = {"XR_LS_none"}}); }},
    {"layers_are_listed", [](OpenXrApp& app) { app.EnumerateLayers(); }},
    {"extensions_are_listed", [](OpenXrApp& app) { app.EnumerateExtensions(); }},
    {"extensions_of_a_layer_are_listed",
     [](OpenXrApp& app) { app.EnumerateExtensions(kOfApplication); }},
    {"manifests_vanish",
     [](OpenXrApp& app) {
       for (const char* name : {kOfEnvironment, kOfApplication}) {
         std::filesystem::remove(PathHere(fmt::format("{}/{}.json", kFolder, name)));
       }
       app.EnumerateLayers();
       app.EnumerateExtensions();
     }},
    {"layers_are_disabled_for_others",
     [](OpenXrApp& app) {
       SetVariable(ApiLayer(kImplicit).Implicit().DisableVariable().c_str(), "1");
       SetVariable("XR_ENABLE_API_LAYERS", "");
       app.EnumerateLayers();
       app.EnumerateExtensions();
     }},
};

void JudgeAfter(Case& c, const Happening& happening) {
  const Observation seen = Observe(c, Machine(c), [&](OpenXrApp& app) {
    if (app.CreateInstance(Request()) != XR_SUCCESS) return;
    const XrInstance instance = app.instance();
    happening.happen(app);
    UseFunctions(app, instance);
  });
  const std::vector<std::string> created = XrResultsOf(seen, "xrCreateInstance");
  if (std::count(created.begin(), created.end(), "XR_SUCCESS") > 1) {
    GTEST_SKIP() << "the loader creates a second instance, of which the mock layers have one each";
  }
  for (const Owner& owner : kOwners) {
    EXPECT_SEEN(Callees(seen, owner.function), ElementsAre(owner.layer))
        << "a function that is looked up later is that of the layer, which stays enabled for the "
           "lifetime of the instance";
  }
  EXPECT_SEEN(Callees(seen, kGetSystem),
              ElementsAre(kDefaultRuntime, kOfApplication, kOfEnvironment, kImplicit))
      << "a core function that is looked up later goes through all layers of the instance";
}

REGISTER_CASES {
  for (const Happening& happening : kHappenings) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LOADER_20},
                 fmt::format("functions_found_after_{}", happening.name),
                 [&happening](Case& c) { JudgeAfter(c, happening); });
  }
}

}  // namespace
}  // namespace loadstone::suites::lasting_layers
