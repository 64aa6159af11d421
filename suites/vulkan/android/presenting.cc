// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/android/window_app.h"

// Android: Implement Vulkan, "Acquiring images" and "Releasing images": the loader's calls of the
// driver when images are acquired and released, and who closes the descriptors of fences.
namespace loadstone::suites::android_presenting {
namespace {

constexpr uint32_t kFrames = 20;
constexpr char kBetween[] = "VK_LAYER_LS_between";

// `by_exports`: the application calls what the loader exports, and a layer is between both.
AndroidWorld WorldFor(const Subject& subject, bool by_exports) {
  AndroidWorld world = WindowWorld(subject);
  if (by_exports) world.With(Layer(kBetween));
  return world;
}

bool Begin(WindowApp& app, bool by_exports) {
  return by_exports ? app.BeginByExports({kBetween}) : app.Begin();
}

struct Signals {
  const char* case_name;
  bool semaphore;
  bool fence;
  bool native_fence;
  bool newer;  // by vkAcquireNextImage2KHR
  bool by_exports = false;
};
constexpr Signals kSignals[] = {
    {"semaphore", true, false, false, false},
    {"fence", false, true, false, false},
    {"semaphore_and_fence", true, true, false, false},
    {"semaphore_and_a_fence_of_the_window", true, false, true, false},
    {"semaphore_by_the_newer_function", true, false, false, true},
    {"fence_by_the_newer_function", false, true, false, true},
    {"semaphore_and_fence_by_the_newer_function", true, true, false, true},
    {"fence_and_a_fence_of_the_window", false, true, true, false},
    {"all_three", true, true, true, false},
    {"semaphore_and_a_fence_of_the_window_by_the_newer_function", true, false, true, true},
    {"all_three_by_the_newer_function", true, true, true, true},
    {"semaphore_and_fence_by_exports_through_a_layer", true, true, false, false, true},
    {"all_three_by_exports_through_a_layer", true, true, true, false, true},
    {"fence_and_a_fence_of_the_window_by_the_newer_function", false, true, true, true},
};

Observation RunAcquiring(Case& c, const Signals& signals) {
  return Observe(c, WorldFor(c.subject(), signals.by_exports), [&](VulkanApp& vulkan) {
    MockWindow window({.fences = signals.native_fence});
    WindowApp app(vulkan);
    if (Begin(app, signals.by_exports) && app.MakeSurface(window) &&
        app.MakeSwapchain(app.Info())) {
      const VkSemaphore semaphore = signals.semaphore ? app.MakeSemaphore() : VK_NULL_HANDLE;
      const VkFence fence = signals.fence ? app.MakeFence() : VK_NULL_HANDLE;
      AppEvent("given").Add("semaphore", HandleText(semaphore)).Add("fence", HandleText(fence));
      uint32_t index = 0;
      const VkResult acquired = signals.newer ? app.Acquire2(semaphore, fence, &index)
                                              : app.Acquire(semaphore, fence, &index);
      if (acquired == VK_SUCCESS) {
        AppEvent("image").Add("handle", HandleText(app.Images().at(index)));
      }
      if (signals.fence) {
        app.Get<PFN_vkWaitForFences>("vkWaitForFences")(vulkan.device(), 1, &fence, VK_TRUE, 0);
      }
    }
    app.End();
  });
}

REGISTER_CASES {
  for (const Signals& signals : kSignals) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_16}, signals.case_name, [&signals](Case& c) {
      const Observation seen = RunAcquiring(c, signals);
      ExpectSwapchain(seen);
      if (signals.newer && seen.Select("app", "vkAcquireNextImage2KHR").empty()) {
        GTEST_SKIP() << "the device has no vkAcquireNextImage2KHR";
      }
      const std::optional<Event> given = seen.First("app", "given");
      const std::optional<Event> image = seen.First("app", "image");
      const std::optional<Event> asked = seen.First(kDefaultDriver, "image_acquired");
      EXPECT_SEEN(asked.has_value() && image.has_value(), true)
          << "an acquisition calls vkAcquireImageANDROID";
      if (!asked.has_value() || !image.has_value()) return;
      EXPECT_SEEN(asked->Text("image"), image->Text("handle"))
          << "vkAcquireImageANDROID gets the image that is acquired";
      EXPECT_SEEN(asked->Text("semaphore"), given->Text("semaphore"))
          << "vkAcquireImageANDROID gets the application's semaphore";
      EXPECT_SEEN(asked->Text("fence"), given->Text("fence"))
          << "vkAcquireImageANDROID gets the application's fence";
      EXPECT_SEEN(asked->Number("descriptor") >= 0, signals.native_fence)
          << "vkAcquireImageANDROID gets the native fence of the buffer, or -1 if it has no fence";
    });
  }
}

// Waits for the semaphore in an empty submission, so that no wait is pending.
void WaitFor(const WindowApp& app, VkQueue queue, VkSemaphore semaphore) {
  constexpr VkPipelineStageFlags kStage = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
  VkSubmitInfo submit = {};
  submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  submit.waitSemaphoreCount = 1;
  submit.pWaitSemaphores = &semaphore;
  submit.pWaitDstStageMask = &kStage;
  Traced("vkQueueSubmit", [&] {
    return app.Get<PFN_vkQueueSubmit>("vkQueueSubmit")(queue, 1, &submit, VK_NULL_HANDLE);
  });
}

// Acquires an image and presents it on the device's queue.
Observation RunPresenting(Case& c, uint32_t semaphores, bool by_exports) {
  return Observe(c, WorldFor(c.subject(), by_exports), [=](VulkanApp& vulkan) {
    MockWindow window;
    WindowApp app(vulkan);
    if (Begin(app, by_exports) && app.MakeSurface(window) && app.MakeSwapchain(app.Info())) {
      const VkSemaphore acquired = app.MakeSemaphore();
      uint32_t index = 0;
      if (app.Acquire(acquired, VK_NULL_HANDLE, &index) == VK_SUCCESS) {
        const VkQueue queue = app.Queue();
        AppEvent("given")
            .Add("queue", HandleText(queue))
            .Add("image", HandleText(app.Images().at(index)))
            .Add("semaphore", HandleText(semaphores != 0 ? acquired : VK_NULL_HANDLE));
        if (semaphores == 0) WaitFor(app, queue, acquired);
        app.Present(queue, std::vector<VkSemaphore>(semaphores, acquired), index);
      }
    }
    app.End();
  });
}

void JudgePresenting(Case& c, uint32_t semaphores, bool by_exports) {
  const Observation seen = RunPresenting(c, semaphores, by_exports);
  ExpectSwapchain(seen);
  EXPECT_SEEN(ResultOf(seen, "vkQueuePresentKHR"), "VK_SUCCESS");
  const std::optional<Event> given = seen.First("app", "given");
  const std::optional<Event> asked = seen.First(kDefaultDriver, "image_released");
  EXPECT_SEEN(asked.has_value(), true)
      << "vkQueuePresentKHR calls vkQueueSignalReleaseImageANDROID";
  if (!asked.has_value() || !given.has_value()) return;
  EXPECT_SEEN(asked->Text("queue"), given->Text("queue"))
      << "vkQueueSignalReleaseImageANDROID is called on the queue that the application passed";
  EXPECT_SEEN(asked->Text("image"), given->Text("image"))
      << "vkQueueSignalReleaseImageANDROID gets the image that is presented";
  EXPECT_SEEN(asked->Number("semaphores"), int64_t{semaphores})
      << "vkQueueSignalReleaseImageANDROID gets the semaphores that the application passed";
  EXPECT_SEEN(asked->Text("semaphore"), given->Text("semaphore"))
      << "vkQueueSignalReleaseImageANDROID gets the semaphores that the application passed";
}

VULKAN_CASE(LS_ANDROID_WSI_17, without_semaphores) { JudgePresenting(c, 0, false); }
VULKAN_CASE(LS_ANDROID_WSI_17, with_a_semaphore) { JudgePresenting(c, 1, false); }
VULKAN_CASE(LS_ANDROID_WSI_17, with_a_semaphore_by_exports_through_a_layer) {
  JudgePresenting(c, 1, true);
}

// Presents enough images to detect one leaked descriptor for each.
Observation RunFrames(Case& c, const AndroidWorld& world, bool window_fences) {
  return Observe(c, world, [window_fences](VulkanApp& vulkan) {
    MockWindow window({.fences = window_fences});
    WindowApp app(vulkan);
    if (app.Begin() && app.MakeSurface(window) && app.MakeSwapchain(app.Info())) {
      const int before = LowestFreeDescriptor();
      for (uint32_t i = 0; i < kFrames; ++i) {
        const VkSemaphore semaphore = app.MakeSemaphore();
        uint32_t index = 0;
        if (app.Acquire(semaphore, VK_NULL_HANDLE, &index) != VK_SUCCESS) break;
        if (app.Present(app.Queue(), {semaphore}, index) != VK_SUCCESS) break;
      }
      AppEvent("descriptors").Add("more", int64_t{LowestFreeDescriptor() - before});
    }
    app.End();
  });
}

std::vector<std::string> TextsOf(const Observation& seen, const char* who, const char* event,
                                 const char* key) {
  std::vector<std::string> texts;
  for (const Event& each : seen.Select(who, event)) texts.push_back(each.Text(key));
  return texts;
}

// Acquires two images and then presents them, the second one first.
void PresentInOppositeOrder(WindowApp& app) {
  const VkSemaphore semaphores[] = {app.MakeSemaphore(), app.MakeSemaphore()};
  uint32_t indices[2] = {};
  int acquired = 0;
  for (int i = 0; i < 2; ++i) {
    if (app.Acquire(semaphores[i], VK_NULL_HANDLE, &indices[i]) != VK_SUCCESS) break;
    AppEvent("taken").Add("image", HandleText(app.Images().at(indices[i])));
    ++acquired;
  }
  for (int i = acquired - 1; i >= 0; --i) {
    AppEvent("given_back").Add("image", HandleText(app.Images().at(indices[i])));
    app.Present(app.Queue(), {semaphores[i]}, indices[i]);
  }
}

// Two images at once, presented in the opposite order: the driver gets the one that the application
// acquires and presents. Four images are enough for two at once with every minImageCount up to 3.
VULKAN_CASE(LS_ANDROID_WSI_16, two_images_at_once, policy::LS_ANDROID_WSI_17) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [](VulkanApp& vulkan) {
    MockWindow window;
    WindowApp app(vulkan);
    if (app.Begin() && app.MakeSurface(window)) {
      VkSwapchainCreateInfoKHR info = app.Info();
      info.minImageCount = 4;
      if (app.MakeSwapchain(info)) PresentInOppositeOrder(app);
    }
    app.End();
  });
  ExpectSwapchain(seen);
  const std::vector<std::string> acquired = TextsOf(seen, "app", "taken", "image");
  EXPECT_SEEN(acquired, SizeIs(2)) << "two images of four can be acquired";
  EXPECT_SEEN(TextsOf(seen, kDefaultDriver, "image_acquired", "image"), ElementsAreArray(acquired))
      << "vkAcquireImageANDROID gets each image that is acquired";
  EXPECT_SEEN(TextsOf(seen, kDefaultDriver, "image_released", "image"),
              ElementsAreArray(TextsOf(seen, "app", "given_back", "image")))
      << "vkQueueSignalReleaseImageANDROID gets each image that is presented";
}

struct Fences {
  const char* case_name;
  bool of_driver;
  bool of_window;
};
constexpr Fences kFences[] = {
    {"fences_of_the_driver", true, false},
    {"fences_of_driver_and_window", true, true},
};

REGISTER_CASES {
  for (const Fences& fences : kFences) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_18}, fences.case_name, [&fences](Case& c) {
      const Observation seen =
          RunFrames(c, WindowWorld(c.subject(), R"({"misbehave": ["release_with_fence"]})"),
                    fences.of_window);
      ExpectSwapchain(seen);
      EXPECT_SEEN(seen.Select("app", "buffer_queued").size(), size_t{kFrames})
          << "the window gets each image that is presented" << reading::LS_ANDROID_WSI_18_r1;
      for (const Event& event : seen.Select("app", "buffer_queued")) {
        EXPECT_SEEN(event.Flag("open"), event.Number("fence") >= 0)
            << "a descriptor that the window gets is open";
      }
      const std::optional<Event> descriptors = seen.First("app", "descriptors");
      ASSERT_SEEN(descriptors.has_value(), true);
      // A loader may keep one for each image.
      EXPECT_SEEN(descriptors->Number("more"), Lt(int64_t{kFrames}))
          << "the loader closes the descriptors of vkQueueSignalReleaseImageANDROID, or passes "
             "them on";
    });
  }
}

// The driver's descriptors duplicate the standard error output, and 0 is free for the first of
// them.
VULKAN_CASE(LS_ANDROID_WSI_18, fence_of_the_driver_with_descriptor_0) {
  const Observation seen =
      Observe(c, WindowWorld(c.subject(), R"({"misbehave": ["release_with_fence"]})"),
              [](VulkanApp& vulkan) {
                MockWindow window;
                WindowApp app(vulkan);
                if (app.Begin() && app.MakeSurface(window) && app.MakeSwapchain(app.Info())) {
                  const VkSemaphore semaphore = app.MakeSemaphore();
                  uint32_t index = 0;
                  if (app.Acquire(semaphore, VK_NULL_HANDLE, &index) == VK_SUCCESS) {
                    close(STDIN_FILENO);
                    app.Present(app.Queue(), {semaphore}, index);
                  }
                }
                app.End();
                AppEvent("left").Add("open", FileOf(STDIN_FILENO) == FileOf(STDERR_FILENO));
              });
  ExpectSwapchain(seen);
  EXPECT_SEEN(ResultOf(seen, "vkQueuePresentKHR"), "VK_SUCCESS") << "an image can be presented";
  const std::optional<Event> left = seen.First("app", "left");
  ASSERT_SEEN(left.has_value(), true) << "the application must finish";
  EXPECT_SEEN(left->Flag("open"), false)
      << "the loader closes the descriptor of vkQueueSignalReleaseImageANDROID, or passes it on";
}

// The window keeps the descriptors that it gets, so that one that is closed again is missed.
VULKAN_CASE(LS_ANDROID_WSI_18, fences_that_the_window_keeps) {
  const Observation seen =
      RunSwapchain(c, WindowWorld(c.subject(), R"({"misbehave": ["release_with_fence"]})"),
                   {.frames = kFrames, .window = {.keeps_fences = true}});
  ExpectSwapchain(seen);
  EXPECT_SEEN(seen.Select("app", "buffer_queued").size(), size_t{kFrames})
      << "the window gets each image that is presented" << reading::LS_ANDROID_WSI_18_r1;
  const std::optional<Event> end = seen.First("app", "window_end");
  ASSERT_SEEN(end.has_value(), true);
  EXPECT_SEEN(end->Number("lost_fences"), 0)
      << "the loader does not close a descriptor that it passed on to the window";
}

}  // namespace
}  // namespace loadstone::suites::android_presenting
