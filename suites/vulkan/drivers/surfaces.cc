// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/drivers/surfaces.h"

// LoaderDriverInterface, "Handling KHR Surface Objects in WSI Extensions", with Wayland surfaces:
// neither loader nor mock drivers dereference the Wayland pointers. A loader without Wayland is not
// tested (LDP_LOADER_10.r1, LS_VK_SURFACE_1.r1).
namespace loadstone::suites::surfaces {
namespace {

Driver WaylandDriver(const std::string& name, bool own_surfaces) {
  return SwapchainDriver(name, WaylandExtensions(), own_surfaces);
}

// Makes a query of each kind.
void QuerySurface(VulkanApp& app, VkPhysicalDevice device, VkSurfaceKHR surface) {
  QuerySurfaceSupport(app, device, surface);
  VkSurfaceCapabilitiesKHR capabilities = {};
  app.Get<PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR>(
      "vkGetPhysicalDeviceSurfaceCapabilitiesKHR")(device, surface, &capabilities);
  uint32_t count = 0;
  app.Get<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR>("vkGetPhysicalDeviceSurfaceFormatsKHR")(
      device, surface, &count, nullptr);
  app.Get<PFN_vkGetPhysicalDeviceSurfacePresentModesKHR>(
      "vkGetPhysicalDeviceSurfacePresentModesKHR")(device, surface, &count, nullptr);
}

// Creates and destroys a device's swapchain, which gets the surface, too.
void UseSwapchain(VulkanApp& app, VkSurfaceKHR surface) {
  const VkSwapchainCreateInfoKHR info = SwapchainInfo(surface);
  VkSwapchainKHR swapchain = VK_NULL_HANDLE;
  if (app.Get<PFN_vkCreateSwapchainKHR>("vkCreateSwapchainKHR")(app.device(), &info, nullptr,
                                                                &swapchain) == VK_SUCCESS) {
    app.Get<PFN_vkDestroySwapchainKHR>("vkDestroySwapchainKHR")(app.device(), swapchain, nullptr);
  }
}

// The functions with a surface.
const std::vector<const char*> kUses = {
    kSurfaceSupport, "vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
    "vkGetPhysicalDeviceSurfaceFormatsKHR", "vkGetPhysicalDeviceSurfacePresentModesKHR",
    "vkCreateSwapchainKHR"};

// Creates one surface for the devices of all drivers, with queries and a swapchain for each.
Observation Run(Case& c, const VulkanWorld& world) {
  return Observe(c, world, [](VulkanApp& app) {
    if (!AreListed(app, WaylandExtensions())) return;
    if (app.CreateInstance({.extensions = WaylandExtensions()}) != VK_SUCCESS) return;
    const VkSurfaceKHR surface = CreateWaylandSurface(app);
    if (surface != VK_NULL_HANDLE) {
      const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
      for (uint32_t i = 0; i < devices.size(); ++i) {
        QuerySurface(app, devices[i], surface);
        const DeviceRequest request = {.physical_device = i, .extensions = {"VK_KHR_swapchain"}};
        if (app.CreateDevice(request) != VK_SUCCESS) continue;
        UseSwapchain(app, surface);
        app.DestroyDevice();
      }
    }
    DestroySurface(app, surface);
    app.DestroyInstance();
  });
}

void ExpectLoaders(const Observation& seen, const std::string& driver) {
  for (const char* use : kUses) {
    ExpectLoadersSurface(seen, VK_ICD_WSI_PLATFORM_WAYLAND, driver, use);
  }
}

void ExpectOwn(const Observation& seen, const std::string& driver) {
  for (const char* use : kUses) ExpectOwnSurface(seen, kCreateWayland, driver, use);
}

VULKAN_CASE(LDP_LOADER_10, one_surface_of_two_drivers) {
  VulkanWorld world(c.subject());
  const Observation seen = Run(
      c, world.WithoutDriver().With(WaylandDriver("one", false)).With(WaylandDriver("two", false)));
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  if (const std::string why = WhyNotGiven(seen, kCreateWayland, {"one", "two"}, kUses);
      !why.empty()) {
    GTEST_SKIP() << why;
  }
  ExpectSurface(seen, kCreateWayland);
  ExpectLoaders(seen, "one");
  ExpectLoaders(seen, "two");
}

VULKAN_CASE(LDP_LOADER_11, only_driver_has_its_own) {
  VulkanWorld world(c.subject());
  const Observation seen = Run(c, world.WithoutDriver().With(WaylandDriver("one", true)));
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectSurface(seen, kCreateWayland);
  ExpectOwn(seen, "one");
}

// "Loader and Driver Interface Version 3 Requirements": the first version in which a driver may
// have its own surfaces. A driver of version 4 or less is a Vulkan 1.0 driver (LDP_DRIVER_7).
REGISTER_CASES {
  for (const int version : {3, 4}) {
    RegisterCase(
        Api::kVulkan, {policy::LDP_LOADER_11},
        fmt::format("driver_of_version_{}_has_its_own", version), [version](Case& c) {
          constexpr char kApi[] = R"({"api_version": "1.0.68"})";
          VulkanWorld world(c.subject());
          const Observation seen =
              Run(c, world.WithoutDriver().With(
                         WaylandDriver("one", true)
                             .Manifest(kApi)
                             .Behaviour(kApi)
                             .Behaviour(fmt::format(R"({{"interface_version": {}}})", version))));
          if (const std::string why = WhyNotListed(seen); !why.empty()) {
            // Loaders may no longer support old versions: LS_VK_DRIVER_INTERFACE_2.r1.
            GTEST_SKIP() << why << ", or uses no driver of this version";
          }
          ExpectSurface(seen, kCreateWayland);
          ExpectOwn(seen, "one");
        });
  }
}

VULKAN_CASE(LDP_LOADER_11, one_of_two_drivers_has_its_own, policy::LDP_LOADER_10) {
  VulkanWorld world(c.subject());
  const Observation seen = Run(
      c,
      world.WithoutDriver().With(WaylandDriver("own", true)).With(WaylandDriver("shared", false)));
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectSurface(seen, kCreateWayland);
  ExpectOwn(seen, "own");
  // LDP_LOADER_10.r2: in every use, or in none.
  if (AreGivenSurfaces(seen, {"shared"}, kUses)) ExpectLoaders(seen, "shared");
}

VULKAN_CASE(LS_VK_SURFACE_1, created_and_destroyed, policy::LDP_LOADER_11) {
  VulkanWorld world(c.subject());
  const Observation seen = Run(c, world.WithoutDriver()
                                      .With(WaylandDriver("one", true))
                                      .With(WaylandDriver("two", true))
                                      .With(WaylandDriver("shared", false)));
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectSurface(seen, kCreateWayland);
  for (const char* driver : {"one", "two"}) {
    const std::vector<Event> created = seen.Select(driver, kCreateWayland);
    const std::vector<Event> destroyed = seen.Select(driver, kDestroySurface);
    ASSERT_SEEN(created, SizeIs(1)) << driver << " creates one surface";
    ASSERT_SEEN(destroyed, SizeIs(1)) << driver << " destroys one surface";
    EXPECT_SEEN(destroyed[0].Text("handle"), created[0].Text("handle"))
        << "the driver destroys the surface that it created";
  }
}

}  // namespace
}  // namespace loadstone::suites::surfaces
