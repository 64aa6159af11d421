// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/probe/app_trace.h"
#include "suites/common/threads.h"
#include "suites/openxr/layers.h"

// api-fundamentals, "Validation": an xrCreateInstance that something refuses leaves what exists
// unchanged. The refused call is made twice; another thread then uses an instance that nothing
// refuses: no lock is held, and no object is left in a layer or the runtime. No document says when
// the library of a layer or runtime that refuses is unloaded, so this is not judged.
namespace loadstone::suites::refusals {
namespace {

constexpr char kCreate[] = "xrCreateInstance";
constexpr char kCreateBelow[] = "xrCreateApiLayerInstance";
constexpr char kDestroy[] = "xrDestroyInstance";
constexpr char kList[] = "xrEnumerateApiLayerProperties";
constexpr char kLater[] = "later";
constexpr size_t kLayers = 3;

struct Refusal {
  std::string name;
  std::vector<ApiLayer> layers;
  XrInstanceRequest refused;
  XrInstanceRequest good;
};

// Three layers, of which the one at that place cannot be used.
Refusal OfLayer(const std::string& name, size_t place, const std::string& behaviour,
                const char* binary = "openxr_layer") {
  Refusal refusal = {name, {}, {.layers = LayerNames(kLayers)}, {}};
  for (size_t i = 0; i < kLayers; ++i) {
    ApiLayer layer(refusal.refused.layers[i]);
    if (i == place) {
      layer.Behaviour(behaviour).Binary(binary);
    } else {
      refusal.good.layers.push_back(layer.name());
    }
    refusal.layers.push_back(layer);
  }
  return refusal;
}

// Three good layers, and a request that cannot be satisfied.
Refusal OfRequest(const char* name, const XrInstanceRequest& request) {
  Refusal refusal = OfLayer(name, kLayers, "{}");
  refusal.refused = request;
  for (const std::string& layer : LayerNames(kLayers)) refusal.refused.layers.push_back(layer);
  return refusal;
}

std::vector<Refusal> Refusals() {
  std::vector<Refusal> refusals = {
      OfRequest("missing_layer", {.layers = {"XR_APILAYER_LS_missing"}}),
      OfRequest("missing_extension", {.extensions = {"XR_LS_missing"}}),
      OfRequest("version_that_does_not_exist", {.api_version = XR_MAKE_VERSION(9, 0, 0)}),
      OfRequest("application_without_a_name", {.application = ""}),
      OfLayer("layer_that_refuses_negotiation", 1, R"({"negotiation": {"result": -6}})"),
      OfLayer("layer_without_exports", 1, "{}", "openxr_layer_none"),
  };
  const char* const places[] = {"first_layer", "middle_layer", "last_layer"};
  for (size_t i = 0; i < kLayers; ++i) {
    refusals.push_back(OfLayer(fmt::format("{}_before_the_call_down", places[i]), i,
                               R"({"results": {"xrCreateApiLayerInstance": -6}})"));
    refusals.push_back(OfLayer(fmt::format("{}_after_the_call_down", places[i]), i,
                               R"({"results_after": {"xrCreateApiLayerInstance": -6}})"));
    // What an output parameter contains after an error is undefined.
    refusals.push_back(
        OfLayer(fmt::format("{}_that_leaves_the_handle", places[i]), i,
                R"({"results_after": {"xrCreateApiLayerInstance": -6}, "keeps_handle": true})"));
  }
  return refusals;
}

OpenXrWorld WorldWith(Case& c, const Refusal& refusal) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Behaviour(R"({"check_application": true})"));
  for (const ApiLayer& layer : refusal.layers) world.With(layer);
  return world;
}

void RequestTwice(OpenXrApp& app, const XrInstanceRequest& request) {
  for (int i = 0; i < 2; ++i) {
    if (app.CreateInstance(request) == XR_SUCCESS) app.DestroyInstance();
  }
}

// "command result" for each call of the application after the refused ones.
std::vector<std::string> LaterResults(const Observation& seen) {
  std::vector<std::string> results;
  bool later = false;
  for (const Event& event : seen.Select(kAppName, {})) {
    later |= event.what() == kLater;
    if (!later || event.phase() != "leave" || !event.Has("result")) continue;
    results.push_back(fmt::format("{} {}", event.what(), event.Number("result")));
  }
  return results;
}

int64_t Successes(const Observation& seen, const std::string& who, const char* command) {
  const std::vector<Event> calls = seen.Select(who, command);
  return std::count_if(calls.begin(), calls.end(), [](const Event& event) {
    return event.phase() != "enter" && event.Number("result") == XR_SUCCESS;
  });
}

// "NAME: 2 created, 1 destroyed" for the runtime and each of these layers whose number of
// destructions differs from its number of instances.
std::vector<std::string> Undestroyed(const Observation& seen, const Refusal& refusal) {
  std::vector<std::string> left;
  const auto add = [&](const std::string& who, const char* create) {
    const int64_t created = Successes(seen, who, create);
    const int64_t destroyed = Successes(seen, who, kDestroy);
    if (created == destroyed) return;
    left.push_back(fmt::format("{}: {} created, {} destroyed", who, created, destroyed));
  };
  add(kDefaultRuntime, kCreate);
  for (const ApiLayer& layer : refusal.layers) add(layer.name(), kCreateBelow);
  return left;
}

void ExpectGood(const Observation& seen, const Refusal& refusal) {
  EXPECT_SEEN(LaterResults(seen), AllOf(Contains("xrGetSystem 0"), Contains("xrDestroyInstance 0"),
                                        Each(EndsWith(" 0"))))
      << "calls that nothing refuses succeed after a refusal, in another thread, too";
  EXPECT_SEEN(Undestroyed(seen, refusal), IsEmpty())
      << "no instance remains in a layer or the runtime, and none is destroyed twice";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "layers and runtime get only valid calls, also after a refusal";
}

void JudgeAfter(Case& c, const Refusal& refusal) {
  const Observation seen = Observe(c, WorldWith(c, refusal), [&](OpenXrApp& app) {
    RequestTwice(app, refusal.refused);
    AppEvent{kLater};
    InAnotherThread([&] {
      app.EnumerateLayers();
      app.RunFullSequence(refusal.good);
    });
  });
  ExpectGood(seen, refusal);
}

// The refused call may also return XR_ERROR_LIMIT_REACHED (LS_XR_LOADER_18.r1).
void JudgeBeside(Case& c, const Refusal& refusal) {
  const Observation seen = Observe(c, WorldWith(c, refusal), [&](OpenXrApp& app) {
    if (app.CreateInstance(refusal.good) != XR_SUCCESS) return;
    OpenXrApp other = app;  // whose instance is another one
    RequestTwice(other, refusal.refused);
    AppEvent{kLater};
    InAnotherThread([&] {
      app.UseInstance();
      app.DestroyInstance();
    });
  });
  ExpectGood(seen, refusal);
}

REGISTER_CASES {
  static const std::vector<Refusal> kRefusals = Refusals();
  for (const Refusal& refusal : kRefusals) {
    RegisterCase(Api::kOpenXr,
                 {policy::LS_XR_LOADER_24, policy::LS_XR_CHAIN_11, policy::LS_XR_LOADER_23},
                 fmt::format("instance_of_another_thread_after_a_refusal_by_{}", refusal.name),
                 [&refusal](Case& c) { JudgeAfter(c, refusal); });
    RegisterCase(Api::kOpenXr,
                 {policy::LS_XR_LOADER_24, policy::LS_XR_CHAIN_11, policy::LS_XR_LOADER_23},
                 fmt::format("instance_beside_a_refusal_by_{}", refusal.name),
                 [&refusal](Case& c) { JudgeBeside(c, refusal); });
  }
}

// A runtime that says twice that it is not available yet. It negotiates each time.
void JudgeUnavailable(Case& c, size_t layers) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Behaviour(R"({"unavailable_for": "too early"})"));
  for (const std::string& name : LayerNames(layers)) world.With(ApiLayer(name));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    RequestTwice(app, {.layers = LayerNames(layers), .application = "too early"});
    app.RunFullSequence({.layers = LayerNames(layers)});
  });
  EXPECT_SEEN(XrResultsOf(seen, kCreate), ElementsAre(IsXrError(), IsXrError(), "XR_SUCCESS"))
      << "an application that tries again gets an instance as soon as the runtime creates one";
}

OPENXR_CASE(LS_XR_LOADER_24, runtime_that_becomes_available) { JudgeUnavailable(c, 0); }
OPENXR_CASE(LS_XR_LOADER_24, runtime_that_becomes_available_below_layers) {
  JudgeUnavailable(c, 2);
}

// Runtimes that refuse each time. A loader may remember the active runtime and what it answered, so
// no later instance is expected: the calls return an error, and what needs no runtime works.
struct Refusing {
  const char* name;
  const char* behaviour;
  const char* binary = "openxr_runtime";
};

constexpr Refusing kRuntimes[] = {
    {"runtime_that_fails", R"({"results": {"xrCreateInstance": -2}})"},
    {"runtime_that_cannot_be_initialized", R"({"results": {"xrCreateInstance": -6}})"},
    {"runtime_at_its_limit", R"({"results": {"xrCreateInstance": -10}})"},
    {"runtime_that_refuses_negotiation", R"({"negotiation": {"result": -6}})"},
    {"runtime_without_exports", "{}", "openxr_runtime_none"},
};

void JudgeRuntime(Case& c, const Refusing& runtime) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Behaviour(runtime.behaviour).Binary(runtime.binary));
  for (const std::string& name : LayerNames(kLayers)) world.With(ApiLayer(name));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    const XrInstanceRequest request = {.layers = LayerNames(kLayers)};
    RequestTwice(app, request);
    InAnotherThread([&] {
      app.EnumerateLayers();
      app.RunFullSequence(request);
    });
  });
  EXPECT_SEEN(XrResultsOf(seen, kCreate), AllOf(SizeIs(3), Each(IsXrError())))
      << "a runtime that refuses each time gives each call an error, in another thread, too";
  EXPECT_SEEN(XrResultsOf(seen, kList), ElementsAre("XR_SUCCESS"))
      << "layers can be listed after the runtime refused, in another thread, too";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "layers and runtime get only valid calls, also after a refusal";
}

REGISTER_CASES {
  for (const Refusing& runtime : kRuntimes) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_ROBUSTNESS_1},
                 fmt::format("repeated_refusal_by_{}", runtime.name),
                 [&runtime](Case& c) { JudgeRuntime(c, runtime); });
  }
}

}  // namespace
}  // namespace loadstone::suites::refusals
