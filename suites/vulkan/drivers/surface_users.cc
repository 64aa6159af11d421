// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/drivers/displays.h"

// LoaderDriverInterface, "Handling KHR Surface Objects in WSI Extensions", for the functions with a
// surface other than those of VK_KHR_surface and vkCreateSwapchainKHR (surfaces.cc): drivers must
// get their own handle there as well.
namespace loadstone::suites::surface_users {
namespace {

constexpr char kRectangles[] = "vkGetPhysicalDevicePresentRectanglesKHR";
constexpr char kGroupModes[] = "vkGetDeviceGroupSurfacePresentModesKHR";
constexpr char kCapabilities[] = "vkGetPhysicalDeviceSurfaceCapabilities2EXT";
constexpr char kShared[] = "vkCreateSharedSwapchainsKHR";

// Creates one surface for two drivers, one of which creates its own, and runs `use` for each
// device.
template <typename Use>
Observation RunShared(Case& c, const SurfaceKind& kind, const std::vector<std::string>& extensions,
                      const Use& use) {
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(SwapchainDriver("own", extensions, true))
      .With(SwapchainDriver("shared", extensions, false));
  return UseOneSurface(c, world, extensions, VK_API_VERSION_1_1, kind.make, use);
}

void JudgeShared(const Observation& seen, const SurfaceKind& kind, const char* function) {
  ExpectSharedSurface(seen, kind.create, kind.platform, function);
}

void JudgeRectangles(Case& c, const SurfaceKind& kind) {
  const Observation seen = RunShared(
      c, kind, kind.extensions, [](VulkanApp& app, uint32_t device, VkSurfaceKHR surface) {
        uint32_t count = 0;
        app.Get<PFN_vkGetPhysicalDevicePresentRectanglesKHR>(kRectangles)(
            app.EnumeratePhysicalDevices()[device], surface, &count, nullptr);
      });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  JudgeShared(seen, kind, kRectangles);
}

void JudgeModes(Case& c, const SurfaceKind& kind) {
  const Observation seen = RunShared(
      c, kind, kind.extensions, [](VulkanApp& app, uint32_t device, VkSurfaceKHR surface) {
        const DeviceRequest request = {.physical_device = device,
                                       .extensions = {VK_KHR_SWAPCHAIN_EXTENSION_NAME}};
        if (app.CreateDevice(request) != VK_SUCCESS) return;
        VkDeviceGroupPresentModeFlagsKHR modes = 0;
        app.Get<PFN_vkGetDeviceGroupSurfacePresentModesKHR>(kGroupModes)(app.device(), surface,
                                                                         &modes);
        app.DestroyDevice();
      });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  JudgeShared(seen, kind, kGroupModes);
}

VULKAN_CASE(LDP_LOADER_11, surface_with_a_counter, policy::LDP_LOADER_10) {
  std::vector<std::string> extensions = DisplayExtensions(
      {VK_EXT_DISPLAY_SURFACE_COUNTER_EXTENSION_NAME, VK_KHR_WAYLAND_SURFACE_EXTENSION_NAME});
  const Observation seen =
      RunShared(c, SurfaceKinds().front(), extensions,
                [](VulkanApp& app, uint32_t device, VkSurfaceKHR surface) {
                  VkSurfaceCapabilities2EXT capabilities = {};
                  capabilities.sType = VK_STRUCTURE_TYPE_SURFACE_CAPABILITIES_2_EXT;
                  app.Get<PFN_vkGetPhysicalDeviceSurfaceCapabilities2EXT>(kCapabilities)(
                      app.EnumeratePhysicalDevices()[device], surface, &capabilities);
                });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  JudgeShared(seen, SurfaceKinds().front(), kCapabilities);
}

// Creates two swapchains that share images, on two planes of the display, after a query for each
// surface.
void UseSharedSwapchains(VulkanApp& app) {
  const VkPhysicalDevice device = app.EnumeratePhysicalDevices()[0];
  const VkDisplayModeKHR mode = CreateMode(app, device, DisplayOf(app, device).display);
  const VkSurfaceKHR surfaces[] = {CreateDisplaySurface(app, mode, 0),
                                   CreateDisplaySurface(app, mode, 1)};
  for (VkSurfaceKHR surface : surfaces) {
    if (surface != VK_NULL_HANDLE) QuerySurfaceSupport(app, device, surface);
  }
  const DeviceRequest request = {
      .extensions = {VK_KHR_SWAPCHAIN_EXTENSION_NAME, VK_KHR_DISPLAY_SWAPCHAIN_EXTENSION_NAME}};
  if (surfaces[0] != VK_NULL_HANDLE && surfaces[1] != VK_NULL_HANDLE &&
      app.CreateDevice(request) == VK_SUCCESS) {
    const VkSwapchainCreateInfoKHR infos[] = {SwapchainInfo(surfaces[0]),
                                              SwapchainInfo(surfaces[1])};
    VkSwapchainKHR swapchains[2] = {};
    const VkResult created = app.Get<PFN_vkCreateSharedSwapchainsKHR>(kShared)(
        app.device(), 2, infos, nullptr, swapchains);
    AppEvent(kShared, "leave").Add("result", int64_t{created});
    const auto destroy = app.Get<PFN_vkDestroySwapchainKHR>("vkDestroySwapchainKHR");
    for (VkSwapchainKHR swapchain : swapchains) destroy(app.device(), swapchain, nullptr);
    app.DestroyDevice();
  }
  for (VkSurfaceKHR surface : surfaces) DestroySurface(app, surface);
}

Observation RunSharedSwapchains(Case& c, bool own_surfaces) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(
      DisplayDriver("d", own_surfaces).Behaviour(R"({"physical_devices": [{"name": "d",
          "extensions": ["VK_KHR_swapchain", "VK_KHR_display_swapchain"]}]})"));
  return Observe(c, world, [](VulkanApp& app) {
    if (!AreListed(app, DisplayExtensions())) return;
    if (app.CreateInstance({.extensions = DisplayExtensions()}) != VK_SUCCESS) return;
    UseSharedSwapchains(app);
    app.DestroyInstance();
  });
}

VULKAN_CASE(LDP_LOADER_11, surfaces_of_shared_swapchains) {
  const Observation seen = RunSharedSwapchains(c, true);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "the driver gets its own handles";
  const std::vector<Event> surfaces = seen.Select("d", kCreateDisplaySurface);
  ASSERT_SEEN(surfaces, SizeIs(2)) << "the driver creates its own surfaces";
  EXPECT_SEEN(ResultOf(seen, kShared), "VK_SUCCESS") << "swapchains that share images are made";
  const std::vector<Event> swapchains = seen.Select("d", kShared);
  std::vector<std::string> given;
  for (const Event& swapchain : swapchains) {
    const std::string surface = swapchain.Text("surface");
    given.emplace_back(surface == surfaces[0].Text("handle")   ? "the first"
                       : surface == surfaces[1].Text("handle") ? "the second"
                                                               : "none of its own");
  }
  EXPECT_SEEN(given, ElementsAre("the first", "the second"))
      << "each swapchain is on the surface that the application names for it";
}

// A driver without surfaces of its own gets the loader's structure in each element, if it gets that
// structure in a query. It may get none: LDP_LOADER_10.r2.
VULKAN_CASE(LDP_LOADER_11, loaders_surfaces_of_shared_swapchains, policy::LDP_LOADER_10) {
  const Observation seen = RunSharedSwapchains(c, false);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  if (const std::string why = WhyNotGiven(seen, kCreateDisplaySurface, {"d"}, {kSurfaceSupport});
      !why.empty()) {
    GTEST_SKIP() << why;
  }
  EXPECT_SEEN(ResultOf(seen, kShared), "VK_SUCCESS") << "swapchains that share images are made";
  std::vector<std::string> given;
  for (const Event& swapchain : seen.Select("d", kShared)) {
    given.push_back(swapchain.Number("platform") == VK_ICD_WSI_PLATFORM_DISPLAY
                        ? fmt::format("on plane {}", swapchain.Number("plane"))
                        : "of another platform");
  }
  EXPECT_SEEN(given, ElementsAre("on plane 0", "on plane 1"))
      << "each swapchain is on the loader's surface that the application names for it";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "the driver gets surfaces of the kind that it expects";
}

// A driver that has its own surfaces and lacks the extension: whatever the loader calls in place of
// its functions, the driver gets its own handle.
void JudgeQueries2(Case& c, const SurfaceKind& kind) {
  std::vector<std::string> extensions = kind.extensions;
  extensions.emplace_back(VK_KHR_GET_SURFACE_CAPABILITIES_2_EXTENSION_NAME);
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(SwapchainDriver("own", extensions, true))
      .With(SwapchainDriver("lacking", kind.extensions, true));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, extensions)) return;
    if (app.CreateInstance({.extensions = extensions}) != VK_SUCCESS) return;
    const VkSurfaceKHR surface = kind.make(app);
    if (surface != VK_NULL_HANDLE) {
      for (VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
        VkPhysicalDeviceSurfaceInfo2KHR info = {};
        info.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SURFACE_INFO_2_KHR;
        info.surface = surface;
        VkSurfaceCapabilities2KHR capabilities = {};
        capabilities.sType = VK_STRUCTURE_TYPE_SURFACE_CAPABILITIES_2_KHR;
        app.Get<PFN_vkGetPhysicalDeviceSurfaceCapabilities2KHR>(
            "vkGetPhysicalDeviceSurfaceCapabilities2KHR")(device, &info, &capabilities);
        uint32_t count = 0;
        app.Get<PFN_vkGetPhysicalDeviceSurfaceFormats2KHR>("vkGetPhysicalDeviceSurfaceFormats2KHR")(
            device, &info, &count, nullptr);
      }
      DestroySurface(app, surface);
    }
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectSurface(seen, kind.create);
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "each driver gets its own handles";
}

REGISTER_CASES {
  for (const SurfaceKind& kind : SurfaceKinds()) {
    const auto add = [&](const std::vector<policy::Id>& policies, const char* name,
                         void (*judge)(Case&, const SurfaceKind&)) {
      RegisterCase(Api::kVulkan, policies, fmt::format("{}{}", kind.prefix, name),
                   [&kind, judge](Case& c) { judge(c, kind); });
    };
    const std::vector<policy::Id> shared = {policy::LDP_LOADER_11, policy::LDP_LOADER_10};
    add(shared, "surface_in_present_rectangles", JudgeRectangles);
    add(shared, "surface_in_modes_of_a_device_group", JudgeModes);
    add({policy::LDP_LOADER_11}, "own_surface_where_queries_2_are_emulated", JudgeQueries2);
  }
}

}  // namespace
}  // namespace loadstone::suites::surface_users
