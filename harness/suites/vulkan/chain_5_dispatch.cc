#include <fmt/format.h>

#include <algorithm>

#include "harness/probe/app_trace.h"
#include "harness/suites/vulkan/command_names.h"
#include "harness/suites/vulkan/devices.h"
#include "harness/suites/vulkan/layer_transcript.h"
#include "harness/suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Layer Call Chains and Distributed Dispatch": the loader dispatches to the
// first entity of a chain, and every layer to the next, down to the driver (LS_VK_CHAIN_5).
namespace loadstone {
namespace {

using testing::Contains;
using testing::ElementsAreArray;
using testing::IsEmpty;

constexpr const char* kCommands[] = {
    "vkEnumeratePhysicalDevices",
    "vkEnumeratePhysicalDeviceGroups",
    "vkGetPhysicalDeviceProperties",
    "vkGetPhysicalDeviceFeatures",
    "vkGetPhysicalDeviceQueueFamilyProperties",
    "vkGetPhysicalDeviceMemoryProperties",
    "vkGetDeviceQueue",
    "vkDeviceWaitIdle",
    "vkQueueWaitIdle",
    "vkQueueSubmit",
    "vkCreateBuffer",
    "vkDestroyBuffer",
    "vkAllocateMemory",
    "vkFreeMemory",
    "vkBindBufferMemory",
    "vkGetBufferMemoryRequirements",
    "vkCreateCommandPool",
    "vkDestroyCommandPool",
    "vkAllocateCommandBuffers",
    "vkFreeCommandBuffers",
    "vkBeginCommandBuffer",
    "vkEndCommandBuffer",
    "vkCreateFence",
    "vkDestroyFence",
};

bool IsOfInstances(const std::string& command) {
  return command.starts_with("vkEnumerate") || command.starts_with("vkGetPhysicalDevice");
}

// Who was entered for each call, in order, may repeat: a loader asks drivers for devices as often
// as it likes, and an application calls several times. What counts is each first entry.
std::vector<std::string> FirstEntries(const Observation& seen, const std::string& command) {
  std::vector<std::string> first;
  for (const std::string& who : Path(seen, command)) {
    if (std::find(first.begin(), first.end(), who) == first.end()) first.push_back(who);
  }
  return first;
}

// Only layers that are reached before the driver count for commands that a loader may call itself.
std::vector<std::string> LayersOf(std::vector<std::string> entries) {
  std::erase(entries, kDefaultDriver);
  return entries;
}

void Judge(Case& c, const std::string& command, int count) {
  const std::vector<std::string> layers = NumberedLayers(count);
  VulkanWorld world(c.subject());
  for (const std::string& name : layers) world.With(Layer(name).Behaviour(kInterceptAll));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) { WriteTranscript(app, layers); });
  std::vector<std::string> entries = FirstEntries(seen, command);
  if (IsOfInstances(command)) {
    EXPECT_THAT(entries, Contains(std::string(kDefaultDriver)))
        << command << " comes to the driver";
    EXPECT_THAT(LayersOf(entries), ElementsAreArray(layers))
        << command << " is dispatched to the first layer, which passes it on to the next";
    return;
  }
  std::vector<std::string> expected = layers;
  expected.emplace_back(kDefaultDriver);
  EXPECT_THAT(entries, ElementsAreArray(expected))
      << command << " passes through every layer, the first one first, and ends in the driver";
}

[[maybe_unused]] const bool registered = [] {
  for (const char* command : kCommands) {
    for (const int count : {0, 3}) {
      RegisterCase("vulkan", {policy::LS_VK_CHAIN_5},
                   fmt::format("{}_through_{}_layers", SnakeCase(command), count),
                   [command, count](Case& c) { Judge(c, command, count); });
    }
  }
  return true;
}();

// Functions of instance extensions, under their own names.

VulkanWorld WorldWithExtensions(const Case& c, const std::vector<std::string>& layers) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(Driver(kDefaultDriver).Behaviour(R"({
      "instance_extensions": [{"name": "VK_KHR_get_physical_device_properties2",
                               "spec_version": 2},
                              {"name": "VK_KHR_surface", "spec_version": 25},
                              {"name": "VK_EXT_headless_surface", "spec_version": 1},
                              {"name": "VK_EXT_debug_utils", "spec_version": 2}],
      "physical_devices": [{"extensions": [{"name": "VK_KHR_swapchain", "spec_version": 70}]}]})"));
  for (const std::string& name : layers) world.With(Layer(name));
  return world;
}

VkSurfaceKHR HeadlessSurface(VulkanApp& app) {
  VkHeadlessSurfaceCreateInfoEXT info = {};
  info.sType = VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT;
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  const VkResult created = app.Get<PFN_vkCreateHeadlessSurfaceEXT>("vkCreateHeadlessSurfaceEXT")(
      app.instance(), &info, nullptr, &surface);
  AppEvent("vkCreateHeadlessSurfaceEXT", "leave").Add("result", int64_t{created});
  return surface;
}

void UseSwapchain(VulkanApp& app, VkSurfaceKHR surface) {
  VkSwapchainCreateInfoKHR info = {};
  info.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR;
  info.surface = surface;
  info.minImageCount = 2;
  info.imageFormat = VK_FORMAT_B8G8R8A8_UNORM;
  info.imageExtent = {640, 480};
  info.imageArrayLayers = 1;
  info.imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
  info.preTransform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR;
  info.compositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
  info.presentMode = VK_PRESENT_MODE_FIFO_KHR;
  VkSwapchainKHR swapchain = VK_NULL_HANDLE;
  app.Get<PFN_vkCreateSwapchainKHR>("vkCreateSwapchainKHR")(app.device(), &info, nullptr,
                                                            &swapchain);
  uint32_t count = 0;
  app.Get<PFN_vkGetSwapchainImagesKHR>("vkGetSwapchainImagesKHR")(app.device(), swapchain, &count,
                                                                  nullptr);
  AppEvent("images").Add("count", int64_t{count});
  uint32_t image = 0;
  app.Get<PFN_vkAcquireNextImageKHR>("vkAcquireNextImageKHR")(
      app.device(), swapchain, 0, VK_NULL_HANDLE, VK_NULL_HANDLE, &image);
  VkAcquireNextImageInfoKHR next = {};
  next.sType = VK_STRUCTURE_TYPE_ACQUIRE_NEXT_IMAGE_INFO_KHR;
  next.swapchain = swapchain;
  next.deviceMask = 1;
  app.Get<PFN_vkAcquireNextImage2KHR>("vkAcquireNextImage2KHR")(app.device(), &next, &image);
  app.Get<PFN_vkDestroySwapchainKHR>("vkDestroySwapchainKHR")(app.device(), swapchain, nullptr);
}

// The commands of `names` that the instance has.
std::vector<std::string> FoundOf(VulkanApp& app, const std::vector<std::string>& names) {
  std::vector<std::string> found;
  for (const std::string& name : names) {
    if (app.InstanceProc(name.c_str()) != nullptr) found.push_back(name);
  }
  return found;
}

[[maybe_unused]] const bool extensions_registered = [] {
  for (const int count : {0, 3}) {
    RegisterCase(
        "vulkan", {policy::LS_VK_CHAIN_5},
        fmt::format("properties2_functions_through_{}_layers", count), [count](Case& c) {
          const std::vector<std::string> layers = NumberedLayers(count);
          const std::vector<std::string> names = {"vkGetPhysicalDeviceProperties2KHR",
                                                  "vkGetPhysicalDeviceFeatures2KHR",
                                                  "vkGetPhysicalDeviceMemoryProperties2KHR"};
          const Observation seen = Observe(c, WorldWithExtensions(c, layers), [&](VulkanApp& app) {
            if (app.CreateInstance(
                    {.layers = layers, .extensions = {"VK_KHR_get_physical_device_properties2"}}) !=
                VK_SUCCESS) {
              return;
            }
            AppEvent("functions").Add("found", FoundOf(app, names));
            for (const VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
              VkPhysicalDeviceProperties2 properties = {};
              properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
              app.Get<PFN_vkGetPhysicalDeviceProperties2>(names[0].c_str())(device, &properties);
              VkPhysicalDeviceFeatures2 features = {};
              features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
              app.Get<PFN_vkGetPhysicalDeviceFeatures2>(names[1].c_str())(device, &features);
            }
          });
          EXPECT_THAT(InstanceChain(seen), ElementsAreArray(layers)) << "the layers are there";
          const auto functions = seen.First(kAppName, "functions");
          ASSERT_TRUE(functions.has_value()) << "an instance with the extension can be created";
          EXPECT_THAT(functions->List("found"), ElementsAreArray(names))
              << "the functions of an extension that is enabled are there";
          for (const char* core :
               {"vkGetPhysicalDeviceProperties2", "vkGetPhysicalDeviceFeatures2"}) {
            EXPECT_THAT(seen.Select(kDefaultDriver, core), testing::Not(IsEmpty()))
                << core << " of the extension comes to the driver through all layers";
          }
          EXPECT_THAT(seen.Select({}, "violation"), IsEmpty()) << "with handles of its own";
        });
    RegisterCase(
        "vulkan", {policy::LS_VK_CHAIN_5},
        fmt::format("surface_functions_through_{}_layers", count), [count](Case& c) {
          const std::vector<std::string> layers = NumberedLayers(count);
          const Observation seen = Observe(c, WorldWithExtensions(c, layers), [&](VulkanApp& app) {
            if (app.CreateInstance({.layers = layers,
                                    .extensions = {"VK_KHR_surface", "VK_EXT_headless_surface"}}) !=
                VK_SUCCESS) {
              return;
            }
            const VkSurfaceKHR surface = HeadlessSurface(app);
            for (const VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
              VkBool32 supported = VK_FALSE;
              app.Get<PFN_vkGetPhysicalDeviceSurfaceSupportKHR>(
                  "vkGetPhysicalDeviceSurfaceSupportKHR")(device, 0, surface, &supported);
            }
            app.Get<PFN_vkDestroySurfaceKHR>("vkDestroySurfaceKHR")(app.instance(), surface,
                                                                    nullptr);
            app.DestroyInstance();
          });
          EXPECT_THAT(InstanceChain(seen), ElementsAreArray(layers)) << "the layers are there";
          EXPECT_THAT(ResultOf(seen, "vkCreateHeadlessSurfaceEXT"), "VK_SUCCESS")
              << "a surface can be made";
          EXPECT_THAT(seen.Select(kDefaultDriver, "vkGetPhysicalDeviceSurfaceSupportKHR"),
                      testing::SizeIs(1))
              << "a function of an instance extension comes to the driver through all layers";
          EXPECT_THAT(seen.Select({}, "violation"), IsEmpty()) << "with handles of its own";
        });
    RegisterCase(
        "vulkan", {policy::LS_VK_CHAIN_5},
        fmt::format("swapchain_functions_through_{}_layers", count), [count](Case& c) {
          const std::vector<std::string> layers = NumberedLayers(count);
          const Observation seen = Observe(c, WorldWithExtensions(c, layers), [&](VulkanApp& app) {
            const std::vector<std::string> of_instance = {"VK_KHR_surface",
                                                          "VK_EXT_headless_surface"};
            if (app.CreateInstance({.layers = layers, .extensions = of_instance}) != VK_SUCCESS) {
              return;
            }
            const VkSurfaceKHR surface = HeadlessSurface(app);
            if (app.CreateDevice({.extensions = {"VK_KHR_swapchain"}}) == VK_SUCCESS) {
              UseSwapchain(app, surface);
              app.DestroyDevice();
            }
            app.Get<PFN_vkDestroySurfaceKHR>("vkDestroySurfaceKHR")(app.instance(), surface,
                                                                    nullptr);
            app.DestroyInstance();
          });
          EXPECT_THAT(InstanceChain(seen), ElementsAreArray(layers)) << "the layers are there";
          for (const char* command :
               {"vkCreateSwapchainKHR", "vkGetSwapchainImagesKHR", "vkAcquireNextImageKHR",
                "vkAcquireNextImage2KHR", "vkDestroySwapchainKHR"}) {
            EXPECT_THAT(seen.Select(kDefaultDriver, command), testing::SizeIs(1))
                << command
                << ", found with the instance, comes to the driver of the device through all "
                   "layers";
          }
          EXPECT_THAT(seen.Select({}, "violation"), IsEmpty()) << "with handles of its own";
        });
  }
  return true;
}();

[[maybe_unused]] const bool groups_registered = [] {
  for (const int count : {0, 3}) {
    RegisterCase(
        "vulkan", {policy::LS_VK_CHAIN_5},
        fmt::format("groups_of_two_drivers_through_{}_layers", count), [count](Case& c) {
          const std::vector<std::string> layers = NumberedLayers(count);
          VulkanWorld world(c.subject());
          world.WithoutDriver();
          for (const char* driver : {"driver_a", "driver_b"}) {
            world.With(Driver(driver).Behaviour(
                R"({"physical_devices": [{"name": "a"}, {"name": "b"}]})"));
          }
          for (const std::string& name : layers) world.With(Layer(name).Behaviour(kInterceptAll));
          const Observation seen = Observe(c, world, [&](VulkanApp& app) {
            if (app.CreateInstance({.layers = layers, .api_version = VK_API_VERSION_1_1}) ==
                VK_SUCCESS) {
              TraceGroups(app);
            }
          });
          EXPECT_THAT(InstanceChain(seen), ElementsAreArray(layers)) << "the layers are there";
          const auto groups = seen.First(kAppName, "groups");
          ASSERT_TRUE(groups.has_value()) << "the application gets its groups of devices";
          EXPECT_THAT(groups->List("members"), testing::UnorderedElementsAre("0", "1", "2", "3"))
              << "each device of each driver is in one group, by the handle that the application "
                 "has";
        });
  }
  return true;
}();

}  // namespace
}  // namespace loadstone
