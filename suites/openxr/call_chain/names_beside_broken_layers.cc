// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/openxr/call_chain/next_names.h"
#include "suites/openxr/layers.h"

// api_layer, "API Layer Create Instance Process": the names in the links of an instance that is
// created without a layer that cannot be used.
namespace loadstone::suites::names_beside_broken_layers {
namespace {

constexpr char kOfApplication[] = "XR_APILAYER_LS_of_the_application";
constexpr size_t kLayers = 3;

// Why the layer cannot be used.
struct Broken {
  const char* name;
  policy::Id policy;
  reading::Id reading;
  void (*change)(ApiLayer& layer);
};

constexpr Broken kBroken[] = {
    {"a_missing_library", policy::LS_XR_LAYER_MANIFEST_15, reading::LS_XR_LAYER_MANIFEST_15_r1,
     [](ApiLayer& layer) { layer.LibraryPath("/opt/loadstone/gone.so"); }},
    {"a_refusal", policy::LS_XR_LAYER_NEGOTIATION_7, reading::LS_XR_LAYER_NEGOTIATION_7_r1,
     [](ApiLayer& layer) { layer.Behaviour(R"({"negotiation": {"result": -6}})"); }},
};

// Of three layers that nobody requires, the one at `place` cannot be used. The application enables
// another layer.
void Judge(Case& c, const Broken& broken, bool implicit, size_t place) {
  const std::vector<std::string> names = LayerNames(kLayers);
  OpenXrWorld world(c.subject());
  for (size_t i = 0; i < kLayers; ++i) {
    ApiLayer layer(names[i]);
    if (implicit) layer.Implicit();
    if (i == place) broken.change(layer);
    world.With(layer);
  }
  if (!implicit) world.Env("XR_ENABLE_API_LAYERS", JoinNames(names));
  world.With(ApiLayer(kOfApplication));
  const Observation seen =
      Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence({.layers = {kOfApplication}}); });
  const std::string created = XrResultOf(seen, "xrCreateInstance");
  const std::vector<std::string> chain = ApiLayerChain(seen);
  EXPECT_SEEN(chain, Not(Contains(names[place])))
      << "a layer that cannot be used is never in a call chain";
  if (created != "XR_SUCCESS") {
    EXPECT_SEEN(created, IsXrError())
        << "an enabled layer that cannot be used may or may not be an error" << broken.reading;
    return;
  }
  std::vector<Event> entered = seen.Select({}, "xrCreateApiLayerInstance");
  std::erase_if(entered, [](const Event& event) { return event.phase() != "enter"; });
  ASSERT_SEEN(entered, SizeIs(kLayers)) << "the other layers are called once each";
  for (size_t i = 0; i < kLayers; ++i) {
    std::vector<std::string> own;
    for (size_t j = i; j < kLayers; ++j) own.push_back(entered[j].who());
    ExpectNextNames(entered[i], own);
  }
}

REGISTER_CASES {
  for (const Broken& broken : kBroken) {
    for (const bool implicit : {true, false}) {
      for (size_t place = 0; place < kLayers; ++place) {
        RegisterCase(Api::kOpenXr, {policy::LS_XR_CHAIN_6, policy::LS_XR_CHAIN_5, broken.policy},
                     fmt::format("names_beside_{}_of_{}_layer_{}", broken.name,
                                 implicit ? "implicit" : "environment", place),
                     [&broken, implicit, place](Case& c) { Judge(c, broken, implicit, place); });
      }
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::names_beside_broken_layers
