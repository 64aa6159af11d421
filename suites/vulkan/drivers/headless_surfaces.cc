// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/drivers/surfaces.h"

// Headless surfaces, which need no window system (LoaderDriverInterface, "Handling KHR Surface
// Objects in WSI Extensions"; VK_EXT_headless_surface). The extension is not in that section's list
// of extensions whose surfaces the loader manages, so that each driver with it creates its own.
namespace loadstone::suites::headless_surfaces {
namespace {

constexpr char kSwapchain[] = "vkCreateSwapchainKHR";
constexpr char kCapabilities[] = "vkGetPhysicalDeviceSurfaceCapabilitiesKHR";
constexpr char kFormats[] = "vkGetPhysicalDeviceSurfaceFormatsKHR";
constexpr char kModes[] = "vkGetPhysicalDeviceSurfacePresentModesKHR";

const std::vector<const char*> kUses = {kSurfaceSupport, kCapabilities, kFormats, kModes,
                                        kSwapchain};

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
  UseSwapchain(app, index, surface);
}

Observation Run(Case& c, const VulkanWorld& world) {
  return UseOneSurface(c, world, HeadlessExtensions(), VK_API_VERSION_1_0, CreateHeadlessSurface,
                       Use);
}

VULKAN_CASE(LDP_LOADER_11, headless_surfaces_of_three_drivers) {
  const std::vector<std::string> drivers = {"one", "two", "three"};
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  for (const std::string& driver : drivers) {
    world.With(SwapchainDriver(driver, HeadlessExtensions(), true));
  }
  const Observation seen = Run(c, world);
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectSurface(seen, kCreateHeadless);
  for (const std::string& driver : drivers) {
    for (const char* use : kUses) ExpectOwnSurface(seen, kCreateHeadless, driver, use);
    EXPECT_SEEN(seen.Select(driver, kCreateHeadless), SizeIs(1))
        << driver << " creates one surface";
    EXPECT_SEEN(seen.Select(driver, kDestroySurface), SizeIs(1)) << driver << " destroys it";
  }
}

}  // namespace
}  // namespace loadstone::suites::headless_surfaces
