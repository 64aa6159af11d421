// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "suites/vulkan/drivers/surfaces.h"
#include "suites/vulkan/layer_questions.h"

// The Vulkan specification, "Command Function Pointers": vkGetDeviceProcAddr returns the functions
// of the extensions that are enabled for its device, also those that a loader handles itself
// because they have one of its objects (LS_VK_PROCADDR_7). Other devices, with other extensions,
// exist at the same time. Functions of extensions that are not enabled are never looked up:
// "undefined behavior could result" (LoaderApplicationInterface, "Instance and Device Extensions").
namespace loadstone::suites::device_extensions {
namespace {

constexpr char kSwapchain[] = "VK_KHR_swapchain";
constexpr char kCreate[] = "vkCreateSwapchainKHR";
constexpr char kUsed[] = "used";

struct Functions {
  const char* name;
  std::vector<std::string> instance_extensions;
  std::vector<std::string> device_extensions;
  uint32_t api_version;
  std::vector<std::string> names;
};

std::vector<Functions> AllFunctions() {
  return {{"swapchains",
           HeadlessExtensions(),
           {kSwapchain},
           VK_API_VERSION_1_0,
           {kCreate, "vkDestroySwapchainKHR", "vkGetSwapchainImagesKHR", "vkAcquireNextImageKHR",
            "vkQueuePresentKHR"}},
          {"swapchains_of_vulkan_1_1",
           HeadlessExtensions(),
           {kSwapchain},
           VK_API_VERSION_1_1,
           {kCreate, "vkGetDeviceGroupSurfacePresentModesKHR", "vkAcquireNextImage2KHR"}},
          {"shared_swapchains",
           {VK_KHR_SURFACE_EXTENSION_NAME, VK_KHR_DISPLAY_EXTENSION_NAME},
           {kSwapchain, "VK_KHR_display_swapchain"},
           VK_API_VERSION_1_0,
           {kCreate, "vkCreateSharedSwapchainsKHR"}},
          {"debug_markers",
           {VK_EXT_DEBUG_REPORT_EXTENSION_NAME},
           {"VK_EXT_debug_marker"},
           VK_API_VERSION_1_0,
           {"vkDebugMarkerSetObjectTagEXT", "vkDebugMarkerSetObjectNameEXT",
            "vkCmdDebugMarkerBeginEXT", "vkCmdDebugMarkerEndEXT"}}};
}

// One driver with these extensions, and layers.
VulkanWorld WorldOf(const Subject& subject, const Functions& functions, int layers) {
  VulkanWorld world(subject);
  world.WithoutDriver().With(
      SurfaceDriver("own", functions.instance_extensions, true)
          .Behaviour(
              fmt::format(R"({{"physical_devices": [{{"name": "own", "extensions": ["{}"]}}]}})",
                          fmt::join(functions.device_extensions, "\", \""))));
  for (const std::string& name : NumberedLayers(layers)) world.With(Layer(name));
  return world;
}

// Runs `use` for a device with the extensions, which is created between two devices without any.
template <typename Use>
Observation Run(Case& c, const Functions& functions, int layers, const Use& use) {
  return Observe(c, WorldOf(c.subject(), functions, layers), [&](VulkanApp& app) {
    if (!AreListed(app, functions.instance_extensions)) return;
    if (app.CreateInstance({.layers = NumberedLayers(layers),
                            .extensions = functions.instance_extensions,
                            .api_version = functions.api_version}) != VK_SUCCESS) {
      return;
    }
    VulkanApp before = app;
    VulkanApp after = app;
    if (before.CreateDevice() != VK_SUCCESS ||
        app.CreateDevice({.extensions = functions.device_extensions}) != VK_SUCCESS ||
        after.CreateDevice() != VK_SUCCESS) {
      return;
    }
    before.DestroyDevice();
    use(app);
    after.DestroyDevice();
    app.DestroyDevice();
    app.DestroyInstance();
  });
}

void JudgeFound(Case& c, const Functions& functions, int layers) {
  const Observation seen = Run(c, functions, layers, [&](VulkanApp& app) {
    for (const std::string& name : functions.names) AskFunction(app, Through::kDevice, name);
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(ResultOf(seen, "vkCreateDevice"), "VK_SUCCESS") << "a device can be created";
  EXPECT_SEEN(FunctionsFound(seen), ElementsAreArray(functions.names))
      << "vkGetDeviceProcAddr returns the functions of the extensions of its own device";
}

PFN_vkVoidFunction Find(const VulkanApp& app, bool by_device, const char* name) {
  return by_device ? app.DeviceProc(name) : app.InstanceProc(name);
}

// Creates a swapchain, counts its images, and destroys it.
void UseSwapchain(VulkanApp& app, bool by_device) {
  const auto create = reinterpret_cast<PFN_vkCreateSwapchainKHR>(Find(app, by_device, kCreate));
  const auto images = reinterpret_cast<PFN_vkGetSwapchainImagesKHR>(
      Find(app, by_device, "vkGetSwapchainImagesKHR"));
  const auto destroy =
      reinterpret_cast<PFN_vkDestroySwapchainKHR>(Find(app, by_device, "vkDestroySwapchainKHR"));
  const VkSurfaceKHR surface = CreateHeadlessSurface(app);
  if (surface == VK_NULL_HANDLE || create == nullptr || images == nullptr || destroy == nullptr) {
    return;
  }
  // A surface is used for a swapchain where it is supported.
  QuerySurfaceSupport(app, app.EnumeratePhysicalDevices()[0], surface);
  const VkSwapchainCreateInfoKHR info = SwapchainInfo(surface);
  VkSwapchainKHR swapchain = VK_NULL_HANDLE;
  const VkResult result = create(app.device(), &info, nullptr, &swapchain);
  uint32_t count = 0;
  if (result == VK_SUCCESS) images(app.device(), swapchain, &count, nullptr);
  AppEvent(kUsed).Add("result", int64_t{result}).Add("images", int64_t{count});
  if (result == VK_SUCCESS) destroy(app.device(), swapchain, nullptr);
  DestroySurface(app, surface);
}

void JudgeSwapchain(Case& c, const Functions& functions, int layers, bool by_device) {
  const Observation seen =
      Run(c, functions, layers, [&](VulkanApp& app) { UseSwapchain(app, by_device); });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectSurface(seen, kCreateHeadless);
  const std::optional<Event> used = seen.First(kAppName, kUsed);
  ASSERT_HOLDS(used.has_value()) << "the functions of an extension of the device are found";
  EXPECT_SEEN(used->Number("result"), Eq(int64_t{VK_SUCCESS})) << "a swapchain can be created";
  EXPECT_SEEN(used->Number("images"), Gt(int64_t{0})) << "the swapchain has the driver's images";
  ExpectOwnSurface(seen, kCreateHeadless, "own", kCreate);
  EXPECT_SEEN(seen.Select("own", "vkDestroySwapchainKHR"), SizeIs(1)) << "it is destroyed";
}

REGISTER_CASES {
  static const std::vector<Functions> kAll = AllFunctions();
  for (const int layers : {0, 3}) {
    for (const Functions& functions : kAll) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_PROCADDR_7},
                   fmt::format("functions_of_{}_through_{}_layers", functions.name, layers),
                   [&functions, layers](Case& c) { JudgeFound(c, functions, layers); });
    }
    for (const bool by_device : {false, true}) {
      RegisterCase(
          Api::kVulkan, {policy::LS_VK_PROCADDR_7, policy::LDP_LOADER_11},
          fmt::format("swapchain_of_one_of_three_devices_by_{}_through_{}_layers",
                      by_device ? "device" : "instance", layers),
          [layers, by_device](Case& c) { JudgeSwapchain(c, kAll.front(), layers, by_device); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::device_extensions
