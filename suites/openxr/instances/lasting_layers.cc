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
constexpr char kNoExport[] = "no_export";  // LS_XR_LOADER_3 judges exports

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

constexpr char kChosen[] = "chosen";
constexpr char kRuntimeManifest[] = "/opt/chosen/manifest.json";
constexpr char kOfRuntime[] = "xrFourLS";

// Another runtime is the active one, and XR_RUNTIME_JSON names the one that is used.
OpenXrWorld Machine(Case& c) {
  OpenXrWorld world(c.subject());
  for (const Owner& owner : kOwners) {
    ApiLayer layer(owner.layer);
    layer.Extensions({{owner.extension}})
        .Behaviour(fmt::format(R"({{"functions": ["{}"], "takes_out_extensions": true}})",
                               owner.function));
    world.With(owner.layer == kImplicit ? layer.Implicit() : layer.In(kFolder));
  }
  world.Env("XR_RUNTIME_JSON", kRuntimeManifest).With(Runtime(kDefaultRuntime));
  world.With(Runtime(kChosen)
                 .In("/opt/chosen")
                 .ManifestFile("manifest.json")
                 .Extensions({{"XR_LS_one"}, {"XR_LS_two"}, {"XR_LS_three"}, {"XR_LS_four"}})
                 .Behaviour(R"({"functions": ["xrOneLS", "xrTwoLS", "xrThreeLS", "xrFourLS"]})"));
  return world.Env("XR_API_LAYER_PATH", kFolder).Env("XR_ENABLE_API_LAYERS", kOfEnvironment);
}

XrInstanceRequest Request() {
  return {.layers = {kOfApplication},
          .extensions = {"XR_LS_one", "XR_LS_two", "XR_LS_three", "XR_LS_four"}};
}

using Functions = std::vector<std::pair<std::string, PFN_xrVoidFunction>>;

// The function of each layer and of the runtime, and one of the core that all layers intercept.
Functions LookUp(OpenXrApp& app, XrInstance instance) {
  Functions functions;
  for (const char* name :
       {kOwners[0].function, kOwners[1].function, kOwners[2].function, kOfRuntime, kGetSystem}) {
    PFN_xrVoidFunction function = nullptr;
    if (app.Ask(instance, name, &function) == XR_SUCCESS) functions.emplace_back(name, function);
  }
  return functions;
}

void CallEach(OpenXrApp& app, XrInstance instance, const Functions& functions) {
  for (const auto& [name, found] : functions) {
    app.Traced(name.c_str(), [&, function = found, is_core = name == kGetSystem] {
      if (is_core) return GetSystem(reinterpret_cast<PFN_xrGetSystem>(function), instance);
      return reinterpret_cast<XrResult(XRAPI_PTR*)(XrInstance, uint64_t)>(function)(instance, 7);
    });
  }
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
    {"the_manifest_of_the_runtime_vanishes",
     [](OpenXrApp& app) {
       std::filesystem::remove(PathHere(kRuntimeManifest));
       app.EnumerateExtensions();
     }},
    {"another_runtime_is_chosen",
     [](OpenXrApp& app) {
       UnsetVariable("XR_RUNTIME_JSON");
       app.EnumerateExtensions();
       app.EnumerateExtensions(kOfApplication);
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
    const Functions before = LookUp(app, instance);
    happening.happen(app);
    CallEach(app, instance, before);
    CallEach(app, instance, LookUp(app, instance));
    const auto exported = reinterpret_cast<PFN_xrVoidFunction>(app.Export(kGetSystem));
    if (exported != nullptr) CallEach(app, instance, {{kGetSystem, exported}});
    if (exported == nullptr) AppEvent{kNoExport};
  });
  const std::vector<std::string> created = XrResultsOf(seen, "xrCreateInstance");
  if (std::count(created.begin(), created.end(), "XR_SUCCESS") > 1) {
    GTEST_SKIP() << "the loader creates a second instance, of which the mock layers have one each";
  }
  for (const Owner& owner : kOwners) {
    EXPECT_SEEN(Callees(seen, owner.function), ElementsAre(owner.layer, owner.layer))
        << "a function that was looked up before or is looked up later is that of the layer, which "
           "stays enabled for the lifetime of the instance";
  }
  EXPECT_SEEN(Callees(seen, kOfRuntime), ElementsAre(kChosen, kChosen))
      << "a function that was looked up before or is looked up later is that of the runtime of "
         "the instance";
  std::vector<std::string> chain = ApiLayerChain(seen);
  chain.resize(std::min<size_t>(chain.size(), 3));  // of the first instance
  EXPECT_SEEN(chain, UnorderedElementsAre(kImplicit, kOfEnvironment, kOfApplication))
      << "the layers are enabled";
  std::vector<std::string> walks;  // of what was found before and later, and of the export
  const int calls = seen.First(kAppName, kNoExport).has_value() ? 2 : 3;
  for (int i = 0; i < calls; ++i) {
    walks.emplace_back(kChosen);
    walks.insert(walks.end(), chain.rbegin(), chain.rend());
  }
  EXPECT_SEEN(Callees(seen, kGetSystem), ElementsAreArray(walks))
      << "a core function goes through all layers of the instance, however it is found";
}

REGISTER_CASES {
  for (const Happening& happening : kHappenings) {
    RegisterCase(Api::kOpenXr,
                 {policy::LS_XR_LOADER_20, policy::LS_XR_ACTIVATION_7,
                  policy::LS_XR_LAYER_DISCOVERY_9, policy::LS_XR_RUNTIME_DISCOVERY_10},
                 fmt::format("functions_found_after_{}", happening.name),
                 [&happening](Case& c) { JudgeAfter(c, happening); });
  }
}

}  // namespace
}  // namespace loadstone::suites::lasting_layers
