// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/openxr/layers.h"

// application, "Application Usage of Extensions": the extensions of a layer that the application
// names, "which may belong to either an implicit or explicit API layer", wherever it was found.
namespace loadstone::suites::queried_layers {
namespace {

constexpr char kNamed[] = "XR_APILAYER_LS_named";
constexpr char kBeside[] = "XR_APILAYER_LS_beside";
constexpr char kExtensions[] = "xrEnumerateInstanceExtensionProperties";
constexpr char kMark[] = "mark";

// Where the layer is, and what its variables are.
struct Place {
  const char* name;
  void (*install)(OpenXrWorld& world, const Subject& subject, ApiLayer& layer);
};

const Place kPlaces[] = {
    {"an_implicit_layer", [](OpenXrWorld&, const Subject&, ApiLayer& layer) { layer.Implicit(); }},
    {"a_disabled_implicit_layer",
     [](OpenXrWorld& world, const Subject&, ApiLayer& layer) {
       world.Env(layer.Implicit().DisableVariable(), "1");
     }},
    {"an_implicit_layer_that_is_not_enabled",
     [](OpenXrWorld&, const Subject&, ApiLayer& layer) { layer.Implicit().EnabledBy("LS_ON"); }},
    {"an_implicit_layer_of_the_user",
     [](OpenXrWorld& world, const Subject& subject, ApiLayer& layer) {
       layer.Implicit().In(FolderOfUser(world, subject, true));
     }},
    {"an_explicit_layer_of_the_user",
     [](OpenXrWorld& world, const Subject& subject, ApiLayer& layer) {
       layer.In(FolderOfUser(world, subject, false));
     }},
    {"a_layer_of_the_layer_path",
     [](OpenXrWorld& world, const Subject&, ApiLayer& layer) {
       layer.In("/layers");
       world.Env("XR_API_LAYER_PATH", "/layers");
     }},
};

// Each answer as "result: name version, ...".
std::vector<std::string> Answers(const Observation& seen) {
  std::vector<std::string> answers;
  const std::vector<std::string> results = XrResultsOf(seen, kExtensions);
  for (const Event& event : seen.Select(kAppName, kExtensions)) {
    if (event.phase() != "leave") continue;
    const std::vector<std::string> names = event.List("names");
    const std::vector<std::string> versions = event.List("versions");
    std::vector<std::string> extensions;
    for (size_t i = 0; i < names.size(); ++i) extensions.push_back(names[i] + " " + versions[i]);
    std::sort(extensions.begin(), extensions.end());
    std::string answer = results[answers.size()] + ":";
    for (const std::string& extension : extensions) answer += " " + extension;
    answers.push_back(answer);
  }
  return answers;
}

// The layers whose libraries were loaded before the application's mark.
std::vector<std::string> LayersLoadedBeforeMark(const Observation& seen) {
  std::vector<std::string> layers;
  for (const Event& event : seen.events()) {
    if (event.what() == kMark) break;
    if (event.what() == "load" && event.who().starts_with("XR_APILAYER_")) {
      layers.push_back(event.who());
    }
  }
  return layers;
}

void JudgeQuery(Case& c, const Place& place) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{"XR_LS_of_runtime"}, {"XR_LS_two", 4}}));
  world.With(ApiLayer(kBeside).Extensions({{"XR_LS_beside"}}));
  ApiLayer layer(kNamed);
  layer.Extensions({{"XR_LS_one", 3}, {"XR_LS_two", 7}});
  place.install(world, c.subject(), layer);
  const Observation seen = Observe(c, world.With(layer), [](OpenXrApp& app) {
    app.EnumerateLayers();
    app.EnumerateExtensions(kNamed);
    AppEvent{kMark};
    if (app.CreateInstance() != XR_SUCCESS) return;
    app.EnumerateExtensions(kNamed);
    app.DestroyInstance();
  });
  std::vector<std::string> asked;
  for (const Event& event : seen.Select(kDefaultRuntime, kExtensions)) {
    asked.push_back(event.Text("layer"));
  }
  EXPECT_SEEN(asked, Each(IsEmpty())) << "the runtime is never queried with the name of a layer";
  EXPECT_SEEN(LayersLoadedBeforeMark(seen), IsEmpty())
      << "what is listed comes from the manifests; layer libraries stay unloaded until "
         "xrCreateInstance";
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_SUCCESS") << "an instance can be created";
  constexpr char kOwn[] = "XR_SUCCESS: XR_LS_one 3 XR_LS_two 7";
  const std::vector<std::string> listed = ListedApiLayers(seen);
  if (std::find(listed.begin(), listed.end(), kNamed) == listed.end()) {
    // Other cases judge whether explicit layers are reported.
    EXPECT_SEEN(Answers(seen), AllOf(SizeIs(2), Each(AnyOf(kOwn, StartsWith("XR_ERROR_")))))
        << "the name of a layer that is not listed is an error, or that of the layer"
        << reading::LS_XR_LAYER_DISCOVERY_12_r1;
    return;
  }
  EXPECT_SEEN(Answers(seen), ElementsAre(kOwn, kOwn))
      << "the extensions of a layer that is listed are those of its manifest, without an instance "
         "and beside one";
}

// A layer in a folder that XR_API_LAYER_PATH replaces. The application asks for the extensions of
// no layer, and for those of `asked`, without an instance and beside one.
Observation AskBesideLayerPath(Case& c, const char* asked) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{"XR_LS_of_runtime"}}));
  world.With(ApiLayer(kNamed).Extensions({{"XR_LS_one"}}));
  world.With(ApiLayer(kBeside).In("/layers").Extensions({{"XR_LS_beside"}}));
  world.Env("XR_API_LAYER_PATH", "/layers");
  return Observe(c, world, [asked](OpenXrApp& app) {
    app.EnumerateExtensions();
    app.EnumerateExtensions(asked);
    if (app.CreateInstance() != XR_SUCCESS) return;
    app.EnumerateExtensions(asked);
    app.DestroyInstance();
  });
}

OPENXR_CASE(LS_XR_LOADER_10, extensions_of_a_layer_that_the_layer_path_hides,
            policy::LS_XR_LAYER_DISCOVERY_9) {
  const std::vector<std::string> answers = Answers(AskBesideLayerPath(c, kNamed));
  EXPECT_SEEN(answers, ElementsAre(StartsWith("XR_SUCCESS"), IsXrError(), IsXrError()))
      << "a layer that the loader does not discover has no extensions"
      << reading::LS_XR_LOADER_10_r1;
}

OPENXR_CASE(LS_XR_LOADER_10, extensions_of_an_empty_name) {
  const std::vector<std::string> answers = Answers(AskBesideLayerPath(c, ""));
  ASSERT_SEEN(answers, SizeIs(3)) << "the application must finish";
  const Matcher error_or_all = AnyOf(IsXrError(), Eq(answers[0]));
  EXPECT_SEEN(answers, ElementsAre(StartsWith("XR_SUCCESS"), error_or_all, error_or_all))
      << "no layer has an empty name, which may be taken for none" << reading::LS_XR_LOADER_10_r2;
}

// Three layers and the runtime have extensions of the same names and of different versions.
// `implicit` has an i for each layer that is implicit.
void JudgeShared(Case& c, const std::string& implicit) {
  const std::vector<std::string> names = LayerNames(3);
  const std::vector<std::vector<XrExtension>> extensions = {
      {{"XR_LS_one", 3}, {"XR_LS_two", 7}},
      {{"XR_LS_two", 4}, {"XR_LS_one", 5}, {"XR_LS_three", 1}},
      {{"XR_LS_three", 8}, {"XR_LS_one", 2}}};
  const std::vector<std::string> own = {"XR_SUCCESS: XR_LS_one 3 XR_LS_two 7",
                                        "XR_SUCCESS: XR_LS_one 5 XR_LS_three 1 XR_LS_two 4",
                                        "XR_SUCCESS: XR_LS_one 2 XR_LS_three 8"};
  OpenXrWorld world(c.subject());
  world.With(Runtime(kDefaultRuntime).Extensions({{"XR_LS_one", 9}, {"XR_LS_two", 9}}));
  for (size_t i = 0; i < names.size(); ++i) {
    ApiLayer layer(names[i]);
    if (implicit[i] == 'i') layer.Implicit();
    world.With(layer.Extensions(extensions[i]));
  }
  // Each layer before and after each other one, and beside an instance.
  constexpr size_t kOrder[] = {0, 1, 2, 1, 0, 2, 0};
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateLayers();
    for (const size_t i : kOrder) app.EnumerateExtensions(names[i].c_str());
    if (app.CreateInstance() != XR_SUCCESS) return;
    for (const size_t i : kOrder) app.EnumerateExtensions(names[i].c_str());
  });
  const std::vector<std::string> listed = ListedApiLayers(seen);
  std::vector<Matcher> expected;
  for (const size_t i : kOrder) {
    const bool is_listed = std::find(listed.begin(), listed.end(), names[i]) != listed.end();
    // Other cases judge whether explicit layers are reported.
    expected.push_back(is_listed ? Matcher(Eq(own[i]))
                                 : AnyOf(Eq(own[i]), StartsWith("XR_ERROR_")));
  }
  const std::vector<Matcher> without_an_instance = expected;
  expected.insert(expected.end(), without_an_instance.begin(), without_an_instance.end());
  EXPECT_SEEN(Answers(seen), ElementsAreArray(expected))
      << "the extensions of a layer that is listed, and their versions, are those of its own "
         "manifest, whatever other layers and the runtime have"
      << reading::LS_XR_LAYER_DISCOVERY_12_r1;
}

REGISTER_CASES {
  for (const char* implicit : {"eee", "iii", "iee", "eie", "eei", "iei"}) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LOADER_9},
                 fmt::format("extensions_that_other_layers_share_{}", implicit),
                 [implicit](Case& c) { JudgeShared(c, implicit); });
  }
}

REGISTER_CASES {
  for (const Place& place : kPlaces) {
    RegisterCase(Api::kOpenXr,
                 {policy::LS_XR_LOADER_9, policy::LS_XR_LOADER_2, policy::LS_XR_LAYER_MANIFEST_12},
                 std::string("extensions_of_") + place.name,
                 [&place](Case& c) { JudgeQuery(c, place); });
  }
}

}  // namespace
}  // namespace loadstone::suites::queried_layers
