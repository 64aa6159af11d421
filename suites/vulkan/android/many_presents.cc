// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/android/several_windows.h"

// Android: Implement Vulkan, "Acquiring images" and "Releasing images", where there are several
// semaphores, swapchains and queues, and where the driver's function fails.
namespace loadstone::suites::android_many_presents {
namespace {

constexpr int kFrames = 20;  // more than a swapchain has images

constexpr char kGiven[] = "given";
constexpr char kReleased[] = "image_released";
constexpr char kAwaited[] = "semaphore_awaited";
constexpr size_t kSemaphores = 3;
constexpr size_t kManySemaphores = 40;

template <typename Handle>
std::vector<std::string> HandleTexts(const std::vector<Handle>& handles) {
  std::vector<std::string> texts;
  for (const Handle handle : handles) texts.push_back(HandleText(handle));
  return texts;
}

// Signals the semaphores in an empty submission.
void SignalAll(const WindowApp& app, VkQueue queue, const std::vector<VkSemaphore>& semaphores) {
  auto submit = Structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  submit.signalSemaphoreCount = static_cast<uint32_t>(semaphores.size());
  submit.pSignalSemaphores = semaphores.data();
  Traced("vkQueueSubmit", [&] {
    return app.Get<PFN_vkQueueSubmit>("vkQueueSubmit")(queue, 1, &submit, VK_NULL_HANDLE);
  });
}

// Presents an image of each swapchain by one call, and traces what is passed.
void PresentAll(const std::vector<WindowApp*>& apps, const std::vector<uint32_t>& indices,
                const std::vector<VkSemaphore>& semaphores) {
  std::vector<VkSwapchainKHR> swapchains;
  std::vector<VkImage> images;
  for (size_t i = 0; i < apps.size(); ++i) {
    swapchains.push_back(apps[i]->swapchain());
    images.push_back(apps[i]->Images().at(indices[i]));
  }
  AppEvent(kGiven)
      .Add("queue", HandleText(apps[0]->Queue()))
      .Add("images", HandleTexts(images))
      .Add("semaphores", HandleTexts(semaphores));
  const std::vector<VkResult> results = PresentEach(*apps[0], swapchains, indices, semaphores);
  AppEvent("results").Add("good", static_cast<int64_t>(std::ranges::count(results, VK_SUCCESS)));
}

// Acquires an image of each of two swapchains, or of one, and presents them with `semaphores`
// further semaphores.
Observation RunPresents(Case& c, size_t swapchains, size_t semaphores) {
  return Observe(c, WindowWorld(c.subject()), [=](VulkanApp& vulkan) {
    MockWindow windows[2];
    WindowApp apps[] = {WindowApp(vulkan), WindowApp(vulkan)};
    std::vector<WindowApp*> used;
    std::vector<uint32_t> indices;
    std::vector<VkSemaphore> awaited;
    if (!apps[0].Begin()) return apps[0].End();
    apps[1].Join(apps[0]);
    for (size_t i = 0; i < swapchains; ++i) {
      const VkSemaphore acquired = apps[0].MakeSemaphore();
      uint32_t index = 0;
      if (!apps[i].MakeSurface(windows[i]) || !apps[i].MakeSwapchain(apps[i].Info()) ||
          apps[i].Acquire(acquired, VK_NULL_HANDLE, &index) != VK_SUCCESS) {
        break;
      }
      used.push_back(&apps[i]);
      indices.push_back(index);
      awaited.push_back(acquired);
    }
    std::vector<VkSemaphore> more;
    for (size_t i = 0; i < semaphores; ++i) more.push_back(apps[0].MakeSemaphore());
    if (used.size() == swapchains) {
      if (!more.empty()) SignalAll(apps[0], apps[0].Queue(), more);
      awaited.insert(awaited.end(), more.begin(), more.end());
      PresentAll(used, indices, awaited);
    }
    apps[1].End();
    apps[0].End();
  });
}

std::vector<std::string> TextsOf(const std::vector<Event>& events, const char* key) {
  std::vector<std::string> texts;
  for (const Event& event : events) texts.push_back(event.Text(key));
  return texts;
}

// The semaphores for which the release of an image waits.
std::vector<std::string> AwaitedFor(const Observation& seen, const std::string& image) {
  std::vector<Event> waits = seen.Select(kDefaultDriver, kAwaited);
  std::erase_if(waits, [&](const Event& wait) { return wait.Text("image") != image; });
  return TextsOf(waits, "semaphore");
}

// Each image is released, the first one after all semaphores. A semaphore may be waited for once,
// so that the other images may be released without them.
void ExpectReleases(const Observation& seen, size_t swapchains) {
  ExpectSwapchain(seen);
  EXPECT_SEEN(ResultOf(seen, "vkQueuePresentKHR"), "VK_SUCCESS");
  const std::optional<Event> given = seen.First("app", kGiven);
  const std::optional<Event> results = seen.First("app", "results");
  ASSERT_SEEN(given.has_value() && results.has_value(), true) << "images can be acquired";
  EXPECT_SEEN(results->Number("good"), static_cast<int64_t>(swapchains))
      << "pResults tells of each swapchain";
  const std::vector<Event> released = seen.Select(kDefaultDriver, kReleased);
  EXPECT_SEEN(TextsOf(released, "image"), UnorderedElementsAreArray(given->List("images")))
      << "vkQueueSignalReleaseImageANDROID gets each image that is presented";
  EXPECT_SEEN(TextsOf(released, "queue"), Each(given->Text("queue")))
      << "vkQueueSignalReleaseImageANDROID is called on the queue that the application passed";
  const auto all = UnorderedElementsAreArray(given->List("semaphores"));
  for (size_t i = 0; i < released.size(); ++i) {
    const std::vector<std::string> awaited = AwaitedFor(seen, released[i].Text("image"));
    if (i > 0 && awaited.empty()) continue;
    EXPECT_SEEN(awaited, all)
        << "vkQueueSignalReleaseImageANDROID gets the semaphores that the application passed";
  }
}

VULKAN_CASE(LS_ANDROID_WSI_17, with_several_semaphores) {
  ExpectReleases(RunPresents(c, 1, kSemaphores), 1);
}

VULKAN_CASE(LS_ANDROID_WSI_17, with_many_semaphores) {
  ExpectReleases(RunPresents(c, 1, kManySemaphores), 1);
}

VULKAN_CASE(LS_ANDROID_WSI_17, of_two_swapchains) { ExpectReleases(RunPresents(c, 2, 0), 2); }

VULKAN_CASE(LS_ANDROID_WSI_17, of_two_swapchains_with_several_semaphores) {
  ExpectReleases(RunPresents(c, 2, kSemaphores), 2);
}

// An image on each of two queues.
VULKAN_CASE(LS_ANDROID_WSI_17, on_two_queues) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [](VulkanApp& vulkan) {
    MockWindow window;
    WindowApp app(vulkan);
    if (app.BeginWithTwoQueues() && app.MakeSurface(window) && app.MakeSwapchain(app.Info())) {
      for (uint32_t queue : {0U, 1U}) {
        const VkSemaphore semaphore = app.MakeSemaphore();
        uint32_t index = 0;
        if (app.Acquire(semaphore, VK_NULL_HANDLE, &index) != VK_SUCCESS) break;
        AppEvent(kGiven).Add("queue", HandleText(app.Queue(queue)));
        app.Present(app.Queue(queue), {semaphore}, index);
      }
    }
    app.End();
  });
  ExpectSwapchain(seen);
  const std::vector<Event> given = seen.Select("app", kGiven);
  EXPECT_SEEN(given, SizeIs(2)) << "an image can be acquired after another one was presented";
  EXPECT_SEEN(TextsOf(seen.Select(kDefaultDriver, kReleased), "queue"),
              ElementsAreArray(TextsOf(given, "queue")))
      << "vkQueueSignalReleaseImageANDROID is called on the queue that the application passed";
}

// Presents an image of each of two swapchains by one call, enough times to detect leaked
// descriptors.
void PresentManyTimes(VulkanApp& vulkan) {
  MockWindow windows[2];
  WindowApp apps[] = {WindowApp(vulkan), WindowApp(vulkan)};
  if (!apps[0].Begin()) return apps[0].End();
  apps[1].Join(apps[0]);
  bool usable = true;
  for (size_t i : {0, 1}) {
    usable = usable && apps[i].MakeSurface(windows[i]) && apps[i].MakeSwapchain(apps[i].Info());
  }
  const int before = LowestFreeDescriptor();
  for (int frame = 0; usable && frame < kFrames; ++frame) {
    std::vector<uint32_t> indices(2);
    const std::vector<VkSemaphore> semaphores = {apps[0].MakeSemaphore(), apps[0].MakeSemaphore()};
    for (size_t i : {0, 1}) {
      usable = usable && apps[i].Acquire(semaphores[i], VK_NULL_HANDLE, &indices[i]) == VK_SUCCESS;
    }
    if (usable) PresentAll({&apps[0], &apps[1]}, indices, semaphores);
  }
  if (usable) AppEvent("descriptors").Add("more", int64_t{LowestFreeDescriptor() - before});
  apps[1].End();
  apps[0].End();
}

// The driver returns a descriptor for each image that is released.
VULKAN_CASE(LS_ANDROID_WSI_18, of_two_swapchains) {
  const Observation seen = Observe(
      c, WindowWorld(c.subject(), R"({"misbehave": ["release_with_fence"]})"), PresentManyTimes);
  ExpectSwapchain(seen);
  for (const Event& event : seen.Select("app", "buffer_queued")) {
    EXPECT_SEEN(event.Flag("open"), event.Number("fence") >= 0)
        << "a descriptor that the window gets is open";
  }
  const std::optional<Event> descriptors = seen.First("app", "descriptors");
  ASSERT_SEEN(descriptors.has_value(), true) << "images of both swapchains can be acquired";
  // A loader may keep one for each image.
  EXPECT_SEEN(descriptors->Number("more"), Lt(int64_t{kFrames}))
      << "the loader closes each descriptor of vkQueueSignalReleaseImageANDROID, or passes it on"
      << reading::LS_ANDROID_WSI_18_r1;
}

// A driver that has lost its device.
void JudgeFailure(Case& c, const char* function, const char* command) {
  const Observation seen = RunSwapchain(
      c, WindowWorld(c.subject(), fmt::format(R"({{"results": {{"{}": -4}}}})", function)),
      {.frames = 1});
  EXPECT_SEEN(ResultOf(seen, "vkCreateSwapchainKHR"), "VK_SUCCESS")
      << "the loader creates a swapchain from the window's buffers";
  EXPECT_SEEN(seen.Select(kDefaultDriver, function), Not(IsEmpty()))
      << command << " calls " << function;
  EXPECT_SEEN(ResultOf(seen, command), Not(AnyOf("VK_SUCCESS", "VK_SUBOPTIMAL_KHR")))
      << command << " does not succeed if " << function << " fails";
}

VULKAN_CASE(LS_ANDROID_WSI_16, failure_of_the_driver) {
  JudgeFailure(c, "vkAcquireImageANDROID", "vkAcquireNextImageKHR");
}
VULKAN_CASE(LS_ANDROID_WSI_17, failure_of_the_driver) {
  JudgeFailure(c, "vkQueueSignalReleaseImageANDROID", "vkQueuePresentKHR");
}

}  // namespace
}  // namespace loadstone::suites::android_many_presents
