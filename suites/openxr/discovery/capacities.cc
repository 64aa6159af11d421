// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <string.h>

#include <algorithm>
#include <iterator>

#include "harness/probe/app_trace.h"
#include "suites/openxr/discovery/three_layers.h"

// api-fundamentals, "Buffer Size Parameters": the room that an application gives an enumeration.
namespace loadstone::suites::capacities {
namespace {

using namespace three_layers;

constexpr char kLayers[] = "xrEnumerateApiLayerProperties";
constexpr char kExtensions[] = "xrEnumerateInstanceExtensionProperties";
// The trace event for one step of the two-call idiom.
constexpr char kStep[] = "step";

// The array that the application passes with capacity 0, where any value is valid.
enum class Array { kNull, kFilled, kNoPointer };

// Runs one enumeration with a capacity, and traces "capacity", "result", "count", "written": how
// many of the first elements were changed, and "untouched": whether no element from the capacity on
// was changed.
template <typename Properties, typename Call>
void Step(uint32_t capacity, Array array, XrStructureType type, const Call& call) {
  constexpr uint8_t kFill = 0xa5;
  std::vector<Properties> properties(capacity + 2);
  memset(static_cast<void*>(properties.data()), kFill, properties.size() * sizeof(Properties));
  for (uint32_t i = 0; i < capacity; ++i) {
    properties[i] = {};
    properties[i].type = type;
  }
  const Properties blank = capacity == 0 ? Properties() : properties[0];
  Properties* passed = properties.data();
  if (capacity == 0 && array == Array::kNull) passed = nullptr;
  if (capacity == 0 && array == Array::kNoPointer) passed = reinterpret_cast<Properties*>(1);
  uint32_t count = 4242;
  const XrResult result = call(capacity, &count, passed);
  uint32_t written = 0;
  while (written < capacity && memcmp(&properties[written], &blank, sizeof(blank)) != 0) ++written;
  const auto* rest = reinterpret_cast<const uint8_t*>(properties.data() + capacity);
  const bool untouched =
      std::all_of(rest, rest + 2 * sizeof(Properties), [](uint8_t byte) { return byte == kFill; });
  AppEvent(kStep)
      .Add("capacity", int64_t{capacity})
      .Add("result", int64_t{result})
      .Add("count", int64_t{count})
      .Add("written", int64_t{written})
      .Add("untouched", untouched);
}

// What is enumerated: layers, or the extensions without a layer name or of a layer.
enum class What { kLayers, kRuntimeExtensions, kLayerExtensions };

void TakeStep(OpenXrApp& app, What what, uint32_t capacity, Array array = Array::kNull) {
  if (what == What::kLayers) {
    const auto enumerate = app.Global<PFN_xrEnumerateApiLayerProperties>(kLayers);
    Step<XrApiLayerProperties>(capacity, array, XR_TYPE_API_LAYER_PROPERTIES,
                               [&](uint32_t room, uint32_t* count, XrApiLayerProperties* list) {
                                 return enumerate(room, count, list);
                               });
    return;
  }
  const auto enumerate = app.Global<PFN_xrEnumerateInstanceExtensionProperties>(kExtensions);
  const char* layer = what == What::kLayerExtensions ? kA : nullptr;
  Step<XrExtensionProperties>(capacity, array, XR_TYPE_EXTENSION_PROPERTIES,
                              [&](uint32_t room, uint32_t* count, XrExtensionProperties* list) {
                                return enumerate(layer, room, count, list);
                              });
}

// Asks for the count, then enumerates with every capacity from 1 to a few more than the count, and
// with much larger ones, since no document limits the room that an application gives. The contents
// of an array that is too small are open (LS_XR_LOADER_6.r1), the memory beyond the array is not;
// and elements beyond the count may be unchanged (LS_XR_LOADER_7.r1).
void JudgeCapacities(Case& c, const OpenXrWorld& world, What what, int64_t least,
                     void (*before)(OpenXrApp& app) = nullptr) {
  static constexpr uint32_t kCapacities[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 100, 5000, 65536, 0};
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    if (before != nullptr) before(app);
    for (const uint32_t capacity : kCapacities) TakeStep(app, what, capacity);
  });
  const std::vector<Event> steps = seen.Select(kAppName, kStep);
  ASSERT_SEEN(steps, SizeIs(std::size(kCapacities))) << "the application must finish";
  const int64_t count = steps.front().Number("count");
  ASSERT_SEEN(count, AllOf(Ge(least), Le(50))) << "everything that is installed is counted";
  for (const Event& step : steps) {
    const int64_t capacity = step.Number("capacity");
    const XrResult expected =
        capacity != 0 && capacity < count ? XR_ERROR_SIZE_INSUFFICIENT : XR_SUCCESS;
    EXPECT_SEEN(step.Number("result"), expected)
        << "with capacity " << capacity << " for " << count << " elements";
    EXPECT_SEEN(step.Number("count"), count)
        << "the count is the same whatever the capacity, here " << capacity;
    EXPECT_HOLDS(step.Flag("untouched"))
        << "nothing may be written beyond the capacity, here " << capacity;
    if (capacity == 0 || capacity < count) continue;
    EXPECT_SEEN(step.Number("written"), Ge(count))
        << "the count is that of the elements that were written, here with capacity " << capacity;
  }
}

OPENXR_CASE(LS_XR_LOADER_6, capacities_of_layers, policy::LS_XR_LOADER_5, policy::LS_XR_LOADER_7) {
  JudgeCapacities(c, Machine(c), What::kLayers, 3);
}
OPENXR_CASE(LS_XR_LOADER_6, capacities_of_extensions, policy::LS_XR_LOADER_5,
            policy::LS_XR_LOADER_7) {
  JudgeCapacities(c, Machine(c), What::kRuntimeExtensions, 3);
}
OPENXR_CASE(LS_XR_LOADER_6, capacities_of_extensions_of_a_layer, policy::LS_XR_LOADER_5,
            policy::LS_XR_LOADER_7) {
  JudgeCapacities(c, Machine(c), What::kLayerExtensions, 3);
}

// Five different extensions, one of which the runtime and both layers have. The loader may have
// others.
OPENXR_CASE(LS_XR_LOADER_6, capacities_of_extensions_with_duplicates, policy::LS_XR_LOADER_5,
            policy::LS_XR_LOADER_7) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{"XR_LS_r1"}, {"XR_LS_r2"}, {"XR_LS_shared"}}));
  world.With(ApiLayer(kA).Implicit().Extensions({{"XR_LS_shared"}, {"XR_LS_i1"}}));
  world.With(ApiLayer(kB).Implicit().Extensions({{"XR_LS_shared"}, {"XR_LS_i2"}}));
  JudgeCapacities(c, world, What::kRuntimeExtensions, 5);
}

// The same functions while an instance lives, as the library exports them, and as the application
// finds them with an instance.
struct Found {
  const char* name;
  void (*before)(OpenXrApp& app);
};

const Found kFound[] = {
    {"beside_an_instance", [](OpenXrApp& app) { app.CreateInstance({.layers = {kA}}); }},
    {"after_an_instance", [](OpenXrApp& app) { app.RunFullSequence({.layers = {kA}}); }},
    {"as_exported", [](OpenXrApp& app) { app.UseExports(); }},
    {"as_exported_beside_an_instance",
     [](OpenXrApp& app) {
       app.CreateInstance({.layers = {kA}});
       app.UseExports();
     }},
};

REGISTER_CASES {
  for (const auto& [what, of] :
       {std::pair{What::kLayers, "layers"}, std::pair{What::kRuntimeExtensions, "extensions"},
        std::pair{What::kLayerExtensions, "extensions_of_a_layer"}}) {
    for (const Found& found : kFound) {
      RegisterCase(
          Api::kOpenXr, {policy::LS_XR_LOADER_6, policy::LS_XR_LOADER_5, policy::LS_XR_LOADER_7},
          fmt::format("capacities_of_{}_{}", of, found.name), [what = what, &found](Case& c) {
            JudgeCapacities(c, Machine(c), what, 3, found.before);
          });
    }
  }
}

// A loader that logs everything reads no more of the array than one that logs nothing.
REGISTER_CASES {
  for (const auto& [what, of] :
       {std::pair{What::kLayers, "layers"}, std::pair{What::kRuntimeExtensions, "extensions"},
        std::pair{What::kLayerExtensions, "extensions_of_a_layer"}}) {
    RegisterCase(Api::kOpenXr,
                 {policy::LS_XR_LOADER_5, policy::LS_XR_LOADER_6, policy::LS_XR_LOADER_7},
                 fmt::format("capacities_of_{}_with_all_messages", of), [what = what](Case& c) {
                   JudgeCapacities(c, Machine(c).Env("XR_LOADER_DEBUG", "all"), what, 3);
                 });
  }
}

// Asks for the count with nothing and then with `array` as the array.
void JudgeIgnoredArray(Case& c, What what, Array array) {
  const Observation seen = Observe(c, Machine(c), [&](OpenXrApp& app) {
    TakeStep(app, what, 0);
    TakeStep(app, what, 0, array);
    TakeStep(app, what, 0);
  });
  const std::vector<Event> steps = seen.Select(kAppName, kStep);
  ASSERT_SEEN(steps, SizeIs(3)) << "the application must finish: with capacity 0 the array is "
                                   "ignored, and any value passed is valid usage";
  const int64_t count = steps.front().Number("count");
  EXPECT_SEEN(count, Ge(3)) << "everything that is installed is counted";
  for (const Event& step : steps) {
    EXPECT_SEEN(step.Number("result"), XR_SUCCESS)
        << "with capacity 0 the array is ignored, and any value passed is valid usage";
    EXPECT_SEEN(step.Number("count"), count) << "the count is the same whatever the array is";
    EXPECT_HOLDS(step.Flag("untouched")) << "with capacity 0 nothing is written to the array";
  }
}

REGISTER_CASES {
  for (const auto& [what, of] :
       {std::pair{What::kLayers, "layers"}, std::pair{What::kRuntimeExtensions, "extensions"},
        std::pair{What::kLayerExtensions, "extensions_of_a_layer"}}) {
    for (const auto& [array, kind] : {std::pair{Array::kFilled, "filled_array"},
                                      std::pair{Array::kNoPointer, "pointer_to_nothing"}}) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LOADER_5},
                   fmt::format("count_of_{}_with_a_{}", of, kind),
                   [what = what, array = array](Case& c) { JudgeIgnoredArray(c, what, array); });
    }
  }
}

OPENXR_CASE(LS_XR_LOADER_5, no_layers_at_all) {
  const Observation seen = Observe(c, OpenXrWorld(c.subject()), [](OpenXrApp& app) {
    TakeStep(app, What::kLayers, 0);
    TakeStep(app, What::kLayers, 3);
  });
  const std::vector<Event> steps = seen.Select(kAppName, kStep);
  ASSERT_SEEN(steps, SizeIs(2)) << "the application must finish";
  for (const Event& step : steps) {
    EXPECT_SEEN(step.Number("result"), XR_SUCCESS) << "an empty list is not an error";
    EXPECT_SEEN(step.Number("count"), 0) << "the list of layers is empty";
  }
}

}  // namespace
}  // namespace loadstone::suites::capacities
