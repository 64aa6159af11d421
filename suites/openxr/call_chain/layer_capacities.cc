// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/openxr/layers.h"

// api-fundamentals, "Buffer Size Parameters": the room that an API layer gives the enumeration of
// the extensions below it.
namespace loadstone::suites::layer_capacities {
namespace {

constexpr char kCapacities[] = R"({"capacities_below": [0, 1, 2, 3, 4, 5, 8, 16, 1, 0]})";
constexpr size_t kQueries = 10;

// Of the chain's layers all ask, or only the one at the place `asking`.
void Judge(Case& c, size_t layers, bool implicit, size_t asking) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{"XR_LS_r1"}, {"XR_LS_r2"}, {"XR_LS_r3"}}));
  const std::vector<std::string> names = LayerNames(layers);
  for (size_t i = 0; i < layers; ++i) {
    ApiLayer layer(names[i]);
    if (implicit) layer.Implicit();
    if (i == asking) layer.Behaviour(kCapacities);
    world.With(layer);
  }
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.RunFullSequence({.layers = implicit ? std::vector<std::string>() : names});
  });
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_SUCCESS") << "the instance is created";
  const std::vector<Event> answers = seen.Select(names[asking], "room_below");
  if (answers.empty()) GTEST_SKIP() << "the loader gives API layers no such function";
  ASSERT_SEEN(answers, SizeIs(kQueries)) << "the layer is used";
  const int64_t count = answers.front().Number("count");
  ASSERT_SEEN(count, AllOf(Ge(3), Le(16))) << "the extensions of the runtime are counted";
  for (const Event& answer : answers) {
    const int64_t capacity = answer.Number("capacity");
    const bool insufficient = capacity != 0 && capacity < count;
    EXPECT_SEEN(answer.Number("result"), insufficient ? XR_ERROR_SIZE_INSUFFICIENT : XR_SUCCESS)
        << "with capacity " << capacity << " for " << count << " elements";
    EXPECT_SEEN(answer.Number("count"), count)
        << "the count is the same whatever the capacity, here " << capacity;
    EXPECT_SEEN(answer.Number("written"), Le(capacity))
        << "nothing may be written beyond the capacity, here " << capacity;
    if (capacity < count) continue;
    EXPECT_SEEN(answer.Number("written"), count)
        << "the count is that of the elements that were written, here with capacity " << capacity;
  }
}

REGISTER_CASES {
  struct Place {
    const char* name;
    size_t layers;
    bool implicit;
    size_t asking;
  };
  static constexpr Place kPlaces[] = {{"a_layer", 1, false, 0},
                                      {"an_implicit_layer", 1, true, 0},
                                      {"the_first_of_three_layers", 3, false, 0},
                                      {"the_last_of_three_layers", 3, false, 2}};
  for (const Place& place : kPlaces) {
    RegisterCase(Api::kOpenXr,
                 {policy::LS_XR_LOADER_6, policy::LS_XR_LOADER_5, policy::LS_XR_LOADER_7},
                 fmt::format("capacities_of_{}", place.name),
                 [&place](Case& c) { Judge(c, place.layers, place.implicit, place.asking); });
  }
}

}  // namespace
}  // namespace loadstone::suites::layer_capacities
