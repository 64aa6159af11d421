// SPDX-License-Identifier: Apache-2.0
#include "suites/openxr_layer/layer_comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>

#include "harness/json/json_object.h"
#include "suites/openxr_layer/application_commands.h"

namespace loadstone::suites {
namespace {

constexpr const char* kFound[] = {"LS_XR_LAYER_1", "LS_XR_LAYER_4", "LS_XR_LAYER_5",
                                  "LS_XR_LAYER_33", "LS_XR_LAYER_25"};

constexpr LayerComparisonTerms kTerms = {.above = kXrAbove,
                                         .below = kXrBelow,
                                         .creation = kXrLayerCreate,
                                         .survives = kXrSurvives,
                                         .same_results = kXrSameResults,
                                         .found = kFound};

// The witnesses trace every call of the applications.
std::string WitnessBehaviour() {
  return fmt::format(R"({{"intercept": ["{}", "{}"]}})",
                     fmt::join(XrApplicationCommands(), "\", \""),
                     fmt::join(kXrOnSwapchains, "\", \""));
}

// The layer's manifest in the world: that of the host with the library's full path.
std::string ManifestInWorld(const LayerUnderTest& layer) {
  JsonObject object;
  if (!layer.object.empty()) object.Merge(layer.object);  // the probe has no text
  object.Set("library_path", NativeLibrary(layer)).Remove("enable_environment");
  return JsonObject().Set("file_format_version", "1.0.0").Set("api_layer", object).Text();
}

int64_t Calls(const std::vector<Event>& events, const char* who, const std::string& command) {
  return static_cast<int64_t>(Of(events, who, command).size());
}

// The number of calls that reached the runtime but not the witness below the judged layer.
int64_t PastBelow(const std::vector<Event>& events, const std::string& command) {
  return Calls(events, kDefaultRuntime, command) - Calls(events, kXrBelow, command);
}

ApiLayer Witness(const char* name, const std::string& behaviour) {
  return ApiLayer(name)
      .Binary("openxr_layer_witness")
      .Behaviour(WitnessBehaviour())
      .Behaviour(behaviour);
}

// The folder for the judged layer's manifest. The other layers are explicit.
std::string FolderFor(const OpenXrWorld& world, const LayerUnderTest& layer, bool implicit) {
  ApiLayer any("XR_APILAYER_LS_any");
  return world.DefaultFolder(implicit && layer.implicit ? any.Implicit() : any);
}

}  // namespace

OpenXrWorld XrWorldWith(const Case& c, const XrWitnesses& witnesses, bool implicit) {
  const LayerUnderTest& layer = LayerOf(c);
  const ApiLayer above = Witness(kXrAbove, witnesses.above);
  OpenXrWorld world(c.subject());
  world
      .With(Runtime(kDefaultRuntime)
                .Extensions({{"XR_MND_headless"}})
                .Behaviour(fmt::format(R"({{"functions": ["{}"]}})", kXrRuntimeFunction))
                .Behaviour(witnesses.runtime))
      .With(above)
      .With(Witness(kXrBelow, witnesses.below))
      .File(FolderFor(world, layer, implicit) + "/check_layer.json", ManifestInWorld(layer));
  if (implicit && !layer.implicit) world.Env("XR_ENABLE_API_LAYERS", layer.name);
  // Makes the loader log why it does not use the layer.
  world.Env("XR_LOADER_DEBUG", "error");
  AddManifestToWorld(world.machine(), layer);
  AddComponentLibrary(world.machine(), layer);
  return world;
}

std::vector<std::string> XrApplicationCommands() {
  std::vector<std::string> commands(std::begin(kXrChanges), std::end(kXrChanges));
  commands.insert(commands.end(), std::begin(kXrQueries), std::end(kXrQueries));
  return commands;
}

LayerComparison RunXrTwice(Case& c, const std::function<void(OpenXrApp&, const LayerNames&)>& app,
                           const XrWitnesses& witnesses) {
  return RunBetween(c, XrWorldWith(c, witnesses).Build(), kTerms, app);
}

std::vector<Event> XrCreationsAbove(const std::vector<Event>& events) {
  std::vector<Event> ends;
  for (const Event& event : events) {
    const bool creation = event.who() == kXrAbove && event.what() == kXrLayerCreate;
    if (creation && event.phase() == "leave") ends.push_back(event);
  }
  return ends;
}

SkipReason WhyNoXrCreation(const LayerComparison& runs) {
  if (!FirstOf(runs.without(), kXrBelow, kXrLayerCreate).has_value()) {
    throw HarnessError("xrCreateApiLayerInstance did not reach the witness below");
  }
  if (FirstOf(runs.with(), kXrBelow, kXrLayerCreate).has_value()) return {};
  if (!FirstOf(runs.with(), kXrAbove, kXrLayerCreate).has_value()) return runs.WhyNoChain();
  if (const SkipReason why = WhyNotFinished(runs.seen(), kXrSurvives); !why.empty()) return why;
  return Unjudged("xrCreateApiLayerInstance did not reach the layer below",
                  {kXrSameResults, "LS_XR_LAYER_10/calls_reach_the_runtime"});
}

void ExpectAddedCallsGoDown(const LayerComparison& runs, const std::vector<std::string>& commands) {
  for (const std::string& command : commands) {
    EXPECT_SEEN(Calls(runs.with(), kXrAbove, command), Le(Calls(runs.without(), kXrAbove, command)))
        << "the layer's own calls of " << command << " do not enter the chain above it";
    EXPECT_SEEN(PastBelow(runs.with(), command), Le(PastBelow(runs.without(), command)))
        << "the layer's own calls of " << command << " do not bypass the layer below";
  }
}

bool CreateXrInstanceBetween(OpenXrApp& app, const LayerNames& layers, XrInstanceRequest request) {
  request.layers = layers;
  request.extensions.emplace_back("XR_MND_headless");
  if (app.CreateInstance(request) != XR_SUCCESS) return false;
  TraceInChain(layers.size() == 2 ||
               LookBelow<LsXrWitness>(kXrAbove).next != LookBelow<LsXrWitness>(kXrBelow).own);
  return true;
}

}  // namespace loadstone::suites
