// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "suites/vulkan/layer_questions.h"

// LoaderLayerInterface, "Layer Unknown Physical Device Extensions", LoaderApplicationInterface,
// "Unknown Extensions", and LoaderDriverInterface, "Driver Unknown Physical Device Extensions":
// functions of physical devices and of devices that the loader cannot know.
namespace loadstone::suites::unknown_functions {
namespace {

constexpr char kFirst[] = "first";
constexpr char kSecond[] = "second";
constexpr char kFunction[] = "vkLoadstoneUnknown";

// A driver with one physical device, which has the driver's name, and `functions` in the list that
// `key` names.
Driver WithFunctions(const char* name, const char* key, const std::vector<std::string>& functions) {
  return Driver(name).Behaviour(
      JsonObject()
          .Set(key, functions)
          .SetJson("physical_devices", fmt::format(R"([{{"name": "{}"}}])", name))
          .Text());
}

VkPhysicalDevice DeviceOf(VulkanApp& app, const std::string& driver) {
  const auto get_properties =
      app.Get<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties");
  for (VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
    VkPhysicalDeviceProperties properties = {};
    get_properties(device, &properties);
    if (driver == properties.deviceName) return device;
  }
  return VK_NULL_HANDLE;
}

// Creates a device of this driver.
VkDevice CreateDeviceOf(VulkanApp& app, const std::string& driver) {
  const VkPhysicalDevice wanted = DeviceOf(app, driver);
  const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
  for (uint32_t i = 0; i < devices.size(); ++i) {
    if (devices[i] == wanted) app.CreateDevice({.physical_device = i});
  }
  return app.device();
}

constexpr char kWhyPhysical[] =
    "a call of an unknown function of a physical device must reach the driver of that device, with "
    "its arguments and its result";
constexpr char kWhyDevice[] =
    "an unknown function that GetPhysicalDeviceProcAddr does not return must work as a device "
    "function";

constexpr char kWhyEarly[] =
    "a function of a device takes the dispatch table from the device that it is called with, also "
    "where the device was created after the function had been looked up";

// Physical devices.

struct Layers {
  const char* name;
  int count;
  const char* behaviour;
};

constexpr Layers kLayers[] = {
    {"without_layers", 0, "{}"},
    {"through_a_layer", 1, "{}"},
    {"through_3_layers", 3, "{}"},
    {"through_16_layers", 16, "{}"},
    {"through_a_layer_that_intercepts_nothing", 1, R"({"intercept": []})"},
    {"through_a_layer_that_wraps_instances", 1, R"({"wrap": ["VkInstance"]})"},
    {"through_a_layer_without_physical_device_functions", 1,
     R"({"negotiation": {"null": ["gpdpa"]}})"},
};

std::vector<std::string> AddLayers(VulkanWorld& world, const Layers& layers) {
  std::vector<std::string> names;
  for (int i = 0; i < layers.count; ++i) {
    names.push_back(fmt::format("VK_LAYER_LS_{:02}", i));
    world.With(Layer(names.back()).Behaviour(layers.behaviour));
  }
  return names;
}

REGISTER_CASES {
  for (const Layers& row : kLayers) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_PROCADDR_1}, row.name, [&row](Case& c) {
      VulkanWorld world(c.subject());
      world.WithoutDriver().With(
          WithFunctions(kFirst, "physical_device_functions", {"vkLoadstoneOther", kFunction}));
      const std::vector<std::string> names = AddLayers(world, row);
      const Observation seen = Observe(c, world, [&](VulkanApp& app) {
        app.CreateInstance({.layers = names});
        CallUnknown(app, Through::kInstance, DeviceOf(app, kFirst), kFunction, 100);
      });
      EXPECT_SEEN(InstanceChain(seen), SizeIs(names.size())) << "the layers are loaded";
      EXPECT_SEEN(UnknownAnswer(seen), 101) << kWhyPhysical;
      EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << kWhyPhysical;
    });
    RegisterCase(Api::kVulkan, {policy::LS_VK_PROCADDR_2}, row.name, [&row](Case& c) {
      VulkanWorld world(c.subject());
      world.WithoutDriver().With(
          WithFunctions(kFirst, "device_functions", {"vkLoadstoneOther", kFunction}));
      const std::vector<std::string> names = AddLayers(world, row);
      const Observation seen = Observe(c, world, [&](VulkanApp& app) {
        app.CreateInstance({.layers = names});
        CreateDeviceOf(app, kFirst);
        CallUnknown(app, Through::kInstance, app.device(), kFunction, 100);
        CallUnknown(app, Through::kDevice, app.device(), kFunction, 200);
      });
      EXPECT_SEEN(DeviceChain(seen), SizeIs(names.size())) << "the layers are loaded";
      EXPECT_SEEN(UnknownAnswer(seen), 101) << kWhyDevice;
      EXPECT_SEEN(UnknownAnswer(seen, 1), 201) << kWhyDevice;
      EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << kWhyDevice;
    });
  }
}

// The first interface version in which a driver has vk_icdGetPhysicalDeviceProcAddr. A driver of
// this version is a Vulkan 1.0 driver (LDP_DRIVER_7).
VULKAN_CASE(LS_VK_PROCADDR_1, driver_of_interface_version_4) {
  constexpr char kApi[] = R"({"api_version": "1.0.68"})";
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(WithFunctions(kFirst, "physical_device_functions", {kFunction})
                                 .Manifest(kApi)
                                 .Behaviour(kApi)
                                 .Behaviour(R"({"interface_version": 4})"));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    app.CreateInstance();
    CallUnknown(app, Through::kInstance, DeviceOf(app, kFirst), kFunction, 100);
  });
  if (DriversReached(seen).empty()) {
    GTEST_SKIP() << "the loader uses no driver of interface version 4, which is allowed if it no "
                    "longer supports this version (LS_VK_DRIVER_INTERFACE_2.r1)";
  }
  EXPECT_SEEN(UnknownAnswer(seen), 100) << kWhyPhysical;
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << kWhyPhysical;
}

VULKAN_CASE(LS_VK_PROCADDR_1, each_driver_gets_its_own_calls) {
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(WithFunctions(kFirst, "physical_device_functions", {kFunction}))
      .With(WithFunctions(kSecond, "physical_device_functions",
                          {"vkLoadstoneA", "vkLoadstoneB", kFunction}));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.CreateInstance();
    for (const char* driver : {kFirst, kSecond}) {
      CallUnknown(app, Through::kInstance, DeviceOf(app, driver), kFunction, 100);
    }
  });
  EXPECT_SEEN(UnknownAnswer(seen, 0), 100) << kWhyPhysical;
  EXPECT_SEEN(UnknownAnswer(seen, 1), 102) << kWhyPhysical;
  EXPECT_SEEN(seen.Select(kFirst, kFunction), SizeIs(1)) << kWhyPhysical;
  EXPECT_SEEN(seen.Select(kSecond, kFunction), SizeIs(1)) << kWhyPhysical;
}

REGISTER_CASES {
  for (const bool first : {true, false}) {
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_PROCADDR_1},
        fmt::format("only_the_{}_driver_has_it", first ? "first" : "second"), [first](Case& c) {
          const char* owner = first ? kFirst : kSecond;
          VulkanWorld world(c.subject());
          world.WithoutDriver();
          for (const char* driver : {kFirst, kSecond}) {
            const std::vector<std::string> functions =
                driver == owner ? std::vector<std::string>{kFunction} : std::vector<std::string>{};
            world.With(WithFunctions(driver, "physical_device_functions", functions));
          }
          const Observation seen = Observe(c, world, [&](VulkanApp& app) {
            app.CreateInstance();
            CallUnknown(app, Through::kInstance, DeviceOf(app, owner), kFunction, 7);
          });
          EXPECT_SEEN(UnknownAnswer(seen), 7) << kWhyPhysical;
          EXPECT_SEEN(seen.Select(owner, kFunction), SizeIs(1)) << kWhyPhysical;
        });
  }
}

VULKAN_CASE(LS_VK_PROCADDR_1, function_of_a_layer) {
  const Observation seen = Observe(
      c,
      VulkanWorld(c.subject())
          .With(Layer("VK_LAYER_LS_above"))
          .With(Layer("VK_LAYER_LS_owner")
                    .Behaviour(fmt::format(
                        R"({{"physical_device_functions": ["vkLoadstoneA", "{}"]}})", kFunction)))
          .With(Layer("VK_LAYER_LS_below")),
      [](VulkanApp& app) {
        app.CreateInstance(
            {.layers = {"VK_LAYER_LS_above", "VK_LAYER_LS_owner", "VK_LAYER_LS_below"}});
        const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
        if (!devices.empty()) CallUnknown(app, Through::kInstance, devices[0], kFunction, 50);
      });
  EXPECT_SEEN(UnknownAnswer(seen), 51)
      << "an unknown function of a physical device must be reached in the layer that has it";
}

// Each layer and the driver have a different function.
VULKAN_CASE(LS_VK_PROCADDR_1, functions_of_several) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(WithFunctions(kFirst, "physical_device_functions", {"vkLoadstoneD"}));
  for (const char* word : {"A", "B"}) {
    world.With(
        Layer(std::string("VK_LAYER_LS_") + word)
            .Behaviour(fmt::format(R"({{"physical_device_functions": ["vkLoadstone{}"]}})", word)));
  }
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.CreateInstance({.layers = {"VK_LAYER_LS_A", "VK_LAYER_LS_B"}});
    for (const char* word : {"A", "B", "D"}) {
      CallUnknown(app, Through::kInstance, DeviceOf(app, kFirst), std::string("vkLoadstone") + word,
                  5);
    }
  });
  for (size_t i = 0; i < 3; ++i) EXPECT_SEEN(UnknownAnswer(seen, i), 5) << kWhyPhysical;
  EXPECT_SEEN(seen.Select("VK_LAYER_LS_A", "vkLoadstoneA"), SizeIs(1)) << kWhyPhysical;
  EXPECT_SEEN(seen.Select("VK_LAYER_LS_B", "vkLoadstoneB"), SizeIs(1)) << kWhyPhysical;
  EXPECT_SEEN(seen.Select(kFirst, "vkLoadstoneD"), SizeIs(1)) << kWhyPhysical;
}

std::vector<std::string> ManyFunctions() {
  std::vector<std::string> names;
  for (int i = 0; i < 200; ++i) names.push_back(fmt::format("vkLoadstoneUnknown{}", i));
  return names;
}

void ExpectAnswersInOrder(const Observation& seen, const char* why) {
  for (size_t i = 0; i < 200; ++i) {
    ASSERT_SEEN(UnknownAnswer(seen, i), 1000 + static_cast<int64_t>(i)) << why;
  }
}

VULKAN_CASE(LS_VK_PROCADDR_1, two_hundred_functions) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(WithFunctions(kFirst, "physical_device_functions", ManyFunctions()));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.CreateInstance();
    const VkPhysicalDevice device = DeviceOf(app, kFirst);
    for (const std::string& name : ManyFunctions()) {
      CallUnknown(app, Through::kInstance, device, name, 1000);
    }
  });
  ExpectAnswersInOrder(seen, kWhyPhysical);
}

// Three drivers with all of the functions, each in a different order.
VULKAN_CASE(LS_VK_PROCADDR_1, two_hundred_functions_of_three_drivers) {
  const std::vector<std::string> names = ManyFunctions();
  const char* const drivers[] = {kFirst, kSecond, "third"};
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  for (size_t i = 0; i < 3; ++i) {
    std::vector<std::string> rotated = names;
    std::rotate(rotated.begin(), rotated.begin() + static_cast<std::ptrdiff_t>(i), rotated.end());
    world.With(WithFunctions(drivers[i], "physical_device_functions", rotated));
  }
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    app.CreateInstance();
    for (const char* driver : drivers) {
      const VkPhysicalDevice device = DeviceOf(app, driver);
      for (const std::string& name : names) {
        CallUnknown(app, Through::kInstance, device, name, 1000);
      }
    }
  });
  for (size_t i = 0; i < 3; ++i) {
    for (size_t n = 0; n < names.size(); ++n) {
      const auto place = static_cast<int64_t>((n + names.size() - i) % names.size());
      ASSERT_SEEN(UnknownAnswer(seen, i * names.size() + n), 1000 + place) << kWhyPhysical;
    }
  }
}

VULKAN_CASE(LS_VK_PROCADDR_1, both_of_two_instances) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(WithFunctions(kFirst, "physical_device_functions", {kFunction}));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    for (const uint32_t value : {10u, 20u}) {
      app.CreateInstance();
      CallUnknown(app, Through::kInstance, DeviceOf(app, kFirst), kFunction, value);
      app.DestroyInstance();
    }
  });
  EXPECT_SEEN(UnknownAnswer(seen, 0), 10) << kWhyPhysical;
  EXPECT_SEEN(UnknownAnswer(seen, 1), 20) << kWhyPhysical;
}

// Devices.

VULKAN_CASE(LS_VK_PROCADDR_2, looked_up_before_the_device) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(WithFunctions(kFirst, "device_functions", {kFunction}));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.CreateInstance();
    const PFN_vkVoidFunction early = app.InstanceProc(kFunction);
    CreateDeviceOf(app, kFirst);
    CallUnknown(early, app.device(), kFunction, 9);
    CallUnknown(app, Through::kInstance, app.device(), kFunction, 10);
  });
  EXPECT_SEEN(UnknownAnswer(seen, 0), 9) << kWhyEarly;
  EXPECT_SEEN(UnknownAnswer(seen, 1), 10) << kWhyDevice;
}

VULKAN_CASE(LS_VK_PROCADDR_2, looked_up_before_two_devices) {
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(WithFunctions(kFirst, "device_functions", {"vkLoadstoneA", kFunction}))
      .With(WithFunctions(kSecond, "device_functions", {kFunction, "vkLoadstoneA"}));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.CreateInstance();
    const std::string names[] = {"vkLoadstoneA", kFunction};
    PFN_vkVoidFunction early[2] = {};
    for (size_t i = 0; i < 2; ++i) early[i] = app.InstanceProc(names[i].c_str());
    for (const char* driver : {kFirst, kSecond}) {
      const VkDevice device = CreateDeviceOf(app, driver);
      for (size_t i = 0; i < 2; ++i) CallUnknown(early[i], device, names[i], 100);
    }
  });
  const int64_t answers[] = {100, 101, 101, 100};
  for (size_t i = 0; i < 4; ++i) EXPECT_SEEN(UnknownAnswer(seen, i), answers[i]) << kWhyEarly;
}

VULKAN_CASE(LS_VK_PROCADDR_2, function_of_a_layer_looked_up_before_the_device) {
  const char* const above = "VK_LAYER_LS_above";
  const char* const owner = "VK_LAYER_LS_owner";
  const Observation seen =
      Observe(c,
              VulkanWorld(c.subject())
                  .With(Layer(above))
                  .With(Layer(owner).Behaviour(
                      fmt::format(R"({{"device_functions": ["vkLoadstoneA", "{}"]}})", kFunction))),
              [&](VulkanApp& app) {
                app.CreateInstance({.layers = {above, owner}});
                const PFN_vkVoidFunction early = app.InstanceProc(kFunction);
                app.CreateDevice();
                CallUnknown(early, app.device(), kFunction, 50);
              });
  EXPECT_SEEN(UnknownAnswer(seen), 51) << kWhyEarly;
  EXPECT_SEEN(seen.Select(owner, kFunction), SizeIs(1)) << kWhyEarly;
}

VULKAN_CASE(LS_VK_PROCADDR_2, each_of_two_devices_gets_its_own_calls) {
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(WithFunctions(kFirst, "device_functions", {kFunction}))
      .With(WithFunctions(kSecond, "device_functions", {"vkLoadstoneA", kFunction}));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.CreateInstance();
    const VkDevice first = CreateDeviceOf(app, kFirst);
    const VkDevice second = CreateDeviceOf(app, kSecond);
    CallUnknown(app, Through::kInstance, first, kFunction, 100);
    CallUnknown(app, Through::kInstance, second, kFunction, 100);
    CallUnknown(app, Through::kInstance, second, "vkLoadstoneA", 200);
  });
  EXPECT_SEEN(UnknownAnswer(seen, 0), 100) << kWhyDevice;
  EXPECT_SEEN(UnknownAnswer(seen, 1), 101) << kWhyDevice;
  EXPECT_SEEN(UnknownAnswer(seen, 2), 200) << kWhyDevice;
  EXPECT_SEEN(seen.Select(kFirst, kFunction), SizeIs(1)) << kWhyDevice;
  EXPECT_SEEN(seen.Select(kSecond, kFunction), SizeIs(1)) << kWhyDevice;
}

VULKAN_CASE(LS_VK_PROCADDR_2, function_of_a_layer) {
  const Observation seen = Observe(
      c,
      VulkanWorld(c.subject())
          .With(Layer("VK_LAYER_LS_above"))
          .With(Layer("VK_LAYER_LS_owner")
                    .Behaviour(fmt::format(R"({{"device_functions": ["{}"]}})", kFunction))),
      [](VulkanApp& app) {
        app.CreateInstance({.layers = {"VK_LAYER_LS_above", "VK_LAYER_LS_owner"}});
        app.CreateDevice();
        CallUnknown(app, Through::kInstance, app.device(), kFunction, 50);
        CallUnknown(app, Through::kDevice, app.device(), kFunction, 60);
      });
  EXPECT_SEEN(UnknownAnswer(seen, 0), 50) << kWhyDevice;
  EXPECT_SEEN(UnknownAnswer(seen, 1), 60) << kWhyDevice;
}

VULKAN_CASE(LS_VK_PROCADDR_2, two_hundred_functions) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(WithFunctions(kFirst, "device_functions", ManyFunctions()));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.CreateInstance();
    CreateDeviceOf(app, kFirst);
    for (const std::string& name : ManyFunctions()) {
      CallUnknown(app, Through::kInstance, app.device(), name, 1000);
    }
  });
  ExpectAnswersInOrder(seen, kWhyDevice);
}

}  // namespace
}  // namespace loadstone::suites::unknown_functions
