// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "harness/probe/app_trace.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/android/window_app.h"

// Android: Implement Vulkan, "Window system integration": buffers that come with fences and that
// the window gets back without being presented. No document says who closes their descriptors; the
// window's interface does (interfaces/android/native_window.h).
namespace loadstone::suites::android_returned_buffers {
namespace {

constexpr int kRounds = 20;

VkSwapchainKHR TakeSwapchain(WindowApp& app) {
  return app.MakeSwapchain(app.Info()) ? app.swapchain() : VK_NULL_HANDLE;
}

void Acquire(const WindowApp& app) {
  uint32_t index = 0;
  app.Acquire(app.MakeSemaphore(), VK_NULL_HANDLE, &index);
}

// How often the window gave a buffer away, and got one back.
void ExpectEachReturned(const Observation& seen) {
  EXPECT_SEEN(seen.Select(kAppName, "buffer_cancelled").size() +
                  seen.Select(kAppName, "buffer_queued").size(),
              seen.Select(kAppName, "buffer_dequeued").size())
      << "the window gets each buffer back, once";
}

// What happens in each round to a swapchain of a window whose buffers come with fences.
struct Round {
  const char* case_name;
  void (*run)(WindowApp& app);
  const char* behaviour = "{}";  // of the driver
  int most_dequeued = 16;
};
constexpr Round kRows[] = {
    {"window_of_swapchains_that_are_not_used",
     [](WindowApp& app) {
       if (TakeSwapchain(app) != VK_NULL_HANDLE) app.DestroySwapchain();
     }},
    {"window_of_swapchains_with_an_acquired_image",
     [](WindowApp& app) {
       if (TakeSwapchain(app) == VK_NULL_HANDLE) return;
       Acquire(app);
       app.Get<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle")(app.app().device());
       app.DestroySwapchain();
     }},
    {"window_of_swapchains_that_are_replaced",
     [](WindowApp& app) {
       const VkSwapchainKHR old = TakeSwapchain(app);
       if (old == VK_NULL_HANDLE) return;
       VkSwapchainCreateInfoKHR info = app.Info();
       info.oldSwapchain = old;
       app.MakeSwapchain(info);
       app.DestroySwapchain(old);
       if (app.swapchain() != VK_NULL_HANDLE) app.DestroySwapchain();
     }},
    {"window_of_swapchains_that_lack_an_image",
     [](WindowApp& app) {
       if (TakeSwapchain(app) != VK_NULL_HANDLE) app.DestroySwapchain();
     },
     R"({"results": {"vkCreateImage": -2}})"},
    {"window_of_swapchains_that_lack_a_buffer",
     [](WindowApp& app) {
       if (TakeSwapchain(app) != VK_NULL_HANDLE) app.DestroySwapchain();
     },
     "{}", 2},
    {"window_of_swapchains_whose_image_the_driver_refuses",
     [](WindowApp& app) {
       if (TakeSwapchain(app) == VK_NULL_HANDLE) return;
       Acquire(app);
       app.DestroySwapchain();
     },
     R"({"misbehave": ["refuse_fences"]})"},
};

void Judge(Case& c, const Round& row) {
  const Observation seen =
      Observe(c, WindowWorld(c.subject(), row.behaviour), [&row](VulkanApp& vulkan) {
        MockWindow window({.fences = true, .most_dequeued = row.most_dequeued});
        WindowApp app(vulkan);
        if (app.Begin() && app.MakeSurface(window)) {
          row.run(app);
          const int before = LowestFreeDescriptor();
          for (int i = 0; i < kRounds; ++i) row.run(app);
          AppEvent("descriptors").Add("more", int64_t{LowestFreeDescriptor() - before});
        }
        app.End();
      });
  EXPECT_SEEN(ResultOf(seen, "vkCreateAndroidSurfaceKHR"), "VK_SUCCESS")
      << "the loader creates the surface of a window";
  const std::optional<Event> descriptors = seen.First(kAppName, "descriptors");
  ASSERT_SEEN(descriptors.has_value(), true) << "the application must finish";
  EXPECT_SEEN(descriptors->Number("more"), Lt(int64_t{kRounds}))
      << "a fence that came with a buffer is closed, or goes back to the window";
  ExpectEachReturned(seen);
}

REGISTER_CASES {
  for (const Round& row : kRows) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_3}, row.case_name,
                 [&row](Case& c) { Judge(c, row); });
  }
}

// Each present of a shared image dequeues its buffer again, with another fence.
VULKAN_CASE(LS_VK_ROBUSTNESS_3, window_of_a_shared_image) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [](VulkanApp& vulkan) {
    MockWindow window({.fences = true});
    WindowApp app(vulkan);
    if (app.Begin({VK_KHR_SHARED_PRESENTABLE_IMAGE_EXTENSION_NAME}) && app.MakeSurface(window) &&
        app.MakeSwapchain(
            InfoFor(app, {.mode = VK_PRESENT_MODE_SHARED_DEMAND_REFRESH_KHR, .images = 1}))) {
      const VkSemaphore semaphore = app.MakeSemaphore();
      uint32_t index = 0;
      app.Acquire(semaphore, VK_NULL_HANDLE, &index);
      app.Present(app.Queue(), {semaphore}, index);
      const int before = LowestFreeDescriptor();
      for (int i = 0; i < kRounds; ++i) app.Present(app.Queue(), {}, index);
      AppEvent("descriptors").Add("more", int64_t{LowestFreeDescriptor() - before});
    }
    app.End();
  });
  ExpectSwapchain(seen);
  const std::optional<Event> descriptors = seen.First(kAppName, "descriptors");
  ASSERT_SEEN(descriptors.has_value(), true) << "a shared image can be acquired";
  EXPECT_SEEN(descriptors->Number("more"), Lt(int64_t{kRounds}))
      << "a fence that came with a buffer is closed, or goes back to the window";
  ExpectEachReturned(seen);
}

}  // namespace
}  // namespace loadstone::suites::android_returned_buffers
