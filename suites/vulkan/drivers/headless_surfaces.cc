// SPDX-License-Identifier: Apache-2.0
#include "policies/reading_ids.h"
#include "suites/vulkan/drivers/surfaces.h"

// Headless surfaces, which need no window system (LoaderDriverInterface, "Handling KHR Surface
// Objects in WSI Extensions"; VK_EXT_headless_surface). A driver that creates its own gets those.
// The extension is not in that section's list of extensions whose surfaces the loader manages: for
// other drivers the loader creates one, or there is none (LS_VK_CHAIN_5.r2). If there is one,
// VkIcdSurfaceHeadless in vk_icd.h is what it must be.
namespace loadstone::suites::headless_surfaces {
namespace {

constexpr char kSwapchain[] = "vkCreateSwapchainKHR";
constexpr char kCapabilities[] = "vkGetPhysicalDeviceSurfaceCapabilitiesKHR";
constexpr char kFormats[] = "vkGetPhysicalDeviceSurfaceFormatsKHR";
constexpr char kModes[] = "vkGetPhysicalDeviceSurfacePresentModesKHR";

const std::vector<const char*> kUses = {kSurfaceSupport, kCapabilities, kFormats, kModes,
                                        kSwapchain};

Driver WithSurfaces(const std::string& name, bool own) {
  return SwapchainDriver(name, HeadlessExtensions(), own);
}

// Calls each function of a device that has a surface. The other queries and a swapchain are valid
// where the surface is supported.
void Use(VulkanApp& app, uint32_t index, VkSurfaceKHR surface) {
  const VkPhysicalDevice device = app.EnumeratePhysicalDevices()[index];
  VkBool32 supported = VK_FALSE;
  if (app.Get<PFN_vkGetPhysicalDeviceSurfaceSupportKHR>(kSurfaceSupport)(
          device, 0, surface, &supported) != VK_SUCCESS ||
      supported != VK_TRUE) {
    return;
  }
  VkSurfaceCapabilitiesKHR capabilities = {};
  app.Get<PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR>(kCapabilities)(device, surface,
                                                                        &capabilities);
  uint32_t count = 0;
  app.Get<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR>(kFormats)(device, surface, &count, nullptr);
  app.Get<PFN_vkGetPhysicalDeviceSurfacePresentModesKHR>(kModes)(device, surface, &count, nullptr);
  const DeviceRequest request = {.physical_device = index, .extensions = {"VK_KHR_swapchain"}};
  if (app.CreateDevice(request) != VK_SUCCESS) return;
  const VkSwapchainCreateInfoKHR info = SwapchainInfo(surface);
  VkSwapchainKHR swapchain = VK_NULL_HANDLE;
  app.Get<PFN_vkCreateSwapchainKHR>(kSwapchain)(app.device(), &info, nullptr, &swapchain);
  app.Get<PFN_vkDestroySwapchainKHR>("vkDestroySwapchainKHR")(app.device(), swapchain, nullptr);
  app.DestroyDevice();
}

Observation Run(Case& c, const VulkanWorld& world) {
  return UseOneSurface(c, world, HeadlessExtensions(), VK_API_VERSION_1_0, CreateHeadlessSurface,
                       Use);
}

// Expects that these drivers, which create none of their own, get the loader's surface in every
// use, or in none.
void ExpectLoaders(const Observation& seen, const std::vector<std::string>& drivers) {
  for (const std::string& driver : drivers) {
    if (!AreGivenSurfaces(seen, {driver}, kUses)) continue;  // LS_VK_CHAIN_5.r2, LDP_LOADER_10.r2
    for (const char* use : kUses) {
      ExpectLoadersSurface(seen, VK_ICD_WSI_PLATFORM_HEADLESS, driver, use);
    }
  }
}

VULKAN_CASE(LDP_LOADER_10, headless_surface_of_the_loader) {
  const std::vector<std::string> drivers = {"one", "two"};
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  for (const std::string& driver : drivers) world.With(WithSurfaces(driver, false));
  const Observation seen = Run(c, world);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "each driver gets a surface of the kind that it expects";
  if (ResultOf(seen, kCreateHeadless) != "VK_SUCCESS" || !AreGivenSurfaces(seen, drivers, kUses)) {
    GTEST_SKIP() << "the loader creates no headless surface for drivers without their own"
                 << reading::LS_VK_CHAIN_5_r2;
  }
  ExpectLoaders(seen, drivers);
}

VULKAN_CASE(LDP_LOADER_11, headless_surface_where_drivers_differ, policy::LDP_LOADER_10,
            policy::LS_VK_SURFACE_1) {
  VulkanWorld world(c.subject());
  const Observation seen = Run(c, world.WithoutDriver()
                                      .With(WithSurfaces("first", true))
                                      .With(WithSurfaces("shared", false))
                                      .With(WithSurfaces("last", true)));
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectSurface(seen, kCreateHeadless);
  for (const char* driver : {"first", "last"}) {
    for (const char* use : kUses) ExpectOwnSurface(seen, kCreateHeadless, driver, use);
    EXPECT_SEEN(seen.Select(driver, kCreateHeadless), SizeIs(1))
        << driver << " creates one surface";
    EXPECT_SEEN(seen.Select(driver, kDestroySurface), SizeIs(1)) << driver << " destroys it";
  }
  ExpectLoaders(seen, {"shared"});
}

}  // namespace
}  // namespace loadstone::suites::headless_surfaces
