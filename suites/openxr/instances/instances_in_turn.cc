// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/openxr/call_chain/asked_functions.h"
#include "suites/openxr/layers.h"

// api-instance, "Instance Lifecycle"; api-fundamentals, "Validation"; api-api_initialization,
// "Function Pointers": several instances one after another, with different requests, and after
// creations that failed.
namespace loadstone::suites::instances_in_turn {
namespace {

constexpr char kA[] = "XR_APILAYER_LS_a";
constexpr char kB[] = "XR_APILAYER_LS_b";
constexpr char kC[] = "XR_APILAYER_LS_c";
constexpr char kFails[] = "XR_APILAYER_LS_fails";
constexpr char kRefuses[] = "XR_APILAYER_LS_refuses";
constexpr char kCreate[] = "xrCreateInstance";
constexpr char kOfRuntime[] = "XR_LS_of_runtime";
constexpr char kOfB[] = "XR_LS_of_b";

// A machine with good layers, a layer that fails after the instance was created below it, and one
// that refuses negotiation.
OpenXrWorld Machine(Case& c) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime)
                 .Extensions({{kOfRuntime}})
                 .Behaviour(R"({"check_application": true})"));
  world.With(ApiLayer(kA)).With(ApiLayer(kC));
  world.With(ApiLayer(kB).Extensions({{kOfB}}).Behaviour(R"({"takes_out_extensions": true})"));
  world.With(ApiLayer(kFails).Behaviour(R"({"results_after": {"xrCreateApiLayerInstance": -6}})"));
  return world.With(ApiLayer(kRefuses).Behaviour(R"({"negotiation": {"result": -6}})"));
}

// A request that cannot be satisfied.
struct Failing {
  const char* name;
  XrInstanceRequest request;
  // Whether a loader may create the instance without the layer (LS_XR_LAYER_NEGOTIATION_7).
  bool may_succeed = false;
};

std::vector<Failing> FailingRequests() {
  return {
      {"of_a_missing_layer", {.layers = {kB, "XR_APILAYER_LS_none"}, .extensions = {kOfB}}},
      {"of_a_missing_extension", {.layers = {kB}, .extensions = {kOfB, "XR_LS_none"}}},
      {"of_a_version_that_does_not_exist",
       {.layers = {kB}, .api_version = XR_MAKE_VERSION(9, 0, 0)}},
      {"of_an_application_without_a_name", {.layers = {kB}, .application = ""}},
      {"in_a_layer", {.layers = {kB, kFails, kC}}},
      {"in_the_outermost_layer", {.layers = {kFails, kB}}},
      {"in_negotiation", {.layers = {kB, kRefuses}}, true},
  };
}

// Creates an instance after the failing request, and after another instance between two of them.
void JudgeAfter(Case& c, const Failing& failing) {
  const Observation seen = Observe(c, Machine(c), [&](OpenXrApp& app) {
    for (int i = 0; i < 2; ++i) {
      if (app.CreateInstance(failing.request) == XR_SUCCESS) app.DestroyInstance();
      app.RunFullSequence({.layers = {kA, kC}, .extensions = {kOfRuntime}});
    }
  });
  const Matcher first = failing.may_succeed ? AnyOf(IsXrError(), Eq("XR_SUCCESS")) : IsXrError();
  EXPECT_SEEN(XrResultsOf(seen, kCreate), ElementsAre(first, "XR_SUCCESS", first, "XR_SUCCESS"))
      << "a request that fails does not prevent another one from succeeding";
  EXPECT_SEEN(Callees(seen, "xrGetSystem"),
              ElementsAre(kDefaultRuntime, kC, kA, kDefaultRuntime, kC, kA))
      << "the instance has the layers of its own request, and none of the failed one";
  std::vector<std::vector<std::string>> enabled;
  for (const Event& event : seen.Select(kDefaultRuntime, kCreate)) {
    if (event.Number("result") != XR_SUCCESS) continue;
    std::vector<std::string> names = event.List("extensions");
    if (!names.empty()) enabled.push_back(names);
  }
  EXPECT_SEEN(enabled.size() >= 2 ? enabled.back() : std::vector<std::string>(),
              ElementsAre(kOfRuntime))
      << "the instance has the extensions of its own request, and none of the failed one";
}

REGISTER_CASES {
  static const std::vector<Failing> kFailing = FailingRequests();
  for (const Failing& failing : kFailing) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LOADER_24},
                 fmt::format("instances_after_a_failure_{}", failing.name),
                 [&failing](Case& c) { JudgeAfter(c, failing); });
  }
}

// Three requests, one after another, that name different layers in different orders.
struct Turns {
  const char* name;
  std::vector<std::vector<std::string>> layers;
};

std::vector<Turns> AllTurns() {
  return {{"fewer_layers_each_time", {{kA, kB, kC}, {kA, kB}, {kA}}},
          {"more_layers_each_time", {{kA}, {kA, kB}, {kA, kB, kC}}},
          {"other_orders", {{kA, kB, kC}, {kC, kB, kA}, {kB, kA, kC}}},
          {"another_layer_each_time", {{kC}, {kA}, {kB}}},
          {"no_layers_in_between", {{kA, kB}, {}, {kB, kA}}}};
}

void JudgeTurns(Case& c, const Turns& turns) {
  const Observation seen = Observe(c, Machine(c), [&](OpenXrApp& app) {
    for (const std::vector<std::string>& layers : turns.layers) {
      app.RunFullSequence({.layers = layers});
    }
  });
  std::vector<std::string> chain;
  std::vector<std::string> callees;
  for (const std::vector<std::string>& layers : turns.layers) {
    chain.insert(chain.end(), layers.begin(), layers.end());
    callees.push_back(kDefaultRuntime);
    callees.insert(callees.end(), layers.rbegin(), layers.rend());
  }
  EXPECT_SEEN(XrResultsOf(seen, kCreate), ElementsAre("XR_SUCCESS", "XR_SUCCESS", "XR_SUCCESS"))
      << "after an instance is destroyed, another one can be created";
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAreArray(chain))
      << "each instance has the layers that it names, in their order";
  EXPECT_SEEN(Callees(seen, "xrGetSystem"), ElementsAreArray(callees))
      << "a call goes through the layers of its own instance";
}

REGISTER_CASES {
  static const std::vector<Turns> kTurns = AllTurns();
  for (const Turns& turns : kTurns) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LOADER_19, policy::LS_XR_CHAIN_3}, turns.name,
                 [&turns](Case& c) { JudgeTurns(c, turns); });
  }
}

// The environment names a layer, the folder of the explicit layers, and the runtime.
OPENXR_CASE(LS_XR_ACTIVATION_7, environment_for_each_of_three_instances,
            policy::LS_XR_LAYER_DISCOVERY_9, policy::LS_XR_RUNTIME_DISCOVERY_10) {
  constexpr char kNamed[] = "named";
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA).In("/layers")).With(ApiLayer(kB).In("/layers"));
  world.With(Runtime(kNamed).In("/opt/named").ManifestFile("manifest.json"));
  world.Env("XR_API_LAYER_PATH", "/layers").Env("XR_ENABLE_API_LAYERS", kA);
  world.Env("XR_RUNTIME_JSON", "/opt/named/manifest.json");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    for (int i = 0; i < 3; ++i) app.RunFullSequence({.layers = {kB}});
  });
  EXPECT_SEEN(XrResultsOf(seen, kCreate), ElementsAre("XR_SUCCESS", "XR_SUCCESS", "XR_SUCCESS"))
      << "after an instance is destroyed, another one can be created";
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kA, kB, kA, kB, kA, kB))
      << "each instance has the layer of XR_ENABLE_API_LAYERS, above that of the application";
  EXPECT_SEEN(RuntimesReached(seen), ElementsAre(kNamed, kNamed, kNamed))
      << "each instance is of the runtime that XR_RUNTIME_JSON names";
}

// A function that belongs to an extension of a layer, which two of three instances enable.
struct Enabling {
  const char* name;
  policy::Id policy;
  std::vector<bool> enabled;
};

const Enabling kEnabling[] = {{"first_and_third", policy::LS_XR_CHAIN_22, {true, false, true}},
                              {"second_and_third", policy::LS_XR_CHAIN_21, {false, true, true}},
                              {"second_alone", policy::LS_XR_CHAIN_22, {false, true, false}}};

void JudgeEnabling(Case& c, const Enabling& enabling) {
  constexpr char kFunction[] = "xrFrobnicateLS";
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA))
      .With(ApiLayer(kB).Extensions({{kOfB}}).Behaviour(R"({"functions": ["xrFrobnicateLS"],
                                                   "takes_out_extensions": true})"));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    for (const bool enabled : enabling.enabled) {
      const XrInstanceRequest with = {.layers = {kA, kB}, .extensions = {kOfB}};
      if (app.CreateInstance(enabled ? with : XrInstanceRequest{.layers = {kA}}) != XR_SUCCESS) {
        return;
      }
      PFN_xrVoidFunction function = nullptr;
      app.Ask(app.instance(), kFunction, &function);
      app.Ask(app.instance(), "xrGetSystem", &function);
      app.DestroyInstance();
    }
  });
  std::vector<std::string> expected;
  for (const bool enabled : enabling.enabled) {
    expected.push_back(enabled ? Found(kFunction) : Missing(kFunction));
    expected.push_back(Found("xrGetSystem"));
  }
  EXPECT_SEEN(Answers(seen), ElementsAreArray(expected))
      << "a function of an extension is found for the instances that enable the extension and its "
         "layer, and is unsupported for the others";
}

REGISTER_CASES {
  for (const Enabling& enabling : kEnabling) {
    RegisterCase(Api::kOpenXr, {enabling.policy},
                 fmt::format("extension_of_the_{}_of_three_instances", enabling.name),
                 [&enabling](Case& c) { JudgeEnabling(c, enabling); });
  }
}

// An extension that the runtime and a layer provide, with a function that the loader cannot know or
// with one of the headers.
struct Provided {
  const char* name;
  const char* extension;
  const char* function;
};

constexpr Provided kProvided[] = {
    {"unknown", "XR_LS_frobnicate", "xrFrobnicateLS"},
    {"registered", "XR_KHR_convert_timespec_time", "xrConvertTimeToTimespecTimeKHR"}};

// Each instance enables the extension. Those with the layer get its function, the others that of
// the runtime.
void JudgeProvided(Case& c, const Provided& provided, bool starts_with_layer) {
  constexpr int kInstances = 4;
  const auto has_layer = [&](int i) { return (i % 2 == 0) == starts_with_layer; };
  const std::string functions = fmt::format(R"({{"functions": ["{}"]}})", provided.function);
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{provided.extension}}).Behaviour(functions));
  world.With(ApiLayer(kB)
                 .Extensions({{provided.extension}})
                 .Behaviour(functions)
                 .Behaviour(R"({"takes_out_extensions": true})"));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    for (int i = 0; i < kInstances; ++i) {
      XrInstanceRequest request = {.extensions = {provided.extension}};
      if (has_layer(i)) request.layers = {kB};
      if (app.CreateInstance(request) != XR_SUCCESS) return;
      PFN_xrVoidFunction function = nullptr;
      app.Ask(app.instance(), provided.function, &function);
      // The mocks have a type of their own for such functions.
      const auto call = reinterpret_cast<XrResult(XRAPI_PTR*)(XrInstance, uint64_t)>(function);
      if (call != nullptr) app.Traced(provided.function, [&] { return call(app.instance(), 7); });
      app.DestroyInstance();
    }
  });
  std::vector<std::string> callees;
  for (int i = 0; i < kInstances; ++i) callees.emplace_back(has_layer(i) ? kB : kDefaultRuntime);
  EXPECT_SEEN(Callees(seen, provided.function), ElementsAreArray(callees))
      << "a function of an extension is called through the layers of its own instance";
}

REGISTER_CASES {
  for (const Provided& provided : kProvided) {
    for (const bool starts_with_layer : {true, false}) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_CHAIN_16, policy::LS_XR_CHAIN_3},
                   fmt::format("{}_function_of_instances_{}_a_layer_in_turn", provided.name,
                               starts_with_layer ? "with_and_without" : "without_and_with"),
                   [&provided, starts_with_layer](Case& c) {
                     JudgeProvided(c, provided, starts_with_layer);
                   });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::instances_in_turn
