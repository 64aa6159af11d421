// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>

#include "harness/probe/app_trace.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/android/window_app.h"

// Android: Implement Vulkan, "Window system integration" and "Gralloc-backed images": device groups
// of one device, and a window that shared its buffer.
namespace loadstone::suites::android_groups_and_sharing {
namespace {

// Runs an application with a swapchain in a window of its size.
Observation RunWithSwapchain(Case& c, const std::function<void(const WindowApp&)>& ask) {
  return Observe(c, WindowWorld(c.subject()), [&ask](VulkanApp& vulkan) {
    MockWindow window;
    WindowApp app(vulkan);
    if (app.Begin() && app.MakeSurface(window) && app.MakeSwapchain(app.Info())) ask(app);
    app.End();
  });
}

// Functions that VK_KHR_swapchain has since version 70 for devices of Vulkan 1.1.
void AskForGroups(const WindowApp& app) {
  const VkDevice device = app.app().device();
  const auto get_capabilities =
      app.Get<PFN_vkGetDeviceGroupPresentCapabilitiesKHR>("vkGetDeviceGroupPresentCapabilitiesKHR");
  const auto get_modes =
      app.Get<PFN_vkGetDeviceGroupSurfacePresentModesKHR>("vkGetDeviceGroupSurfacePresentModesKHR");
  AppEvent("functions").Add("there", get_capabilities != nullptr && get_modes != nullptr);
  if (get_capabilities == nullptr || get_modes == nullptr) return;
  auto capabilities = Structure<VkDeviceGroupPresentCapabilitiesKHR>(
      VK_STRUCTURE_TYPE_DEVICE_GROUP_PRESENT_CAPABILITIES_KHR);
  std::ranges::fill(capabilities.presentMask, ~uint32_t{0});
  get_capabilities(device, &capabilities);
  VkDeviceGroupPresentModeFlagsKHR modes = 0;
  get_modes(device, app.surface(), &modes);
  AppEvent("groups")
      .Add("mask", int64_t{capabilities.presentMask[0]})
      .Add("others", std::ranges::any_of(std::span(capabilities.presentMask).subspan(1),
                                         [](uint32_t mask) { return mask != 0; }))
      .Add("modes", int64_t{capabilities.modes})
      .Add("modes_of_surface", int64_t{modes});
}

VULKAN_CASE(LS_ANDROID_WSI_14, groups_of_one_device) {
  const Observation seen = RunWithSwapchain(c, AskForGroups);
  ExpectSwapchain(seen);
  const std::optional<Event> functions = seen.First(kAppName, "functions");
  ASSERT_SEEN(functions.has_value() && functions->Flag("there"), true)
      << "version 70 of VK_KHR_swapchain has functions for device groups";
  const std::optional<Event> told = seen.First(kAppName, "groups");
  ASSERT_SEEN(told.has_value(), true) << "the functions return";
  EXPECT_SEEN(told->Number("mask"), 1) << "the only device presents its own images";
  EXPECT_SEEN(told->Flag("others"), false) << "presentMask is 0 for devices that do not exist";
  for (const char* modes : {"modes", "modes_of_surface"}) {
    EXPECT_SEEN(told->Number(modes) & VK_DEVICE_GROUP_PRESENT_MODE_LOCAL_BIT_KHR,
                VK_DEVICE_GROUP_PRESENT_MODE_LOCAL_BIT_KHR)
        << "VK_DEVICE_GROUP_PRESENT_MODE_LOCAL_BIT_KHR is always supported";
  }
}

// The window's buffer is shared for a swapchain with a shared image, and for no later one.
VULKAN_CASE(LS_ANDROID_WSI_1, ordinary_images_in_a_window_that_was_shared) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [](VulkanApp& vulkan) {
    MockWindow window;
    WindowApp app(vulkan);
    if (app.Begin({VK_KHR_SHARED_PRESENTABLE_IMAGE_EXTENSION_NAME}) && app.MakeSurface(window)) {
      const VkSwapchainCreateInfoKHR info =
          InfoFor(app, {.mode = VK_PRESENT_MODE_SHARED_DEMAND_REFRESH_KHR, .images = 1});
      if (app.MakeSwapchain(info)) {
        app.DestroySwapchain();
        app.MakeSwapchain(app.Info());
      }
    }
    app.End();
  });
  EXPECT_SEEN(ResultsOf(seen, "vkCreateSwapchainKHR"), ElementsAre("VK_SUCCESS", "VK_SUCCESS"))
      << "a swapchain can be created after another one was destroyed";
  const std::vector<Event> shared = seen.Select(kAppName, "window_shared");
  ASSERT_SEEN(shared, Not(IsEmpty())) << "the window is requested to share its buffer";
  EXPECT_SEEN(shared.back().Flag("shared"), false)
      << "a window does not share the buffers of a swapchain whose images are not shared";
}

}  // namespace
}  // namespace loadstone::suites::android_groups_and_sharing
