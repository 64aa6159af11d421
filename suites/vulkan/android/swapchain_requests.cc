// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "harness/probe/app_trace.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/android/window_app.h"

// Android: Implement Vulkan, "Gralloc usage flags" and "Gralloc-backed images": what an application
// may request of a swapchain besides its format and extent, and buffers that differ.
namespace loadstone::suites::android_swapchain_requests {
namespace {

constexpr char kUsage[] = "vkGetSwapchainGrallocUsageANDROID";
constexpr char kUsage2[] = "vkGetSwapchainGrallocUsage2ANDROID";

// A structure in the chain of VkSwapchainCreateInfoKHR. Each device supports the local mode.
VULKAN_CASE(LS_ANDROID_WSI_9, images_of_a_swapchain_for_a_device_group) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [](VulkanApp& vulkan) {
    MockWindow window;
    WindowApp app(vulkan);
    if (app.Begin() && app.MakeSurface(window)) {
      auto group = Structure<VkDeviceGroupSwapchainCreateInfoKHR>(
          VK_STRUCTURE_TYPE_DEVICE_GROUP_SWAPCHAIN_CREATE_INFO_KHR);
      group.modes = VK_DEVICE_GROUP_PRESENT_MODE_LOCAL_BIT_KHR;
      VkSwapchainCreateInfoKHR info = app.Info();
      info.pNext = &group;
      if (app.MakeSwapchain(info)) {
        AppEvent("images").Add("count", static_cast<int64_t>(app.Images().size()));
      }
    }
    app.End();
  });
  ExpectSwapchain(seen);
  const std::optional<Event> images = seen.First("app", "images");
  ASSERT_SEEN(images.has_value(), true) << "the application must finish";
  EXPECT_SEEN(static_cast<int64_t>(seen.Select(kDefaultDriver, "image_in_buffer").size()),
              images->Number("count"))
      << "VkNativeBufferANDROID is in the chain of vkCreateImage for each image, whatever is in "
         "the chain of VkSwapchainCreateInfoKHR";
}

// Queue families that share the images, of a device with four.
struct Sharing {
  const char* case_name;
  std::vector<uint32_t> families;
};
const Sharing kSharings[] = {{"values_of_an_image_of_three_queue_families", {0, 1, 2}},
                             {"values_of_an_image_of_four_queue_families", {0, 1, 2, 3}},
                             {"values_of_an_image_of_the_last_queue_families", {3, 1}}};

REGISTER_CASES {
  for (const Sharing& row : kSharings) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_12}, row.case_name, [&row](Case& c) {
      const std::string family = R"({"flags": 15, "count": 1})";
      const AndroidWorld world = WindowWorld(
          c.subject(), fmt::format(R"({{"physical_devices": [{{"extensions": ["{}"],
                                        "queue_families": [{}, {}, {}, {}]}}]}})",
                                   kNativeBufferExtension, family, family, family, family));
      const Observation seen = Observe(c, world, [&row](VulkanApp& vulkan) {
        MockWindow window;
        WindowApp app(vulkan);
        if (app.Begin() && app.MakeSurface(window)) {
          VkSwapchainCreateInfoKHR info = app.Info();
          info.imageSharingMode = VK_SHARING_MODE_CONCURRENT;
          info.queueFamilyIndexCount = static_cast<uint32_t>(row.families.size());
          info.pQueueFamilyIndices = row.families.data();
          app.MakeSwapchain(info);
        }
        app.End();
      });
      ExpectSwapchain(seen);
      const std::vector<Event> images = seen.Select(kDefaultDriver, "image_values");
      EXPECT_SEEN(images, Not(IsEmpty()));
      for (const Event& values : images) {
        EXPECT_SEEN(values.Number("sharingMode"), VK_SHARING_MODE_CONCURRENT)
            << "the sharing mode is that of VkSwapchainCreateInfoKHR";
        EXPECT_SEEN(values.Numbers("queueFamilyIndices"), UnorderedElementsAreArray(row.families))
            << "the queue families are those of VkSwapchainCreateInfoKHR";
      }
    });
  }
}

// Gralloc allocates each buffer with a stride of its own.
VULKAN_CASE(LS_ANDROID_WSI_11, buffers_of_different_strides) {
  const Observation seen =
      RunSwapchain(c, WindowWorld(c.subject()), {.images = 4, .window = {.stride_step = 64}});
  ExpectSwapchain(seen);
  std::map<std::string, int64_t> strides;
  for (const Event& event : seen.Select("app", "buffer_dequeued")) {
    strides[event.Text("buffer")] = event.Number("stride");
  }
  const std::vector<Event> images = seen.Select(kDefaultDriver, "image_in_buffer");
  EXPECT_SEEN(images, SizeIs(Ge(4U))) << "each buffer has an image";
  for (const Event& event : images) {
    EXPECT_SEEN(event.Number("stride"), strides[event.Text("buffer")])
        << "the stride is the one that gralloc returned for this buffer";
  }
}

// Image usages besides colour attachments, of which a surface may support any.
struct ImageUsage {
  const char* name;
  VkImageUsageFlags usage;  // 0: all that the surface supports
};
constexpr ImageUsage kUsages[] = {
    {"transfer_source", VK_IMAGE_USAGE_TRANSFER_SRC_BIT},
    {"transfer_destination", VK_IMAGE_USAGE_TRANSFER_DST_BIT},
    {"sampled_image", VK_IMAGE_USAGE_SAMPLED_BIT},
    {"storage_image", VK_IMAGE_USAGE_STORAGE_BIT},
    {"input_attachment", VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT},
    {"each_usage_of_the_surface", 0},
};

// The usage of a swapchain for the row, or 0 if surface or device does not support it.
VkImageUsageFlags ChooseUsage(const WindowApp& app, const ImageUsage& row) {
  const VkPhysicalDevice device = app.app().EnumeratePhysicalDevices().at(0);
  VkSurfaceCapabilitiesKHR capabilities = {};
  app.app().Get<PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR>(
      "vkGetPhysicalDeviceSurfaceCapabilitiesKHR")(device, app.surface(), &capabilities);
  const VkImageUsageFlags supported = capabilities.supportedUsageFlags;
  const VkImageUsageFlags usage =
      row.usage == 0 ? supported : row.usage | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
  VkImageFormatProperties properties = {};
  const VkResult result = app.app().Get<PFN_vkGetPhysicalDeviceImageFormatProperties>(
      "vkGetPhysicalDeviceImageFormatProperties")(device, app.Info().imageFormat, VK_IMAGE_TYPE_2D,
                                                  VK_IMAGE_TILING_OPTIMAL, usage, 0, &properties);
  return (usage & supported) == usage && result == VK_SUCCESS ? usage : 0;
}

void JudgeUsage(Case& c, const ImageUsage& row, const char* function) {
  const std::string hidden = std::string(function) == kUsage ? kUsage2 : "";
  const AndroidWorld world =
      WindowWorld(c.subject(), fmt::format(R"({{"hidden_device_functions": ["{}"]}})", hidden));
  const Observation seen = Observe(c, world, [&row](VulkanApp& vulkan) {
    MockWindow window;
    WindowApp app(vulkan);
    if (app.Begin() && app.MakeSurface(window)) {
      VkSwapchainCreateInfoKHR info = app.Info();
      info.imageUsage = ChooseUsage(app, row);
      AppEvent("usage").Add("flags", int64_t{info.imageUsage});
      if (info.imageUsage != 0) app.MakeSwapchain(info);
    }
    app.End();
  });
  const std::optional<Event> usage = seen.First("app", "usage");
  ASSERT_SEEN(usage.has_value(), true) << "the loader creates the surface of a window";
  if (usage->Number("flags") == 0) GTEST_SKIP() << "the surface does not support the usage";
  ExpectSwapchain(seen);
  const auto numbers = [&seen](const char* event, const char* key) {
    std::vector<int64_t> all;
    for (const Event& each : seen.Select(kDefaultDriver, event)) all.push_back(each.Number(key));
    return all;
  };
  EXPECT_SEEN(numbers(function, "image_usage"), Contains(usage->Number("flags")))
      << "the driver is asked with the image usage of VkSwapchainCreateInfoKHR";
  EXPECT_SEEN(numbers("image_values", "usage"), AllOf(Not(IsEmpty()), Each(usage->Number("flags"))))
      << "images have the image usage of VkSwapchainCreateInfoKHR";
}

REGISTER_CASES {
  for (const ImageUsage& row : kUsages) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_6, policy::LS_ANDROID_WSI_12},
                 fmt::format("of_{}", row.name), [&row](Case& c) { JudgeUsage(c, row, kUsage2); });
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_8, policy::LS_ANDROID_WSI_12},
                 fmt::format("driver_of_android_7_of_{}", row.name),
                 [&row](Case& c) { JudgeUsage(c, row, kUsage); });
  }
}

}  // namespace
}  // namespace loadstone::suites::android_swapchain_requests
