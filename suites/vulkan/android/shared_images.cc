// SPDX-License-Identifier: Apache-2.0
#include "harness/probe/app_trace.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/android/window_app.h"
#include "suites/vulkan/extensions/extensions.h"

// Android: Implement Vulkan, "Providing shared presentable images": the loader provides
// VK_KHR_shared_presentable_image, depending on the driver's answer.
namespace loadstone::suites::android_shared_images {
namespace {

constexpr char kShared[] = "VK_KHR_shared_presentable_image";
constexpr int64_t kPresentation = 1000010002;  // VkPhysicalDevicePresentationPropertiesANDROID

Observation RunListing(Case& c, const AndroidWorld& world) {
  return Observe(c, world, [](VulkanApp& app) {
    if (app.CreateInstance({.api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) return;
    TraceDeviceExtensions(app);
    app.DestroyInstance();
  });
}

// Whether the driver was asked for its support of shared images.
bool WasQueriedForSharedImages(const Observation& seen) {
  for (const Event& event : seen.Select(kDefaultDriver, "")) {
    if (!event.what().starts_with("vkGetPhysicalDeviceProperties2") || !event.Has("next")) continue;
    const std::vector<int64_t> next = event.Numbers("next");
    if (std::find(next.begin(), next.end(), kPresentation) != next.end()) return true;
  }
  return false;
}

VULKAN_CASE(LS_ANDROID_WSI_19, driver_that_shares_images) {
  const Observation seen = RunListing(c, WindowWorld(c.subject()));
  EXPECT_SEEN(ListedNames(seen), Contains(kShared))
      << "the extension is listed if the driver sets sharedImage";
}

struct Answer {
  const char* case_name;
  const char* misbehaviour;
};
constexpr Answer kAnswers[] = {
    {"driver_that_shares_none", "share_no_images"},
    {"driver_that_does_not_answer", "leave_presentation"},
};

REGISTER_CASES {
  for (const Answer& answer : kAnswers) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_19}, answer.case_name, [&answer](Case& c) {
      const Observation seen = RunListing(
          c,
          WindowWorld(c.subject(), fmt::format(R"({{"misbehave": ["{}"]}})", answer.misbehaviour)));
      EXPECT_SEEN(ListedNames(seen), Contains("VK_KHR_swapchain"));
      EXPECT_SEEN(ListedNames(seen), Not(Contains(kShared)))
          << "the extension is listed only if the driver sets sharedImage";
    });
  }
}

VULKAN_CASE(LS_ANDROID_WSI_19, driver_that_lists_it_and_shares_none) {
  const Observation seen =
      RunListing(c, WindowWorld(c.subject(), fmt::format(R"({{"misbehave": ["share_no_images"],
              "physical_devices": [{{"extensions": ["{}", "{}"]}}]}})",
                                                         kNativeBufferExtension, kShared)));
  EXPECT_SEEN(ListedNames(seen), Contains("VK_KHR_swapchain"));
  EXPECT_SEEN(ListedNames(seen), Not(Contains(kShared)))
      << "the extension is listed only if the driver sets sharedImage, whatever the driver lists";
}

constexpr char kSharing[] = "a device that shares images";
constexpr char kOther[] = "a device that shares none";

std::string DeviceObject(const char* name) {
  return fmt::format(R"({{"name": "{}", "extensions": ["{}"], "shares_images": {}}})", name,
                     kNativeBufferExtension, std::string(name) == kSharing);
}

// Traces the extensions of each device under its name.
void ListTheirExtensions(VulkanApp& app) {
  if (app.CreateInstance({.api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) return;
  const auto get = app.Get<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties");
  for (const VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
    VkPhysicalDeviceProperties properties = {};
    get(device, &properties);
    TraceExtensionsOf(app, device, properties.deviceName);
  }
  app.DestroyInstance();
}

// One driver answers differently for its two devices.
void ExpectAnswersOfTwoDevices(Case& c, const char* first, const char* second) {
  const Observation seen =
      Observe(c,
              WindowWorld(c.subject(), fmt::format(R"({{"physical_devices": [{}, {}]}})",
                                                   DeviceObject(first), DeviceObject(second))),
              ListTheirExtensions);
  const auto listed = [&](const char* device) {
    const std::optional<Event> event = seen.First("app", device);
    return event.has_value() ? event->List("names") : std::vector<std::string>{};
  };
  EXPECT_SEEN(listed(kSharing), Contains(kShared))
      << "the extension is listed for the device for which the driver sets sharedImage";
  EXPECT_SEEN(listed(kOther), Contains("VK_KHR_swapchain"));
  EXPECT_SEEN(listed(kOther), Not(Contains(kShared)))
      << "the extension is not listed for the device for which the driver does not";
}

VULKAN_CASE(LS_ANDROID_WSI_19, first_of_two_devices_shares_images) {
  ExpectAnswersOfTwoDevices(c, kSharing, kOther);
}

VULKAN_CASE(LS_ANDROID_WSI_19, second_of_two_devices_shares_images) {
  ExpectAnswersOfTwoDevices(c, kOther, kSharing);
}

VULKAN_CASE(LS_ANDROID_WSI_19, image_is_shared) {
  const Observation seen =
      RunSwapchain(c, WindowWorld(c.subject()),
                   {.mode = VK_PRESENT_MODE_SHARED_DEMAND_REFRESH_KHR, .images = 1, .frames = 1});
  ExpectSwapchain(seen);
  EXPECT_SEEN(ResultOf(seen, "vkQueuePresentKHR"), "VK_SUCCESS")
      << "a shared image can be presented";
  const std::optional<Event> shared = seen.First("app", "window_shared");
  EXPECT_SEEN(shared.has_value() && shared->Flag("shared"), true)
      << "the window is requested to share its buffer";
}

// A shared image is acquired once, and presented as often as the application likes.
void JudgePresentingAgain(Case& c, VkPresentModeKHR mode) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [mode](VulkanApp& vulkan) {
    MockWindow window;
    WindowApp app(vulkan);
    if (app.Begin({VK_KHR_SHARED_PRESENTABLE_IMAGE_EXTENSION_NAME}) && app.MakeSurface(window)) {
      const VkSwapchainCreateInfoKHR info = InfoFor(app, {.mode = mode, .images = 1});
      const VkSemaphore semaphore = app.MakeSemaphore();
      uint32_t index = 0;
      if (app.MakeSwapchain(info) && app.Acquire(semaphore, VK_NULL_HANDLE, &index) == VK_SUCCESS) {
        app.Present(app.Queue(), {semaphore}, index);
        app.Present(app.Queue(), {}, index);
      }
    }
    app.End();
  });
  ExpectSwapchain(seen);
  const std::vector<std::string> results = ResultsOf(seen, "vkQueuePresentKHR");
  EXPECT_SEEN(results, ElementsAre("VK_SUCCESS", "VK_SUCCESS"))
      << "a shared image can be presented again without another acquisition";
  EXPECT_SEEN(seen.Select(kDefaultDriver, "image_released"), SizeIs(2))
      << "each vkQueuePresentKHR calls vkQueueSignalReleaseImageANDROID";
}

VULKAN_CASE(LS_ANDROID_WSI_19, shared_image_is_presented_again, policy::LS_ANDROID_WSI_17) {
  JudgePresentingAgain(c, VK_PRESENT_MODE_SHARED_DEMAND_REFRESH_KHR);
}

VULKAN_CASE(LS_ANDROID_WSI_19, continuously_shared_image_is_presented_again,
            policy::LS_ANDROID_WSI_17) {
  JudgePresentingAgain(c, VK_PRESENT_MODE_SHARED_CONTINUOUS_REFRESH_KHR);
}

// The driver returns a descriptor for each of many presents of one image.
VULKAN_CASE(LS_ANDROID_WSI_18, fences_of_a_shared_image, policy::LS_ANDROID_WSI_17) {
  constexpr int kPresents = 20;
  const Observation seen =
      Observe(c, WindowWorld(c.subject(), R"({"misbehave": ["release_with_fence"]})"),
              [](VulkanApp& vulkan) {
                MockWindow window;
                WindowApp app(vulkan);
                if (app.Begin({VK_KHR_SHARED_PRESENTABLE_IMAGE_EXTENSION_NAME}) &&
                    app.MakeSurface(window)) {
                  const VkSwapchainCreateInfoKHR info = InfoFor(
                      app, {.mode = VK_PRESENT_MODE_SHARED_DEMAND_REFRESH_KHR, .images = 1});
                  const VkSemaphore semaphore = app.MakeSemaphore();
                  uint32_t index = 0;
                  if (app.MakeSwapchain(info) &&
                      app.Acquire(semaphore, VK_NULL_HANDLE, &index) == VK_SUCCESS) {
                    app.Present(app.Queue(), {semaphore}, index);
                    const int before = LowestFreeDescriptor();
                    for (int i = 0; i < kPresents; ++i) app.Present(app.Queue(), {}, index);
                    AppEvent("descriptors").Add("more", int64_t{LowestFreeDescriptor() - before});
                  }
                }
                app.End();
              });
  ExpectSwapchain(seen);
  const std::optional<Event> descriptors = seen.First("app", "descriptors");
  ASSERT_SEEN(descriptors.has_value(), true) << "a shared image can be acquired";
  EXPECT_SEEN(seen.Select(kDefaultDriver, "image_released"), SizeIs(kPresents + 1))
      << "each vkQueuePresentKHR calls vkQueueSignalReleaseImageANDROID";
  EXPECT_SEEN(descriptors->Number("more"), Lt(int64_t{kPresents}))
      << "the loader closes the descriptors of vkQueueSignalReleaseImageANDROID, or passes them on";
}

// The function of the extension.
VULKAN_CASE(LS_ANDROID_WSI_19, status_of_a_shared_image) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [](VulkanApp& vulkan) {
    MockWindow window;
    WindowApp app(vulkan);
    if (app.Begin({VK_KHR_SHARED_PRESENTABLE_IMAGE_EXTENSION_NAME}) && app.MakeSurface(window)) {
      const VkSwapchainCreateInfoKHR info =
          InfoFor(app, {.mode = VK_PRESENT_MODE_SHARED_DEMAND_REFRESH_KHR, .images = 1});
      const auto get = app.Get<PFN_vkGetSwapchainStatusKHR>("vkGetSwapchainStatusKHR");
      uint32_t index = 0;
      if (get != nullptr && app.MakeSwapchain(info) &&
          app.Acquire(app.MakeSemaphore(), VK_NULL_HANDLE, &index) == VK_SUCCESS) {
        Traced("vkGetSwapchainStatusKHR", [&] { return get(vulkan.device(), app.swapchain()); });
      }
    }
    app.End();
  });
  EXPECT_SEEN(ResultOf(seen, "vkGetSwapchainStatusKHR"), AnyOf("VK_SUCCESS", "VK_SUBOPTIMAL_KHR"))
      << "a device with the extension has its function";
}

// A Vulkan 1.0 driver, with and without the extension.
VULKAN_CASE(LS_ANDROID_WSI_20, driver_of_vulkan_1_0) {
  const Observation seen = RunListing(c, WindowWorld(c.subject(), R"({"api_version": "1.0.0"})"));
  EXPECT_SEEN(ListedNames(seen), Contains("VK_KHR_swapchain"));
  EXPECT_SEEN(ListedNames(seen), Not(Contains(kShared)))
      << "a driver that cannot be queried shares no images";
}

VULKAN_CASE(LS_ANDROID_WSI_20, driver_of_vulkan_1_0_that_lists_it) {
  const Observation seen =
      RunListing(c, WindowWorld(c.subject(), fmt::format(R"({{"api_version": "1.0.0",
                                      "physical_devices": [{{"extensions": ["{}", "{}"]}}]}})",
                                                         kNativeBufferExtension, kShared)));
  EXPECT_SEEN(ListedNames(seen), Contains("VK_KHR_swapchain"));
  EXPECT_SEEN(ListedNames(seen), Not(Contains(kShared)))
      << "a driver that cannot be queried shares no images, whatever it lists";
}

VULKAN_CASE(LS_ANDROID_WSI_21, driver_of_vulkan_1_1) {
  const Observation seen = RunListing(c, WindowWorld(c.subject(), R"({"api_version": "1.1.0"})"));
  EXPECT_SEEN(ListedNames(seen), Contains("VK_KHR_swapchain"));
  EXPECT_SEEN(WasQueriedForSharedImages(seen), true)
      << "the driver is queried with vkGetPhysicalDeviceProperties2";
}

VULKAN_CASE(LS_ANDROID_WSI_21, driver_of_vulkan_1_0_with_the_extension) {
  const Observation seen = RunListing(c, WindowWorld(c.subject(), R"({"api_version": "1.0.0",
      "instance_extensions": ["VK_KHR_get_physical_device_properties2"]})"));
  EXPECT_SEEN(ListedNames(seen), Contains("VK_KHR_swapchain"));
  EXPECT_SEEN(WasQueriedForSharedImages(seen), true)
      << "the driver is queried with vkGetPhysicalDeviceProperties2";
  EXPECT_SEEN(ListedNames(seen), Contains(kShared))
      << "the extension is listed if the driver sets sharedImage, whatever its version";
}

// Extensions of the driver that the application enables. They require no others.
struct Beside {
  const char* case_name;
  std::vector<std::string> enabled;
};
constexpr char kGroups[] = "VK_KHR_device_group_creation";
constexpr char kProperties2[] = "VK_KHR_get_physical_device_properties2";
const Beside kBeside[] = {
    {"driver_of_vulkan_1_0_with_another_extension", {kGroups}},
    {"driver_of_vulkan_1_0_with_the_extension_that_the_application_enables", {kProperties2}},
    {"driver_of_vulkan_1_0_with_the_extension_before_another", {kProperties2, kGroups}},
    {"driver_of_vulkan_1_0_with_the_extension_behind_another", {kGroups, kProperties2}},
};

REGISTER_CASES {
  for (const Beside& row : kBeside) {
    RegisterCase(
        Api::kVulkan, {policy::LS_ANDROID_WSI_21, policy::LS_ANDROID_WSI_19}, row.case_name,
        [&row](Case& c) {
          const AndroidWorld world =
              WindowWorld(c.subject(), fmt::format(R"({{"api_version": "1.0.0",
                                         "instance_extensions": ["{}", "{}"]}})",
                                                   kGroups, kProperties2));
          const Observation seen = Observe(c, world, [&row](VulkanApp& app) {
            if (!AreListed(app, row.enabled)) return;
            if (app.CreateInstance({.extensions = row.enabled}) != VK_SUCCESS) return;
            TraceDeviceExtensions(app);
            app.DestroyInstance();
          });
          if (seen.First("app", "not_listed").has_value()) {
            GTEST_SKIP() << "the loader does not list each extension of the driver";
          }
          EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
              << "extensions that are listed can be enabled";
          EXPECT_SEEN(WasQueriedForSharedImages(seen), true)
              << "the driver is queried with vkGetPhysicalDeviceProperties2";
          EXPECT_SEEN(ListedNames(seen), Contains(kShared))
              << "the extension is listed if the driver sets sharedImage, whatever its version";
        });
  }
}

}  // namespace
}  // namespace loadstone::suites::android_shared_images
