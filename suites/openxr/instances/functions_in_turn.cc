// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <iterator>

#include "suites/openxr/call_chain/asked_functions.h"
#include "suites/openxr/layers.h"

// api-api_initialization, "Function Pointers": the functions of extensions of which each of several
// instances, one after another, enables others.
namespace loadstone::suites::functions_in_turn {
namespace {

constexpr char kLayer[] = "XR_APILAYER_LS_provider";

// An extension and one of its functions.
struct Provided {
  const char* extension;
  const char* function;
  bool by_layer = false;
};

// Some are in the headers, so that a loader can tell whose functions they are.
constexpr Provided kTime = {"XR_KHR_convert_timespec_time", "xrConvertTimeToTimespecTimeKHR"};
constexpr Provided kMask = {"XR_KHR_visibility_mask", "xrGetVisibilityMaskKHR"};
constexpr Provided kUnknown = {"XR_LS_frobnicate", "xrFrobnicateLS"};
constexpr Provided kMessages = {"XR_EXT_debug_utils", "xrCreateDebugUtilsMessengerEXT"};
constexpr Provided kOfLayer = {"XR_EXT_performance_settings",
                               "xrPerfSettingsSetPerformanceLevelEXT", true};
constexpr Provided kAll[] = {kTime, kMask, kUnknown, kMessages, kOfLayer};

struct Turns {
  const char* name;
  std::vector<std::vector<Provided>> enabled;
};

std::vector<Turns> AllTurns() {
  return {{"registered", {{kTime}, {kMask}, {kTime}}},
          {"registered_and_unknown", {{kTime}, {kUnknown}, {kMask}, {kUnknown, kTime}}},
          {"more_each_time", {{}, {kMask}, {kMask, kTime}, {kMask, kTime, kUnknown}}},
          {"of_the_runtime_and_a_layer", {{kTime}, {kOfLayer}, {kMask}, {kOfLayer, kTime}}},
          {"messages_and_registered", {{kMessages}, {kTime}, {kMessages, kMask}, {kMask}}}};
}

OpenXrWorld Machine(Case& c) {
  std::vector<XrExtension> of_runtime;
  std::string functions;
  for (const Provided& each : kAll) {
    if (each.by_layer) continue;
    of_runtime.push_back({each.extension});
    // The mock has the functions of XR_EXT_debug_utils itself.
    if (std::string(each.extension) == kMessages.extension) continue;
    functions += fmt::format(R"({}"{}")", functions.empty() ? "" : ", ", each.function);
  }
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime)
                 .Extensions(of_runtime)
                 .Behaviour(fmt::format(R"({{"functions": [{}]}})", functions)));
  return world.With(
      ApiLayer(kLayer)
          .Extensions({{kOfLayer.extension}})
          .Behaviour(fmt::format(R"({{"functions": ["{}"], "takes_out_extensions": true}})",
                                 kOfLayer.function)));
}

XrInstanceRequest RequestFor(const std::vector<Provided>& enabled) {
  XrInstanceRequest request;
  for (const Provided& each : enabled) {
    if (each.by_layer) request.layers = {kLayer};
    request.extensions.push_back(each.extension);
  }
  return request;
}

// Before each instance, if `after_failures`, a creation fails that enables everything.
void Judge(Case& c, const Turns& turns, bool after_failures) {
  const Observation seen = Observe(c, Machine(c), [&](OpenXrApp& app) {
    PFN_xrVoidFunction function = nullptr;
    for (const std::vector<Provided>& enabled : turns.enabled) {
      if (after_failures) {
        XrInstanceRequest failing = RequestFor({kAll, std::end(kAll)});
        failing.extensions.push_back("XR_LS_none");
        if (app.CreateInstance(failing) == XR_SUCCESS) return;
      }
      if (app.CreateInstance(RequestFor(enabled)) != XR_SUCCESS) return;
      for (const Provided& each : enabled) app.Ask(app.instance(), each.function, &function);
      app.Ask(app.instance(), "xrGetSystem", &function);
      app.DestroyInstance();
    }
  });
  std::vector<std::string> expected;
  for (const std::vector<Provided>& enabled : turns.enabled) {
    for (const Provided& each : enabled) expected.push_back(Found(each.function));
    expected.push_back(Found("xrGetSystem"));
  }
  EXPECT_SEEN(Answers(seen), ElementsAreArray(expected))
      << "each instance has the functions of the extensions that were enabled for it, whatever "
         "was enabled for those before it";
}

REGISTER_CASES {
  static const std::vector<Turns> kTurns = AllTurns();
  for (const Turns& turns : kTurns) {
    for (const bool after_failures : {false, true}) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_CHAIN_21},
                   fmt::format("functions_in_turn_{}{}", turns.name,
                               after_failures ? "_after_failures" : ""),
                   [&turns, after_failures](Case& c) { Judge(c, turns, after_failures); });
    }
  }
}

// One function, which the runtime and two layers have, in instances with another layer each time,
// or with none.
void JudgeCallee(Case& c, const Provided& provided) {
  constexpr char kA[] = "XR_APILAYER_LS_a";
  constexpr char kB[] = "XR_APILAYER_LS_b";
  const std::string functions = fmt::format(R"({{"functions": ["{}"]}})", provided.function);
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{provided.extension}}).Behaviour(functions));
  for (const char* name : {kA, kB}) {
    world.With(ApiLayer(name)
                   .Extensions({{provided.extension}})
                   .Behaviour(functions)
                   .Behaviour(R"({"takes_out_extensions": true})"));
  }
  const std::vector<std::vector<std::string>> turns = {{kA}, {}, {kB}, {}, {kA}};
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    using Call = XrResult(XRAPI_PTR*)(XrInstance, uint64_t);
    for (const std::vector<std::string>& layers : turns) {
      if (app.CreateInstance({.layers = layers, .extensions = {provided.extension}}) !=
          XR_SUCCESS) {
        return;
      }
      const auto call = app.Get<Call>(provided.function);
      if (call == nullptr) return;
      app.Traced(provided.function, [&] { return call(app.instance(), 7); });
      app.DestroyInstance();
    }
  });
  std::vector<std::string> callees;
  for (const std::vector<std::string>& layers : turns) {
    callees.push_back(layers.empty() ? kDefaultRuntime : layers.front());
  }
  EXPECT_SEEN(Callees(seen, provided.function), ElementsAreArray(callees))
      << "the function of an extension is that of the first component of its own instance that has "
         "it";
}

OPENXR_CASE(LS_XR_CHAIN_16, registered_function_of_another_component_each_time) {
  JudgeCallee(c, kTime);
}
OPENXR_CASE(LS_XR_CHAIN_16, unknown_function_of_another_component_each_time) {
  JudgeCallee(c, kUnknown);
}

}  // namespace
}  // namespace loadstone::suites::functions_in_turn
