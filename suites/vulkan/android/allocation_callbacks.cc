// SPDX-License-Identifier: Apache-2.0
#include "harness/probe/app_trace.h"
#include "suites/common/component_app.h"
#include "suites/common/counting_allocator.h"
#include "suites/vulkan/android/window_app.h"

// The Vulkan specification, "Memory Allocation", "Host Memory": surfaces and swapchains of Android
// windows that the application creates and destroys with callbacks.
namespace loadstone::suites::android_allocation_callbacks {
namespace {

struct Objects {
  const char* case_name;
  bool surface;    // the surface is created with callbacks
  bool swapchain;  // and the swapchains
  bool replaced = false;
  SwapchainRequest request = {};
  const char* behaviour = "{}";  // of the driver
};
const Objects kObjects[] = {
    {"window_of_a_surface_with_callbacks", true, false},
    {"window_of_a_swapchain_with_callbacks", false, true},
    {"window_of_surface_and_swapchain_with_callbacks", true, true},
    {"window_of_swapchains_with_callbacks_of_which_one_replaces_another", false, true, true},
    {"window_of_a_shared_image_with_callbacks",
     true,
     true,
     false,
     {.mode = VK_PRESENT_MODE_SHARED_DEMAND_REFRESH_KHR, .images = 1}},
    {"window_of_a_refused_swapchain_with_callbacks",
     true,
     true,
     false,
     {},
     R"({"results": {"vkCreateImage": -2}})"},
};

// Creates and destroys the objects in `window`; the device and the instance have no callbacks.
void UseWindow(const WindowApp& app, MockWindow& window, const Objects& row,
               const VkAllocationCallbacks* callbacks) {
  const VulkanApp& vulkan = app.app();
  const VkAllocationCallbacks* of_surface = row.surface ? callbacks : nullptr;
  const VkAllocationCallbacks* of_swapchain = row.swapchain ? callbacks : nullptr;
  auto info =
      Structure<VkAndroidSurfaceCreateInfoKHR>(VK_STRUCTURE_TYPE_ANDROID_SURFACE_CREATE_INFO_KHR);
  info.window = &window;
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  Traced("vkCreateAndroidSurfaceKHR", [&] {
    return vulkan.Get<PFN_vkCreateAndroidSurfaceKHR>("vkCreateAndroidSurfaceKHR")(
        vulkan.instance(), &info, of_surface, &surface);
  });
  if (surface == VK_NULL_HANDLE) return;
  const auto create = app.Get<PFN_vkCreateSwapchainKHR>("vkCreateSwapchainKHR");
  const auto destroy = app.Get<PFN_vkDestroySwapchainKHR>("vkDestroySwapchainKHR");
  VkSwapchainCreateInfoKHR wanted = InfoFor(app, row.request);
  wanted.surface = surface;
  VkSwapchainKHR swapchain = VK_NULL_HANDLE;
  for (int i = 0; i < (row.replaced ? 2 : 1); ++i) {
    wanted.oldSwapchain = swapchain;
    VkSwapchainKHR made = VK_NULL_HANDLE;
    const VkResult result = Traced("vkCreateSwapchainKHR", [&] {
      return create(vulkan.device(), &wanted, of_swapchain, &made);
    });
    if (swapchain != VK_NULL_HANDLE) destroy(vulkan.device(), swapchain, of_swapchain);
    swapchain = result == VK_SUCCESS ? made : VK_NULL_HANDLE;
  }
  if (swapchain != VK_NULL_HANDLE) destroy(vulkan.device(), swapchain, of_swapchain);
  vulkan.Get<PFN_vkDestroySurfaceKHR>("vkDestroySurfaceKHR")(vulkan.instance(), surface,
                                                             of_surface);
}

void Judge(Case& c, const Objects& row) {
  const Observation seen =
      Observe(c, WindowWorld(c.subject(), row.behaviour), [&row](VulkanApp& vulkan) {
        MockWindow window;
        WindowApp app(vulkan);
        CountingAllocator allocator;
        if (app.Begin(ExtensionsFor(row.request))) {
          UseWindow(app, window, row, allocator.callbacks());
          AppEvent("callbacks")
              .Add("alive", int64_t{allocator.alive()})
              .Add("foreign", int64_t{allocator.foreign()});
        }
        app.End();
      });
  EXPECT_SEEN(ResultOf(seen, "vkCreateAndroidSurfaceKHR"), "VK_SUCCESS")
      << "the loader creates the surface of a window";
  const std::optional<Event> callbacks = seen.First(kAppName, "callbacks");
  ASSERT_SEEN(callbacks.has_value(), true) << "the application destroys what it created";
  EXPECT_SEEN(callbacks->Number("foreign"), 0)
      << "the callbacks free nothing that they did not allocate";
  EXPECT_SEEN(callbacks->Number("alive"), 0) << "what the callbacks allocated is freed by them";
}

REGISTER_CASES {
  for (const Objects& row : kObjects) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_ALLOCATION_1}, row.case_name,
                 [&row](Case& c) { Judge(c, row); });
  }
}

}  // namespace
}  // namespace loadstone::suites::android_allocation_callbacks
