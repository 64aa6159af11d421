// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/extensions/extensions.h"
#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Layer Call Chains and Distributed Dispatch": functions of extensions are
// dispatched like core functions, under their own names (LS_VK_CHAIN_5).
namespace loadstone::suites::extension_functions {
namespace {

// The driver creates its headless surfaces itself: a loader may manage only the surfaces of window
// systems, and none of these is certain to be supported.
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

// Those of the commands `names` that the instance has.
std::vector<std::string> FoundOf(VulkanApp& app, const std::vector<std::string>& names) {
  std::vector<std::string> found;
  for (const std::string& name : names) {
    if (app.InstanceProc(name.c_str()) != nullptr) found.push_back(name);
  }
  return found;
}

void JudgeProperties2(Case& c, int count) {
  const std::vector<std::string> layers = NumberedLayers(count);
  const std::vector<std::string> names = {"vkGetPhysicalDeviceProperties2KHR",
                                          "vkGetPhysicalDeviceFeatures2KHR",
                                          "vkGetPhysicalDeviceMemoryProperties2KHR"};
  const Observation seen = Observe(c, WorldWithExtensions(c, layers), [&](VulkanApp& app) {
    if (app.CreateInstance({.layers = layers, .extensions = {kKnownExtension}}) != VK_SUCCESS)
      return;
    AppEvent("functions").Add("found", FoundOf(app, names));
    for (const VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
      VkPhysicalDeviceProperties2 properties = {};
      properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
      app.Get<PFN_vkGetPhysicalDeviceProperties2>(names[0].c_str())(device, &properties);
      VkPhysicalDeviceFeatures2 features = {};
      features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
      app.Get<PFN_vkGetPhysicalDeviceFeatures2>(names[1].c_str())(device, &features);
    }
    app.DestroyInstance();
  });
  EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(layers)) << "the layers are in the chain";
  const auto functions = seen.First(kAppName, "functions");
  ASSERT_HOLDS(functions.has_value()) << "an instance with the extension can be created";
  EXPECT_SEEN(functions->List("found"), ElementsAreArray(names))
      << "the functions of an extension that is enabled are available";
  for (const char* core : {"vkGetPhysicalDeviceProperties2", "vkGetPhysicalDeviceFeatures2"}) {
    EXPECT_SEEN(seen.Select(kDefaultDriver, core), Not(IsEmpty()))
        << core << " of the extension reaches the driver through all layers";
  }
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "the driver gets its own handles";
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

// Runs `use` with an instance with `layers` and a headless surface; does nothing if the loader does
// not list the extensions, because it need not know them (LS_VK_CHAIN_5.r1).
Observation ObserveSurface(Case& c, const std::vector<std::string>& layers,
                           const std::function<void(VulkanApp&, VkSurfaceKHR)>& use) {
  return Observe(c, WorldWithExtensions(c, layers), [&](VulkanApp& app) {
    const std::vector<std::string> extensions = {"VK_KHR_surface", "VK_EXT_headless_surface"};
    if (!AreListed(app, extensions)) return;
    if (app.CreateInstance(
            {.layers = layers, .extensions = extensions, .api_version = VK_API_VERSION_1_1}) !=
        VK_SUCCESS) {
      return;
    }
    const VkSurfaceKHR surface = HeadlessSurface(app);
    if (surface != VK_NULL_HANDLE) use(app, surface);
    app.Get<PFN_vkDestroySurfaceKHR>("vkDestroySurfaceKHR")(app.instance(), surface, nullptr);
    app.DestroyInstance();
  });
}

void ExpectSurface(const Observation& seen, const std::vector<std::string>& layers) {
  EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(layers)) << "the layers are in the chain";
  EXPECT_SEEN(ResultOf(seen, "vkCreateHeadlessSurfaceEXT"), "VK_SUCCESS")
      << "a surface can be created";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "the driver gets its own handles";
}

void JudgeSurface(Case& c, int count) {
  const std::vector<std::string> layers = NumberedLayers(count);
  const Observation seen = ObserveSurface(c, layers, [](VulkanApp& app, VkSurfaceKHR surface) {
    for (const VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
      VkBool32 supported = VK_FALSE;
      app.Get<PFN_vkGetPhysicalDeviceSurfaceSupportKHR>("vkGetPhysicalDeviceSurfaceSupportKHR")(
          device, 0, surface, &supported);
    }
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectSurface(seen, layers);
  EXPECT_SEEN(seen.Select(kDefaultDriver, "vkGetPhysicalDeviceSurfaceSupportKHR"), SizeIs(1))
      << "a function of an instance extension reaches the driver through all layers";
}

VkResult CreateSwapchain(VulkanApp& app, VkSurfaceKHR surface, VkSwapchainKHR* swapchain) {
  const VkSwapchainCreateInfoKHR info = SwapchainInfo(surface);
  const VkResult created = app.Get<PFN_vkCreateSwapchainKHR>("vkCreateSwapchainKHR")(
      app.device(), &info, nullptr, swapchain);
  AppEvent("vkCreateSwapchainKHR", "leave").Add("result", int64_t{created});
  return created;
}

VkFence NewFence(VulkanApp& app) {
  VkFenceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  VkFence fence = VK_NULL_HANDLE;
  app.Get<PFN_vkCreateFence>("vkCreateFence")(app.device(), &info, nullptr, &fence);
  return fence;
}

// Acquires one image with each of the two commands, each with a fence.
void AcquireImages(VulkanApp& app, VkSwapchainKHR swapchain) {
  VkFence fences[] = {NewFence(app), NewFence(app)};
  uint32_t image = 0;
  app.Get<PFN_vkAcquireNextImageKHR>("vkAcquireNextImageKHR")(app.device(), swapchain, UINT64_MAX,
                                                              VK_NULL_HANDLE, fences[0], &image);
  VkAcquireNextImageInfoKHR next = {};
  next.sType = VK_STRUCTURE_TYPE_ACQUIRE_NEXT_IMAGE_INFO_KHR;
  next.swapchain = swapchain;
  next.timeout = UINT64_MAX;
  next.fence = fences[1];
  next.deviceMask = 1;
  app.Get<PFN_vkAcquireNextImage2KHR>("vkAcquireNextImage2KHR")(app.device(), &next, &image);
  app.Get<PFN_vkWaitForFences>("vkWaitForFences")(app.device(), 2, fences, VK_TRUE, UINT64_MAX);
  for (const VkFence fence : fences) {
    app.Get<PFN_vkDestroyFence>("vkDestroyFence")(app.device(), fence, nullptr);
  }
}

void UseSwapchain(VulkanApp& app, VkSurfaceKHR surface) {
  VkSwapchainKHR swapchain = VK_NULL_HANDLE;
  if (CreateSwapchain(app, surface, &swapchain) != VK_SUCCESS) return;
  uint32_t count = 0;
  app.Get<PFN_vkGetSwapchainImagesKHR>("vkGetSwapchainImagesKHR")(app.device(), swapchain, &count,
                                                                  nullptr);
  AcquireImages(app, swapchain);
  app.Get<PFN_vkDestroySwapchainKHR>("vkDestroySwapchainKHR")(app.device(), swapchain, nullptr);
}

void JudgeSwapchain(Case& c, int count) {
  const std::vector<std::string> layers = NumberedLayers(count);
  const Observation seen = ObserveSurface(c, layers, [](VulkanApp& app, VkSurfaceKHR surface) {
    if (app.CreateDevice({.extensions = {"VK_KHR_swapchain"}}) != VK_SUCCESS) return;
    UseSwapchain(app, surface);
    app.DestroyDevice();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectSurface(seen, layers);
  for (const char* command :
       {"vkCreateSwapchainKHR", "vkGetSwapchainImagesKHR", "vkAcquireNextImageKHR",
        "vkAcquireNextImage2KHR", "vkDestroySwapchainKHR"}) {
    EXPECT_SEEN(seen.Select(kDefaultDriver, command), SizeIs(1))
        << command
        << ", looked up with the instance, reaches the driver of the device through all layers";
  }
}

REGISTER_CASES {
  const auto add = [](const char* what, int count, void (*judge)(Case&, int)) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_5},
                 fmt::format("{}_functions_through_{}_layers", what, count),
                 [=](Case& c) { judge(c, count); });
  };
  for (const int count : {0, 3}) {
    add("properties2", count, JudgeProperties2);
    add("surface", count, JudgeSurface);
    add("swapchain", count, JudgeSwapchain);
  }
}

}  // namespace
}  // namespace loadstone::suites::extension_functions
