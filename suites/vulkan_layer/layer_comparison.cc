// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan_layer/layer_comparison.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/json/json_object.h"
#include "suites/common/manifest_json.h"

namespace loadstone::suites {
namespace {

constexpr const char* kFound[] = {"LLP_LAYER_20",  "LLP_LAYER_5", "LS_VK_LAYER_27",
                                  "LS_VK_LAYER_2", "LLP_LAYER_4", "LLP_LAYER_6"};

constexpr LayerComparisonTerms kTerms = {.above = kAbove,
                                         .below = kBelow,
                                         .creation = "vkCreateInstance",
                                         .survives = kSurvives,
                                         .same_results = kSameResults,
                                         .found = kFound};

// Everything the witnesses shall tell of.
constexpr char kWitnessBehaviour[] = R"({"trace_enter": true, "intercept": [
  "vkEnumeratePhysicalDevices", "vkEnumeratePhysicalDeviceGroups",
  "vkEnumerateDeviceExtensionProperties", "vkGetPhysicalDeviceProperties", "vkGetDeviceQueue",
  "vkDeviceWaitIdle", "vkQueueWaitIdle", "vkQueueSubmit", "vkCreateBuffer", "vkDestroyBuffer",
  "vkAllocateMemory", "vkFreeMemory", "vkBindBufferMemory", "vkCreateCommandPool",
  "vkAllocateCommandBuffers", "vkBeginCommandBuffer", "vkEndCommandBuffer", "vkCreateFence"]})";

// Names of the functions of interface 1 have a meaning in the formats before 1.1.0 alone, so that a
// layer that gives them keeps its own.
std::string FormatInWorld(const LayerUnderTest& layer) {
  for (const char* function : {"vkGetInstanceProcAddr", "vkGetDeviceProcAddr"}) {
    if (!layer.format.empty() && ExportedName(layer.object, function) != function) {
      return layer.format;
    }
  }
  return "1.2.0";
}

// Members without which a loader may leave the layer out, where the author's are none of the
// format. Cases of their own judge the author's manifest; here everything else is judged.
void Mend(const LayerUnderTest& layer, JsonObject& object) {
  const std::string type = TextOf(layer.object, "type");
  if (type != "GLOBAL" && type != "INSTANCE") object.Set("type", "GLOBAL");
  const std::vector<std::string> wrong = WrongTypes(layer.object, VulkanMemberTypes());
  for (const char* member : {"implementation_version", "description"}) {
    const bool good =
        HasMember(layer.object, member) && std::ranges::find(wrong, member) == wrong.end();
    if (!good) object.Set(member, "1");
  }
  if (HasMember(layer.object, "library_arch")) {
    object.Set("library_arch", std::to_string(8 * sizeof(void*)));
  }
}

// The layer's manifest as the world has it: that of the host with the library's full path, and with
// no newer version than the loader's, since a loader may leave newer layers out.
std::string ManifestInWorld(const LayerUnderTest& layer, const policy::Version& loader) {
  JsonObject object;
  if (!layer.object.empty()) object.Merge(layer.object);  // the probe has no text
  object.Set("library_path", layer.library);
  Mend(layer, object);
  const auto version = policy::Version::TryParse(layer.api_version);
  if (!IsApiVersion(layer.api_version) || *version > loader) {
    object.Set("api_version", loader.ToString());
  }
  return JsonObject().Set("file_format_version", FormatInWorld(layer)).Set("layer", object).Text();
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
           "physical_devices": [{{"extensions": ["{}"]}}],
           "instance_extensions": ["VK_KHR_surface", "VK_EXT_debug_utils",
                                   "VK_EXT_debug_report", "VK_EXT_headless_surface"]}})",
      kPhysicalDeviceFunction, kDeviceFunction, fmt::join(kDeviceExtensions, R"(", ")"));
  world.WithoutDriver()
      .With(Driver(kDefaultDriver).Behaviour(driver))
      .With(above)
      .With(below)
      // A loader may refuse instance extensions that it does not know, such as the witness's.
      .Env("VK_LOADER_DISABLE_INST_EXT_FILTER", "1")
      .File(folder + "/check_layer.json", ManifestInWorld(layer, c.subject().api_version));
  // Why the loader leaves the layer out, where it does.
  world.Env("VK_LOADER_DEBUG", "error,warn");
  ShowLibrary(world.machine(), layer);
  ShowManifest(world.machine(), layer);
  return world;
}

}  // namespace

LayerComparison RunTwice(Case& c, const std::function<void(VulkanApp&, const LayerNames&)>& app) {
  return RunBetween(c, WorldWith(c).Build(), kTerms, app);
}

bool CreateInstanceBetween(VulkanApp& app, const InstanceRequest& request) {
  if (app.CreateInstance(request) != VK_SUCCESS) return false;
  const LsWitness above = LookBelow<LsWitness>(kAbove);
  const LsWitness below = LookBelow<LsWitness>(kBelow);
  TraceChained(request.layers.size() == 2 ||
               (above.next_gipa != nullptr &&
                above.next_gipa != LookBelow<LsWitness>(kAbove).own_gipa &&
                above.next_gipa != below.own_gipa));
  return true;
}

}  // namespace loadstone::suites
