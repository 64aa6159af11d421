// SPDX-License-Identifier: Apache-2.0
#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/android/window_app.h"
#include "suites/vulkan/extensions/extensions.h"

// Android: Implement Vulkan, "Window system integration": the driver gets no calls for surfaces and
// swapchains, whatever it has itself.
namespace loadstone::suites::android_drivers_with_windows {
namespace {

void ExpectNoExtensions(const Observation& seen) {
  EXPECT_SEEN(ExtensionsGiven(seen, kDefaultDriver),
              Not(AnyOf(Contains("VK_KHR_surface"), Contains("VK_KHR_android_surface"))))
      << "surfaces are not exposed to drivers";
  EXPECT_SEEN(ExtensionsGiven(seen, kDefaultDriver, "vkCreateDevice"),
              Not(Contains("VK_KHR_swapchain")))
      << "swapchains are not exposed to drivers";
}

// The driver has no VK_KHR_shared_presentable_image either.
VULKAN_CASE(LS_ANDROID_WSI_3, driver_without_windows_of_shared_images) {
  const Observation seen =
      RunSwapchain(c, WindowWorld(c.subject()),
                   {.mode = VK_PRESENT_MODE_SHARED_DEMAND_REFRESH_KHR, .images = 1, .frames = 1});
  ExpectSwapchain(seen);
  ExpectNoExtensions(seen);
  EXPECT_SEEN(ExtensionsGiven(seen, kDefaultDriver, "vkCreateDevice"),
              Not(Contains("VK_KHR_shared_presentable_image")))
      << "swapchains are not exposed to drivers";
}

VULKAN_CASE(LS_ANDROID_WSI_3, driver_without_windows) {
  const Observation seen = RunSwapchain(c, WindowWorld(c.subject()), {.frames = 1});
  ExpectSwapchain(seen);
  ExpectNoExtensions(seen);
}

// The queries about a surface that belong to device groups, which a loader may have or not.
void QueryForGroups(const WindowApp& app) {
  if (const auto get = app.Get<PFN_vkGetDeviceGroupSurfacePresentModesKHR>(
          "vkGetDeviceGroupSurfacePresentModesKHR")) {
    VkDeviceGroupPresentModeFlagsKHR modes = 0;
    get(app.app().device(), app.surface(), &modes);
  }
  if (const auto get = app.app().Get<PFN_vkGetPhysicalDevicePresentRectanglesKHR>(
          "vkGetPhysicalDevicePresentRectanglesKHR")) {
    uint32_t count = 0;
    get(app.app().EnumeratePhysicalDevices().at(0), app.surface(), &count, nullptr);
  }
}

// Uses commands of the window system that the driver has.
void UseWindow(VulkanApp& vulkan) {
  MockWindow window;
  WindowApp app(vulkan);
  if (app.Begin() && app.MakeSurface(window)) {
    app.QuerySurfaceProperties();
    QueryForGroups(app);
    if (app.MakeSwapchain(app.Info())) {
      app.Images();
      for (const bool newer : {false, true}) {
        const VkSemaphore semaphore = app.MakeSemaphore();
        uint32_t index = 0;
        const VkResult acquired = newer ? app.Acquire2(semaphore, VK_NULL_HANDLE, &index)
                                        : app.Acquire(semaphore, VK_NULL_HANDLE, &index);
        if (acquired == VK_SUCCESS) app.Present(app.Queue(), {semaphore}, index);
      }
    }
  }
  app.End();
}

// The configuration of a driver with extensions that only the loader should have.
constexpr char kOwnWindows[] = R"({
    "instance_extensions": ["VK_KHR_surface", "VK_KHR_android_surface"],
    "physical_devices": [{"extensions": ["VK_ANDROID_native_buffer", "VK_KHR_swapchain",
                                         "VK_KHR_shared_presentable_image"]}]})";

VULKAN_CASE(LS_ANDROID_WSI_3, driver_with_windows) {
  const Observation seen = Observe(c, WindowWorld(c.subject(), kOwnWindows), UseWindow);
  ExpectSwapchain(seen);
  ExpectNoExtensions(seen);
  for (const char* command :
       {"vkGetDeviceGroupSurfacePresentModesKHR", "vkGetPhysicalDevicePresentRectanglesKHR",
        "vkGetPhysicalDeviceSurfaceSupportKHR", "vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
        "vkGetPhysicalDeviceSurfaceFormatsKHR", "vkGetPhysicalDeviceSurfacePresentModesKHR",
        "vkCreateSwapchainKHR", "vkGetSwapchainImagesKHR", "vkAcquireNextImageKHR",
        "vkAcquireNextImage2KHR", "vkQueuePresentKHR", "vkDestroySwapchainKHR",
        "vkDestroySurfaceKHR"}) {
    EXPECT_SEEN(seen.Select(kDefaultDriver, command), IsEmpty())
        << "surfaces and swapchains are not exposed to drivers" << reading::LS_ANDROID_WSI_3_r1;
  }
}

// The queries of VK_KHR_get_surface_capabilities2, which the driver has. The loader may have the
// extension or not.
void QueryByStructures(const WindowApp& app, VkSurfaceKHR surface) {
  const VkPhysicalDevice device = app.app().EnumeratePhysicalDevices().at(0);
  auto info = Structure<VkPhysicalDeviceSurfaceInfo2KHR>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SURFACE_INFO_2_KHR);
  info.surface = surface;
  if (const auto get = app.app().Get<PFN_vkGetPhysicalDeviceSurfaceCapabilities2KHR>(
          "vkGetPhysicalDeviceSurfaceCapabilities2KHR")) {
    auto answer =
        Structure<VkSurfaceCapabilities2KHR>(VK_STRUCTURE_TYPE_SURFACE_CAPABILITIES_2_KHR);
    get(device, &info, &answer);
  }
  if (const auto get = app.app().Get<PFN_vkGetPhysicalDeviceSurfaceFormats2KHR>(
          "vkGetPhysicalDeviceSurfaceFormats2KHR")) {
    uint32_t count = 0;
    get(device, &info, &count, nullptr);
  }
}

void UseQueries(VulkanApp& vulkan) {
  constexpr char kQueries[] = "VK_KHR_get_surface_capabilities2";
  if (!ListsExtension(vulkan.EnumerateExtensions(), kQueries)) {
    AppEvent("unlisted");
    return;
  }
  MockWindow window;
  WindowApp app(vulkan);
  if (app.BeginInstance({kQueries}) && app.MakeSurface(window)) {
    QueryByStructures(app, app.surface());
  }
  app.End();
}

VULKAN_CASE(LS_ANDROID_WSI_3, driver_with_queries_by_structures) {
  const AndroidWorld world = WindowWorld(c.subject(), R"({"instance_extensions":
      ["VK_KHR_surface", "VK_KHR_get_surface_capabilities2"]})");
  const Observation seen = Observe(c, world, UseQueries);
  if (seen.First("app", "unlisted").has_value()) {
    GTEST_SKIP() << "the loader does not list the extension";
  }
  EXPECT_SEEN(ResultOf(seen, "vkCreateAndroidSurfaceKHR"), "VK_SUCCESS")
      << "the loader creates the surface of a window, with an instance that has the extension";
  for (const char* command :
       {"vkGetPhysicalDeviceSurfaceCapabilities2KHR", "vkGetPhysicalDeviceSurfaceFormats2KHR"}) {
    EXPECT_SEEN(seen.Select(kDefaultDriver, command), IsEmpty())
        << "surfaces are not exposed to drivers";
  }
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "the driver is called as its API allows";
}

}  // namespace
}  // namespace loadstone::suites::android_drivers_with_windows
