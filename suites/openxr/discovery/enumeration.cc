// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <string.h>

#include <algorithm>
#include <map>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/openxr/layers.h"

// api-fundamentals, "Buffer Size Parameters"; application, "Application Usage of Extensions";
// runtime, "Additional Loader Requirements": what an application can enumerate.
namespace loadstone::suites::enumeration {
namespace {

constexpr char kLayers[] = "xrEnumerateApiLayerProperties";
constexpr char kExtensions[] = "xrEnumerateInstanceExtensionProperties";
constexpr char kA[] = "XR_APILAYER_LS_a";
constexpr char kB[] = "XR_APILAYER_LS_b";
constexpr char kC[] = "XR_APILAYER_LS_c";
// The trace event for one step of the two-call idiom.
constexpr char kStep[] = "step";

// Three layers, the first with three extensions, and a runtime with three extensions.
OpenXrWorld Machine(Case& c) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA).Extensions({{"XR_LS_a1"}, {"XR_LS_a2", 7}, {"XR_LS_a3"}}));
  world.With(ApiLayer(kB)).With(ApiLayer(kC));
  world.With(Runtime(kDefaultRuntime)
                 .Extensions({{"XR_LS_r1"}, {"XR_LS_r2", 4}, {"XR_LS_r3", 4294967295}}));
  return world;
}

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

// Asks for the count, then enumerates with every capacity from 1 to a few more than the count. The
// contents of an array that is too small are open (LS_XR_LOADER_6.r1), the memory beyond the array
// is not; and elements beyond the count may be unchanged (LS_XR_LOADER_7.r1).
void JudgeCapacities(Case& c, const OpenXrWorld& world, What what, int64_t least) {
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    for (const uint32_t capacity : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 100u, 0u}) {
      TakeStep(app, what, capacity);
    }
  });
  const std::vector<Event> steps = seen.Select(kAppName, kStep);
  ASSERT_SEEN(steps, SizeIs(11)) << "the application must finish";
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

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_12, many_layers) {
  OpenXrWorld world(c.subject());
  const std::vector<std::string> names = LayerNames(64);
  for (const std::string& name : names) world.With(ApiLayer(name));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.EnumerateLayers(); });
  EXPECT_SEEN(ListedApiLayers(seen), UnorderedElementsAreArray(names))
      << "every layer is listed, once";
}

// The first enumeration of layers that returned.
std::optional<Event> Listed(const Observation& seen) {
  for (const Event& event : seen.Select(kAppName, kLayers)) {
    if (event.phase() == "leave") return event;
  }
  return std::nullopt;
}

OPENXR_CASE(LS_XR_LAYER_MANIFEST_4, properties_come_from_the_manifest,
            policy::LS_XR_LAYER_MANIFEST_5, policy::LS_XR_LAYER_MANIFEST_6,
            policy::LS_XR_LAYER_MANIFEST_7) {
  const OpenXrWorld world = OpenXrWorld(c.subject()).With(ApiLayer(kA).Manifest(R"({
      "api_version": "1.0", "implementation_version": "42", "description": "What it is for"})"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.EnumerateLayers(); });
  const auto listed = Listed(seen);
  ASSERT_HOLDS(listed.has_value()) << "the layers are enumerated";
  EXPECT_SEEN(listed->List("names"), ElementsAre(kA)) << "the name is that of the manifest";
  EXPECT_SEEN(listed->List("layer_versions"), ElementsAre("42"))
      << "layerVersion is the implementation_version of the manifest";
  EXPECT_SEEN(listed->List("descriptions"), ElementsAre("What it is for"))
      << "the description is that of the manifest";
  ASSERT_SEEN(listed->List("spec_versions"), SizeIs(1)) << "the layer is listed";
  EXPECT_SEEN(listed->List("spec_versions")[0], StartsWith("1.0."))
      << "specVersion is the api_version of the manifest" << reading::LS_XR_LAYER_MANIFEST_5_r1;
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_12, listing_twice_gives_the_same) {
  const Observation seen = Observe(c, Machine(c), [](OpenXrApp& app) {
    app.EnumerateLayers();
    app.EnumerateLayers();
  });
  std::vector<std::vector<std::string>> lists;
  for (const Event& event : seen.Select(kAppName, kLayers)) {
    if (event.phase() == "leave") lists.push_back(event.List("names"));
  }
  ASSERT_SEEN(lists, SizeIs(2)) << "the application must finish";
  EXPECT_SEEN(lists[0], UnorderedElementsAre(kA, kB, kC)) << "every layer is listed, once";
  EXPECT_SEEN(lists[1], UnorderedElementsAreArray(lists[0]))
      << "nothing changed between the two calls" << reading::LS_XR_LAYER_DISCOVERY_12_r3;
}

// The results of one enumeration of extensions.
std::map<std::string, std::string> ExtensionsOf(const Observation& seen, const std::string& layer) {
  std::map<std::string, std::string> extensions;
  for (const Event& event : seen.Select(kAppName, kExtensions)) {
    if (event.phase() != "leave" || event.Text("layer", "") != layer) continue;
    const std::vector<std::string> names = event.List("names");
    const std::vector<std::string> versions = event.List("versions");
    for (size_t i = 0; i < names.size(); ++i) {
      EXPECT_HOLDS(extensions.emplace(names[i], versions[i]).second)
          << "duplicates are eliminated by the loader and not " << names[i] << " listed twice";
    }
  }
  return extensions;
}

OPENXR_CASE(LS_XR_LAYER_MANIFEST_8, extensions_of_a_layer) {
  const Observation seen =
      Observe(c, Machine(c), [](OpenXrApp& app) { app.EnumerateExtensions(kA); });
  EXPECT_SEEN(XrResultOf(seen, kExtensions), "XR_SUCCESS") << "the layer is present";
  EXPECT_SEEN(
      ExtensionsOf(seen, kA),
      UnorderedElementsAre(Pair("XR_LS_a1", "1"), Pair("XR_LS_a2", "7"), Pair("XR_LS_a3", "1")))
      << "the extensions of a layer are those of its manifest, and no others";
}

OPENXR_CASE(LS_XR_LOADER_9, layer_without_extensions) {
  const Observation seen =
      Observe(c, Machine(c), [](OpenXrApp& app) { app.EnumerateExtensions(kB); });
  EXPECT_SEEN(XrResultOf(seen, kExtensions), "XR_SUCCESS") << "the layer is present";
  EXPECT_SEEN(ExtensionsOf(seen, kB), IsEmpty()) << "the layer has no extensions";
}

OPENXR_CASE(LS_XR_LOADER_10, extensions_of_an_unknown_layer) {
  const Observation seen = Observe(
      c, Machine(c), [](OpenXrApp& app) { app.EnumerateExtensions("XR_APILAYER_LS_none"); });
  EXPECT_SEEN(XrResultOf(seen, kExtensions), IsXrError())
      << "no layer has that name" << reading::LS_XR_LOADER_10_r1;
}

OPENXR_CASE(LS_XR_LOADER_8, extensions_of_the_runtime) {
  const Observation seen =
      Observe(c, Machine(c), [](OpenXrApp& app) { app.EnumerateExtensions(); });
  const std::map<std::string, std::string> extensions = ExtensionsOf(seen, "");
  EXPECT_SEEN(extensions, IsSupersetOf({Pair("XR_LS_r1", "1"), Pair("XR_LS_r2", "4"),
                                        Pair("XR_LS_r3", "4294967295")}))
      << "the extensions of the runtime are listed, with their versions";
  EXPECT_HOLDS(!extensions.contains("XR_LS_a1"))
      << "an explicit layer that nothing enables lists no extensions here";
}

OPENXR_CASE(LS_XR_LOADER_8, extensions_of_implicit_layers) {
  OpenXrWorld world = Machine(c);
  const ApiLayer off = ApiLayer("XR_APILAYER_LS_off").Implicit().Extensions({{"XR_LS_off"}});
  world.With(ApiLayer("XR_APILAYER_LS_on").Implicit().Extensions({{"XR_LS_on", 3}})).With(off);
  world.Env(off.DisableVariable(), "1");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.EnumerateExtensions(); });
  const std::map<std::string, std::string> extensions = ExtensionsOf(seen, "");
  EXPECT_SEEN(extensions, IsSupersetOf({Pair("XR_LS_r1", "1"), Pair("XR_LS_on", "3")}))
      << "the extensions of the runtime and of implicit layers are listed together";
  EXPECT_HOLDS(!extensions.contains("XR_LS_off")) << "a disabled layer adds nothing";
}

// "name version" for each element of each list without a layer's name, in the order of names.
std::vector<std::vector<std::string>> WholeLists(const Observation& seen) {
  std::vector<std::vector<std::string>> lists;
  for (const Event& event : seen.Select(kAppName, kExtensions)) {
    if (event.phase() != "leave") continue;
    const std::vector<std::string> names = event.List("names");
    const std::vector<std::string> versions = event.List("versions");
    std::vector<std::string>& list = lists.emplace_back();
    for (size_t i = 0; i < names.size(); ++i) list.push_back(names[i] + " " + versions[i]);
    std::sort(list.begin(), list.end());
  }
  return lists;
}

// The instance has an explicit layer with extensions, which the list does not contain.
OPENXR_CASE(LS_XR_LOADER_8, same_list_before_beside_and_after_an_instance) {
  OpenXrWorld world = Machine(c);
  world.With(ApiLayer("XR_APILAYER_LS_on").Implicit().Extensions({{"XR_LS_on", 3}}));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.EnumerateExtensions();
    app.CreateInstance({.layers = {kA}, .extensions = {"XR_LS_r1"}});
    app.EnumerateExtensions();
    app.DestroyInstance();
    app.EnumerateExtensions();
  });
  const std::vector<std::vector<std::string>> lists = WholeLists(seen);
  ASSERT_SEEN(lists, SizeIs(3)) << "the application must finish";
  EXPECT_SEEN(lists[0], IsSupersetOf({std::string("XR_LS_on 3"), std::string("XR_LS_r1 1")}))
      << "the extensions of the runtime and of implicit layers are listed";
  EXPECT_SEEN(lists[1], ElementsAreArray(lists[0])) << "an instance does not change the list";
  EXPECT_SEEN(lists[2], ElementsAreArray(lists[0])) << "an instance does not change the list";
}

OPENXR_CASE(LS_XR_LOADER_11, extension_of_both) {
  OpenXrWorld world = Machine(c);
  world.With(ApiLayer("XR_APILAYER_LS_on").Implicit().Extensions({{"XR_LS_r2", 9}}));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.EnumerateExtensions(); });
  EXPECT_SEEN(ExtensionsOf(seen, ""), Contains(Pair("XR_LS_r2", AnyOf(Eq("4"), Eq("9")))))
      << "an extension that layer and runtime have is listed once";
}

OPENXR_CASE(LS_XR_LOADER_12, extension_of_both_has_the_version_of_the_layer) {
  OpenXrWorld world = Machine(c);
  world.With(ApiLayer("XR_APILAYER_LS_on").Implicit().Extensions({{"XR_LS_r2", 9}}));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.EnumerateExtensions(); });
  EXPECT_SEEN(ExtensionsOf(seen, ""), Contains(Pair("XR_LS_r2", "9")))
      << "if a layer and the runtime have an extension, the layer's version is reported";
}

// The layer's version is the older one.
OPENXR_CASE(LS_XR_LOADER_12, extension_of_both_has_the_older_version_of_the_layer) {
  OpenXrWorld world = Machine(c);
  world.With(ApiLayer("XR_APILAYER_LS_on").Implicit().Extensions({{"XR_LS_r2", 2}}));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.EnumerateExtensions(); });
  EXPECT_SEEN(ExtensionsOf(seen, ""), Contains(Pair("XR_LS_r2", "2")))
      << "if a layer and the runtime have an extension, the layer's version is reported";
}

OPENXR_CASE(LS_XR_LOADER_1, runtime_is_not_asked_for_layers) {
  const Observation seen = Observe(c, Machine(c), [](OpenXrApp& app) {
    app.EnumerateLayers();
    app.EnumerateExtensions();
    app.CreateInstance({.layers = {kA}});
    app.EnumerateLayers();
    app.DestroyInstance();
  });
  EXPECT_SEEN(Callees(seen, kLayers), Not(Contains(kDefaultRuntime)))
      << "the loader must not ask the runtime for API layers" << reading::LS_XR_LOADER_1_r1;
  EXPECT_SEEN(ListedApiLayers(seen), UnorderedElementsAre(kA, kB, kC))
      << "the loader lists the layers itself";
}

OPENXR_CASE(LS_XR_LOADER_2, runtime_is_not_asked_for_extensions_of_layers) {
  const Observation seen = Observe(c, Machine(c), [](OpenXrApp& app) {
    app.EnumerateExtensions(kA);
    app.EnumerateExtensions("XR_APILAYER_LS_none");
    app.EnumerateExtensions();
    app.RunFullSequence({.layers = {kA}});
  });
  std::vector<std::string> asked;
  for (const Event& event : seen.Select(kDefaultRuntime, kExtensions)) {
    asked.push_back(event.Text("layer"));
  }
  EXPECT_SEEN(asked, AllOf(Not(IsEmpty()), Each(IsEmpty())))
      << "the runtime is queried only for its own extensions, never for those of a named layer";
  EXPECT_SEEN(ExtensionsOf(seen, kA), SizeIs(3))
      << "the loader lists the extensions of the layer from its manifest";
}

}  // namespace
}  // namespace loadstone::suites::enumeration
