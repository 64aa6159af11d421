// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/openxr/discovery/three_layers.h"

// application, "Application Usage of Extensions"; runtime, "Additional Loader Requirements": what
// an application can enumerate.
namespace loadstone::suites::enumeration {
namespace {

using namespace three_layers;

constexpr char kLayers[] = "xrEnumerateApiLayerProperties";
constexpr char kExtensions[] = "xrEnumerateInstanceExtensionProperties";

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

// "name version" for each element of each list that was asked for without a layer's name, in the
// order of names.
std::vector<std::vector<std::string>> WholeLists(const Observation& seen) {
  std::vector<std::vector<std::string>> lists;
  for (const Event& event : seen.Select(kAppName, kExtensions)) {
    if (event.phase() != "leave" || !event.Text("layer", "").empty()) continue;
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

// A creation that is refused changes no list.
OPENXR_CASE(LS_XR_LOADER_8, same_list_after_refused_instances) {
  OpenXrWorld world = Machine(c);
  world.With(ApiLayer("XR_APILAYER_LS_on").Implicit().Extensions({{"XR_LS_on", 3}}));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    const XrInstanceRequest refused[] = {{.layers = {"XR_APILAYER_LS_none"}},
                                         {.layers = {kA, "XR_APILAYER_LS_none"}},
                                         {.layers = {kA}, .extensions = {"XR_LS_none"}},
                                         {.api_version = XR_MAKE_VERSION(9, 0, 0)},
                                         {.application = ""}};
    app.EnumerateExtensions();
    for (const XrInstanceRequest& request : refused) {
      if (app.CreateInstance(request) == XR_SUCCESS) app.DestroyInstance();
      app.EnumerateExtensions();
    }
  });
  const std::vector<std::vector<std::string>> lists = WholeLists(seen);
  ASSERT_SEEN(lists, SizeIs(6)) << "the application must finish";
  EXPECT_SEEN(lists[0], IsSupersetOf({std::string("XR_LS_on 3"), std::string("XR_LS_r1 1")}))
      << "the extensions of the runtime and of implicit layers are listed";
  EXPECT_SEEN(lists, Each(ElementsAreArray(lists[0])))
      << "an instance that is refused does not change the list";
}

// While there is an instance with kB, the other layers are still there. An implicit layer may be
// missing from the list of layers, and then its name may be unknown.
OPENXR_CASE(LS_XR_LOADER_9, extensions_of_layers_beside_an_instance) {
  constexpr char kOn[] = "XR_APILAYER_LS_on";
  OpenXrWorld world = Machine(c);
  world.With(ApiLayer(kOn).Implicit().Extensions({{"XR_LS_on", 3}}));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateLayers();
    if (app.CreateInstance({.layers = {kB}}) != XR_SUCCESS) return;
    app.EnumerateExtensions(kA);
    app.EnumerateExtensions(kOn);
    app.DestroyInstance();
  });
  EXPECT_SEEN(
      ExtensionsOf(seen, kA),
      UnorderedElementsAre(Pair("XR_LS_a1", "1"), Pair("XR_LS_a2", "7"), Pair("XR_LS_a3", "1")))
      << "an instance without the layer does not change the list of its extensions";
  const std::vector<std::string> results = XrResultsOf(seen, kExtensions);
  ASSERT_SEEN(results, SizeIs(2)) << "the application must get both answers";
  const std::vector<std::string> layers = ListedApiLayers(seen);
  const bool is_listed = std::find(layers.begin(), layers.end(), kOn) != layers.end();
  if (!is_listed && results[1].starts_with("XR_ERROR_")) return;  // LS_XR_LAYER_DISCOVERY_12.r1
  EXPECT_SEEN(ExtensionsOf(seen, kOn), ElementsAre(Pair("XR_LS_on", "3")))
      << "an instance does not change the list of an implicit layer's extensions"
      << reading::LS_XR_LAYER_DISCOVERY_12_r1;
}

// An extension that the loader has as well.
OPENXR_CASE(LS_XR_LOADER_9, debug_utils_of_a_layer) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA).Extensions({{"XR_EXT_debug_utils", 3}, {"XR_LS_a1", 4}}));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.EnumerateExtensions(kA); });
  EXPECT_SEEN(ExtensionsOf(seen, kA),
              UnorderedElementsAre(Pair("XR_EXT_debug_utils", "3"), Pair("XR_LS_a1", "4")))
      << "the extensions of a layer are listed, whatever the loader provides";
}

// The longest name that XR_MAX_EXTENSION_NAME_SIZE allows.
OPENXR_CASE(LS_XR_LOADER_8, extension_of_the_runtime_with_a_name_of_127_characters,
            policy::LS_XR_CHAIN_9) {
  const std::string name = "XR_LS_" + std::string(XR_MAX_EXTENSION_NAME_SIZE - 7, 'n');
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{name}}));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateExtensions();
    app.RunFullSequence({.extensions = {name}});
  });
  EXPECT_SEEN(ListedExtensionNames(seen), Contains(name)) << "the runtime's extension is listed";
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_SUCCESS")
      << "the runtime's extension can be enabled";
  const auto made = seen.First(kDefaultRuntime, "xrCreateInstance");
  ASSERT_HOLDS(made.has_value()) << "the runtime must be called to create the instance";
  EXPECT_SEEN(made->List("extensions"), ElementsAre(name))
      << "the runtime gets the extension that the application enables";
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
    if (app.CreateInstance({.layers = {kA, kB}}) != XR_SUCCESS) return;
    for (const char* name : {kB, kC, "XR_APILAYER_LS_none"}) app.EnumerateExtensions(name);
    app.DestroyInstance();
    app.EnumerateExtensions("XR_APILAYER_LS_none");
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
