// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "harness/probe/app_trace.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/android/several_windows.h"

// Android: Implement Vulkan, "Window system integration", "Releasing images" and "Providing shared
// presentable images": presents of many swapchains and of shared images beside others, and the
// functions of swapchains that an instance has.
namespace loadstone::suites::android_presents_together {
namespace {

constexpr char kBetween[] = "VK_LAYER_LS_between";

std::vector<std::string> TextsOf(const std::vector<Event>& events, const char* key) {
  std::vector<std::string> texts;
  for (const Event& event : events) texts.push_back(event.Text(key));
  return texts;
}

// Swapchains of one device, each in a window of its own, with an image that was acquired.
struct Swapchains {
  std::vector<VkSwapchainKHR> handles;
  std::vector<uint32_t> indices;
  std::vector<VkSemaphore> semaphores;
};

bool Take(WindowApp& app, MockWindow& window, VkPresentModeKHR mode, Swapchains* all) {
  const VkSemaphore semaphore = app.MakeSemaphore();
  uint32_t index = 0;
  const uint32_t images = mode == VK_PRESENT_MODE_FIFO_KHR ? 2 : 1;
  if (!app.MakeSurface(window) ||
      !app.MakeSwapchain(InfoFor(app, {.mode = mode, .images = images})) ||
      app.Acquire(semaphore, VK_NULL_HANDLE, &index) != VK_SUCCESS) {
    return false;
  }
  AppEvent("taken").Add("image", HandleText(app.Images().at(index)));
  all->handles.push_back(app.swapchain());
  all->indices.push_back(index);
  all->semaphores.push_back(semaphore);
  return true;
}

void JudgeMany(Case& c, size_t count) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [count](VulkanApp& vulkan) {
    std::deque<MockWindow> windows;
    std::deque<WindowApp> apps;
    WindowApp first(vulkan);
    Swapchains all;
    bool good = first.Begin();
    for (size_t i = 0; good && i < count; ++i) {
      apps.emplace_back(vulkan).Join(first);
      good = Take(apps.back(), windows.emplace_back(), VK_PRESENT_MODE_FIFO_KHR, &all);
    }
    if (good) {
      const std::vector<VkResult> results =
          PresentEach(first, all.handles, all.indices, all.semaphores);
      AppEvent("results").Add("good",
                              static_cast<int64_t>(std::ranges::count(results, VK_SUCCESS)));
    }
    for (WindowApp& app : apps) app.End();
    first.End();
  });
  ExpectSwapchain(seen);
  const std::optional<Event> results = seen.First(kAppName, "results");
  ASSERT_SEEN(results.has_value(), true) << "images can be acquired";
  EXPECT_SEEN(results->Number("good"), static_cast<int64_t>(count))
      << "pResults tells of each swapchain";
  EXPECT_SEEN(TextsOf(seen.Select(kDefaultDriver, "image_released"), "image"),
              UnorderedElementsAreArray(TextsOf(seen.Select(kAppName, "taken"), "image")))
      << "vkQueueSignalReleaseImageANDROID gets each image that is presented";
  EXPECT_SEEN(seen.Select(kAppName, "buffer_queued"), SizeIs(count))
      << "each window gets its image";
}

REGISTER_CASES {
  for (const size_t count : {size_t{5}, size_t{17}, size_t{33}}) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_17}, fmt::format("of_{}_swapchains", count),
                 [count](Case& c) { JudgeMany(c, count); });
  }
}

// Presents a shared image and an ordinary one by one call, and the shared one twice more.
void JudgeShared(Case& c, VkPresentModeKHR first, VkPresentModeKHR second) {
  const bool is_first = first != VK_PRESENT_MODE_FIFO_KHR;
  const Observation seen = Observe(c, WindowWorld(c.subject()), [&](VulkanApp& vulkan) {
    MockWindow windows[2];
    WindowApp apps[] = {WindowApp(vulkan), WindowApp(vulkan)};
    Swapchains all;
    if (apps[0].Begin({VK_KHR_SHARED_PRESENTABLE_IMAGE_EXTENSION_NAME})) {
      apps[1].Join(apps[0]);
      if (Take(apps[0], windows[0], first, &all) && Take(apps[1], windows[1], second, &all)) {
        PresentEach(apps[0], all.handles, all.indices, all.semaphores);
        const size_t shared = is_first ? 0 : 1;
        for (int i = 0; i < 2; ++i) apps[shared].Present(apps[0].Queue(), {}, all.indices[shared]);
      }
    }
    apps[1].End();
    apps[0].End();
  });
  ExpectSwapchain(seen);
  EXPECT_SEEN(ResultsOf(seen, "vkQueuePresentKHR"),
              ElementsAre("VK_SUCCESS", "VK_SUCCESS", "VK_SUCCESS"))
      << "a shared image can be presented again without another acquisition";
  const std::vector<std::string> taken = TextsOf(seen.Select(kAppName, "taken"), "image");
  ASSERT_SEEN(taken, SizeIs(2)) << "images can be acquired";
  const std::string& shared = taken[is_first ? 0 : 1];
  const std::string& other = taken[is_first ? 1 : 0];
  EXPECT_SEEN(TextsOf(seen.Select(kDefaultDriver, "image_released"), "image"),
              UnorderedElementsAre(shared, shared, shared, other))
      << "each vkQueuePresentKHR calls vkQueueSignalReleaseImageANDROID";
}

VULKAN_CASE(LS_ANDROID_WSI_19, shared_image_before_another, policy::LS_ANDROID_WSI_17) {
  JudgeShared(c, VK_PRESENT_MODE_SHARED_DEMAND_REFRESH_KHR, VK_PRESENT_MODE_FIFO_KHR);
}
VULKAN_CASE(LS_ANDROID_WSI_19, shared_image_behind_another, policy::LS_ANDROID_WSI_17) {
  JudgeShared(c, VK_PRESENT_MODE_FIFO_KHR, VK_PRESENT_MODE_SHARED_CONTINUOUS_REFRESH_KHR);
}

// Functions of the device that vkGetInstanceProcAddr returns.
void JudgeInstance(Case& c, const std::vector<std::string>& layers) {
  AndroidWorld world = WindowWorld(c.subject());
  for (const std::string& name : layers) world.With(Layer(name));
  const Observation seen = Observe(c, world, [&layers](VulkanApp& vulkan) {
    MockWindow window;
    WindowApp app(vulkan);
    if (app.BeginByInstance(layers)) {
      std::vector<std::string> missing;
      for (const char* name :
           {"vkCreateSwapchainKHR", "vkDestroySwapchainKHR", "vkGetSwapchainImagesKHR",
            "vkAcquireNextImageKHR", "vkQueuePresentKHR"}) {
        if (vulkan.InstanceProc(name) == nullptr) missing.emplace_back(name);
      }
      AppEvent("missing").Add("names", missing);
      uint32_t index = 0;
      if (missing.empty() && app.MakeSurface(window) && app.MakeSwapchain(app.Info())) {
        const VkSemaphore semaphore = app.MakeSemaphore();
        AppEvent("images").Add("count", static_cast<int64_t>(app.Images().size()));
        if (app.Acquire(semaphore, VK_NULL_HANDLE, &index) == VK_SUCCESS) {
          app.Present(app.Queue(), {semaphore}, index);
        }
      }
    }
    app.End();
  });
  const std::optional<Event> missing = seen.First(kAppName, "missing");
  ASSERT_SEEN(missing.has_value(), true) << "a device with swapchains can be created";
  EXPECT_SEEN(missing->List("names"), IsEmpty())
      << "vkGetInstanceProcAddr has the functions of extensions of devices";
  ExpectSwapchain(seen);
  EXPECT_SEEN(ResultOf(seen, "vkQueuePresentKHR"), "VK_SUCCESS") << "an image can be presented";
  EXPECT_SEEN(seen.Select(kDefaultDriver, "image_released"), SizeIs(1))
      << "vkQueuePresentKHR calls vkQueueSignalReleaseImageANDROID";
}

VULKAN_CASE(LS_ANDROID_WSI_1, swapchains_by_functions_of_the_instance) { JudgeInstance(c, {}); }
VULKAN_CASE(LS_ANDROID_WSI_1, swapchains_by_functions_of_the_instance_through_a_layer) {
  JudgeInstance(c, {kBetween});
}

}  // namespace
}  // namespace loadstone::suites::android_presents_together
