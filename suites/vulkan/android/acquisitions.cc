// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include "harness/probe/app_trace.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/android/window_app.h"

// Android: Implement Vulkan, "Acquiring images": each acquisition of many, and those that fail.
namespace loadstone::suites::android_acquisitions {
namespace {

constexpr uint32_t kFrames = 20;

std::vector<std::string> TextsOf(const Observation& seen, const char* who, const char* event,
                                 const char* key) {
  std::vector<std::string> texts;
  for (const Event& each : seen.Select(who, event)) texts.push_back(each.Text(key));
  return texts;
}

std::vector<int64_t> FilesOf(const Observation& seen, const char* who, const char* event) {
  std::vector<int64_t> files;
  for (const Event& each : seen.Select(who, event)) files.push_back(each.Number("file"));
  return files;
}

// Presents images in a window whose buffers come with fences of their own, by one of the two
// functions.
void Present(VulkanApp& vulkan, bool newer) {
  MockWindow window({.fences = true});
  WindowApp app(vulkan);
  if (app.Begin() && app.MakeSurface(window) && app.MakeSwapchain(app.Info())) {
    AppEvent("frames");
    for (uint32_t i = 0; i < kFrames; ++i) {
      const VkSemaphore semaphore = app.MakeSemaphore();
      uint32_t index = 0;
      const VkResult acquired = newer ? app.Acquire2(semaphore, VK_NULL_HANDLE, &index)
                                      : app.Acquire(semaphore, VK_NULL_HANDLE, &index);
      if (acquired != VK_SUCCESS) break;
      AppEvent("taken")
          .Add("image", HandleText(app.Images().at(index)))
          .Add("semaphore", HandleText(semaphore));
      app.Present(app.Queue(), {semaphore}, index);
    }
  }
  app.End();
}

void JudgeEach(Case& c, bool newer) {
  const Observation seen =
      Observe(c, WindowWorld(c.subject()), [newer](VulkanApp& vulkan) { Present(vulkan, newer); });
  ExpectSwapchain(seen);
  if (newer && seen.Select("app", "vkAcquireNextImage2KHR").empty()) {
    GTEST_SKIP() << "the device has no vkAcquireNextImage2KHR";
  }
  EXPECT_SEEN(seen.Select("app", "taken").size(), size_t{kFrames})
      << "an image can be acquired after each present";
  for (const char* key : {"image", "semaphore"}) {
    EXPECT_SEEN(TextsOf(seen, kDefaultDriver, "image_acquired", key),
                ElementsAreArray(TextsOf(seen, "app", "taken", key)))
        << "each acquisition calls vkAcquireImageANDROID";
  }
  EXPECT_SEEN(TextsOf(seen, kDefaultDriver, "image_released", "image"),
              ElementsAreArray(TextsOf(seen, "app", "taken", "image")))
      << "each vkQueuePresentKHR calls vkQueueSignalReleaseImageANDROID";
  // Buffers may also be dequeued before the first acquisition, when images are created.
  const std::vector<int64_t> of_window = FilesOf(seen, "app", "buffer_dequeued");
  const std::vector<int64_t> of_driver = FilesOf(seen, kDefaultDriver, "image_acquired");
  EXPECT_SEEN(of_driver, Not(Contains(0))) << "vkAcquireImageANDROID gets an open descriptor";
  for (const int64_t file : of_driver) {
    EXPECT_SEEN(of_window, Contains(file))
        << "vkAcquireImageANDROID gets the native fence that came with a buffer";
  }
}

VULKAN_CASE(LS_ANDROID_WSI_16, each_of_many, policy::LS_ANDROID_WSI_17) { JudgeEach(c, false); }
VULKAN_CASE(LS_ANDROID_WSI_16, each_of_many_by_the_newer_function, policy::LS_ANDROID_WSI_17) {
  JudgeEach(c, true);
}

// Acquires images until the window has no buffer.
VULKAN_CASE(LS_ANDROID_WSI_16, window_without_a_buffer) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [](VulkanApp& vulkan) {
    MockWindow window;
    WindowApp app(vulkan);
    if (app.Begin() && app.MakeSurface(window) && app.MakeSwapchain(app.Info())) {
      const size_t images = app.Images().size();
      for (size_t i = 0; i <= images; ++i) {
        uint32_t index = 0;
        if (app.Acquire(app.MakeSemaphore(), VK_NULL_HANDLE, &index, 0) != VK_SUCCESS) break;
      }
    }
    app.End();
  });
  ExpectSwapchain(seen);
  const size_t acquired = seen.Select("app", "acquired").size();
  EXPECT_SEEN(acquired, Ge(1U)) << "an image can be acquired";
  EXPECT_SEEN(seen.Select(kDefaultDriver, "image_acquired").size(), acquired)
      << "vkAcquireImageANDROID is called for the images that are acquired alone";
}

// A process that has closed its standard input: fences may have the descriptor 0.
VULKAN_CASE(LS_ANDROID_WSI_16, fence_of_the_window_with_descriptor_0) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [](VulkanApp& vulkan) {
    MockWindow window({.fences = true});
    WindowApp app(vulkan);
    if (app.Begin() && app.MakeSurface(window) && app.MakeSwapchain(app.Info())) {
      close(STDIN_FILENO);
      uint32_t index = 0;
      app.Acquire(app.MakeSemaphore(), VK_NULL_HANDLE, &index);
    }
    app.End();
  });
  ExpectSwapchain(seen);
  EXPECT_SEEN(ResultOf(seen, "vkAcquireNextImageKHR"), "VK_SUCCESS") << "an image can be acquired";
  const std::vector<int64_t> of_driver = FilesOf(seen, kDefaultDriver, "image_acquired");
  EXPECT_SEEN(of_driver, SizeIs(1)) << "an acquisition calls vkAcquireImageANDROID";
  for (const int64_t file : of_driver) {
    EXPECT_SEEN(FilesOf(seen, "app", "buffer_dequeued"), Contains(file))
        << "vkAcquireImageANDROID gets the native fence that came with a buffer";
  }
}

// The driver owns a descriptor that it got: it closes the descriptor, and may use its number again.
constexpr char kOfDriver[] = "the loader does not close a descriptor that it passed to the driver";

VULKAN_CASE(LS_ANDROID_WSI_16, fence_of_the_window_and_a_failure) {
  const Observation seen = Observe(
      c, WindowWorld(c.subject(), R"({"misbehave": ["refuse_fences", "reuse_refused_fences"]})"),
      [](VulkanApp& vulkan) {
        MockWindow window({.fences = true});
        WindowApp app(vulkan);
        if (app.Begin() && app.MakeSurface(window) && app.MakeSwapchain(app.Info())) {
          uint32_t index = 0;
          app.Acquire(app.MakeSemaphore(), VK_NULL_HANDLE, &index);
        }
        app.End();
      });
  EXPECT_SEEN(ResultOf(seen, "vkCreateSwapchainKHR"), "VK_SUCCESS")
      << "the loader creates a swapchain from the window's buffers";
  EXPECT_SEEN(seen.Select(kDefaultDriver, "image_acquired"), Not(IsEmpty()))
      << "an acquisition calls vkAcquireImageANDROID";
  EXPECT_SEEN(ResultOf(seen, "vkAcquireNextImageKHR"),
              Not(AnyOf("VK_SUCCESS", "VK_SUBOPTIMAL_KHR")))
      << "vkAcquireNextImageKHR does not succeed if vkAcquireImageANDROID fails";
  EXPECT_SEEN(seen.Select(kDefaultDriver, "violation"), IsEmpty()) << kOfDriver;
}

VULKAN_CASE(LS_ANDROID_WSI_16, fences_of_the_window_and_files_of_the_driver) {
  const Observation seen =
      RunSwapchain(c, WindowWorld(c.subject(), R"({"misbehave": ["reuse_fences"]})"),
                   {.frames = kFrames, .window = {.fences = true}});
  EXPECT_SEEN(ResultOf(seen, "vkCreateSwapchainKHR"), "VK_SUCCESS")
      << "the loader creates a swapchain from the window's buffers";
  EXPECT_SEEN(seen.Select(kDefaultDriver, "image_acquired").size(), size_t{kFrames})
      << "an image can be acquired after each present";
  EXPECT_SEEN(seen.Select(kDefaultDriver, "violation"), IsEmpty()) << kOfDriver;
}

}  // namespace
}  // namespace loadstone::suites::android_acquisitions
