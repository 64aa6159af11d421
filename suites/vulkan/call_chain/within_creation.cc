// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/devices/devices.h"
#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Example Code for CreateDevice" and "Layer Call Chains and Distributed
// Dispatch": what a layer may do between its entry into vkCreateDevice and its call down. Its calls
// of the next entity continue from there to the driver, and never begin at the first layer again;
// the driver gets what the layer passes down.
namespace loadstone::suites::within_creation {
namespace {

// The components that a call within the creation reached: those with an event of `function` between
// the layer's two events.
std::vector<std::string> ReachedWithin(const Observation& seen, const std::string& function) {
  std::vector<std::string> reached;
  bool within = false;
  for (const Event& event : seen.events()) {
    if (event.what() == "call_in_create_device" && event.Text("function") == function) {
      within = event.phase() == "enter";
    } else if (within && event.what() == function) {
      if (reached.empty() || reached.back() != event.who()) reached.push_back(event.who());
    }
  }
  return reached;
}

std::vector<std::string> FunctionsNotFound(const Observation& seen) {
  std::vector<std::string> missing;
  for (const Event& event : seen.Select({}, "call_in_create_device")) {
    if (event.phase() == "enter" && !event.Flag("found")) {
      missing.push_back(event.Text("function"));
    }
  }
  return missing;
}

void JudgeCalls(Case& c, const LayerPlace& place, const char* wrapping) {
  const std::vector<std::string> layers = NumberedLayers(place.of);
  VulkanWorld world(c.subject());
  for (int i = 0; i < place.of; ++i) {
    Layer layer(layers[static_cast<size_t>(i)]);
    layer
        .Behaviour(R"({"intercept": ["vkGetPhysicalDeviceProperties", "vkGetPhysicalDeviceFeatures",
                                      "vkEnumeratePhysicalDevices"]})")
        .Behaviour(wrapping);
    if (i == place.number) layer.Behaviour(R"({"calls_in_create_device": true})");
    world.With(layer);
  }
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    app.CreateInstance({.layers = layers});
    app.CreateDevice();
    app.DestroyDevice();
    app.DestroyInstance();
  });
  ASSERT_SEEN(DeviceChain(seen), ElementsAreArray(layers)) << "every layer creates the device";
  EXPECT_SEEN(FunctionsNotFound(seen), IsEmpty())
      << "the next vkGetInstanceProcAddr returns functions of the instance that was created";
  const std::vector<std::string> below(layers.begin() + place.number + 1, layers.end());
  for (const char* function : {"vkGetPhysicalDeviceProperties", "vkGetPhysicalDeviceFeatures"}) {
    std::vector<std::string> expected = below;
    expected.emplace_back(kDefaultDriver);
    EXPECT_SEEN(ReachedWithin(seen, function), ElementsAreArray(expected))
        << function << " of the next entity reaches the driver and passes no layer twice";
  }
  for (const std::string& who : ReachedWithin(seen, "vkEnumeratePhysicalDevices")) {
    if (who == kDefaultDriver) continue;
    EXPECT_SEEN(below, Contains(who)) << "vkEnumeratePhysicalDevices of the next entity goes down";
  }
  EXPECT_SEEN(ResultOf(seen, "vkCreateDevice"), "VK_SUCCESS") << "the device is created";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "no component gets an argument that belongs to another component";
}

constexpr LayerPlace kPlaces[] = {
    {"alone", 0, 1},       {"first_of_3", 0, 3},     {"middle_of_3", 1, 3},
    {"bottom_of_3", 2, 3}, {"bottom_of_16", 15, 16},
};

constexpr char kPlain[] = "{}";
constexpr char kWrapping[] = R"({"wrap": ["VkInstance", "VkPhysicalDevice"]})";

REGISTER_CASES {
  for (const LayerPlace& place : kPlaces) {
    for (const bool wrapping : {false, true}) {
      RegisterCase(
          Api::kVulkan, {policy::LS_VK_CHAIN_6},
          fmt::format("calls_within_create_device_{}{}", place.name,
                      wrapping ? "_that_wrap_instances" : ""),
          [&place, wrapping](Case& c) { JudgeCalls(c, place, wrapping ? kWrapping : kPlain); });
    }
  }
}

// A physical device other than the one that the layer got.

struct Another {
  const char* name;
  bool second_driver;  // the other physical device belongs to another driver
  int layers;          // the last one chooses
  uint32_t asked;      // by the application
};

constexpr Another kAnother[] = {
    {"of_the_same_driver", false, 1, 0},
    {"of_the_same_driver_below_two_layers", false, 3, 0},
    {"of_another_driver", true, 1, 0},
    {"of_another_driver_asked_for_the_second", true, 1, 1},
    {"of_another_driver_below_two_layers", true, 3, 0},
};

VulkanWorld WorldOfTwoDevices(const Case& c, bool second_driver) {
  const std::string a = R"({"name": "a"})";
  const std::string b = R"({"name": "b"})";
  return second_driver ? WorldOf(c.subject(), {{a}, {b}}) : WorldOf(c.subject(), {{a, b}});
}

void JudgeAnother(Case& c, const Another& row, const char* wrapping) {
  VulkanWorld world = WorldOfTwoDevices(c, row.second_driver);
  const std::vector<std::string> layers = NumberedLayers(row.layers);
  for (const std::string& name : layers) {
    Layer layer(name);
    layer.Behaviour(wrapping);
    if (name == layers.back()) layer.Behaviour(R"({"another_physical_device": true})");
    world.With(layer);
  }
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    app.CreateInstance({.layers = layers});
    app.EnumeratePhysicalDevices();
    app.CreateDevice({.physical_device = row.asked});
    app.UseDevice();
    app.DestroyDevice();
    app.DestroyInstance();
  });
  ASSERT_SEEN(Order(seen), SizeIs(2)) << "the application sees both physical devices";
  EXPECT_SEEN(ResultOf(seen, "vkCreateDevice"), "VK_SUCCESS") << "a layer may choose another";
  const std::string wanted = Order(seen)[1 - row.asked];
  std::vector<std::string> created;
  std::string driver;
  for (const Event& event : seen.Select({}, "vkCreateDevice")) {
    if (!event.who().starts_with("driver_")) continue;
    created.push_back(event.Text("name"));
    driver = event.who();
  }
  EXPECT_SEEN(created, ElementsAre(wanted))
      << "the device is created on the physical device that the layers passed down";
  EXPECT_SEEN(seen.Select(driver, "vkDeviceWaitIdle"), SizeIs(1))
      << "calls of the device arrive at the driver that has it";
  EXPECT_SEEN(seen.Select(driver, "vkDestroyDevice"), SizeIs(1))
      << "calls of the device arrive at the driver that has it";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "no component gets an argument that belongs to another component";
}

REGISTER_CASES {
  for (const Another& row : kAnother) {
    for (const bool wrapping : {false, true}) {
      RegisterCase(
          Api::kVulkan, {policy::LS_VK_CHAIN_5},
          fmt::format("layer_creates_the_device_{}{}", row.name, wrapping ? "_and_wraps" : ""),
          [&row, wrapping](Case& c) { JudgeAnother(c, row, wrapping ? kWrapping : kPlain); });
    }
  }
}

// The application's own structures in the pNext chain of VkDeviceCreateInfo.

struct Chained {
  const char* name;
  int layers;
  const char* wrapping;
  int drivers;
  size_t place;  // position of the group structure among them
};

constexpr Chained kChained[] = {
    {"without_layers", 0, kPlain, 1, 1},
    {"without_layers_first", 0, kPlain, 1, 0},
    {"without_layers_last", 0, kPlain, 1, 2},
    {"through_a_layer", 1, kPlain, 1, 1},
    {"through_3_layers", 3, kPlain, 1, 1},
    {"through_3_layers_first", 3, kPlain, 1, 0},
    {"through_3_layers_last", 3, kPlain, 1, 2},
    {"through_3_layers_that_wrap_physical_devices", 3, kWrapping, 1, 1},
    {"of_the_second_of_two_drivers", 0, kPlain, 2, 1},
    {"of_the_second_of_two_drivers_through_3_layers", 3, kWrapping, 2, 1},
};

// Creates a device on the last physical device with three structures, and checks these afterwards.
void CreateWithGroup(VulkanApp& app, size_t place) {
  const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
  if (devices.empty()) return;
  const VkPhysicalDevice physical_device = devices.back();
  VkPhysicalDevice members[] = {physical_device};
  VkDeviceGroupDeviceCreateInfo group = {};
  group.sType = VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO;
  group.physicalDeviceCount = 1;
  group.pPhysicalDevices = members;
  VkPhysicalDeviceFeatures2 features = {};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  VkPhysicalDeviceMultiviewFeatures multiview = {};
  multiview.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES;
  std::vector<VkBaseOutStructure*> chain = {reinterpret_cast<VkBaseOutStructure*>(&features),
                                            reinterpret_cast<VkBaseOutStructure*>(&multiview)};
  chain.insert(chain.begin() + static_cast<std::ptrdiff_t>(place),
               reinterpret_cast<VkBaseOutStructure*>(&group));
  for (size_t i = 0; i + 1 < chain.size(); ++i) chain[i]->pNext = chain[i + 1];
  const float priority = 1;
  VkDeviceQueueCreateInfo queue = {};
  queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = chain[0];
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  VkDevice device = VK_NULL_HANDLE;
  const VkResult result =
      app.Get<PFN_vkCreateDevice>("vkCreateDevice")(physical_device, &info, nullptr, &device);
  bool whole = info.pNext == chain[0] && chain[2]->pNext == nullptr;
  for (size_t i = 0; i + 1 < chain.size(); ++i) whole = whole && chain[i]->pNext == chain[i + 1];
  whole = whole && group.physicalDeviceCount == 1 && group.pPhysicalDevices == members &&
          members[0] == physical_device;
  AppEvent("group").Add("result", int64_t{result}).Add("whole", whole);
  if (result != VK_SUCCESS) return;
  reinterpret_cast<PFN_vkDestroyDevice>(app.InstanceProc("vkDestroyDevice"))(device, nullptr);
}

// The structures that the driver got, without those of the loader.
std::vector<int64_t> Structures(const Observation& seen, const std::string& driver) {
  std::vector<int64_t> types;
  for (const Event& event : seen.Select(driver, "vkCreateDevice")) {
    for (const int64_t type : event.Numbers("next")) {
      if (type != VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO) types.push_back(type);
    }
  }
  return types;
}

void JudgeChained(Case& c, const Chained& row) {
  const std::vector<std::string> layers = NumberedLayers(row.layers);
  VulkanWorld world =
      row.drivers == 1 ? WorldOf(c.subject(), {{R"({"name": "a"})"}}) : WorldOfTwoDevices(c, true);
  for (const std::string& name : layers) world.With(Layer(name).Behaviour(row.wrapping));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance({.layers = layers, .api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) {
      return;
    }
    CreateWithGroup(app, row.place);
    app.DestroyInstance();
  });
  const std::vector<Event> done = seen.Select(kAppName, "group");
  ASSERT_SEEN(done, SizeIs(1)) << "the application gets its device";
  EXPECT_SEEN(done[0].Number("result"), Eq(VK_SUCCESS))
      << "a group of one physical device is valid";
  EXPECT_HOLDS(done[0].Flag("whole")) << "the application's structures are unchanged";
  std::vector<int64_t> found;
  for (const char* driver : {"driver_0", "driver_1"}) {
    for (const int64_t type : Structures(seen, driver)) found.push_back(type);
  }
  EXPECT_SEEN(found,
              UnorderedElementsAre(int64_t{VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO},
                                   int64_t{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2},
                                   int64_t{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES}))
      << "the driver gets the application's structures, each once";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "the group of the driver has its own physical devices";
}

REGISTER_CASES {
  for (const Chained& row : kChained) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_5}, fmt::format("device_group_{}", row.name),
                 [&row](Case& c) { JudgeChained(c, row); });
  }
}

}  // namespace
}  // namespace loadstone::suites::within_creation
