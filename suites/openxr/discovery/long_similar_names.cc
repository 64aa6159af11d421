// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/openxr/layers.h"

// api-instance, "API Layers and Extensions": names of the greatest length that the structures hold,
// which differ only in their last character.
namespace loadstone::suites::long_similar_names {
namespace {

constexpr char kCreate[] = "xrCreateInstance";
constexpr char kExtensions[] = "xrEnumerateInstanceExtensionProperties";

// A name that fills an array of that size, with its terminator.
std::string NameOf(const std::string& start, size_t size, char last) {
  return start + std::string(size - 2 - start.size(), 'n') + last;
}
std::string LayerOf(char last) {
  return NameOf("XR_APILAYER_LS_", XR_MAX_API_LAYER_NAME_SIZE, last);
}
std::string ExtensionOf(char last) { return NameOf("XR_LS_", XR_MAX_EXTENSION_NAME_SIZE, last); }

// Two layers, with an extension each, that are traced as "a" and "b".
OpenXrWorld Machine(Case& c, bool implicit) {
  OpenXrWorld world(c.subject());
  for (const char last : {'a', 'b'}) {
    const std::string who(1, last);
    ApiLayer layer(LayerOf(last));
    layer.Who(who).ManifestFile(who + ".json").Extensions({{"XR_LS_" + who}});
    layer.Behaviour(fmt::format(R"({{"name": "{}"}})", layer.name()));
    if (implicit) layer.Implicit();
    world.With(layer);
  }
  return world;
}

OPENXR_CASE(LS_XR_ACTIVATION_6, application_names_long_similar_layers) {
  const Observation seen = Observe(c, Machine(c, false), [](OpenXrApp& app) {
    for (const char last : {'b', 'a', 'b'}) app.RunFullSequence({.layers = {LayerOf(last)}});
  });
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre("b", "a", "b"))
      << "the layer of this name is enabled";
}

OPENXR_CASE(LS_XR_ACTIVATION_8, environment_names_the_second_of_long_similar_layers) {
  const Observation seen = Observe(c, Machine(c, false).Env("XR_ENABLE_API_LAYERS", LayerOf('b')),
                                   [](OpenXrApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre("b")) << "the layer of this name is enabled";
}

OPENXR_CASE(LS_XR_ACTIVATION_11, missing_layer_beside_long_similar_ones) {
  const Observation seen = Observe(c, Machine(c, false), [](OpenXrApp& app) {
    app.CreateInstance({.layers = {LayerOf('c')}});
    app.RunFullSequence({.layers = {LayerOf('a')}});
  });
  EXPECT_SEEN(XrResultsOf(seen, kCreate),
              ElementsAre("XR_ERROR_API_LAYER_NOT_PRESENT", "XR_SUCCESS"))
      << "no layer has the name that the application passes";
}

OPENXR_CASE(LS_XR_LOADER_9, extensions_of_long_similar_layers) {
  const Observation seen = Observe(c, Machine(c, false), [](OpenXrApp& app) {
    for (const char last : {'b', 'a', 'b'}) app.EnumerateExtensions(LayerOf(last).c_str());
  });
  std::vector<std::string> listed;
  for (const Event& event : seen.Select(kAppName, kExtensions)) {
    if (event.phase() == "leave") listed.push_back(JoinNames(event.List("names")));
  }
  EXPECT_SEEN(listed, ElementsAre("XR_LS_b", "XR_LS_a", "XR_LS_b"))
      << "the extensions are those of the layer of that name";
}

OPENXR_CASE(LS_XR_ACTIVATION_1, implicit_layers_of_long_similar_names) {
  const Observation seen =
      Observe(c, Machine(c, true), [](OpenXrApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAre("a", "b"))
      << "each implicit layer is enabled";
}

// The runtime has one extension, an implicit layer another one, and nobody the third.
OPENXR_CASE(LS_XR_LOADER_13, missing_extension_beside_long_similar_ones, policy::LS_XR_LOADER_8,
            policy::LS_XR_LOADER_14) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{ExtensionOf('a')}}));
  world.With(ApiLayer("XR_APILAYER_LS_provider")
                 .Implicit()
                 .Extensions({{ExtensionOf('b')}})
                 .Behaviour(R"({"takes_out_extensions": true})"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.EnumerateExtensions();
    for (const char last : {'c', 'b', 'a'}) {
      app.CreateInstance({.extensions = {ExtensionOf(last)}});
      app.DestroyInstance();
    }
  });
  EXPECT_SEEN(ListedExtensionNames(seen), IsSupersetOf({ExtensionOf('a'), ExtensionOf('b')}))
      << "extensions of different names are no duplicates";
  EXPECT_SEEN(XrResultsOf(seen, kCreate),
              ElementsAre("XR_ERROR_EXTENSION_NOT_PRESENT", "XR_SUCCESS", "XR_SUCCESS"))
      << "an extension is present if a component has one of its whole name";
}

}  // namespace
}  // namespace loadstone::suites::long_similar_names
