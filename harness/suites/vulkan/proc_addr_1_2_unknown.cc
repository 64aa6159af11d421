#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "harness/suites/suites.h"

// LoaderLayerInterface, "Layer Unknown Physical Device Extensions", and LoaderDriverInterface,
// "Driver Unknown Physical Device Extensions": functions of physical devices and devices that the
// loader knows nothing of, from drivers and from layers, one and many.
namespace loadstone {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

// Each returns the value it is given plus its number in the list of whoever has it.
using UnknownFunction = uint32_t (*)(void* handle, uint32_t value);
constexpr uint32_t kValue = 1000;
constexpr char kLayer[] = "VK_LAYER_LS_layer";

std::vector<std::string> Names(const std::string& stem, int count) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.push_back(fmt::format("vk{}{:03}LS", stem, i));
  return names;
}

std::string Functions(const char* list, const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "\"" : ", \"") + name + "\"";
  }
  return fmt::format(R"({{"{}": [{}]}})", list, text);
}

Driver PhysicalDeviceDriver(const std::string& name, const std::vector<std::string>& functions) {
  return Driver(name)
      .Behaviour(Functions("physical_device_functions", functions))
      .Behaviour(fmt::format(R"({{"physical_devices": [{{"name": "{}"}}]}})", name));
}

Driver DeviceDriver(const std::string& name, const std::vector<std::string>& functions) {
  return Driver(name)
      .Behaviour(Functions("device_functions", functions))
      .Behaviour(fmt::format(R"({{"physical_devices": [{{"name": "{}"}}]}})", name));
}

VulkanWorld WorldOf(const Subject& subject, const std::vector<Driver>& drivers) {
  VulkanWorld world(subject);
  world.WithoutDriver();
  for (const Driver& driver : drivers) world.With(driver);
  return world;
}

// Calls `function` and traces what came of it as "call".
void Call(PFN_vkVoidFunction function, const std::string& name, void* handle) {
  AppEvent event("call");
  event.Add("name", name).Add("found", function != nullptr);
  if (function == nullptr) return;
  event.Add("answer", int64_t{reinterpret_cast<UnknownFunction>(function)(handle, kValue)});
}

// The physical device of the driver of this name.
VkPhysicalDevice DeviceOf(VulkanApp& app, const std::string& driver) {
  const auto properties =
      app.Get<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties");
  for (const VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
    VkPhysicalDeviceProperties found = {};
    properties(device, &found);
    if (driver == found.deviceName) return device;
  }
  return VK_NULL_HANDLE;
}

// An application that calls each function on the physical device of each driver.
Observation CallOnPhysicalDevices(Case& c, const VulkanWorld& world,
                                  const std::vector<std::string>& names,
                                  const std::vector<std::string>& drivers,
                                  const std::vector<std::string>& layers = {}) {
  return Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance({.layers = layers}) != VK_SUCCESS) return;
    for (const std::string& driver : drivers) {
      const VkPhysicalDevice device = DeviceOf(app, driver);
      for (const std::string& name : names) Call(app.InstanceProc(name.c_str()), name, device);
    }
    app.DestroyInstance();
  });
}

// An application that calls each function on a device, found through the instance or the device.
Observation CallOnDevice(Case& c, const VulkanWorld& world, const std::vector<std::string>& names,
                         bool through_device, const std::vector<std::string>& layers = {}) {
  return Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance({.layers = layers}) != VK_SUCCESS) return;
    const uint32_t count = static_cast<uint32_t>(app.EnumeratePhysicalDevices().size());
    for (uint32_t i = 0; i < count; ++i) {
      if (app.CreateDevice({.physical_device = i}) != VK_SUCCESS) return;
      for (const std::string& name : names) {
        Call(through_device ? app.DeviceProc(name.c_str()) : app.InstanceProc(name.c_str()), name,
             app.device());
      }
      app.DestroyDevice();
    }
    app.DestroyInstance();
  });
}

constexpr char kArrives[] = "a function that the loader does not know arrives at whoever has it";

// Each call gave kValue plus the number of the function in `names`, which is called `rounds` times.
void ExpectAnswers(const Observation& seen, size_t count, size_t rounds = 1) {
  std::vector<int64_t> expected;
  for (size_t round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < count; ++i) expected.push_back(static_cast<int64_t>(kValue + i));
  }
  std::vector<int64_t> answers;
  for (const Event& event : seen.Select("app", "call")) {
    EXPECT_TRUE(event.Flag("found")) << event.Text("name") << ": " << kArrives;
    answers.push_back(event.Number("answer"));
  }
  EXPECT_THAT(answers, testing::ElementsAreArray(expected)) << kArrives;
}

void JudgePhysicalDevice(Case& c, int count, const std::vector<std::string>& drivers,
                         const std::vector<Layer>& layers = {}) {
  const std::vector<std::string> names = Names("GetPhysicalDeviceThing", count);
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  for (const std::string& driver : drivers) world.With(PhysicalDeviceDriver(driver, names));
  for (const Layer& layer : layers) world.With(layer);
  const Observation seen = CallOnPhysicalDevices(c, world, names, drivers);
  ExpectAnswers(seen, names.size(), drivers.size());
  for (const std::string& driver : drivers) {
    EXPECT_THAT(seen.Select(driver, names.back()), SizeIs(1))
        << "the function arrives at the driver of the physical device, and at no other";
  }
}

VULKAN_CASE(LS_VK_PROCADDR_1, unknown_of_one_driver) { JudgePhysicalDevice(c, 1, {"d"}); }
VULKAN_CASE(LS_VK_PROCADDR_1, unknown_10_of_one_driver) { JudgePhysicalDevice(c, 10, {"d"}); }
VULKAN_CASE(LS_VK_PROCADDR_1, unknown_200_of_one_driver) { JudgePhysicalDevice(c, 200, {"d"}); }
VULKAN_CASE(LS_VK_PROCADDR_1, unknown_of_two_drivers) { JudgePhysicalDevice(c, 1, {"d", "e"}); }
VULKAN_CASE(LS_VK_PROCADDR_1, unknown_200_of_three_drivers) {
  JudgePhysicalDevice(c, 200, {"d", "e", "f"});
}
VULKAN_CASE(LS_VK_PROCADDR_1, unknown_through_a_layer) {
  JudgePhysicalDevice(c, 10, {"d"}, {Layer(kLayer).Implicit()});
}
VULKAN_CASE(LS_VK_PROCADDR_1, unknown_through_three_layers_to_two_drivers) {
  JudgePhysicalDevice(c, 50, {"d", "e"},
                      {Layer(kLayer).Implicit(), Layer("VK_LAYER_LS_b").Implicit(),
                       Layer("VK_LAYER_LS_c").Implicit()});
}

// Each driver has functions of its own; what one has is called on its own device alone.
VULKAN_CASE(LS_VK_PROCADDR_1, unknown_of_two_drivers_with_different_functions) {
  const std::vector<std::string> first = Names("GetPhysicalDeviceFirst", 3);
  const std::vector<std::string> second = Names("GetPhysicalDeviceSecond", 3);
  VulkanWorld world =
      WorldOf(c.subject(), {PhysicalDeviceDriver("d", first), PhysicalDeviceDriver("e", second)});
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance() != VK_SUCCESS) return;
    for (size_t i = 0; i < first.size(); ++i) {
      Call(app.InstanceProc(first[i].c_str()), first[i], DeviceOf(app, "d"));
      Call(app.InstanceProc(second[i].c_str()), second[i], DeviceOf(app, "e"));
    }
    app.DestroyInstance();
  });
  std::vector<int64_t> answers;
  for (const Event& event : seen.Select("app", "call")) answers.push_back(event.Number("answer"));
  EXPECT_THAT(answers, ElementsAre(1000, 1000, 1001, 1001, 1002, 1002)) << kArrives;
  EXPECT_THAT(seen.Select("d", first.back()), SizeIs(1)) << kArrives;
  EXPECT_THAT(seen.Select("e", second.back()), SizeIs(1)) << kArrives;
}

// A function stands at other places in the lists of two drivers: who answers is seen.
VULKAN_CASE(LS_VK_PROCADDR_1, unknown_at_other_places_of_two_drivers) {
  const std::vector<std::string> names = Names("GetPhysicalDeviceThing", 4);
  const std::vector<std::string> backwards(names.rbegin(), names.rend());
  VulkanWorld world = WorldOf(
      c.subject(), {PhysicalDeviceDriver("d", names), PhysicalDeviceDriver("e", backwards)});
  const Observation seen = CallOnPhysicalDevices(c, world, names, {"d", "e"});
  std::vector<int64_t> answers;
  for (const Event& event : seen.Select("app", "call")) answers.push_back(event.Number("answer"));
  EXPECT_THAT(answers, ElementsAre(1000, 1001, 1002, 1003, 1003, 1002, 1001, 1000))
      << "the function arrives at the driver of the physical device, and at no other";
}

// A layer that has the functions answers them itself.
void JudgePhysicalDeviceOfLayer(Case& c, int count, const std::vector<std::string>& others) {
  const std::vector<std::string> names = Names("GetPhysicalDeviceThing", count);
  VulkanWorld world = WorldOf(c.subject(), {PhysicalDeviceDriver("d", {})});
  for (const std::string& other : others) world.With(Layer(other));
  world.With(Layer(kLayer).Behaviour(Functions("physical_device_functions", names)));
  std::vector<std::string> layers = others;
  layers.push_back(kLayer);
  const Observation seen = CallOnPhysicalDevices(c, world, names, {"d"}, layers);
  ExpectAnswers(seen, names.size());
  EXPECT_THAT(seen.Select(kLayer, names.back()), SizeIs(1)) << kArrives;
}

VULKAN_CASE(LS_VK_PROCADDR_1, unknown_of_a_layer) { JudgePhysicalDeviceOfLayer(c, 1, {}); }
VULKAN_CASE(LS_VK_PROCADDR_1, unknown_64_of_a_layer) { JudgePhysicalDeviceOfLayer(c, 64, {}); }
VULKAN_CASE(LS_VK_PROCADDR_1, unknown_of_a_layer_below_others) {
  JudgePhysicalDeviceOfLayer(c, 8, {"VK_LAYER_LS_a", "VK_LAYER_LS_b"});
}

VULKAN_CASE(LS_VK_PROCADDR_1, unknown_that_layer_and_driver_have) {
  const std::vector<std::string> names = Names("GetPhysicalDeviceThing", 3);
  VulkanWorld world = WorldOf(c.subject(), {PhysicalDeviceDriver("d", names)});
  world.With(Layer(kLayer).Behaviour(Functions("physical_device_functions", names)));
  const Observation seen = CallOnPhysicalDevices(c, world, names, {"d"}, {kLayer});
  ExpectAnswers(seen, names.size());
  EXPECT_THAT(seen.Select(kLayer, names[0]), SizeIs(1))
      << "the layer nearest to the application that has the function is called";
}

void JudgeDevice(Case& c, int count, bool through_device, const std::vector<std::string>& drivers,
                 const std::vector<Layer>& layers = {}) {
  const std::vector<std::string> names = Names("DoThing", count);
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  for (const std::string& driver : drivers) world.With(DeviceDriver(driver, names));
  for (const Layer& layer : layers) world.With(layer);
  const Observation seen = CallOnDevice(c, world, names, through_device);
  ExpectAnswers(seen, names.size(), drivers.size());
  for (const std::string& driver : drivers) {
    EXPECT_THAT(seen.Select(driver, names.back()), SizeIs(1))
        << "the function arrives at the driver of the device, and at no other";
  }
}

VULKAN_CASE(LS_VK_PROCADDR_2, unknown_of_one_driver) { JudgeDevice(c, 1, false, {"d"}); }
VULKAN_CASE(LS_VK_PROCADDR_2, unknown_200_of_one_driver) { JudgeDevice(c, 200, false, {"d"}); }
VULKAN_CASE(LS_VK_PROCADDR_2, unknown_of_two_drivers) { JudgeDevice(c, 3, false, {"d", "e"}); }
VULKAN_CASE(LS_VK_PROCADDR_2, unknown_200_of_two_drivers) {
  JudgeDevice(c, 200, false, {"d", "e"});
}
VULKAN_CASE(LS_VK_PROCADDR_2, unknown_through_two_layers) {
  JudgeDevice(c, 10, false, {"d"}, {Layer(kLayer).Implicit(), Layer("VK_LAYER_LS_b").Implicit()});
}
VULKAN_CASE(LS_VK_PROCADDR_2, unknown_of_one_driver_from_the_device) {
  JudgeDevice(c, 1, true, {"d"});
}
VULKAN_CASE(LS_VK_PROCADDR_2, unknown_200_of_two_drivers_from_the_device) {
  JudgeDevice(c, 200, true, {"d", "e"});
}

void JudgeDeviceOfLayer(Case& c, int count, bool through_device) {
  const std::vector<std::string> names = Names("DoThing", count);
  VulkanWorld world = WorldOf(c.subject(), {DeviceDriver("d", {})});
  world.With(Layer("VK_LAYER_LS_above").Implicit());
  world.With(Layer(kLayer).Behaviour(Functions("device_functions", names)));
  const Observation seen = CallOnDevice(c, world, names, through_device, {kLayer});
  ExpectAnswers(seen, names.size());
  EXPECT_THAT(seen.Select(kLayer, names.back()), SizeIs(1)) << kArrives;
}

VULKAN_CASE(LS_VK_PROCADDR_2, unknown_of_a_layer) { JudgeDeviceOfLayer(c, 1, false); }
VULKAN_CASE(LS_VK_PROCADDR_2, unknown_64_of_a_layer) { JudgeDeviceOfLayer(c, 64, false); }
VULKAN_CASE(LS_VK_PROCADDR_2, unknown_64_of_a_layer_from_the_device) {
  JudgeDeviceOfLayer(c, 64, true);
}

// Both kinds at once do not get into each other's way.
VULKAN_CASE(LS_VK_PROCADDR_2, unknown_of_both_kinds, policy::LS_VK_PROCADDR_1) {
  const std::vector<std::string> device = Names("DoThing", 100);
  const std::vector<std::string> physical = Names("GetPhysicalDeviceThing", 100);
  VulkanWorld world = WorldOf(
      c.subject(),
      {DeviceDriver("d", device).Behaviour(Functions("physical_device_functions", physical))});
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance() != VK_SUCCESS || app.CreateDevice() != VK_SUCCESS) return;
    const VkPhysicalDevice handle = DeviceOf(app, "d");
    for (size_t i = 0; i < device.size(); ++i) {
      Call(app.InstanceProc(device[i].c_str()), device[i], app.device());
      Call(app.InstanceProc(physical[i].c_str()), physical[i], handle);
    }
    app.DestroyDevice();
    app.DestroyInstance();
  });
  std::vector<int64_t> expected;
  for (int i = 0; i < 200; ++i) expected.push_back(kValue + i / 2);
  std::vector<int64_t> answers;
  for (const Event& event : seen.Select("app", "call")) answers.push_back(event.Number("answer"));
  EXPECT_THAT(answers, testing::ElementsAreArray(expected)) << kArrives;
}

}  // namespace
}  // namespace loadstone
