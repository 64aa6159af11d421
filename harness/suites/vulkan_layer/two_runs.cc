#include "harness/suites/vulkan_layer/two_runs.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "harness/world/json_object.h"

namespace loadstone {
namespace {

constexpr char kWithout[] = "run without the layer";
constexpr char kWith[] = "run with the layer";
constexpr char kChained[] = "chained";
constexpr char kNote[] = "note";

// Everything the witnesses shall tell of.
constexpr char kWitnessBehaviour[] = R"({"trace_enter": true, "intercept": [
  "vkEnumeratePhysicalDevices", "vkGetPhysicalDeviceProperties", "vkGetDeviceQueue",
  "vkDeviceWaitIdle", "vkQueueWaitIdle", "vkQueueSubmit", "vkCreateBuffer", "vkDestroyBuffer",
  "vkAllocateMemory", "vkFreeMemory", "vkBindBufferMemory", "vkCreateCommandPool",
  "vkAllocateCommandBuffers", "vkBeginCommandBuffer", "vkEndCommandBuffer", "vkCreateFence"]})";

// The layer's manifest as the world has it: that of the host with the library's full path, and with
// no newer version than the loader's, since a loader may leave newer layers out.
std::string ManifestInWorld(const LayerUnderTest& layer, const policy::Version& loader) {
  JsonObject object;
  if (!layer.object.empty()) object.Merge(layer.object);  // the probe has no text
  object.Set("library_path", layer.library);
  const auto version = policy::Version::TryParse(layer.api_version);
  if (!version.has_value() || *version > loader) object.Set("api_version", loader.ToString());
  return JsonObject().Set("file_format_version", "1.2.0").Set("layer", object).Text();
}

VulkanWorld WorldWith(const Case& c) {
  const LayerUnderTest& layer = LayerOf(c);
  const Layer above = Layer(kAbove).Binary("vulkan_layer_witness").Behaviour(kWitnessBehaviour);
  const Layer below =
      Layer(kBelow)
          .Binary("vulkan_layer_witness")
          .Behaviour(kWitnessBehaviour)
          .Behaviour(fmt::format(
              R"({{"instance_extensions": [{{"name": "{}"}}], "hidden_functions": ["{}"]}})",
              kExtensionBelow, fmt::join(kDisabledInstanceFunctions, R"(", ")")))
          .Manifest(
              fmt::format(R"({{"instance_extensions": [{{"name": "{}", "spec_version": "1"}}]}})",
                          kExtensionBelow));
  VulkanWorld world(c.subject());
  const std::string folder = world.DefaultFolder(above);
  const std::string driver = fmt::format(
      R"({{"physical_device_functions": ["{}"], "device_functions": ["{}"],
           "physical_devices": [{{"extensions": ["{}", "VK_KHR_swapchain"]}}],
           "instance_extensions": ["VK_KHR_surface", "VK_EXT_debug_utils",
                                   "VK_EXT_debug_report", "VK_EXT_headless_surface"]}})",
      kPhysicalDeviceFunction, kDeviceFunction, kDeviceExtension);
  world.WithoutDriver()
      .With(Driver(kDefaultDriver).Behaviour(driver))
      .With(above)
      .With(below)
      .File(folder + "/check_layer.json", ManifestInWorld(layer, c.subject().api_version));
  ShowLibrary(world.machine(), layer);
  return world;
}

bool IsMark(const Event& event, const char* mark) {
  return event.who() == kAppName && event.what() == mark;
}

}  // namespace

TwoRuns::TwoRuns(Observation seen) : seen_(std::move(seen)) {
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

std::string TwoRuns::WhyNoChain() const {
  if (!FirstOf(with_, kAbove, "vkCreateInstance").has_value() && seen_.EndedWell()) {
    return "the loader makes no instance with the layer, and did not call any layer for it";
  }
  const auto chained = FirstOf(with_, kAppName, kChained);
  if (!chained.has_value()) {
    return fmt::format("no instance was created with the layer, see {} and {}", kSurvives,
                       kSameResults);
  }
  return chained->Flag("yes") ? "" : "the loader left the layer out of the chain";
}

std::string TwoRuns::WhyIncomplete() const {
  const std::string why = WhyNotSeen(seen_, kSurvives);
  return why.empty() ? WhyNoChain() : why;
}

TwoRuns RunTwice(Case& c, const std::function<void(VulkanApp&, const LayerNames&)>& app) {
  const std::string name = LayerOf(c).name;
  const World world = WorldWith(c).Build();
  return TwoRuns(c.AnyEnding().Run(world, [&] {
    VulkanApp application(c.subject());
    AppEvent{kWithout};
    app(application, {kAbove, kBelow});
    AppEvent{kWith};
    app(application, {kAbove, name, kBelow});
  }));
}

std::vector<Event> Of(const std::vector<Event>& events, const std::string& who,
                      const std::string& what) {
  std::vector<Event> found;
  for (const Event& event : events) {
    if (event.who() == who && event.what() == what && event.Text("phase") != "leave") {
      found.push_back(event);
    }
  }
  return found;
}

std::optional<Event> FirstOf(const std::vector<Event>& events, const std::string& who,
                             const std::string& what) {
  const std::vector<Event> found = Of(events, who, what);
  return found.empty() ? std::nullopt : std::optional(found.front());
}

bool CreateInstanceBetween(VulkanApp& app, const InstanceRequest& request) {
  if (app.CreateInstance(request) != VK_SUCCESS) return false;
  const LsWitness above = LookBelow(kAbove);
  const LsWitness below = LookBelow(kBelow);
  AppEvent(kChained).Add(
      "yes", request.layers.size() == 2 ||
                 (above.next_gipa != nullptr && above.next_gipa != LookBelow(kAbove).own_gipa &&
                  above.next_gipa != below.own_gipa));
  return true;
}

LsWitness LookBelow(const std::string& who) {
  LsWitness witness = {};
  void* library = dlopen(MockLibraryPath(who).c_str(), RTLD_NOW | RTLD_NOLOAD);
  if (library == nullptr) return witness;
  const auto look = reinterpret_cast<PFN_lsWitness>(dlsym(library, "lsWitness"));
  if (look == nullptr) throw HarnessError("the witness " + who + " has no lsWitness");
  look(&witness);
  dlclose(library);
  return witness;
}

void Note(const std::string& question, const std::string& answer) {
  AppEvent(kNote).Add("question", question).Add("answer", answer);
}

std::map<std::string, std::string> Answers(const std::vector<Event>& events) {
  std::map<std::string, std::string> answers;
  for (const Event& event : Of(events, kAppName, kNote)) {
    answers[event.Text("question")] = event.Text("answer");
  }
  return answers;
}

}  // namespace loadstone
