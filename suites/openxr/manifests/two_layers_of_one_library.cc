// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/world/mock_library.h"
#include "harness/world/places.h"
#include "harness/world/platform.h"
#include "policies/reading_ids.h"
#include "suites/openxr/layers.h"

// api_layer, "API Layer Manifest File Format", "API Layer Discovery" and "API Layer Create Instance
// Process": two layers of one library, each with a negotiation function of its own that its
// manifest names.
namespace loadstone::suites::two_layers_of_one_library {
namespace {

constexpr char kPair[] = "pair";
constexpr char kFirst[] = "XR_APILAYER_LS_first";
constexpr char kSecond[] = "XR_APILAYER_LS_second";
using Names = std::vector<std::string>;

struct Pair {
  const char* name;
  bool second_is_implicit;
  Names environment;
  std::vector<Names> instances;  // the layers that the application requests for each
  std::vector<Names> chains;     // of each instance
};

const Pair kPairs[] = {
    {"first_and_second", false, {}, {{kFirst, kSecond}}, {{kFirst, kSecond}}},
    {"second_and_first", false, {}, {{kSecond, kFirst}}, {{kSecond, kFirst}}},
    {"explicit_and_implicit", true, {}, {{kFirst}}, {{kSecond, kFirst}}},
    {"of_the_environment_and_the_application", false, {kSecond}, {{kFirst}}, {{kSecond, kFirst}}},
    {"one_after_the_other", false, {}, {{kFirst}, {kSecond}}, {{kFirst}, {kSecond}}},
    {"for_two_instances",
     false,
     {},
     {{kFirst, kSecond}, {kSecond, kFirst}},
     {{kFirst, kSecond}, {kSecond, kFirst}}},
};

void AddPart(OpenXrWorld& world, const Subject& subject, const std::string& path, const char* who,
             bool refuses) {
  JsonObject config;
  config.Set("who", who).Set("trace", NativePath(subject, kTracePath));
  if (refuses) config.SetJson("negotiation", R"({"result": -6})");
  world.machine()
      .Copy(path, WithLibrarySuffix(subject, "openxr_layer.so"))
      .File(path + ".config", config.Text());
}

// Adds the library of both layers; `refusing` is the name of one that refuses negotiation, or null.
void AddLibrary(OpenXrWorld& world, const Subject& subject, const char* refusing = nullptr) {
  const std::string path = MockLibraryPath(kPair, subject);
  world.machine().Copy(path, WithLibrarySuffix(subject, "openxr_layer_pair.so"));
  AddPart(world, subject, path + ".first", kFirst, refusing == kFirst);
  AddPart(world, subject, path + ".second", kSecond, refusing == kSecond);
}

ApiLayer LayerOfPair(const char* name, const char* function) {
  const JsonObject functions = JsonObject().Set("xrNegotiateLoaderApiLayerInterface", function);
  return ApiLayer(name)
      .Who(std::string("unused_") + name)
      .LibraryPath(MockLibraryPath(kPair))
      .Manifest(JsonObject().Set("functions", functions).Text());
}

OpenXrWorld Machine(Case& c, const Pair& row) {
  OpenXrWorld world(c.subject());
  AddLibrary(world, c.subject());
  ApiLayer second = LayerOfPair(kSecond, "lsNegotiateSecond");
  if (row.second_is_implicit) second.Implicit();
  world.With(LayerOfPair(kFirst, "lsNegotiateFirst")).With(second);
  if (!row.environment.empty()) world.Env("XR_ENABLE_API_LAYERS", JoinNames(row.environment));
  return world;
}

void JudgePair(Case& c, const Pair& row) {
  const Observation seen = Observe(c, Machine(c, row), [&](OpenXrApp& app) {
    for (const Names& layers : row.instances) app.RunFullSequence({.layers = layers});
  });
  Names chain;
  Names callees;  // which trace a call as it returns
  for (const Names& one : row.chains) {
    chain.insert(chain.end(), one.begin(), one.end());
    callees.emplace_back(kDefaultRuntime);
    callees.insert(callees.end(), one.rbegin(), one.rend());
  }
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAreArray(chain))
      << "each of two layers in one library is used by the function that its manifest names";
  EXPECT_SEEN(Callees(seen, "xrGetSystem"), UnorderedElementsAreArray(callees))
      << "each of two layers in one library is used by the function that its manifest names";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "each layer is called by its own name, and neither is mistaken for the other";
}

REGISTER_CASES {
  for (const Pair& row : kPairs) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_NEGOTIATION_11},
                 fmt::format("two_layers_of_one_library_{}", row.name),
                 [&row](Case& c) { JudgePair(c, row); });
  }
}

// Both layers are listed, each with its extension, whatever kinds they are of. An implicit layer
// may be left out of the list of layers (LS_XR_LAYER_DISCOVERY_12.r1).
void JudgeListed(Case& c, bool first_is_implicit, bool second_is_implicit) {
  OpenXrWorld world(c.subject());
  AddLibrary(world, c.subject());
  ApiLayer first = LayerOfPair(kFirst, "lsNegotiateFirst").Extensions({{"XR_LS_of_first"}});
  ApiLayer second = LayerOfPair(kSecond, "lsNegotiateSecond").Extensions({{"XR_LS_of_second"}});
  if (first_is_implicit) first.Implicit();
  if (second_is_implicit) second.Implicit();
  world.With(first).With(second);
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.EnumerateLayers();
    app.EnumerateExtensions();
    for (const char* layer : {kFirst, kSecond}) app.EnumerateExtensions(layer);
  });
  Names expected;
  if (!first_is_implicit) expected.emplace_back(kFirst);
  if (!second_is_implicit) expected.emplace_back(kSecond);
  EXPECT_SEEN(ListedApiLayers(seen), IsSupersetOf(expected))
      << "each layer of a library is listed" << reading::LS_XR_LAYER_DISCOVERY_12_r1;
  for (const Event& event : seen.Select(kAppName, "xrEnumerateInstanceExtensionProperties")) {
    if (event.phase() != "leave") continue;
    const std::string layer = event.Text("layer", "");
    // Whether an implicit layer can be named is open.
    if (layer == kFirst ? first_is_implicit : layer == kSecond && second_is_implicit) continue;
    const bool of_first = layer.empty() ? first_is_implicit : layer == kFirst;
    const bool of_second = layer.empty() ? second_is_implicit : layer == kSecond;
    Names names = event.List("names");
    std::erase_if(names, [](const std::string& name) { return !name.starts_with("XR_LS_of_"); });
    Names own;
    if (of_first) own.emplace_back("XR_LS_of_first");
    if (of_second) own.emplace_back("XR_LS_of_second");
    EXPECT_SEEN(names, UnorderedElementsAreArray(own))
        << "the extensions of each layer of a library are those of its manifest";
  }
}

REGISTER_CASES {
  for (const bool first : {false, true}) {
    for (const bool second : {false, true}) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_12, policy::LS_XR_LAYER_MANIFEST_8},
                   fmt::format("two_layers_of_one_library_{}_and_{}",
                               first ? "implicit" : "explicit", second ? "implicit" : "explicit"),
                   [first, second](Case& c) { JudgeListed(c, first, second); });
    }
  }
}

// One negotiation function for both layers, which gives each its own functions.
OpenXrWorld MachineByName(Case& c, const char* refusing) {
  OpenXrWorld world(c.subject());
  AddLibrary(world, c.subject(), refusing);
  return world.With(LayerOfPair(kFirst, "lsNegotiateByName"))
      .With(LayerOfPair(kSecond, "lsNegotiateByName"));
}

// Without a name the library cannot tell which of its layers is meant.
constexpr char kNoNames[] = "the loader negotiates without the names of layers";

bool TellsNames(const Observation& seen) {
  const std::vector<Event> asked = seen.Select({}, "negotiate");
  return std::all_of(asked.begin(), asked.end(), [](const Event& event) {
    return event.who() == kDefaultRuntime || !event.Text("layer_name", "").empty();
  });
}

void JudgeByName(Case& c, const Names& layers) {
  const Observation seen = Observe(c, MachineByName(c, nullptr), [&](OpenXrApp& app) {
    for (int i = 0; i < 2; ++i) app.RunFullSequence({.layers = layers});
  });
  if (!TellsNames(seen)) GTEST_SKIP() << kNoNames;
  for (const std::string& name : layers) {
    EXPECT_SEEN(seen.Select(name, "negotiate"), Not(IsEmpty()))
        << "the loader negotiates with each layer separately, also in one library";
  }
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAre(layers[0], layers[1], layers[0], layers[1]))
      << "each layer of an instance is used by the functions that it returned";
}

OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_1, two_layers_of_one_function) {
  JudgeByName(c, {kFirst, kSecond});
}
OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_1, two_layers_of_one_function_in_reverse) {
  JudgeByName(c, {kSecond, kFirst});
}

// One of the layers, which the environment names, refuses before or after the other is negotiated
// with.
void JudgeRefusalByName(Case& c, const char* refusing, const char* good) {
  OpenXrWorld world = MachineByName(c, refusing);
  world.Env("XR_ENABLE_API_LAYERS", JoinNames({kFirst, kSecond}));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  if (!TellsNames(seen)) GTEST_SKIP() << kNoNames;
  const Names chain = ApiLayerChain(seen);
  EXPECT_SEEN(chain, Not(Contains(refusing)))
      << "a layer whose negotiation failed is in no call chain";
  if (XrResultOf(seen, "xrCreateInstance") == "XR_SUCCESS") {
    EXPECT_SEEN(chain, ElementsAre(good)) << "the other layer of the library is in the chain once";
  } else {
    EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), IsXrError())
        << "the application must get an answer" << reading::LS_XR_LAYER_NEGOTIATION_7_r1;
  }
}

OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_7, refused_by_the_first_of_one_function) {
  JudgeRefusalByName(c, kFirst, kSecond);
}
OPENXR_CASE(LS_XR_LAYER_NEGOTIATION_7, refused_by_the_second_of_one_function) {
  JudgeRefusalByName(c, kSecond, kFirst);
}

constexpr char kOther[] = "XR_APILAYER_LS_other";

// Both layers give the loader the same functions, the first one next to the second one.
void JudgeTogether(Case& c, const Names& layers) {
  OpenXrWorld world(c.subject());
  AddLibrary(world, c.subject());
  world.With(LayerOfPair(kFirst, "lsNegotiateFirstTogether"));
  world.With(LayerOfPair(kSecond, "lsNegotiateSecondTogether"));
  world.With(ApiLayer(kOther));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    for (int i = 0; i < 2; ++i) app.RunFullSequence({.layers = layers});
  });
  std::vector<Event> entered = seen.Select({}, "xrCreateApiLayerInstance");
  std::erase_if(entered, [](const Event& event) { return event.phase() != "enter"; });
  ASSERT_SEEN(entered, SizeIs(2 * layers.size()))
      << "every layer must be called to create each instance exactly once";
  for (size_t i = 0; i < entered.size(); ++i) {
    const size_t place = i % layers.size();
    EXPECT_SEEN(entered[i].Number("next_count"), layers.size() - place)
        << "nextInfo has one entry for each layer from that at place " << place << " to the last";
  }
  EXPECT_SEEN(XrResultsOf(seen, "xrCreateInstance"), ElementsAre("XR_SUCCESS", "XR_SUCCESS"))
      << "all layers are present";
}

OPENXR_CASE(LS_XR_CHAIN_5, list_for_two_layers_with_the_same_functions) {
  JudgeTogether(c, {kFirst, kSecond});
}
OPENXR_CASE(LS_XR_CHAIN_5, list_for_two_layers_with_the_same_functions_above_another) {
  JudgeTogether(c, {kFirst, kSecond, kOther});
}
OPENXR_CASE(LS_XR_CHAIN_5, list_for_two_layers_with_the_same_functions_below_another) {
  JudgeTogether(c, {kOther, kFirst, kSecond});
}

}  // namespace
}  // namespace loadstone::suites::two_layers_of_one_library
