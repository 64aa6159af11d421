// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/devices/devices.h"
#include "suites/vulkan/layer_work.h"

// LoaderDriverInterface, "Driver Dispatchable Object Creation": a driver works with the objects
// that it created. An application names and tags objects by its handles, some of which are the
// loader's. No sentence requires a loader to replace them in these structures, but a driver would
// use them as its own, however the application got the function.
namespace loadstone::suites::named_objects {
namespace {

enum class Named { kInstance, kPhysicalDevice, kDevice, kQueue };

struct Object {
  const char* name;
  Named named;
  VkObjectType type;
  VkDebugReportObjectTypeEXT old_type;
};

constexpr Object kObjects[] = {
    {"instance", Named::kInstance, VK_OBJECT_TYPE_INSTANCE,
     VK_DEBUG_REPORT_OBJECT_TYPE_INSTANCE_EXT},
    {"physical_device", Named::kPhysicalDevice, VK_OBJECT_TYPE_PHYSICAL_DEVICE,
     VK_DEBUG_REPORT_OBJECT_TYPE_PHYSICAL_DEVICE_EXT},
    {"device", Named::kDevice, VK_OBJECT_TYPE_DEVICE, VK_DEBUG_REPORT_OBJECT_TYPE_DEVICE_EXT},
    {"queue", Named::kQueue, VK_OBJECT_TYPE_QUEUE, VK_DEBUG_REPORT_OBJECT_TYPE_QUEUE_EXT},
};

// The functions of an instance extension, or of a device extension.
enum class Kind { kUtils, kMarker };
enum class By { kInstance, kDevice };

struct Way {
  const char* name;
  Kind kind;
  By by;
};

constexpr Way kWays[] = {
    {"debug_utils_by_vk_get_device_proc_addr", Kind::kUtils, By::kDevice},
    {"debug_utils_by_vk_get_instance_proc_addr", Kind::kUtils, By::kInstance},
    {"debug_marker_by_vk_get_device_proc_addr", Kind::kMarker, By::kDevice},
};

struct Machine {
  const char* name;
  int layers;
  int drivers;
};

constexpr Machine kMachines[] = {
    {"without_layers", 0, 1}, {"through_3_layers", 3, 1}, {"of_the_second_of_two_drivers", 0, 2}};

uint64_t HandleOf(VulkanApp& app, VkPhysicalDevice physical_device, Named named) {
  switch (named) {
    case Named::kInstance:
      return reinterpret_cast<uint64_t>(app.instance());
    case Named::kPhysicalDevice:
      return reinterpret_cast<uint64_t>(physical_device);
    case Named::kDevice:
      return reinterpret_cast<uint64_t>(app.device());
    case Named::kQueue:
      break;
  }
  VkQueue queue = VK_NULL_HANDLE;
  app.Get<PFN_vkGetDeviceQueue>("vkGetDeviceQueue")(app.device(), 0, 0, &queue);
  return reinterpret_cast<uint64_t>(queue);
}

// Calls a function with a device and a structure, and traces the result.
template <typename Function, typename Info>
void Label(VulkanApp& app, By by, const char* name, const Info& info) {
  const auto function =
      reinterpret_cast<Function>(by == By::kDevice ? app.DeviceProc(name) : app.InstanceProc(name));
  if (function == nullptr) {
    AppEvent("label").Add("function", name).Add("result", int64_t{VK_ERROR_UNKNOWN});
    return;
  }
  AppEvent("label").Add("function", name).Add("result", int64_t{function(app.device(), &info)});
}

void LabelByUtils(VulkanApp& app, By by, VkObjectType type, uint64_t handle) {
  VkDebugUtilsObjectNameInfoEXT name = {};
  name.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT;
  name.objectType = type;
  name.objectHandle = handle;
  name.pObjectName = "name";
  Label<PFN_vkSetDebugUtilsObjectNameEXT>(app, by, "vkSetDebugUtilsObjectNameEXT", name);
  VkDebugUtilsObjectTagInfoEXT tag = {};
  tag.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_TAG_INFO_EXT;
  tag.objectType = type;
  tag.objectHandle = handle;
  tag.tagSize = sizeof(handle);
  tag.pTag = &handle;
  Label<PFN_vkSetDebugUtilsObjectTagEXT>(app, by, "vkSetDebugUtilsObjectTagEXT", tag);
}

void LabelByMarker(VulkanApp& app, By by, VkDebugReportObjectTypeEXT type, uint64_t handle) {
  VkDebugMarkerObjectNameInfoEXT name = {};
  name.sType = VK_STRUCTURE_TYPE_DEBUG_MARKER_OBJECT_NAME_INFO_EXT;
  name.objectType = type;
  name.object = handle;
  name.pObjectName = "name";
  Label<PFN_vkDebugMarkerSetObjectNameEXT>(app, by, "vkDebugMarkerSetObjectNameEXT", name);
  VkDebugMarkerObjectTagInfoEXT tag = {};
  tag.sType = VK_STRUCTURE_TYPE_DEBUG_MARKER_OBJECT_TAG_INFO_EXT;
  tag.objectType = type;
  tag.object = handle;
  tag.tagSize = sizeof(handle);
  tag.pTag = &handle;
  Label<PFN_vkDebugMarkerSetObjectTagEXT>(app, by, "vkDebugMarkerSetObjectTagEXT", tag);
}

VulkanWorld WorldOfLabels(const Case& c, const Machine& machine) {
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  for (int i = 0; i < machine.drivers; ++i) {
    const std::string name = fmt::format("driver_{}", i);
    world.With(Driver(name).Behaviour(fmt::format(
        R"({{"instance_extensions": ["VK_EXT_debug_utils", "VK_EXT_debug_report"],
             "physical_devices": [{{"name": "{}", "extensions": ["VK_EXT_debug_marker"]}}]}})",
        name)));
  }
  for (const std::string& name : NumberedLayers(machine.layers)) world.With(Layer(name));
  return world;
}

void Judge(Case& c, const Object& object, const Way& way, const Machine& machine) {
  const bool utils = way.kind == Kind::kUtils;
  const Observation seen = Observe(c, WorldOfLabels(c, machine), [&](VulkanApp& app) {
    app.CreateInstance({.layers = NumberedLayers(machine.layers),
                        .extensions = {utils ? "VK_EXT_debug_utils" : "VK_EXT_debug_report"}});
    if (app.instance() == VK_NULL_HANDLE) return;
    const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
    if (devices.empty()) return;
    DeviceRequest request = {.physical_device = static_cast<uint32_t>(devices.size() - 1)};
    if (!utils) request.extensions = {"VK_EXT_debug_marker"};
    if (app.CreateDevice(request) != VK_SUCCESS) return;
    const uint64_t handle = HandleOf(app, devices.back(), object.named);
    if (utils) {
      LabelByUtils(app, way.by, object.type, handle);
    } else {
      LabelByMarker(app, way.by, object.old_type, handle);
    }
  });
  if (ResultOf(seen, "vkCreateInstance") == "VK_ERROR_EXTENSION_NOT_PRESENT") {
    Remark("the loader does not know the extension of the instance");
    return;
  }
  std::vector<int64_t> results;
  for (const Event& event : seen.Select(kAppName, "label")) {
    results.push_back(event.Number("result"));
  }
  EXPECT_SEEN(results, SizeIs(2))
      << "the application reaches the calls that name and tag its object";
  EXPECT_SEEN(results, Each(int64_t{VK_SUCCESS}))
      << "naming and tagging an object of the application succeeds";
  EXPECT_SEEN(
      seen.Select({}, utils ? "vkSetDebugUtilsObjectNameEXT" : "vkDebugMarkerSetObjectNameEXT"),
      Not(IsEmpty()))
      << "the driver of the device gets the name";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "the driver gets the handle that it created, not the application's";
}

REGISTER_CASES {
  for (const Object& object : kObjects) {
    for (const Way& way : kWays) {
      for (const Machine& machine : kMachines) {
        RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_1},
                     fmt::format("{}_in_{}_{}", object.name, way.name, machine.name),
                     [&object, &way, &machine](Case& c) { Judge(c, object, way, machine); });
      }
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::named_objects
