// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/probe/app_trace.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/android/window_app.h"
#include "suites/vulkan/drivers/drivers.h"

// Android: Implement Vulkan, "Driver enumeration and loading", "Gralloc usage flags" and "Providing
// shared presentable images": two physical devices of one driver that differ in what they can do
// with windows, and many.
namespace loadstone::suites::android_devices_of_a_module {
namespace {

constexpr char kUsage[] = "vkGetSwapchainGrallocUsageANDROID";
constexpr char kUsage2[] = "vkGetSwapchainGrallocUsage2ANDROID";

AndroidWorld WorldOf(const Subject& subject, const std::string& first, const std::string& second) {
  return WindowWorld(subject, fmt::format(R"({{"physical_devices": [
      {{"name": "a", "extensions": ["{0}"], {1}}}, {{"name": "b", "extensions": ["{0}"], {2}}}]}})",
                                          kNativeBufferExtension, first, second));
}

// A swapchain on each device, of which one does not have the newer function for usage flags.
void JudgeFunctions(Case& c, uint32_t with_newer) {
  const auto hidden = [&](uint32_t i) {
    return fmt::format(R"("hidden_device_functions": ["{}"])", i == with_newer ? kUsage : kUsage2);
  };
  const Observation seen =
      Observe(c, WorldOf(c.subject(), hidden(0), hidden(1)), [](VulkanApp& vulkan) {
        MockWindow windows[2];
        WindowApp first(vulkan);
        const bool made =
            first.Begin() && first.MakeSurface(windows[0]) && first.MakeSwapchain(first.Info());
        if (made) {
          VulkanApp copy = vulkan;
          WindowApp second(copy);
          if (second.BeginBeside() && second.MakeSurface(windows[1]) &&
              second.MakeSwapchain(second.Info())) {
            AppEvent("made");
          }
          second.End();
        }
        first.End();
      });
  ExpectSwapchain(seen);
  ASSERT_SEEN(seen.First("app", "made").has_value(), true)
      << "a device of each physical device of the driver can be created";
  std::vector<std::string> devices;
  for (const Event& event : seen.Select(kDefaultDriver, "vkCreateDevice")) {
    devices.push_back(event.Text("device"));
  }
  ASSERT_SEEN(devices, SizeIs(2)) << "each device is created";
  const auto asked = [&](const char* function) {
    std::vector<std::string> texts;
    for (const Event& event : seen.Select(kDefaultDriver, function)) {
      texts.push_back(event.Text("device"));
    }
    return texts;
  };
  EXPECT_SEEN(asked(kUsage2), AllOf(Not(IsEmpty()), Each(devices[with_newer])))
      << "vkGetSwapchainGrallocUsage2ANDROID is called for the device whose driver has it";
  EXPECT_SEEN(asked(kUsage), AllOf(Not(IsEmpty()), Each(devices[1 - with_newer])))
      << "vkGetSwapchainGrallocUsageANDROID is called for the device without the newer function";
}

VULKAN_CASE(LS_ANDROID_WSI_8, older_function_of_the_second_device, policy::LS_ANDROID_WSI_5) {
  JudgeFunctions(c, 0);
}
VULKAN_CASE(LS_ANDROID_WSI_8, older_function_of_the_first_device, policy::LS_ANDROID_WSI_5) {
  JudgeFunctions(c, 1);
}

// Traces the present modes of each physical device under its name.
void TraceModes(const WindowApp& app) {
  const auto get = app.app().Get<PFN_vkGetPhysicalDeviceSurfacePresentModesKHR>(
      "vkGetPhysicalDeviceSurfacePresentModesKHR");
  const auto describe =
      app.app().Get<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties");
  for (const VkPhysicalDevice device : app.app().EnumeratePhysicalDevices()) {
    VkPhysicalDeviceProperties properties = {};
    describe(device, &properties);
    uint32_t count = 0;
    get(device, app.surface(), &count, nullptr);
    std::vector<VkPresentModeKHR> modes(count);
    get(device, app.surface(), &count, modes.data());
    AppEvent(std::string("modes of ") + properties.deviceName)
        .Add("shared", std::ranges::any_of(modes, [](VkPresentModeKHR mode) {
               return mode == VK_PRESENT_MODE_SHARED_DEMAND_REFRESH_KHR ||
                      mode == VK_PRESENT_MODE_SHARED_CONTINUOUS_REFRESH_KHR;
             }));
  }
}

// A device whose driver shares no image cannot show one in a shared mode.
void JudgeModes(Case& c, bool first_shares, bool second_shares) {
  const auto member = [](bool shares) { return fmt::format(R"("shares_images": {})", shares); };
  const Observation seen = Observe(
      c, WorldOf(c.subject(), member(first_shares), member(second_shares)), [](VulkanApp& vulkan) {
        MockWindow window;
        WindowApp app(vulkan);
        if (app.BeginInstance({}) && app.MakeSurface(window)) TraceModes(app);
        app.End();
      });
  EXPECT_SEEN(ResultOf(seen, "vkCreateAndroidSurfaceKHR"), "VK_SUCCESS")
      << "the loader creates the surface of a window";
  for (const auto& [name, shares] : {std::pair("a", first_shares), std::pair("b", second_shares)}) {
    const std::optional<Event> modes = seen.First("app", std::string("modes of ") + name);
    ASSERT_SEEN(modes.has_value(), true) << "the application can enumerate both devices";
    EXPECT_SEEN(modes->Flag("shared") && !shares, false)
        << "the modes of VK_KHR_shared_presentable_image are listed only for a device for which "
           "the driver sets sharedImage";
  }
}

VULKAN_CASE(LS_ANDROID_WSI_19, modes_where_no_device_shares_images) { JudgeModes(c, false, false); }
VULKAN_CASE(LS_ANDROID_WSI_19, modes_where_the_first_device_shares_images) {
  JudgeModes(c, true, false);
}
VULKAN_CASE(LS_ANDROID_WSI_19, modes_where_the_second_device_shares_images) {
  JudgeModes(c, false, true);
}

VULKAN_CASE(LS_ANDROID_LOADER_4, many_devices_of_one_driver) {
  std::vector<std::string> names;
  std::string devices;
  for (int i = 0; i < 20; ++i) {
    names.push_back(fmt::format("device {}", i));
    devices += fmt::format(R"({}{{"name": "{}"}})", i == 0 ? "" : ", ", names.back());
  }
  const AndroidWorld world =
      WindowWorld(c.subject(), fmt::format(R"({{"physical_devices": [{}]}})", devices));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    if (app.CreateInstance({.api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) return;
    app.EnumeratePhysicalDevices();
    app.DestroyInstance();
  });
  EXPECT_SEEN(Order(seen), UnorderedElementsAreArray(names))
      << "one driver may have several physical devices";
}

}  // namespace
}  // namespace loadstone::suites::android_devices_of_a_module
