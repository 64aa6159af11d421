// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/android/window_app.h"

// Android: Implement Vulkan, "Window system integration" and "Gralloc-backed images": swapchains
// with the least and the most that a surface supports, and images that are bound to the memory of
// swapchains of a second device, or that the driver refuses.
namespace loadstone::suites::android_swapchain_limits {
namespace {

VkSurfaceCapabilitiesKHR CapabilitiesOf(const WindowApp& app) {
  VkSurfaceCapabilitiesKHR capabilities = {};
  app.app().Get<PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR>(
      "vkGetPhysicalDeviceSurfaceCapabilitiesKHR")(app.app().EnumeratePhysicalDevices().at(0),
                                                   app.surface(), &capabilities);
  return capabilities;
}

// A swapchain that is as small or as large as the surface allows.
struct Limit {
  const char* case_name;
  void (*apply)(const VkSurfaceCapabilitiesKHR& capabilities, VkSwapchainCreateInfoKHR* info);
};
constexpr Limit kLimits[] = {
    {"swapchain_of_the_least_number_of_images",
     [](const VkSurfaceCapabilitiesKHR& capabilities, VkSwapchainCreateInfoKHR* info) {
       info->minImageCount = capabilities.minImageCount;
     }},
    {"swapchain_of_the_largest_number_of_images",
     [](const VkSurfaceCapabilitiesKHR& capabilities, VkSwapchainCreateInfoKHR* info) {
       // 0 is no limit.
       if (capabilities.maxImageCount != 0) info->minImageCount = capabilities.maxImageCount;
     }},
    {"swapchain_of_the_least_extent",
     [](const VkSurfaceCapabilitiesKHR& capabilities, VkSwapchainCreateInfoKHR* info) {
       info->imageExtent = capabilities.minImageExtent;
     }},
};

void JudgeLimit(Case& c, const Limit& row) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [&row](VulkanApp& vulkan) {
    MockWindow window;
    WindowApp app(vulkan);
    if (app.Begin() && app.MakeSurface(window)) {
      VkSwapchainCreateInfoKHR info = app.Info();
      row.apply(CapabilitiesOf(app), &info);
      AppEvent("wanted").Add("images", int64_t{info.minImageCount});
      if (app.MakeSwapchain(info)) {
        AppEvent("images").Add("count", static_cast<int64_t>(app.Images().size()));
      }
    }
    app.End();
  });
  ExpectSwapchain(seen);
  const std::optional<Event> wanted = seen.First(kAppName, "wanted");
  const std::optional<Event> images = seen.First(kAppName, "images");
  ASSERT_SEEN(wanted.has_value() && images.has_value(), true)
      << "a swapchain within the limits of its surface can be created";
  EXPECT_SEEN(images->Number("count"), Ge(wanted->Number("images")))
      << "a swapchain has as many images as the application needs";
}

REGISTER_CASES {
  for (const Limit& row : kLimits) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_10, policy::LS_ANDROID_WSI_1}, row.case_name,
                 [&row](Case& c) { JudgeLimit(c, row); });
  }
}

// Creates an image and binds it to the memory of a swapchain's image.
void Bind(const WindowApp& app, uint32_t index) {
  auto of_swapchain =
      Structure<VkImageSwapchainCreateInfoKHR>(VK_STRUCTURE_TYPE_IMAGE_SWAPCHAIN_CREATE_INFO_KHR);
  of_swapchain.swapchain = app.swapchain();
  const VkSwapchainCreateInfoKHR like = app.Info();
  auto info = Structure<VkImageCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
  info.pNext = &of_swapchain;
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = like.imageFormat;
  info.extent = {like.imageExtent.width, like.imageExtent.height, 1};
  info.mipLevels = info.arrayLayers = 1;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.usage = like.imageUsage;
  auto place = Structure<VkBindImageMemorySwapchainInfoKHR>(
      VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_SWAPCHAIN_INFO_KHR);
  place.swapchain = app.swapchain();
  place.imageIndex = index;
  auto binding = Structure<VkBindImageMemoryInfo>(VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_INFO);
  binding.pNext = &place;
  const VkDevice device = app.app().device();
  app.Get<PFN_vkCreateImage>("vkCreateImage")(device, &info, nullptr, &binding.image);
  const auto bind = app.Get<PFN_vkBindImageMemory2>("vkBindImageMemory2");
  if (binding.image == VK_NULL_HANDLE || bind == nullptr) return;
  AppEvent("target").Add("image", HandleText(app.Images().at(index)));
  Traced("vkBindImageMemory2", [&] { return bind(device, 1, &binding); });
  app.Get<PFN_vkDestroyImage>("vkDestroyImage")(device, binding.image, nullptr);
}

// The buffer in which the driver created the image of a swapchain.
std::string BufferOf(const Observation& seen, const std::string& image) {
  for (const Event& event : seen.Select(kDefaultDriver, "image_in_buffer")) {
    if (event.Text("image") == image) return event.Text("buffer");
  }
  return "no buffer";
}

VULKAN_CASE(LS_ANDROID_WSI_15, buffers_of_swapchains_of_two_devices, policy::LS_ANDROID_WSI_14) {
  const std::string device = fmt::format(R"({{"extensions": ["{}"]}})", kNativeBufferExtension);
  const AndroidWorld world =
      WindowWorld(c.subject(), fmt::format(R"({{"physical_devices": [{0}, {0}]}})", device));
  const Observation seen = Observe(c, world, [](VulkanApp& vulkan) {
    MockWindow windows[2];
    WindowApp first(vulkan);
    const bool made =
        first.Begin() && first.MakeSurface(windows[0]) && first.MakeSwapchain(first.Info());
    if (made) {
      Bind(first, 1);
      VulkanApp copy = vulkan;
      WindowApp second(copy);
      if (second.BeginBeside() && second.MakeSurface(windows[1]) &&
          second.MakeSwapchain(second.Info())) {
        Bind(second, 2);
        Bind(first, 0);
      }
      second.End();
    }
    first.End();
  });
  ExpectSwapchain(seen);
  EXPECT_SEEN(ResultsOf(seen, "vkBindImageMemory2"),
              ElementsAre("VK_SUCCESS", "VK_SUCCESS", "VK_SUCCESS"))
      << "an application can bind images to the memory of the images of each swapchain";
  std::vector<std::string> expected;
  for (const Event& target : seen.Select(kAppName, "target")) {
    expected.push_back(BufferOf(seen, target.Text("image")));
  }
  std::vector<std::string> buffers;
  for (const Event& bound : seen.Select(kDefaultDriver, "image_bound_to_buffer")) {
    buffers.push_back(bound.Text("buffer"));
  }
  EXPECT_SEEN(buffers, ElementsAreArray(expected))
      << "VkNativeBufferANDROID names the buffer of the swapchain's image";
}

VULKAN_CASE(LS_ANDROID_WSI_14, binding_that_the_driver_refuses) {
  const Observation seen =
      Observe(c, WindowWorld(c.subject(), R"({"results": {"vkBindImageMemory2": -2}})"),
              [](VulkanApp& vulkan) {
                MockWindow window;
                WindowApp app(vulkan);
                if (app.Begin() && app.MakeSurface(window) && app.MakeSwapchain(app.Info())) {
                  Bind(app, 0);
                }
                app.End();
              });
  ExpectSwapchain(seen);
  const std::vector<std::string> results = ResultsOf(seen, "vkBindImageMemory2");
  ASSERT_SEEN(results, SizeIs(1)) << "an application can create an image for a swapchain";
  if (seen.Select(kDefaultDriver, "vkBindImageMemory2").empty()) {
    GTEST_SKIP() << "the loader does not call the driver's vkBindImageMemory2";
  }
  EXPECT_SEEN(results[0], Ne("VK_SUCCESS"))
      << "vkBindImageMemory2 does not succeed if that of the driver fails";
}

}  // namespace
}  // namespace loadstone::suites::android_swapchain_limits
