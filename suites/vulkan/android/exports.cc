// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/android/window_app.h"
#include "suites/vulkan/call_chain/core_calls.h"
#include "suites/vulkan/layer_work.h"

// Android: Implement Vulkan, "Vulkan loader": the functions that the loader exports, on every kind
// of object, with layers and without.
namespace loadstone::suites::android_exports {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kTwo[] = "VK_LAYER_LS_two";
constexpr char kBegin[] = "begin";
constexpr char kEnd[] = "end";

AndroidWorld WorldWithLayers(AndroidWorld world, const std::vector<std::string>& layers,
                             const std::string& behaviour) {
  for (const std::string& name : layers) world.With(Layer(name).Behaviour(behaviour));
  return world;
}

AndroidWorld TracingWorld(const Subject& subject) {
  AndroidWorld world(subject);
  world.WithoutDriver().Module(ModulePath(ModulesBelow("/vendor"), kHardware),
                               Driver(kDefaultDriver).Behaviour(R"({"trace_functions": "all",
          "physical_devices": [{"queue_families": [{"flags": 15, "count": 1}]}]})"));
  return world;
}

// Who got a call of the command between the application's marks, as often as it did. Calls that
// return nothing have one event, others may have two.
std::vector<std::string> Reached(const Observation& seen, const std::string& command) {
  std::vector<std::string> reached;
  bool inside = false;
  for (const Event& event : seen.events()) {
    if (event.who() == kAppName && event.what() == kBegin) inside = true;
    if (event.who() == kAppName && event.what() == kEnd) inside = false;
    if (!inside || event.who() == kAppName || event.what() != command) continue;
    if (event.who() == kDefaultDriver || event.phase() == "enter" || !event.Has("result")) {
      reached.push_back(event.who());
    }
  }
  return reached;
}

// The commands on devices, queues and command buffers that a mock layer intercepts.
constexpr const char* kIntercepted[] = {"vkQueueSubmit",
                                        "vkQueueWaitIdle",
                                        "vkBeginCommandBuffer",
                                        "vkEndCommandBuffer",
                                        "vkDeviceWaitIdle",
                                        "vkGetDeviceQueue",
                                        "vkAllocateCommandBuffers",
                                        "vkFreeCommandBuffers",
                                        "vkCreateCommandPool",
                                        "vkDestroyCommandPool",
                                        "vkCreateBuffer",
                                        "vkDestroyBuffer",
                                        "vkAllocateMemory",
                                        "vkFreeMemory",
                                        "vkBindBufferMemory",
                                        "vkCreateFence",
                                        "vkDestroyFence"};

void ExpectPaths(const Observation& seen, const std::vector<std::string>& called,
                 const std::vector<std::string>& layers) {
  std::vector<std::string> chain = layers;
  chain.emplace_back(kDefaultDriver);
  for (const std::string& command : called) {
    const std::vector<std::string> reached = Reached(seen, command);
    EXPECT_SEEN(reached, Contains(kDefaultDriver))
        << "the exported " << command << " reaches the driver";
    if (std::ranges::find(kIntercepted, command) == std::end(kIntercepted)) continue;
    for (const std::string& who : chain) {
      EXPECT_SEEN(std::ranges::count(reached, who),
                  static_cast<std::ptrdiff_t>(reached.size() / chain.size()))
          << "the exported " << command << " passes through each layer to the driver";
    }
  }
}

void JudgeUse(Case& c, const CoreUse& use, const std::vector<std::string>& layers) {
  const AndroidWorld world = WorldWithLayers(TracingWorld(c.subject()), layers, kInterceptAll);
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance({.layers = layers}) != VK_SUCCESS) return;
    if (app.CreateDevice() == VK_SUCCESS) {
      VulkanApp exports = app;
      exports.LookUpExports();
      CoreCalls calls(exports, false);
      AppEvent{kBegin};
      use.use(calls);
      AppEvent(kEnd).Add("called", calls.called());
      app.DestroyDevice();
    }
    app.DestroyInstance();
  });
  const std::optional<Event> end = seen.First(kAppName, kEnd);
  ASSERT_SEEN(end.has_value(), true) << "the loader exports the functions of Vulkan 1.0";
  EXPECT_SEEN(DeviceChain(seen), ElementsAreArray(layers)) << "the layers are in the chain";
  ExpectPaths(seen, end->List("called"), layers);
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "the driver gets its own handles";
}

REGISTER_CASES {
  for (const CoreUse& use : CoreUses()) {
    if (use.api_version != VK_API_VERSION_1_0) continue;
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_LOADER_17},
                 fmt::format("{}_by_exports", use.name), [&use](Case& c) { JudgeUse(c, use, {}); });
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_LOADER_17},
                 fmt::format("{}_by_exports_through_two_layers", use.name), [&use](Case& c) {
                   JudgeUse(c, use, {kOne, kTwo});
                 });
  }
}

// Functions of instances and physical devices, each of which reaches the driver.
constexpr const char* kOfPhysicalDevices[] = {"vkGetPhysicalDeviceFeatures",
                                              "vkGetPhysicalDeviceFormatProperties",
                                              "vkGetPhysicalDeviceImageFormatProperties",
                                              "vkGetPhysicalDeviceProperties",
                                              "vkGetPhysicalDeviceQueueFamilyProperties",
                                              "vkGetPhysicalDeviceMemoryProperties",
                                              "vkGetPhysicalDeviceSparseImageFormatProperties"};

std::string InterceptPhysicalDevices() {
  std::string names = R"("vkEnumeratePhysicalDevices", "vkEnumerateDeviceExtensionProperties")";
  for (const char* name : kOfPhysicalDevices) names += fmt::format(R"(, "{}")", name);
  return fmt::format(R"({{"trace_enter": true, "intercept": [{}]}})", names);
}

// Makes the calls by exported functions; false if one is missing.
bool QueryPhysicalDevice(const VulkanApp& exports, VkPhysicalDevice device) {
  for (const char* name : kOfPhysicalDevices) {
    if (exports.InstanceProc(name) == nullptr) return false;
  }
  constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;
  constexpr VkImageUsageFlags kUsage = VK_IMAGE_USAGE_SAMPLED_BIT;
  const auto get = [&exports]<typename Function>(const char* name, Function*) {
    return exports.Get<Function>(name);
  };
#define LOADSTONE_QUERY(function, ...) \
  get(#function, static_cast<PFN_##function*>(nullptr))(device, __VA_ARGS__)
  VkPhysicalDeviceFeatures features = {};
  LOADSTONE_QUERY(vkGetPhysicalDeviceFeatures, &features);
  VkFormatProperties format = {};
  LOADSTONE_QUERY(vkGetPhysicalDeviceFormatProperties, kFormat, &format);
  VkImageFormatProperties image = {};
  LOADSTONE_QUERY(vkGetPhysicalDeviceImageFormatProperties, kFormat, VK_IMAGE_TYPE_2D,
                  VK_IMAGE_TILING_OPTIMAL, kUsage, 0, &image);
  VkPhysicalDeviceProperties properties = {};
  LOADSTONE_QUERY(vkGetPhysicalDeviceProperties, &properties);
  uint32_t count = 0;
  LOADSTONE_QUERY(vkGetPhysicalDeviceQueueFamilyProperties, &count, nullptr);
  VkPhysicalDeviceMemoryProperties memory = {};
  LOADSTONE_QUERY(vkGetPhysicalDeviceMemoryProperties, &memory);
  LOADSTONE_QUERY(vkGetPhysicalDeviceSparseImageFormatProperties, kFormat, VK_IMAGE_TYPE_2D,
                  VK_SAMPLE_COUNT_1_BIT, kUsage, VK_IMAGE_TILING_OPTIMAL, &count, nullptr);
#undef LOADSTONE_QUERY
  return true;
}

// An instance that is used and destroyed by exported functions alone.
void UseInstanceByExports(VulkanApp& app, const std::vector<std::string>& layers) {
  if (app.CreateInstance({.layers = layers}) != VK_SUCCESS) return;
  app.LookUpExports();
  const auto extensions =
      app.Get<PFN_vkEnumerateDeviceExtensionProperties>("vkEnumerateDeviceExtensionProperties");
  if (app.InstanceProc("vkEnumeratePhysicalDevices") == nullptr || extensions == nullptr) return;
  AppEvent{kBegin};
  const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
  if (devices.empty() || !QueryPhysicalDevice(app, devices[0])) return;
  uint32_t count = 0;
  extensions(devices[0], nullptr, &count, nullptr);
  if (app.CreateDevice() != VK_SUCCESS) return;
  app.DestroyDevice();
  app.DestroyInstance();
  AppEvent{kEnd};
}

void JudgeInstance(Case& c, const std::vector<std::string>& layers) {
  const AndroidWorld world =
      WorldWithLayers(TracingWorld(c.subject()), layers, InterceptPhysicalDevices());
  const Observation seen =
      Observe(c, world, [&](VulkanApp& app) { UseInstanceByExports(app, layers); });
  ASSERT_SEEN(seen.First(kAppName, kEnd).has_value(), true)
      << "the loader exports the functions of instances and physical devices";
  for (const char* command : kOfPhysicalDevices) {
    std::vector<std::string> chain = layers;
    chain.emplace_back(kDefaultDriver);
    EXPECT_SEEN(Reached(seen, command), IsSupersetOf(chain))
        << "the exported " << command << " passes through each layer to the driver";
  }
  for (const char* command : {"vkEnumeratePhysicalDevices", "vkEnumerateDeviceExtensionProperties",
                              "vkCreateDevice", "vkDestroyInstance"}) {
    EXPECT_SEEN(Reached(seen, command), IsSupersetOf(layers))
        << "the exported " << command << " reaches each layer";
  }
  EXPECT_SEEN(Reached(seen, "vkCreateDevice"), Contains(kDefaultDriver))
      << "the exported vkCreateDevice reaches the driver";
  EXPECT_SEEN(Reached(seen, "vkDestroyDevice"), Contains(kDefaultDriver))
      << "the exported vkDestroyDevice reaches the driver";
}

VULKAN_CASE(LS_ANDROID_LOADER_17, instance_by_exports) { JudgeInstance(c, {}); }

VULKAN_CASE(LS_ANDROID_LOADER_17, instance_by_exports_through_two_layers) {
  JudgeInstance(c, {kOne, kTwo});
}

constexpr const char* kOfWindows[] = {"vkCreateAndroidSurfaceKHR",
                                      "vkGetPhysicalDeviceSurfaceSupportKHR",
                                      "vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
                                      "vkGetPhysicalDeviceSurfaceFormatsKHR",
                                      "vkGetPhysicalDeviceSurfacePresentModesKHR",
                                      "vkCreateSwapchainKHR",
                                      "vkAcquireNextImageKHR",
                                      "vkQueuePresentKHR",
                                      "vkDestroySwapchainKHR",
                                      "vkDestroySurfaceKHR"};

// A machine with a window, and layers that intercept these commands.
AndroidWorld WorldOfWindows(const Subject& subject, const std::vector<std::string>& layers) {
  std::string names;
  for (const char* name : kOfWindows) {
    names += fmt::format(R"({}"{}")", names.empty() ? "" : ", ", name);
  }
  return WorldWithLayers(WindowWorld(subject), layers,
                         fmt::format(R"({{"trace_enter": true, "intercept": [{}]}})", names));
}

// Shows an image in the window of an instance.
void ShowIn(WindowApp& app, MockWindow& window) {
  if (!app.MakeSurface(window)) return;
  app.QuerySurfaceProperties();
  const VkSemaphore semaphore = app.MakeSemaphore();
  uint32_t index = 0;
  if (app.MakeSwapchain(app.Info()) &&
      app.Acquire(semaphore, VK_NULL_HANDLE, &index) == VK_SUCCESS) {
    app.Present(app.Queue(), {semaphore}, index);
  }
}

// Uses a window through two layers.
void ShowAnImage(VulkanApp& vulkan) {
  MockWindow window;
  WindowApp app(vulkan);
  AppEvent{kBegin};
  if (app.BeginByExports({kOne, kTwo})) ShowIn(app, window);
  app.End();
  AppEvent{kEnd};
}

// The driver gets none of these commands, so they lead to the layers alone.
VULKAN_CASE(LS_ANDROID_LOADER_17, window_system_by_exports_through_two_layers) {
  const std::vector<std::string> layers = {kOne, kTwo};
  const Observation seen = Observe(c, WorldOfWindows(c.subject(), layers), ShowAnImage);
  ExpectSwapchain(seen);
  EXPECT_SEEN(ResultOf(seen, "vkQueuePresentKHR"), "VK_SUCCESS") << "an image can be presented";
  for (const char* command : kOfWindows) {
    EXPECT_SEEN(Reached(seen, command), IsSupersetOf(layers))
        << command << ", which the loader exports, reaches each layer on its way";
  }
}

// The same by functions of vkGetDeviceProcAddr, where the device has them, or of
// vkGetInstanceProcAddr alone.
void JudgeLookedUp(Case& c, bool by_device) {
  const std::vector<std::string> layers = {kOne, kTwo};
  const Observation seen = Observe(c, WorldOfWindows(c.subject(), layers), [&](VulkanApp& vulkan) {
    MockWindow window;
    WindowApp app(vulkan);
    AppEvent{kBegin};
    if (by_device ? app.Begin({}, layers) : app.BeginByInstance(layers)) ShowIn(app, window);
    app.End();
    AppEvent{kEnd};
  });
  ExpectSwapchain(seen);
  EXPECT_SEEN(ResultOf(seen, "vkQueuePresentKHR"), "VK_SUCCESS") << "an image can be presented";
  for (const char* command : kOfWindows) {
    EXPECT_SEEN(Reached(seen, command), IsSupersetOf(layers))
        << command << ", which the application looks up, reaches each layer on its way";
  }
}

VULKAN_CASE(LS_ANDROID_LOADER_10, window_system_of_a_device_through_two_layers,
            policy::LLP_LOADER_1) {
  JudgeLookedUp(c, true);
}
VULKAN_CASE(LS_ANDROID_LOADER_10, window_system_of_an_instance_through_two_layers,
            policy::LLP_LOADER_1) {
  JudgeLookedUp(c, false);
}

// Two instances, of which the second one has a layer.
VULKAN_CASE(LS_ANDROID_LOADER_17, window_system_of_two_instances_by_exports) {
  const Observation seen = Observe(c, WorldOfWindows(c.subject(), {kOne}), [](VulkanApp& vulkan) {
    VulkanApp another = vulkan;
    MockWindow windows[2];
    WindowApp apps[] = {WindowApp(vulkan), WindowApp(another)};
    AppEvent{kBegin};
    if (apps[0].BeginByExports({}) && apps[1].BeginByExports({kOne})) {
      for (int i : {0, 1}) ShowIn(apps[i], windows[i]);
    }
    for (WindowApp& app : apps) app.End();
    AppEvent{kEnd};
  });
  ExpectSwapchain(seen);
  EXPECT_SEEN(seen.Select(kDefaultDriver, "image_released"), SizeIs(2))
      << "an image of each instance can be presented";
  for (const char* command : kOfWindows) {
    EXPECT_SEEN(Reached(seen, command), ElementsAre(kOne))
        << "the exported " << command << " reaches the layer of the second instance alone";
  }
}

}  // namespace
}  // namespace loadstone::suites::android_exports
