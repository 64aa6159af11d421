// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/openxr/layers.h"

// runtime, "Additional Loader Requirements": API layers that query the entity below for layers and
// for the extensions of layers. The loader must not pass these queries on to the runtime.
namespace loadstone::suites::layer_queries {
namespace {

constexpr char kLayers[] = "xrEnumerateApiLayerProperties";
constexpr char kExtensions[] = "xrEnumerateInstanceExtensionProperties";
constexpr char kIdle[] = "XR_APILAYER_LS_idle";

// Runs an application with `count` layers of that behaviour, in which {} is the name of the layer.
// Another layer is installed that nothing enables.
Observation RunLayers(Case& c, size_t count, const std::string& behaviour) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{"XR_LS_of_runtime"}}));
  world.With(ApiLayer(kIdle).Extensions({{"XR_LS_idle"}}));
  for (const std::string& name : LayerNames(count)) {
    world.With(ApiLayer(name)
                   .Extensions({{"XR_LS_one"}})
                   .Behaviour(fmt::format(fmt::runtime(behaviour), fmt::arg("name", name))));
  }
  return Observe(c, world,
                 [&](OpenXrApp& app) { app.RunFullSequence({.layers = LayerNames(count)}); });
}

// Whether the function that a layer got from below is in the library of the runtime.
bool IsOfRuntime(const Observation& seen) {
  const auto runtime = seen.First(kDefaultRuntime, "load");
  const std::vector<Event> queries = seen.Select({}, "query_below");
  return runtime.has_value() &&
         std::any_of(queries.begin(), queries.end(), [&](const Event& query) {
           return query.Text("library", "") == runtime->Text("path");
         });
}

constexpr char kOwnFunction[] =
    "the loader gives API layers the runtime's own function, so that it calls nothing itself";

void JudgeExtensionQueries(Case& c, size_t layers) {
  const Observation seen =
      RunLayers(c, layers, R"({{"queries_extensions_below": ["{name}", "XR_APILAYER_LS_idle"]}})");
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_SUCCESS") << "the instance is created";
  EXPECT_SEEN(seen.Select({}, "query_below"), SizeIs(2 * layers)) << "the layers are used";
  if (IsOfRuntime(seen)) GTEST_SKIP() << kOwnFunction;  // LS_XR_LOADER_2.r1
  std::vector<std::string> asked;
  for (const Event& event : seen.Select(kDefaultRuntime, kExtensions)) {
    asked.push_back(event.Text("layer"));
  }
  EXPECT_SEEN(asked, Each(IsEmpty()))
      << "the loader never queries the runtime with the name of a layer, not for a layer either"
      << reading::LS_XR_LOADER_2_r1;
}

void JudgeLayerQueries(Case& c, size_t layers) {
  const Observation seen = RunLayers(c, layers, R"({{"queries_layers_below": true}})");
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_SUCCESS") << "the instance is created";
  EXPECT_SEEN(seen.Select({}, "query_below"), SizeIs(layers)) << "the layers are used";
  if (IsOfRuntime(seen)) GTEST_SKIP() << kOwnFunction;  // LS_XR_LOADER_1.r2
  EXPECT_SEEN(Callees(seen, kLayers), Not(Contains(kDefaultRuntime)))
      << "the loader never queries the runtime for layers, not for a layer either"
      << reading::LS_XR_LOADER_1_r2;
}

OPENXR_CASE(LS_XR_LOADER_2, query_of_one_layer) { JudgeExtensionQueries(c, 1); }
OPENXR_CASE(LS_XR_LOADER_2, queries_of_two_layers) { JudgeExtensionQueries(c, 2); }
OPENXR_CASE(LS_XR_LOADER_1, query_of_one_layer) { JudgeLayerQueries(c, 1); }
OPENXR_CASE(LS_XR_LOADER_1, queries_of_two_layers) { JudgeLayerQueries(c, 2); }

}  // namespace
}  // namespace loadstone::suites::layer_queries
