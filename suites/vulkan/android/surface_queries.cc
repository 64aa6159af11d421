// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "harness/probe/app_trace.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/android/window_app.h"

// Android: Implement Vulkan, "Window system integration": what the loader answers as the
// implementation of VK_KHR_surface and VK_KHR_swapchain, by the rules of Vulkan.
namespace loadstone::suites::android_surface_queries {
namespace {

VkSurfaceCapabilitiesKHR CapabilitiesOf(const WindowApp& app) {
  VkSurfaceCapabilitiesKHR capabilities = {};
  app.app().Get<PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR>(
      "vkGetPhysicalDeviceSurfaceCapabilitiesKHR")(app.app().EnumeratePhysicalDevices().at(0),
                                                   app.surface(), &capabilities);
  return capabilities;
}

// VK_KHR_android_surface: all physical devices and queue families can present to any window.
VULKAN_CASE(LS_ANDROID_WSI_1, each_queue_family_of_each_device_presents) {
  const std::string device = fmt::format(
      R"({{"extensions": ["{}"], "queue_families": [{{"flags": 15}}, {{"flags": 4}}, {{"flags": 2}}]}})",
      kNativeBufferExtension);
  const Observation seen = Observe(
      c,
      WindowWorld(c.subject(), fmt::format(R"({{"physical_devices": [{}, {}]}})", device, device)),
      [](VulkanApp& vulkan) {
        MockWindow window;
        WindowApp app(vulkan);
        if (app.BeginInstance({}) && app.MakeSurface(window)) {
          const auto get = vulkan.Get<PFN_vkGetPhysicalDeviceSurfaceSupportKHR>(
              "vkGetPhysicalDeviceSurfaceSupportKHR");
          for (const VkPhysicalDevice each : vulkan.EnumeratePhysicalDevices()) {
            for (const uint32_t family : {0U, 1U, 2U}) {
              VkBool32 supported = VK_FALSE;
              get(each, family, app.surface(), &supported);
              AppEvent("support").Add("supported", supported == VK_TRUE);
            }
          }
        }
        app.End();
      });
  const std::vector<Event> answers = seen.Select("app", "support");
  EXPECT_SEEN(answers, SizeIs(6)) << "the loader creates the surface of a window";
  for (const Event& answer : answers) {
    EXPECT_SEEN(answer.Flag("supported"), true)
        << "each queue family of each device can present to a window of Android";
  }
}

// Windows of any size.
constexpr VkExtent2D kSizes[] = {{1, 1}, {320, 200}, {200, 320}, {1920, 1080}};

VULKAN_CASE(LS_ANDROID_WSI_1, limits_of_surfaces) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [](VulkanApp& vulkan) {
    WindowApp app(vulkan);
    if (app.BeginInstance({})) {
      for (const VkExtent2D& size : kSizes) {
        MockWindow window(
            {.width = static_cast<int>(size.width), .height = static_cast<int>(size.height)});
        WindowApp of_window(vulkan);
        of_window.Join(app);
        if (of_window.MakeSurface(window)) {
          const VkSurfaceCapabilitiesKHR limits = CapabilitiesOf(of_window);
          AppEvent("limits")
              .Add("min_images", int64_t{limits.minImageCount})
              .Add("max_images", int64_t{limits.maxImageCount})
              .Add("min_width", int64_t{limits.minImageExtent.width})
              .Add("min_height", int64_t{limits.minImageExtent.height})
              .Add("max_width", int64_t{limits.maxImageExtent.width})
              .Add("max_height", int64_t{limits.maxImageExtent.height})
              .Add("layers", int64_t{limits.maxImageArrayLayers})
              .Add("usage", int64_t{limits.supportedUsageFlags})
              .Add("alpha", int64_t{limits.supportedCompositeAlpha})
              .Add("transforms", int64_t{limits.supportedTransforms});
        }
        of_window.End();
      }
    }
    app.End();
  });
  const std::vector<Event> limits = seen.Select("app", "limits");
  ASSERT_SEEN(limits, SizeIs(std::size(kSizes))) << "the loader creates the surface of a window";
  for (size_t i = 0; i < limits.size(); ++i) {
    const auto number = [&](const char* key) { return limits[i].Number(key); };
    EXPECT_SEEN(number("min_images"), Ge(1)) << "minImageCount is at least 1";
    EXPECT_SEEN(number("max_images"), AnyOf(0, Ge(number("min_images"))))
        << "maxImageCount is 0, or not below minImageCount";
    EXPECT_SEEN(number("min_width"), Le(kSizes[i].width)) << "minImageExtent is within the window";
    EXPECT_SEEN(number("min_height"), Le(kSizes[i].height))
        << "minImageExtent is within the window";
    EXPECT_SEEN(number("max_width"), Ge(kSizes[i].width)) << "maxImageExtent includes the window";
    EXPECT_SEEN(number("max_height"), Ge(kSizes[i].height)) << "maxImageExtent includes the window";
    EXPECT_SEEN(number("layers"), Ge(1)) << "maxImageArrayLayers is at least 1";
    EXPECT_SEEN(number("usage") & VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
                VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT)
        << "supportedUsageFlags has VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT";
    EXPECT_SEEN(number("alpha"), Ne(0)) << "supportedCompositeAlpha has at least one bit";
    EXPECT_SEEN(number("transforms"), Ne(0)) << "supportedTransforms has at least one bit";
  }
}

// Gets a list in arrays with room for one item fewer, for all, and for one more.
template <typename Item, typename Enumerate>
void TraceRooms(const char* list, Enumerate enumerate) {
  uint32_t number = 0;
  enumerate(&number, static_cast<Item*>(nullptr));
  for (const int more : {-1, 0, 1}) {
    const uint32_t room = number + static_cast<uint32_t>(more);
    if (room == 0) continue;
    Item unused;
    memset(&unused, 0x5a, sizeof(unused));
    std::vector<Item> items(number + 2, unused);
    uint32_t count = room;
    const VkResult result = enumerate(&count, items.data());
    const bool intact = std::all_of(items.begin() + room, items.end(), [&](const Item& item) {
      return memcmp(&item, &unused, sizeof(item)) == 0;
    });
    AppEvent("room")
        .Add("list", list)
        .Add("expected", int64_t{std::min(room, number)})
        .Add("count", int64_t{count})
        .Add("short", room < number)
        .Add("result", int64_t{result})
        .Add("intact", intact);
  }
}

VULKAN_CASE(LS_ANDROID_WSI_1, lists_of_surfaces_and_swapchains) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [](VulkanApp& vulkan) {
    MockWindow window;
    WindowApp app(vulkan);
    if (app.Begin() && app.MakeSurface(window) && app.MakeSwapchain(app.Info())) {
      const VkPhysicalDevice device = vulkan.EnumeratePhysicalDevices().at(0);
      TraceRooms<VkSurfaceFormatKHR>("formats", [&](uint32_t* count, VkSurfaceFormatKHR* items) {
        return vulkan.Get<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR>(
            "vkGetPhysicalDeviceSurfaceFormatsKHR")(device, app.surface(), count, items);
      });
      TraceRooms<VkPresentModeKHR>("present modes", [&](uint32_t* count, VkPresentModeKHR* items) {
        return vulkan.Get<PFN_vkGetPhysicalDeviceSurfacePresentModesKHR>(
            "vkGetPhysicalDeviceSurfacePresentModesKHR")(device, app.surface(), count, items);
      });
      TraceRooms<VkImage>("images", [&](uint32_t* count, VkImage* items) {
        return app.Get<PFN_vkGetSwapchainImagesKHR>("vkGetSwapchainImagesKHR")(
            vulkan.device(), app.swapchain(), count, items);
      });
    }
    app.End();
  });
  ExpectSwapchain(seen);
  const std::vector<Event> rooms = seen.Select("app", "room");
  EXPECT_SEEN(rooms, SizeIs(Ge(6U))) << "the application must finish";
  for (const Event& room : rooms) {
    EXPECT_SEEN(room.Number("result"), room.Flag("short") ? VK_INCOMPLETE : VK_SUCCESS)
        << "a list of " << room.Text("list") << " is VK_INCOMPLETE if and only if there is no room";
    EXPECT_SEEN(room.Number("count"), room.Number("expected"))
        << "the count is the number of " << room.Text("list") << " that were written";
    EXPECT_SEEN(room.Flag("intact"), true)
        << "nothing is written behind the list of " << room.Text("list");
  }
}

VULKAN_CASE(LS_ANDROID_WSI_1, modes_of_surfaces) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [](VulkanApp& vulkan) {
    MockWindow window;
    WindowApp app(vulkan);
    if (app.Begin() && app.MakeSurface(window)) {
      VkPresentModeKHR modes[32] = {};
      uint32_t count = std::size(modes);
      vulkan.Get<PFN_vkGetPhysicalDeviceSurfacePresentModesKHR>(
          "vkGetPhysicalDeviceSurfacePresentModesKHR")(vulkan.EnumeratePhysicalDevices().at(0),
                                                       app.surface(), &count, modes);
      AppEvent("modes").Add(
          "fifo", std::find(modes, modes + count, VK_PRESENT_MODE_FIFO_KHR) != modes + count);
      const auto get_capabilities = app.Get<PFN_vkGetDeviceGroupPresentCapabilitiesKHR>(
          "vkGetDeviceGroupPresentCapabilitiesKHR");
      const auto get_modes = app.Get<PFN_vkGetDeviceGroupSurfacePresentModesKHR>(
          "vkGetDeviceGroupSurfacePresentModesKHR");
      if (get_capabilities != nullptr && get_modes != nullptr) {
        auto group = Structure<VkDeviceGroupPresentCapabilitiesKHR>(
            VK_STRUCTURE_TYPE_DEVICE_GROUP_PRESENT_CAPABILITIES_KHR);
        get_capabilities(vulkan.device(), &group);
        VkDeviceGroupPresentModeFlagsKHR of_surface = 0;
        get_modes(vulkan.device(), app.surface(), &of_surface);
        AppEvent("group")
            .Add("mask", int64_t{group.presentMask[0]})
            .Add("modes", int64_t{group.modes})
            .Add("of_surface", int64_t{of_surface});
      }
    }
    app.End();
  });
  const std::optional<Event> modes = seen.First("app", "modes");
  ASSERT_SEEN(modes.has_value(), true) << "the loader creates the surface of a window";
  EXPECT_SEEN(modes->Flag("fifo"), true) << "each surface supports VK_PRESENT_MODE_FIFO_KHR";
  const std::optional<Event> group = seen.First("app", "group");
  if (!group.has_value()) return;
  constexpr int64_t kLocal = VK_DEVICE_GROUP_PRESENT_MODE_LOCAL_BIT_KHR;
  EXPECT_SEEN(group->Number("mask"), 1) << "a device that is alone presents its own images";
  EXPECT_SEEN(group->Number("modes"), kLocal) << "a device that is alone has the local mode";
  EXPECT_SEEN(group->Number("of_surface") & kLocal, kLocal)
      << "a device presents its own images to each surface";
}

VULKAN_CASE(LS_ANDROID_WSI_1, nothing_is_destroyed) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [](VulkanApp& vulkan) {
    MockWindow window;
    WindowApp app(vulkan);
    if (app.Begin() && app.MakeSurface(window) && app.MakeSwapchain(app.Info())) {
      app.DestroySwapchain(VK_NULL_HANDLE);
      vulkan.Get<PFN_vkDestroySurfaceKHR>("vkDestroySurfaceKHR")(vulkan.instance(), VK_NULL_HANDLE,
                                                                 nullptr);
      AppEvent("destroyed").Add("images", static_cast<int64_t>(app.Images().size()));
    }
    app.End();
  });
  ExpectSwapchain(seen);
  const std::optional<Event> destroyed = seen.First("app", "destroyed");
  ASSERT_SEEN(destroyed.has_value(), true) << "the swapchain and the surface may be VK_NULL_HANDLE";
  EXPECT_SEEN(destroyed->Number("images"), Ge(3)) << "another swapchain is as it was";
}

// The window has too few buffers for the first swapchain, and enough for the second one.
VULKAN_CASE(LS_ANDROID_WSI_1, swapchain_after_one_that_was_refused) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [](VulkanApp& vulkan) {
    MockWindow window({.most_dequeued = 2});
    WindowApp app(vulkan);
    if (app.Begin() && app.MakeSurface(window)) {
      VkSwapchainCreateInfoKHR info = app.Info();
      info.minImageCount = 4;
      if (!app.MakeSwapchain(info)) {
        window.Allow(4);
        app.MakeSwapchain(info);
      }
    }
    app.End();
  });
  const std::vector<std::string> results = ResultsOf(seen, "vkCreateSwapchainKHR");
  EXPECT_SEEN(results, AllOf(Not(IsEmpty()), Contains("VK_SUCCESS")))
      << "a swapchain can be created after one that was refused: the buffers belong to the window";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "the driver is called as its API allows";
}

}  // namespace
}  // namespace loadstone::suites::android_surface_queries
