#include "harness/suites/openxr_layer/two_runs.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "harness/world/json_object.h"

namespace loadstone {
namespace {

constexpr char kWithout[] = "run without the layer";
constexpr char kWith[] = "run with the layer";
constexpr char kChained[] = "chained";
constexpr char kNote[] = "note";
constexpr char kWitnessBehaviour[] = R"({"intercept": [
  "xrGetInstanceProperties", "xrGetSystem", "xrPollEvent", "xrCreateSession", "xrDestroySession",
  "xrCreateReferenceSpace", "xrDestroySpace", "xrStringToPath", "xrPathToString"]})";

// The layer's manifest as the world has it: that of the host with the library's full path.
std::string ManifestInWorld(const LayerUnderTest& layer) {
  JsonObject object;
  if (!layer.object.empty()) object.Merge(layer.object);  // the probe has no text
  object.Set("library_path", layer.library);
  return JsonObject().Set("file_format_version", "1.0.0").Set("api_layer", object).Text();
}

ApiLayer Witness(const char* name, const std::string& behaviour) {
  return ApiLayer(name)
      .Binary("openxr_layer_witness")
      .Behaviour(kWitnessBehaviour)
      .Behaviour(behaviour);
}

OpenXrWorld WorldWith(const Case& c, const XrWitnesses& witnesses) {
  const LayerUnderTest& layer = LayerOf(c);
  const ApiLayer above = Witness(kXrAbove, witnesses.above);
  OpenXrWorld world(c.subject());
  world
      .With(Runtime(kDefaultRuntime)
                .Extensions({{"XR_MND_headless"}})
                .Behaviour(fmt::format(R"({{"functions": ["{}"]}})", kXrRuntimeFunction)))
      .With(above)
      .With(Witness(kXrBelow, witnesses.below))
      .File(world.DefaultFolder(above) + "/check_layer.json", ManifestInWorld(layer));
  ShowLibrary(world.machine(), layer);
  return world;
}

bool IsMark(const Event& event, const char* mark) {
  return event.who() == kAppName && event.what() == mark;
}

}  // namespace

XrTwoRuns::XrTwoRuns(Observation seen) : seen_(std::move(seen)) {
  std::vector<Event>* part = nullptr;
  for (const Event& event : seen_.events()) {
    if (IsMark(event, kWithout)) {
      part = &without_;
    } else if (IsMark(event, kWith)) {
      part = &with_;
    } else if (part != nullptr) {
      part->push_back(event);
    }
  }
  if (!seen_.First(kAppName, kWith).has_value()) {
    throw HarnessError("the application did not come to its end without the layer: " +
                       seen_.DescribeEnding() + "; it said: " + seen_.output().substr(0, 300));
  }
}

std::string XrTwoRuns::WhyNoChain() const {
  if (!XrFirstOf(with_, kXrAbove, "xrCreateApiLayerInstance").has_value() && seen_.EndedWell()) {
    return "the loader makes no instance with the layer, and did not call any layer for it";
  }
  const auto chained = XrFirstOf(with_, kAppName, kChained);
  if (!chained.has_value()) {
    return fmt::format("no instance was created with the layer, see {} and {}", kXrSurvives,
                       kXrSameResults);
  }
  return chained->Flag("yes") ? "" : "the loader left the layer out of the chain";
}

std::string XrTwoRuns::WhyIncomplete() const {
  const std::string why = WhyNotSeen(seen_, kXrSurvives);
  return why.empty() ? WhyNoChain() : why;
}

XrTwoRuns RunXrTwice(Case& c, const std::function<void(OpenXrApp&, const XrLayerNames&)>& app,
                     const XrWitnesses& witnesses) {
  const std::string name = LayerOf(c).name;
  const World world = WorldWith(c, witnesses).Build();
  return XrTwoRuns(c.AnyEnding().Run(world, [&] {
    OpenXrApp application(c.subject());
    AppEvent{kWithout};
    app(application, {kXrAbove, kXrBelow});
    AppEvent{kWith};
    app(application, {kXrAbove, name, kXrBelow});
  }));
}

std::vector<Event> XrOf(const std::vector<Event>& events, const std::string& who,
                        const std::string& what) {
  std::vector<Event> found;
  for (const Event& event : events) {
    if (event.who() == who && event.what() == what && event.Text("phase") != "leave") {
      found.push_back(event);
    }
  }
  return found;
}

std::optional<Event> XrFirstOf(const std::vector<Event>& events, const std::string& who,
                               const std::string& what) {
  const std::vector<Event> found = XrOf(events, who, what);
  return found.empty() ? std::nullopt : std::optional(found.front());
}

bool CreateXrInstanceBetween(OpenXrApp& app, const XrLayerNames& layers) {
  XrInstanceRequest request;
  request.layers = layers;
  request.extensions = {"XR_MND_headless"};
  if (app.CreateInstance(request) != XR_SUCCESS) return false;
  const bool yes = layers.size() == 2 || LookBelowXr(kXrAbove).next != LookBelowXr(kXrBelow).own;
  AppEvent(kChained).Add("yes", yes);
  return true;
}

LsXrWitness LookBelowXr(const std::string& who) {
  LsXrWitness witness = {};
  void* library = dlopen(MockLibraryPath(who).c_str(), RTLD_NOW | RTLD_NOLOAD);
  if (library == nullptr) return witness;
  const auto look = reinterpret_cast<PFN_lsXrWitness>(dlsym(library, "lsWitness"));
  if (look == nullptr) throw HarnessError("the witness " + who + " has no lsWitness");
  look(&witness);
  dlclose(library);
  return witness;
}

void NoteXr(const std::string& question, const std::string& answer) {
  AppEvent(kNote).Add("question", question).Add("answer", answer);
}

std::map<std::string, std::string> XrAnswers(const std::vector<Event>& events) {
  std::map<std::string, std::string> answers;
  for (const Event& event : XrOf(events, kAppName, kNote)) {
    answers[event.Text("question")] = event.Text("answer");
  }
  return answers;
}

}  // namespace loadstone
