// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/world/mock_library.h"
#include "harness/world/places.h"
#include "harness/world/platform.h"
#include "suites/openxr/layers.h"

// api_layer, "API Layer Manifest File Format": two layers of one library, each with a negotiation
// function of its own that its manifest names (LS_XR_LAYER_NEGOTIATION_11).
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

void AddPart(OpenXrWorld& world, const Subject& subject, const std::string& path, const char* who) {
  world.machine()
      .Copy(path, WithLibrarySuffix(subject, "openxr_layer.so"))
      .File(path + ".config",
            JsonObject().Set("who", who).Set("trace", NativePath(subject, kTracePath)).Text());
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
  const std::string path = MockLibraryPath(kPair, c.subject());
  world.machine().Copy(path, WithLibrarySuffix(c.subject(), "openxr_layer_pair.so"));
  AddPart(world, c.subject(), path + ".first", kFirst);
  AddPart(world, c.subject(), path + ".second", kSecond);
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

}  // namespace
}  // namespace loadstone::suites::two_layers_of_one_library
