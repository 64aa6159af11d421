// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/openxr/layers.h"
#include "suites/openxr/negotiation/negotiation_structures.h"

// api_layer, "Loader/API Layer Interface Negotiation"; runtime, "Loader/Runtime Interface
// Negotiation": negotiation with each of three layers and the runtime, for each of two instances,
// and layers between or below good ones that refuse it or answer with less than they must.
namespace loadstone::suites::several_layers {
namespace {

constexpr size_t kCount = 3;
constexpr char kNegotiate[] = "negotiate";
constexpr NegotiateRequest kLayerRequest = {"XR_LOADER_INTERFACE_STRUCT_API_LAYER_REQUEST", 2,
                                            kLayerRequestSize};
constexpr NegotiateRequest kRuntimeRequest = {"XR_LOADER_INTERFACE_STRUCT_RUNTIME_REQUEST", 3,
                                              kRuntimeRequestSize};

// Creates and destroys two instances with all layers: one is implicit, the environment enables one,
// and the application the last one.
Observation RunTwice(Case& c) {
  const std::vector<std::string> names = LayerNames(kCount);
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(names[0]).Implicit()).With(ApiLayer(names[1])).With(ApiLayer(names[2]));
  world.Env("XR_ENABLE_API_LAYERS", names[1]);
  return Observe(c, world, [&names](OpenXrApp& app) {
    for (int i = 0; i < 2; ++i) app.RunFullSequence({.layers = {names[2]}});
  });
}

// Judges every negotiation with a layer; a loader may keep a library, and the result of its
// negotiation, for the next instance.
void JudgeLayers(Case& c, const std::function<void(const Event&, const std::string&)>& judge) {
  const Observation seen = RunTwice(c);
  for (const std::string& name : LayerNames(kCount)) {
    const std::vector<Event> asked = seen.Select(name, kNegotiate);
    ASSERT_SEEN(asked, Not(IsEmpty())) << "the loader must negotiate with each layer";
    for (const Event& event : asked) judge(event, name);
  }
}

void JudgeRuntime(Case& c, const std::function<void(const Event&)>& judge) {
  const Observation seen = RunTwice(c);
  const std::vector<Event> asked = seen.Select(kDefaultRuntime, kNegotiate);
  ASSERT_SEEN(asked, Not(IsEmpty())) << "the loader must negotiate with the runtime";
  for (const Event& event : asked) judge(event);
}

OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_2, loader_info_header_for_every_layer) {
  JudgeLayers(c, [&](const Event& asked, const std::string&) { ExpectLoaderInfoHeader(c, asked); });
}
OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_3, interface_versions_for_every_layer) {
  JudgeLayers(c, [](const Event& asked, const std::string&) { ExpectInterfaceVersions(asked); });
}
OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_4, api_versions_for_every_layer) {
  JudgeLayers(c, [&](const Event& asked, const std::string&) { ExpectApiVersions(c, asked); });
}
OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_5, request_header_for_every_layer) {
  JudgeLayers(c, [&](const Event& asked, const std::string&) {
    ExpectRequestHeader(c, asked, kLayerRequest);
  });
}
OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_6, name_of_every_layer) {
  JudgeLayers(c, [](const Event& asked, const std::string& name) {
    EXPECT_SEEN(asked.Text("layer_name"), AnyOf(Eq(name), IsEmpty()))
        << "layerName is NULL or the name of the layer" << reading::LS_XR_LAYER_NEGOTIATION_6_r1;
  });
}
OPENXR_CASE(LS_XR_NEGOTIATION_2, loader_info_header_for_every_instance) {
  JudgeRuntime(c, [&](const Event& asked) { ExpectLoaderInfoHeader(c, asked); });
}
OPENXR_CASE(LS_XR_NEGOTIATION_3, interface_versions_for_every_instance) {
  JudgeRuntime(c, [](const Event& asked) { ExpectInterfaceVersions(asked); });
}
OPENXR_CASE(LS_XR_NEGOTIATION_4, api_versions_for_every_instance) {
  JudgeRuntime(c, [&](const Event& asked) { ExpectApiVersions(c, asked); });
}
OPENXR_CASE(LS_XR_NEGOTIATION_5, request_header_for_every_instance) {
  JudgeRuntime(c, [&](const Event& asked) { ExpectRequestHeader(c, asked, kRuntimeRequest); });
}

// An answer of the layer at one place of a chain.
struct Answer {
  const char* name;
  const char* negotiation;
};

// The answer comes with all functions, which must not be used.
constexpr Answer kRefusals[] = {
    {"refused_with_initialization_failed", R"({"result": -6})"},
    {"refused_with_an_unknown_error", R"({"result": -987654})"},
};

// LS_XR_LAYER_NEGOTIATION_9.r1.
constexpr Answer kNoFunctions[] = {
    {"no_function_to_query_functions", R"({"null_gipa": true})"},
    {"no_function_to_create_an_instance", R"({"null_create": true})"},
    {"request_is_left_as_it_was", R"({"leave_untouched": true})"},
};

Observation RunWith(Case& c, size_t place, const Answer& answer) {
  OpenXrWorld world(c.subject());
  const std::vector<std::string> names = LayerNames(kCount);
  for (size_t i = 0; i < kCount; ++i) {
    ApiLayer layer(names[i]);
    if (i == place) {
      layer.Behaviour(std::string(R"({"negotiation": )") + answer.negotiation + "}");
    }
    world.With(layer);
  }
  return Observe(c, world, [&](OpenXrApp& app) { app.RunFullSequence({.layers = names}); });
}

std::vector<std::string> Others(size_t place) {
  std::vector<std::string> names = LayerNames(kCount);
  names.erase(names.begin() + static_cast<std::ptrdiff_t>(place));
  return names;
}

// The creation fails, or succeeds without the layer (LS_XR_LAYER_NEGOTIATION_7.r1).
void JudgeRefusal(Case& c, size_t place, const Answer& answer) {
  const Observation seen = RunWith(c, place, answer);
  EXPECT_SEEN(ApiLayerChain(seen), Not(Contains(LayerNames(kCount)[place])))
      << "a layer whose negotiation failed is in no call chain";
  if (XrResultOf(seen, "xrCreateInstance") == "XR_SUCCESS") {
    EXPECT_SEEN(ApiLayerChain(seen), ElementsAreArray(Others(place)))
        << "the other layers are in the chain, each once";
  } else {
    EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), IsXrError())
        << "the application must get an answer";
  }
}

void JudgeNoFunctions(Case& c, size_t place, const Answer& answer) {
  c.AnyEnding();
  const Observation seen = RunWith(c, place, answer);
  if (XrResultOf(seen, "xrCreateInstance") == "XR_SUCCESS") {
    std::vector<std::string> chain = ApiLayerChain(seen);
    std::erase(chain, LayerNames(kCount)[place]);
    EXPECT_SEEN(chain, ElementsAreArray(Others(place)))
        << "an instance has the other layers, each once" << reading::LS_XR_LAYER_NEGOTIATION_9_r1;
    EXPECT_SEEN(RuntimesReached(seen), ElementsAre(kDefaultRuntime))
        << "the chain ends in the runtime";
  }
  ExpectSurvival(seen);
}

// What a layer answers, or refuses with, does not change what the loader passes: to the layers
// after it, to the runtime, and in later instances to all of them. The last instance does not have
// the layer if it is an explicit one.
constexpr Answer kOldAnswers[] = {
    {"refused_with_version_0", R"({"result": -6, "interface_version": 0, "api_version": "0.9.0"})"},
    {"answered_version_0", R"({"interface_version": 0})"},
    {"answered_openxr_0_9", R"({"api_version": "0.9.0"})"},
    {"refused_as_it_was", R"({"result": -6, "leave_untouched": true})"},
};

// What a layer or a runtime writes over the request is not in the next one.
constexpr Answer kWrittenOver[] = {
    {"refused_and_cleared_the_request", R"({"result": -6, "change": "everything"})"},
    {"answered_and_cleared_the_head", R"({"change": "head"})"},
};

constexpr char kOld[] = "XR_APILAYER_LS_old";

void JudgeOffers(Case& c, const Answer& answer, bool implicit,
                 const std::function<void(const Event&)>& judge) {
  const std::vector<std::string> names = LayerNames(kCount);
  OpenXrWorld world(c.subject());
  ApiLayer old(kOld);
  old.Behaviour(std::string(R"({"negotiation": )") + answer.negotiation + "}");
  if (implicit) old.Implicit();
  world.With(old);
  for (const std::string& name : names) world.With(ApiLayer(name));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    std::vector<std::string> all = names;
    if (!implicit) all.insert(all.begin() + 1, kOld);
    for (int i = 0; i < 2; ++i) {
      if (app.CreateInstance({.layers = all}) == XR_SUCCESS) app.DestroyInstance();
    }
    app.RunFullSequence({.layers = names});
  });
  for (const Event& event : seen.Select(kOld, kNegotiate)) judge(event);
  for (const std::string& name : names) {
    const std::vector<Event> asked = seen.Select(name, kNegotiate);
    // With an implicit layer that refuses, a loader may create no instance at all.
    if (!implicit) {
      ASSERT_SEEN(asked, Not(IsEmpty())) << "the loader must negotiate with each layer";
    }
    for (const Event& event : asked) judge(event);
  }
  for (const Event& event : seen.Select(kDefaultRuntime, kNegotiate)) judge(event);
}

// The same for a runtime, with which a loader may negotiate for each call.
void JudgeOffersToRuntime(Case& c, const Answer& answer,
                          const std::function<void(const Event&)>& judge) {
  const std::string behaviour = std::string(R"({"negotiation": )") + answer.negotiation + "}";
  const OpenXrWorld world =
      OpenXrWorld(c.subject()).With(Runtime(kDefaultRuntime).Behaviour(behaviour));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.EnumerateExtensions();
    for (int i = 0; i < 2; ++i) app.RunFullSequence();
  });
  const std::vector<Event> asked = seen.Select(kDefaultRuntime, kNegotiate);
  ASSERT_SEEN(asked, Not(IsEmpty())) << "the loader must negotiate with the runtime";
  for (const Event& event : asked) judge(event);
}

REGISTER_CASES {
  for (const Answer& answer : kOldAnswers) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_NEGOTIATION_3},
                 fmt::format("offers_to_a_runtime_that_{}", answer.name),
                 [&answer](Case& c) { JudgeOffersToRuntime(c, answer, ExpectInterfaceVersions); });
    RegisterCase(Api::kOpenXr, {policy::LS_XR_NEGOTIATION_4},
                 fmt::format("offers_to_a_runtime_that_{}", answer.name), [&answer](Case& c) {
                   JudgeOffersToRuntime(c, answer,
                                        [&c](const Event& asked) { ExpectApiVersions(c, asked); });
                 });
    for (const bool implicit : {false, true}) {
      const char* kind = implicit ? "implicit" : "explicit";
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_NEGOTIATION_3},
                   fmt::format("offers_after_a_layer_that_{}_{}", answer.name, kind),
                   [&answer, implicit](Case& c) {
                     JudgeOffers(c, answer, implicit, ExpectInterfaceVersions);
                   });
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_NEGOTIATION_4},
                   fmt::format("offers_after_a_layer_that_{}_{}", answer.name, kind),
                   [&answer, implicit](Case& c) {
                     JudgeOffers(c, answer, implicit,
                                 [&c](const Event& asked) { ExpectApiVersions(c, asked); });
                   });
    }
  }
}

REGISTER_CASES {
  for (const Answer& answer : kWrittenOver) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_NEGOTIATION_5},
                 fmt::format("request_for_a_runtime_that_{}", answer.name), [&answer](Case& c) {
                   JudgeOffersToRuntime(c, answer, [&c](const Event& asked) {
                     ExpectRequestHeader(c, asked, kRuntimeRequest);
                   });
                 });
    for (const bool implicit : {false, true}) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_NEGOTIATION_5},
                   fmt::format("request_after_a_layer_that_{}_{}", answer.name,
                               implicit ? "implicit" : "explicit"),
                   [&answer, implicit](Case& c) {
                     JudgeOffers(c, answer, implicit, [&c](const Event& asked) {
                       const bool of_runtime = asked.who() == kDefaultRuntime;
                       ExpectRequestHeader(c, asked, of_runtime ? kRuntimeRequest : kLayerRequest);
                     });
                   });
    }
  }
}

REGISTER_CASES {
  const char* const places[kCount] = {"first", "second", "third"};
  for (size_t place = 0; place < kCount; ++place) {
    for (const Answer& answer : kRefusals) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_NEGOTIATION_7},
                   fmt::format("{}_by_the_{}_of_three", answer.name, places[place]),
                   [place, &answer](Case& c) { JudgeRefusal(c, place, answer); });
    }
    for (const Answer& answer : kNoFunctions) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_NEGOTIATION_9, policy::LS_XR_ROBUSTNESS_1},
                   fmt::format("{}_by_the_{}_of_three", answer.name, places[place]),
                   [place, &answer](Case& c) { JudgeNoFunctions(c, place, answer); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::several_layers
