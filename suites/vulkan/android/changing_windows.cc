// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/android/several_windows.h"

// Android: Implement Vulkan, "Window system integration" and "Releasing images": windows whose size
// changes, that have no free buffer, and whose swapchains are destroyed or replaced in use.
namespace loadstone::suites::android_changing_windows {
namespace {

// Two windows, so that an answer may be that of the other one.
VULKAN_CASE(LS_ANDROID_WSI_1, questions_about_a_surface_whose_size_changes) {
  const Observation seen = RunWithTwoSurfaces(c, [](MockWindow* windows, const WindowApp* apps) {
    windows[1].Resize(89, 67);
    apps[1].QuerySurfaceProperties();
    windows[1].Resize(89, 68);
    apps[1].QuerySurfaceProperties();
    windows[0].Resize(124, 45);
    apps[0].QuerySurfaceProperties();
  });
  EXPECT_SEEN(SurfaceSizes(seen), ElementsAre("123 45", "67 89", "89 67", "89 68", "124 45"))
      << "a surface is as large as its window is at that time";
}

// A surface after another one, whose address it may have.
VULKAN_CASE(LS_ANDROID_WSI_1, questions_about_one_surface_after_another) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [](VulkanApp& vulkan) {
    MockWindow first({.width = 123, .height = 45});
    MockWindow second({.width = 67, .height = 89});
    WindowApp app(vulkan);
    if (app.Begin()) {
      for (MockWindow* window : {&first, &second}) {
        WindowApp of_window(vulkan);
        of_window.Join(app);
        if (of_window.MakeSurface(*window)) of_window.QuerySurfaceProperties();
        of_window.End();
      }
    }
    app.End();
  });
  EXPECT_SEEN(SurfaceSizes(seen), ElementsAre("123 45", "67 89"))
      << "a surface is as large as its window";
}

// How long an application waits for a buffer of a window without a free one.
struct Wait {
  const char* name;
  uint64_t timeout;
};
constexpr Wait kWaits[] = {
    {"no_time", 0}, {"a_nanosecond", 1}, {"a_microsecond", 1000}, {"a_millisecond", 1'000'000}};

void JudgeWait(Case& c, const Wait& wait, bool newer) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [&](VulkanApp& vulkan) {
    MockWindow window;
    WindowApp app(vulkan);
    if (app.Begin() && app.MakeSurface(window) && app.MakeSwapchain(app.Info())) {
      const size_t images = app.Images().size();
      for (size_t i = 0; i <= images; ++i) {
        uint32_t index = 0;
        const VkSemaphore semaphore = app.MakeSemaphore();
        const VkResult acquired =
            newer ? app.Acquire2(semaphore, VK_NULL_HANDLE, &index, wait.timeout)
                  : app.Acquire(semaphore, VK_NULL_HANDLE, &index, wait.timeout);
        if (acquired != VK_SUCCESS) break;
      }
    }
    app.End();
  });
  ExpectSwapchain(seen);
  const std::string function = newer ? "vkAcquireNextImage2KHR" : "vkAcquireNextImageKHR";
  if (newer && seen.Select("app", function).empty()) {
    GTEST_SKIP() << "the device has no vkAcquireNextImage2KHR";
  }
  const std::vector<std::string> results = ResultsOf(seen, function);
  ASSERT_SEEN(results, Not(IsEmpty())) << "the application must finish";
  EXPECT_SEEN(results.back(), Ne(wait.timeout == 0 ? "VK_TIMEOUT" : "VK_NOT_READY"))
      << "VK_NOT_READY is for a timeout of 0, and VK_TIMEOUT for others";
}

REGISTER_CASES {
  for (const Wait& wait : kWaits) {
    for (const bool newer : {false, true}) {
      RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_1},
                   fmt::format("acquisition_that_waits_for_{}{}", wait.name,
                               newer ? "_by_the_newer_function" : ""),
                   [&wait, newer](Case& c) { JudgeWait(c, wait, newer); });
    }
  }
}

constexpr uint32_t kImages = 4;

// Acquires an image with this index, if the window returns its buffer within a few frames.
bool AcquireImage(const WindowApp& app, uint32_t wanted) {
  for (uint32_t frame = 0; frame < 4 * kImages; ++frame) {
    const VkSemaphore semaphore = app.MakeSemaphore();
    uint32_t index = 0;
    if (app.Acquire(semaphore, VK_NULL_HANDLE, &index) != VK_SUCCESS) return false;
    if (index == wanted) return true;
    if (app.Present(app.Queue(), {semaphore}, index) != VK_SUCCESS) return false;
  }
  return false;
}

// Destroys a swapchain while the application has acquired one of its images, and creates another.
void JudgeDestroying(Case& c, uint32_t wanted, VkPresentModeKHR mode) {
  const SwapchainRequest request = {.mode = mode,
                                    .images = mode == VK_PRESENT_MODE_FIFO_KHR ? kImages : 1};
  const Observation seen = Observe(c, WindowWorld(c.subject()), [&](VulkanApp& vulkan) {
    MockWindow window({.rotates = true});
    WindowApp app(vulkan);
    if (app.Begin(ExtensionsFor(request)) && app.MakeSurface(window) &&
        app.MakeSwapchain(InfoFor(app, request)) && AcquireImage(app, wanted)) {
      app.Get<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle")(vulkan.device());
      app.DestroySwapchain();
      AppEvent("destroyed");
      app.MakeSwapchain(InfoFor(app, request));
    }
    app.End();
  });
  ExpectSwapchain(seen);
  if (!seen.First("app", "destroyed").has_value()) {
    GTEST_SKIP() << "no image with this index can be acquired";
  }
  const std::vector<std::string> results = ResultsOf(seen, "vkCreateSwapchainKHR");
  EXPECT_SEEN(results, ElementsAre("VK_SUCCESS", "VK_SUCCESS"))
      << "a swapchain can be created after one that was destroyed with an acquired image: its "
         "buffers belong to the window again";
}

REGISTER_CASES {
  for (uint32_t i = 0; i < kImages; ++i) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_1},
                 fmt::format("after_a_swapchain_with_acquired_image_{}", i),
                 [i](Case& c) { JudgeDestroying(c, i, VK_PRESENT_MODE_FIFO_KHR); });
  }
  RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_1}, "after_a_swapchain_with_a_shared_image",
               [](Case& c) { JudgeDestroying(c, 0, VK_PRESENT_MODE_SHARED_DEMAND_REFRESH_KHR); });
}

// Presents an acquired image of each of two swapchains, of which a third one has replaced one.
void PresentWithReplaced(VulkanApp& vulkan, size_t replaced) {
  MockWindow windows[2];
  WindowApp apps[] = {WindowApp(vulkan), WindowApp(vulkan)};
  if (!apps[0].Begin()) return apps[0].End();
  apps[1].Join(apps[0]);
  std::vector<VkSwapchainKHR> swapchains;
  std::vector<uint32_t> indices;
  std::vector<VkSemaphore> semaphores;
  for (size_t i : {0, 1}) {
    uint32_t index = 0;
    const VkSemaphore semaphore = apps[0].MakeSemaphore();
    if (!apps[i].MakeSurface(windows[i]) || !apps[i].MakeSwapchain(apps[i].Info()) ||
        apps[i].Acquire(semaphore, VK_NULL_HANDLE, &index) != VK_SUCCESS) {
      break;
    }
    swapchains.push_back(apps[i].swapchain());
    indices.push_back(index);
    semaphores.push_back(semaphore);
  }
  if (swapchains.size() == 2) {
    WindowApp& app = apps[replaced];
    AppEvent("good").Add("image",
                         HandleText(apps[1 - replaced].Images().at(indices[1 - replaced])));
    VkSwapchainCreateInfoKHR next = app.Info();
    next.oldSwapchain = app.swapchain();
    next.imageExtent = {160, 100};
    app.MakeSwapchain(next);
    const std::vector<VkResult> results = PresentEach(apps[0], swapchains, indices, semaphores);
    AppEvent("results")
        .Add("replaced", int64_t{results[replaced]})
        .Add("good", int64_t{results[1 - replaced]});
    apps[0].Get<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle")(vulkan.device());
    app.DestroySwapchain(swapchains[replaced]);
  }
  apps[1].End();
  apps[0].End();
}

void JudgeReplaced(Case& c, size_t replaced) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [replaced](VulkanApp& vulkan) {
    PresentWithReplaced(vulkan, replaced);
  });
  ExpectSwapchain(seen);
  const std::optional<Event> good = seen.First("app", "good");
  const std::optional<Event> results = seen.First("app", "results");
  ASSERT_SEEN(good.has_value() && results.has_value(), true) << "images can be acquired";
  EXPECT_SEEN(results->Number("replaced"), Ne(VK_RESULT_MAX_ENUM))
      << "pResults tells of each swapchain";
  EXPECT_SEEN(results->Number("good"), VK_SUCCESS)
      << "a swapchain is presented, whatever the result of another one is";
  std::vector<std::string> released;
  for (const Event& event : seen.Select(kDefaultDriver, "image_released")) {
    released.push_back(event.Text("image"));
  }
  EXPECT_SEEN(released, Contains(good->Text("image")))
      << "vkQueuePresentKHR calls vkQueueSignalReleaseImageANDROID, whatever the result of another "
         "swapchain is";
}

VULKAN_CASE(LS_ANDROID_WSI_17, beside_a_swapchain_that_was_replaced) { JudgeReplaced(c, 0); }
VULKAN_CASE(LS_ANDROID_WSI_17, before_a_swapchain_that_was_replaced) { JudgeReplaced(c, 1); }

}  // namespace
}  // namespace loadstone::suites::android_changing_windows
