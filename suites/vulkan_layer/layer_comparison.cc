// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan_layer/layer_comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

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

// Everything that the witnesses trace.
constexpr char kWitnessBehaviour[] = R"({"trace_enter": true, "intercept": [
  "vkEnumeratePhysicalDevices", "vkEnumeratePhysicalDeviceGroups",
  "vkEnumerateDeviceExtensionProperties", "vkGetPhysicalDeviceProperties", "vkGetDeviceQueue",
  "vkDeviceWaitIdle", "vkQueueWaitIdle", "vkQueueSubmit", "vkCreateBuffer", "vkDestroyBuffer",
  "vkAllocateMemory", "vkFreeMemory", "vkBindBufferMemory", "vkCreateCommandPool",
  "vkAllocateCommandBuffers", "vkBeginCommandBuffer", "vkEndCommandBuffer", "vkCreateFence"]})";

// Only formats before 1.1.0 define names of the functions of interface version 1, so a layer that
// gives them keeps its format.
std::string FormatInWorld(const LayerUnderTest& layer) {
  for (const char* function : {"vkGetInstanceProcAddr", "vkGetDeviceProcAddr"}) {
    if (!layer.format.empty() && ExportedName(layer.object, function) != function) {
      return layer.format;
    }
  }
  return "1.2.0";
}

// Replaces members without which a loader may omit the layer, if the author's are invalid. Other
// cases judge the author's manifest; here everything else is judged.
void Mend(const LayerUnderTest& layer, JsonObject& object) {
  const std::string type = TextOf(layer.object, "type");
  if (type != "GLOBAL" && type != "INSTANCE") object.Set("type", "GLOBAL");
  const std::vector<std::string> wrong = WrongTypes(layer.object, VulkanMemberTypes());
  for (const char* member : {"implementation_version", "description"}) {
    const bool good =
        HasMember(layer.object, member) && std::ranges::find(wrong, member) == wrong.end();
    if (!good) object.Set(member, "1");
  }
  if (HasMember(layer.object, "library_arch") && layer.library_bits != 0) {
    object.Set("library_arch", std::to_string(layer.library_bits));
  }
}

// The layer's manifest in the world: that of the host with the library's full path, and with a
// version that is not newer than the loader's, because a loader may omit newer layers.
std::string ManifestInWorld(const LayerUnderTest& layer, const policy::Version& loader) {
  JsonObject object;
  if (!layer.object.empty()) object.Merge(layer.object);  // the probe has no text
  object.Set("library_path", NativeLibrary(layer));
  Mend(layer, object);
  const auto version = policy::Version::TryParse(layer.api_version);
  if (!IsApiVersion(layer.api_version) || *version > loader) {
    object.Set("api_version", loader.ToString());
  }
  return JsonObject().Set("file_format_version", FormatInWorld(layer)).Set("layer", object).Text();
}

// Vendors of physical devices: Mesa's, which the mock driver has otherwise, and two of which
// machines often have a device each.
constexpr uint32_t kMockVendor = 0x10005;
constexpr uint32_t kIntel = 0x8086;
constexpr uint32_t kNvidia = 0x10de;

// The driver's physical devices: each has two families of queues.
std::string PhysicalDevices(const LayerWorld& how) {
  constexpr unsigned kUsual = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT;
  const unsigned flags = kUsual | (how.protected_queues ? VK_QUEUE_PROTECTED_BIT : 0) |
                         (how.sparse_queues ? VK_QUEUE_SPARSE_BINDING_BIT : 0);
  std::vector<std::string> devices;
  for (const uint32_t group : how.groups) {
    const bool integrated = how.two_kinds_of_devices && devices.empty();
    devices.push_back(fmt::format(
        R"({{"name": "Loadstone Mock {0}", "device_id": {1}, "group": {2}, "extensions": ["{3}"],
             "type": {5}, "vendor_id": {6},
             "queue_families": [{{"flags": {4}, "count": 4}}, {{"flags": 4, "count": 1}}]}})",
        devices.size(), devices.size() + 1, group, fmt::join(kDeviceExtensions, R"(", ")"), flags,
        static_cast<int>(integrated ? VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU
                                    : VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU),
        !how.two_kinds_of_devices ? kMockVendor
        : integrated              ? kIntel
                                  : kNvidia));
  }
  return fmt::format("[{}]", fmt::join(devices, ", "));
}

std::vector<std::string> NamesOf(std::span<const ExtensionFunction> functions) {
  std::vector<std::string> names;
  for (const ExtensionFunction& function : functions) names.emplace_back(function.name);
  return names;
}

VulkanWorld WorldWith(const Case& c, const LayerWorld& how) {
  const LayerUnderTest& layer = LayerOf(c);
  const Layer above = Layer(kAbove)
                          .Binary("vulkan_layer_witness")
                          .Behaviour(kWitnessBehaviour)
                          .Behaviour(how.above);
  const Layer below =
      Layer(kBelow)
          .Binary("vulkan_layer_witness")
          .Behaviour(kWitnessBehaviour)
          // No document says what a handle contains after an error.
          .Behaviour(R"({"clear_failed_handles": true})")
          .Behaviour(fmt::format(
              R"({{"instance_extensions": [{{"name": "{}"}}], "hidden_functions": ["{}"],
                   "trace_queries": {}}})",
              kExtensionBelow, fmt::join(NamesOf(kDisabledInstanceFunctions), R"(", ")"),
              how.trace_queries))
          .Behaviour(how.below)
          .Manifest(
              fmt::format(R"({{"instance_extensions": [{{"name": "{}", "spec_version": "1"}}]}})",
                          kExtensionBelow));
  VulkanWorld world(c.subject());
  const std::string folder = world.DefaultFolder(above);
  const std::string driver = fmt::format(
      R"({{"physical_device_functions": ["{}"], "device_functions": ["{}"],
           "physical_devices": {}, "sparse_formats": {},
           "instance_extensions": ["VK_KHR_surface", "VK_EXT_debug_utils",
                                   "VK_EXT_debug_report", "VK_EXT_headless_surface"]}})",
      kPhysicalDeviceFunction, kDeviceFunction, PhysicalDevices(how), how.sparse_formats);
  world.WithoutDriver()
      .With(Driver(kDefaultDriver).Behaviour(driver).Behaviour(how.driver))
      .With(above)
      .With(below)
      // A loader may reject instance extensions that it does not know, such as the witness's.
      .Env("VK_LOADER_DISABLE_INST_EXT_FILTER", "1")
      .File(folder + "/check_layer.json", ManifestInWorld(layer, c.subject().api_version));
  // Makes the loader log why it does not use the layer.
  world.Env("VK_LOADER_DEBUG", "error,warn");
  AddComponentLibrary(world.machine(), layer);
  AddManifestToWorld(world.machine(), layer);
  return world;
}

}  // namespace

LayerComparison RunTwice(Case& c, const std::function<void(VulkanApp&, const LayerNames&)>& app,
                         const LayerWorld& how) {
  return RunBetween(c, WorldWith(c, how).Build(), kTerms, app);
}

bool CreateInstanceBetween(VulkanApp& app, const InstanceRequest& request) {
  if (app.CreateInstance(request) != VK_SUCCESS) return false;
  const LsWitness above = LookBelow<LsWitness>(kAbove);
  const LsWitness below = LookBelow<LsWitness>(kBelow);
  TraceInChain(request.layers.size() == 2 ||
               (above.next_gipa != nullptr &&
                above.next_gipa != LookBelow<LsWitness>(kAbove).own_gipa &&
                above.next_gipa != below.own_gipa));
  return true;
}

}  // namespace loadstone::suites
