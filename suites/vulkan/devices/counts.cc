// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/devices/devices.h"
#include "suites/vulkan/devices/untouched.h"
#include "suites/vulkan/extensions/extensions.h"
#include "suites/vulkan/layer_questions.h"
#include "suites/vulkan/layer_work.h"

// LS_VK_CHAIN_5, LS_VK_DISCOVERY_19, LS_VK_EXTENSION_1, _2 and _5, LS_VK_MANIFEST_6: the two calls
// of an enumeration, as the API defines them. If the application's array is too small, it gets as
// many elements as fit, VK_INCOMPLETE and their number; if it is larger, it gets all. Memory beyond
// the capacity is not written. Without an array the initial value of the count has no meaning.
namespace loadstone::suites::counts {
namespace {

// A call of one enumeration by the application.
template <typename Element>
using Call = std::function<VkResult(uint32_t* count, Element* elements)>;

// The identity of an element. The bytes of a text after its end are undefined.
std::string IdentityOf(const VkLayerProperties& layer) { return layer.layerName; }
std::string IdentityOf(const VkExtensionProperties& extension) { return extension.extensionName; }
std::string IdentityOf(VkPhysicalDevice device) { return fmt::format("{}", fmt::ptr(device)); }
std::string IdentityOf(const VkPhysicalDeviceGroupProperties& group) {
  return fmt::format("{} {}", group.physicalDeviceCount, fmt::ptr(group.physicalDevices[0]));
}

// Calls with a capacity of `room` for the `whole.size()` elements, and traces the result.
template <typename Element>
void CallWithRoom(const Call<Element>& call, const std::vector<Element>& whole, uint32_t room) {
  const size_t size = whole.size() + 4;
  std::vector<Element> elements(size, Untouched<Element>());
  uint32_t count = room;
  const VkResult result = call(&count, elements.data());
  const size_t given = std::min<size_t>(count, size);
  bool same = true;
  for (size_t i = 0; i < std::min(given, whole.size()); ++i) {
    same = same && IdentityOf(elements[i]) == IdentityOf(whole[i]);
  }
  const Element untouched = Untouched<Element>();
  bool rest = true;
  for (size_t i = std::max<size_t>(given, room); i < size; ++i) {
    rest = rest && std::memcmp(&elements[i], &untouched, sizeof(Element)) == 0;
  }
  AppEvent("room")
      .Add("room", int64_t{room})
      .Add("result", int64_t{result})
      .Add("count", int64_t{count})
      .Add("same", same)
      .Add("rest_untouched", rest);
}

// Asks for the number of elements, with the initial value `before`, and traces the result.
template <typename Element>
void CallForNumber(const Call<Element>& call, uint32_t before) {
  uint32_t count = before;
  const VkResult result = call(&count, nullptr);
  AppEvent("number")
      .Add("before", int64_t{before})
      .Add("result", int64_t{result})
      .Add("count", int64_t{count});
}

template <typename Element>
void TryEachRoom(const Call<Element>& call) {
  uint32_t count = 0;
  if (call(&count, nullptr) != VK_SUCCESS) return;
  std::vector<Element> whole(count, Untouched<Element>());
  if (call(&count, whole.data()) != VK_SUCCESS) return;
  AppEvent("whole").Add("count", int64_t{count});
  if (count == 0) return;
  // Each room, because a list is put together from those of several components.
  for (uint32_t room = 0; room <= count + 3; ++room) CallWithRoom<Element>(call, whole, room);
  for (const uint32_t before : {1u, count + 3, UINT32_MAX}) CallForNumber<Element>(call, before);
}

constexpr char kLayer[] = "VK_LAYER_LS_listed";

void TryLayers(VulkanApp& app) {
  TryEachRoom<VkLayerProperties>(reinterpret_cast<PFN_vkEnumerateInstanceLayerProperties>(
      app.GlobalProc("vkEnumerateInstanceLayerProperties")));
}

void TryExtensions(VulkanApp& app, const char* layer) {
  const auto enumerate = reinterpret_cast<PFN_vkEnumerateInstanceExtensionProperties>(
      app.GlobalProc("vkEnumerateInstanceExtensionProperties"));
  TryEachRoom<VkExtensionProperties>([&](uint32_t* count, VkExtensionProperties* elements) {
    return enumerate(layer, count, elements);
  });
}

void TryPhysicalDevices(VulkanApp& app) {
  const auto enumerate = app.Get<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices");
  TryEachRoom<VkPhysicalDevice>([&](uint32_t* count, VkPhysicalDevice* elements) {
    return enumerate(app.instance(), count, elements);
  });
}

void TryGroups(VulkanApp& app) {
  const auto enumerate =
      app.Get<PFN_vkEnumeratePhysicalDeviceGroups>("vkEnumeratePhysicalDeviceGroups");
  TryEachRoom<VkPhysicalDeviceGroupProperties>(
      [&](uint32_t* count, VkPhysicalDeviceGroupProperties* elements) {
        return enumerate(app.instance(), count, elements);
      });
}

void TryDeviceExtensions(VulkanApp& app, const char* layer) {
  const auto enumerate =
      app.Get<PFN_vkEnumerateDeviceExtensionProperties>("vkEnumerateDeviceExtensionProperties");
  const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
  if (devices.empty()) return;
  TryEachRoom<VkExtensionProperties>([&](uint32_t* count, VkExtensionProperties* elements) {
    return enumerate(devices[0], layer, count, elements);
  });
}

struct Query {
  const char* name;
  policy::Id owner;
  bool of_an_instance;
  bool of_implicit_layers;  // their elements are in the list
  void (*make)(VulkanApp& app);
};

const Query kQueries[] = {
    {"layers", policy::LS_VK_DISCOVERY_19, false, false, TryLayers},
    {"extensions", policy::LS_VK_EXTENSION_1, false, true,
     [](VulkanApp& app) { TryExtensions(app, nullptr); }},
    {"extensions_of_a_layer", policy::LS_VK_EXTENSION_2, false, false,
     [](VulkanApp& app) { TryExtensions(app, kLayer); }},
    {"physical_devices", policy::LS_VK_CHAIN_5, true, false, TryPhysicalDevices},
    {"physical_device_groups", policy::LS_VK_CHAIN_5, true, false, TryGroups},
    {"device_extensions", policy::LS_VK_EXTENSION_5, true, true,
     [](VulkanApp& app) { TryDeviceExtensions(app, nullptr); }},
    {"device_extensions_of_a_layer", policy::LS_VK_MANIFEST_6, true, false,
     [](VulkanApp& app) { TryDeviceExtensions(app, kLayer); }},
};

struct Machine {
  const char* name;
  int layers;
  const char* behaviour;
  bool two_drivers;
  bool implicit_layer = false;     // with extensions
  const char* variable = nullptr;  // that filters or orders the devices
  const char* value = "";
};

constexpr Machine kMachines[] = {
    {"", 0, "{}", false},
    {"_through_3_layers", 3, "{}", false},
    {"_through_3_layers_that_wrap", 3, R"({"wrap": ["VkInstance", "VkPhysicalDevice"]})", false},
    {"_of_two_drivers", 0, "{}", true},
    {"_of_driver_and_implicit_layer", 0, "{}", false, true},
    // The drivers do not list the devices in the order that the application gets, in which those of
    // the second driver come first.
    {"_that_pass_a_filter", 0, "{}", true, false, "VK_LOADER_DEVICE_ID_FILTER", "97,99"},
    {"_of_which_the_last_is_selected", 0, "{}", true, false, "VK_LOADER_DEVICE_SELECT",
     "0x10005:0x63"},
};

// A layer with instance and device extensions such as "VK_LS_a 1".
Layer ListedLayer(const char* name, const std::vector<std::string>& extensions) {
  return Layer(name)
      .Manifest(fmt::format(R"({{"instance_extensions": {0}, "device_extensions": {0}}})",
                            ManifestExtensions(extensions)))
      .Behaviour(fmt::format(R"({{"instance_extensions": {0}, "device_extensions": {0}}})",
                             MockExtensions(extensions)));
}

VulkanWorld WorldOfMachine(const Case& c, const Machine& machine) {
  const std::vector<std::string> extensions = {"VK_LS_a 1", "VK_LS_b 1", "VK_LS_c 1"};
  const auto device = [&extensions](const char* name) {
    // IDs of 97, 98 and 99, and the types "other", "integrated" and "discrete".
    return fmt::format(R"({{"name": "{}", "device_id": {}, "type": {}, "extensions": {}}})", name,
                       int{name[0]}, name[0] - 'a', MockExtensions(extensions));
  };
  VulkanWorld world = machine.two_drivers
                          ? WorldOf(c.subject(), {{device("a"), device("b")}, {device("c")}})
                          : WorldOf(c.subject(), {{device("a"), device("b"), device("c")}});
  world.With(ListedLayer(kLayer, extensions));
  if (machine.implicit_layer) {
    world.With(ListedLayer("VK_LAYER_LS_implicit", {"VK_LS_d 1", "VK_LS_e 1"}).Implicit());
  }
  for (const std::string& name : NumberedLayers(3)) {
    world.With(Layer(name).Behaviour(machine.behaviour));
  }
  if (machine.variable != nullptr) world.Env(machine.variable, machine.value);
  return world;
}

void Judge(Case& c, const Query& query, const Machine& machine) {
  const Observation seen = Observe(c, WorldOfMachine(c, machine), [&](VulkanApp& app) {
    if (query.of_an_instance) {
      std::vector<std::string> layers = NumberedLayers(machine.layers);
      layers.emplace_back(kLayer);
      if (app.CreateInstance({.layers = layers, .api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) {
        return;
      }
    }
    query.make(app);
  });
  const std::vector<Event> whole = seen.Select(kAppName, "whole");
  ASSERT_SEEN(whole, SizeIs(1)) << "the application gets all elements";
  const int64_t all = whole[0].Number("count");
  ASSERT_SEEN(all, Gt(1)) << "the mocks have several elements";
  for (const Event& event : seen.Select(kAppName, "room")) {
    const int64_t room = event.Number("room");
    EXPECT_SEEN(event.Number("result"), Eq(room < all ? VK_INCOMPLETE : VK_SUCCESS))
        << "the result is correct with room for " << room << " of " << all;
    EXPECT_SEEN(event.Number("count"), Eq(std::min(room, all)))
        << "the count is correct with room for " << room << " of " << all;
    EXPECT_HOLDS(event.Flag("same")) << "the elements are those that were listed before";
    EXPECT_HOLDS(event.Flag("rest_untouched")) << "nothing is written beyond the array";
  }
  for (const Event& event : seen.Select(kAppName, "number")) {
    EXPECT_SEEN(event.Number("result"), Eq(VK_SUCCESS)) << "a query without an array succeeds";
    EXPECT_SEEN(event.Number("count"), Eq(all))
        << "the total number is returned without an array, even if the count was "
        << event.Number("before") << " before";
  }
}

// Whether the answer depends on what is special about the machine.
bool Suits(const Query& query, const Machine& machine) {
  if (machine.implicit_layer) return query.of_implicit_layers;
  if (machine.variable != nullptr) {
    return query.make == TryPhysicalDevices || query.make == TryGroups;
  }
  return query.of_an_instance || machine.name[0] == '\0';
}

REGISTER_CASES {
  for (const Query& query : kQueries) {
    for (const Machine& machine : kMachines) {
      if (!Suits(query, machine)) continue;
      RegisterCase(Api::kVulkan, {query.owner},
                   fmt::format("room_for_some_{}{}", query.name, machine.name),
                   [&query, &machine](Case& c) { Judge(c, query, machine); });
    }
  }
}

// Null handles may be destroyed.
VULKAN_CASE(LS_VK_ROBUSTNESS_1, null_handles_are_destroyed) {
  const std::vector<std::string> layers = NumberedLayers(1);
  VulkanWorld world(c.subject());
  for (const std::string& name : layers) world.With(Layer(name));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance({.layers = layers}) != VK_SUCCESS) return;
    app.CreateDevice();
    app.Get<PFN_vkDestroyDevice>("vkDestroyDevice")(VK_NULL_HANDLE, nullptr);
    app.Get<PFN_vkDestroyInstance>("vkDestroyInstance")(VK_NULL_HANDLE, nullptr);
    app.UseDevice();
    app.DestroyDevice();
    app.DestroyInstance();
  });
  EXPECT_SEEN(seen.Select(kDefaultDriver, "vkDestroyDevice"), SizeIs(1))
      << "the device is destroyed once, and not by the call without one";
  EXPECT_SEEN(seen.Select(kDefaultDriver, "vkDestroyInstance"), SizeIs(1))
      << "the instance is destroyed once, and not by the call without one";
}

// An object of an extension that an application may destroy without having one.
struct NullObject {
  const char* extension;
  void (*destroy)(VulkanApp& app);
};

template <typename Function>
void DestroyNull(VulkanApp& app, const char* name) {
  app.Get<Function>(name)(app.instance(), VK_NULL_HANDLE, nullptr);
}

constexpr NullObject kNullObjects[] = {
    {VK_KHR_SURFACE_EXTENSION_NAME,
     [](VulkanApp& app) { DestroyNull<PFN_vkDestroySurfaceKHR>(app, "vkDestroySurfaceKHR"); }},
    {VK_EXT_DEBUG_UTILS_EXTENSION_NAME,
     [](VulkanApp& app) {
       DestroyNull<PFN_vkDestroyDebugUtilsMessengerEXT>(app, "vkDestroyDebugUtilsMessengerEXT");
     }},
    {VK_EXT_DEBUG_REPORT_EXTENSION_NAME,
     [](VulkanApp& app) {
       DestroyNull<PFN_vkDestroyDebugReportCallbackEXT>(app, "vkDestroyDebugReportCallbackEXT");
     }},
};

VULKAN_CASE(LS_VK_ROBUSTNESS_1, null_objects_of_extensions_are_destroyed) {
  const std::vector<std::string> layers = NumberedLayers(1);
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(DriverWith(kDefaultDriver, {VK_KHR_SURFACE_EXTENSION_NAME}));
  for (const std::string& name : layers) world.With(Layer(name));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    std::vector<std::string> extensions;
    for (const NullObject& object : kNullObjects) {
      if (AreListed(app, {object.extension})) extensions.emplace_back(object.extension);
    }
    if (app.CreateInstance({.layers = layers, .extensions = extensions}) != VK_SUCCESS) return;
    for (const NullObject& object : kNullObjects) {
      const bool enabled =
          std::find(extensions.begin(), extensions.end(), object.extension) != extensions.end();
      if (enabled) object.destroy(app);
    }
    app.DestroyInstance();
  });
  EXPECT_SEEN(seen.Select(kDefaultDriver, "vkDestroyInstance"), SizeIs(1))
      << "the application goes on after it destroyed null handles";
}

}  // namespace
}  // namespace loadstone::suites::counts
