// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/android/window_app.h"
#include "suites/vulkan/extensions/extensions.h"

// Android: Implement Vulkan, "Gralloc-backed images": the information that a driver gets about a
// swapchain's images.
namespace loadstone::suites::android_swapchain_images {
namespace {

// The driver's vkCreateImage calls that describe buffers of images.
std::vector<Event> ImagesInBuffers(const Observation& seen) {
  return seen.Select(kDefaultDriver, "image_in_buffer");
}

// The index of the first such event of `who` among all events; the number of events if there is
// none.
size_t PlaceOf(const Observation& seen, const std::string& who, const std::string& what,
               const std::string& phase) {
  const std::vector<Event>& events = seen.events();
  size_t i = 0;
  while (i < events.size() &&
         (events[i].who() != who || events[i].what() != what || events[i].phase() != phase)) {
    ++i;
  }
  return i;
}

VULKAN_CASE(LS_ANDROID_WSI_9, image_of_a_buffer) {
  const Observation seen = RunSwapchain(c, WindowWorld(c.subject()), {.frames = 3});
  ExpectSwapchain(seen);
  EXPECT_SEEN(ImagesInBuffers(seen), Not(IsEmpty()))
      << "VkNativeBufferANDROID is in the chain of vkCreateImage";
  const std::vector<Event>& events = seen.events();
  const auto end = events.begin() + static_cast<std::ptrdiff_t>(
                                        PlaceOf(seen, "app", "vkCreateSwapchainKHR", "leave"));
  const auto after = std::count_if(end, events.end(), [](const Event& event) {
    return event.who() == kDefaultDriver && event.what() == "image_in_buffer";
  });
  EXPECT_SEEN(after, 0) << "each image is created during vkCreateSwapchainKHR, not later";
}

struct Count {
  const char* case_name;
  uint32_t images;
};
constexpr Count kCounts[] = {
    {"two_images", 2}, {"three_images", 3}, {"eight_images", 8}, {"twelve_images", 12}};

REGISTER_CASES {
  for (const Count& count : kCounts) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_10}, count.case_name, [&count](Case& c) {
      const Observation seen = RunSwapchain(c, WindowWorld(c.subject()), {.images = count.images});
      ExpectSwapchain(seen);
      const std::optional<Event> images = seen.First("app", "images");
      const int64_t told = images.has_value() ? images->Number("count") : 0;
      EXPECT_SEEN(told, Ge(int64_t{count.images}))
          << "a swapchain has as many images as the application needs";
      std::set<std::string> buffers;
      for (const Event& event : ImagesInBuffers(seen)) buffers.insert(event.Text("buffer"));
      EXPECT_SEEN(static_cast<int64_t>(buffers.size()), told)
          << "each image has a buffer of its own";
      EXPECT_SEEN(static_cast<int64_t>(ImagesInBuffers(seen).size()), told)
          << "each buffer has an image";
    });
  }
}

constexpr char kNoImages[] =
    "each image of a swapchain is created in a buffer during vkCreateSwapchainKHR, so that there "
    "is no swapchain without them";
// A swapchain for which a buffer or an image is missing.
struct Missing {
  const char* case_name;
  policy::Id policy;
  const char* behaviour;  // of the driver
  MockWindow::Traits window = {};
};
const Missing kMissing[] = {
    {"driver_that_creates_no_image", policy::LS_ANDROID_WSI_9,
     R"({"results": {"vkCreateImage": -2}})"},
    {"window_without_buffers", policy::LS_ANDROID_WSI_10, "{}", {.most_dequeued = 0}},
    {"window_with_one_buffer", policy::LS_ANDROID_WSI_10, "{}", {.most_dequeued = 1}},
};

void JudgeMissing(Case& c, const Missing& row) {
  const Observation seen =
      RunSwapchain(c, WindowWorld(c.subject(), row.behaviour), {.window = row.window});
  EXPECT_SEEN(ResultOf(seen, "vkCreateAndroidSurfaceKHR"), "VK_SUCCESS")
      << "the loader creates the surface of a window";
  const std::vector<Event> calls = seen.Select("app", "vkCreateSwapchainKHR");
  ASSERT_SEEN(calls, Not(IsEmpty())) << "the loader has vkCreateSwapchainKHR";
  EXPECT_SEEN(ResultOf(seen, "vkCreateSwapchainKHR"), Ne("VK_SUCCESS")) << kNoImages;
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "the driver is called as its API allows";
}

REGISTER_CASES {
  for (const Missing& row : kMissing) {
    RegisterCase(Api::kVulkan, {row.policy}, row.case_name,
                 [&row](Case& c) { JudgeMissing(c, row); });
  }
}

// Extents, formats and usages, some of which do not fit into the older member.
struct Buffers {
  const char* case_name;
  VkExtent2D extent;
  VkFormat format;
  int gralloc_format;  // 0: that with which the loader requested the buffers
  int64_t usage;
  bool if_listed = false;  // a surface need not have the format
  const char* hidden_function = "";
  int64_t of_consumer = 0;  // the driver's flags for the consumer
  uint64_t of_window = 0x800;
};
constexpr Buffers kBuffers[] = {
    {"small_buffers", {65, 33}, VK_FORMAT_R8G8B8A8_UNORM, 1, 0x200},
    {"buffers_of_sixteen_bits", {640, 480}, VK_FORMAT_R5G6B5_UNORM_PACK16, 4, 0x300},
    {"buffers_of_extended_usage", {64, 64}, VK_FORMAT_R8G8B8A8_UNORM, 1, int64_t{1} << 33 | 0x200},
    {"buffers_of_each_extended_usage",
     {64, 64},
     VK_FORMAT_R8G8B8A8_UNORM,
     1,
     int64_t{1} << 41 | 0x200,
     false,
     "",
     int64_t{1} << 40 | 0x100,
     uint64_t{1} << 48 | 0x800},
    {"buffers_of_extended_usage_of_the_consumer",
     {64, 64},
     VK_FORMAT_R8G8B8A8_UNORM,
     1,
     0x200,
     false,
     "",
     int64_t{1} << 47},
    {"buffers_of_extended_usage_of_the_window",
     {64, 64},
     VK_FORMAT_R8G8B8A8_UNORM,
     1,
     0x200,
     false,
     "",
     0,
     uint64_t{1} << 32},
    {"buffers_of_srgb", {64, 64}, VK_FORMAT_R8G8B8A8_SRGB, 0, 0x200, true},
    {"buffers_of_halves", {64, 64}, VK_FORMAT_R16G16B16A16_SFLOAT, 0, 0x200, true},
    {"buffers_of_ten_bits", {64, 64}, VK_FORMAT_A2B10G10R10_UNORM_PACK32, 0, 0x200, true},
    {"buffers_of_a_driver_of_android_7",
     {64, 64},
     VK_FORMAT_R8G8B8A8_UNORM,
     1,
     0x300,
     false,
     "vkGetSwapchainGrallocUsage2ANDROID"},
    {"buffers_of_extended_usage_of_the_window_and_a_driver_of_android_7",
     {64, 64},
     VK_FORMAT_R8G8B8A8_UNORM,
     1,
     0x300,
     false,
     "vkGetSwapchainGrallocUsage2ANDROID",
     0,
     uint64_t{1} << 33 | 0x100},
};

void ExpectDescriptions(const Observation& seen, const Buffers& row) {
  std::set<std::string> dequeued;
  for (const Event& event : seen.Select("app", "buffer_dequeued")) {
    dequeued.insert(event.Text("buffer"));
  }
  const std::optional<Event> allocated = seen.First("app", "window_buffers");
  const int64_t usage = allocated.has_value() ? allocated->Number("usage") : 0;
  const int64_t requested = allocated.has_value() ? allocated->Number("format") : 0;
  EXPECT_SEEN(requested, Gt(0)) << "buffers are requested with a format of gralloc";
  for (const Event& event : ImagesInBuffers(seen)) {
    EXPECT_SEEN(dequeued, Contains(event.Text("buffer")))
        << "the handle is the one that gralloc returned";
    const auto width = static_cast<int64_t>(row.extent.width);
    EXPECT_SEEN(event.Number("stride"), (width + 63) / 64 * 64 + 64)
        << "the stride is the one that gralloc returned";
    EXPECT_SEEN(event.Number("format"), row.gralloc_format != 0 ? row.gralloc_format : requested)
        << "the format is the one with which the buffer was requested";
    EXPECT_SEEN(event.Number("consumer_usage") | event.Number("producer_usage"), usage)
        << "the usage in usage2 is the one with which the buffer was requested"
        << reading::LS_ANDROID_WSI_11_r1;
    EXPECT_SEEN(event.Number("usage"), usage & 0x7fffffff)
        << "usage is filled in for drivers of Android 7.0";
  }
}

REGISTER_CASES {
  for (const Buffers& row : kBuffers) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_11}, row.case_name, [&row](Case& c) {
      const Observation seen = RunSwapchain(
          c,
          WindowWorld(c.subject(), fmt::format(R"({{"producer_usage": {}, "consumer_usage": {},
                                       "hidden_device_functions": ["{}"]}})",
                                               row.usage, row.of_consumer, row.hidden_function)),
          {.format = row.format,
           .extent = row.extent,
           .window = {.consumer_usage = row.of_window},
           .if_listed = row.if_listed});
      if (seen.First("app", "unlisted").has_value()) {
        GTEST_SKIP() << "the surface does not list the format";
      }
      ExpectSwapchain(seen);
      EXPECT_SEEN(ImagesInBuffers(seen), Not(IsEmpty()));
      for (const Event& values : seen.Select(kDefaultDriver, "image_values")) {
        EXPECT_SEEN(values.Number("format"), row.format)
            << "the image has the format of the swapchain";
      }
      ExpectDescriptions(seen, row);
    });
  }
}

struct Values {
  const char* case_name;
  SwapchainRequest request;
};
const Values kValues[] = {
    {"values_of_an_image", {}},
    {"values_of_another_image",
     {.format = VK_FORMAT_R5G6B5_UNORM_PACK16,
      .usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
      .extent = {99, 77}}},
    {"values_of_a_concurrent_image", {.concurrent = true}},
    {"values_of_a_large_image",
     {.extent = {4096, 3072}, .window = {.width = 4096, .height = 3072}}},
    {"values_of_a_shared_image", {.mode = VK_PRESENT_MODE_SHARED_DEMAND_REFRESH_KHR, .images = 1}},
    {"values_of_a_continuously_shared_image",
     {.mode = VK_PRESENT_MODE_SHARED_CONTINUOUS_REFRESH_KHR, .images = 1}},
};

void ExpectValues(const Event& values, const SwapchainRequest& request) {
  const struct {
    const char* member;
    int64_t value;
  } kExpected[] = {
      {"flags", 0},
      {"imageType", VK_IMAGE_TYPE_2D},
      {"format", request.format},
      {"width", request.extent.width},
      {"height", request.extent.height},
      {"depth", 1},
      {"mipLevels", 1},
      {"arrayLayers", 1},
      {"samples", VK_SAMPLE_COUNT_1_BIT},
      {"tiling", VK_IMAGE_TILING_OPTIMAL},
      {"usage", request.usage},
      {"sharingMode", request.concurrent ? VK_SHARING_MODE_CONCURRENT : VK_SHARING_MODE_EXCLUSIVE},
  };
  for (const auto& [member, value] : kExpected) {
    EXPECT_SEEN(values.Number(member), value)
        << fmt::format("{} of VkImageCreateInfo has the value that is listed", member);
  }
  if (!request.concurrent) return;
  EXPECT_SEEN(values.Numbers("queueFamilyIndices"), ElementsAre(0, 1))
      << "the queue families are those of VkSwapchainCreateInfoKHR"
      << reading::LS_ANDROID_WSI_12_r1;
}

REGISTER_CASES {
  for (const Values& row : kValues) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_12}, row.case_name, [&row](Case& c) {
      const Observation seen = RunSwapchain(c, WindowWorld(c.subject()), row.request);
      ExpectSwapchain(seen);
      const std::vector<Event> images = seen.Select(kDefaultDriver, "image_values");
      EXPECT_SEEN(images, Not(IsEmpty()));
      for (const Event& values : images) ExpectValues(values, row.request);
    });
  }
}

struct SwapchainUsage {
  const char* case_name;
  VkPresentModeKHR mode;
  uint32_t images;
  int64_t usage;
};
constexpr SwapchainUsage kSwapchainUsages[] = {
    {"swapchain_with_shared_images", VK_PRESENT_MODE_SHARED_DEMAND_REFRESH_KHR, 1,
     VK_SWAPCHAIN_IMAGE_USAGE_SHARED_BIT_ANDROID},
    {"swapchain_with_continuously_shared_images", VK_PRESENT_MODE_SHARED_CONTINUOUS_REFRESH_KHR, 1,
     VK_SWAPCHAIN_IMAGE_USAGE_SHARED_BIT_ANDROID},
    {"swapchain_without_shared_images", VK_PRESENT_MODE_FIFO_KHR, 3, 0},
};

REGISTER_CASES {
  for (const SwapchainUsage& row : kSwapchainUsages) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_13}, row.case_name, [&row](Case& c) {
      const Observation seen =
          RunSwapchain(c, WindowWorld(c.subject()), {.mode = row.mode, .images = row.images});
      ExpectSwapchain(seen);
      EXPECT_SEEN(ImagesInBuffers(seen), Not(IsEmpty()));
      for (const Event& event : ImagesInBuffers(seen)) {
        // Without a usage of its own, the structure may be there or not.
        EXPECT_SEEN(event.Flag("has_swapchain_usage") || row.usage == 0, true)
            << "VkSwapchainImageCreateInfoANDROID is in the chain of VkImageCreateInfo";
        EXPECT_SEEN(event.Number("swapchain_usage"), row.usage)
            << "VkSwapchainImageCreateInfoANDROID has VK_SWAPCHAIN_IMAGE_USAGE_SHARED_BIT_ANDROID "
               "if and only if the images are shared";
      }
      const std::vector<Event> questions =
          seen.Select(kDefaultDriver, "vkGetSwapchainGrallocUsage2ANDROID");
      EXPECT_SEEN(questions, Not(IsEmpty())) << "the driver is asked for the usage of its images";
      for (const Event& event : questions) {
        EXPECT_SEEN(event.Number("swapchain_usage"), row.usage)
            << "the driver is asked for that usage";
      }
    });
  }
}

// The older function knows no flags of swapchains, but images have them. A loader may refuse.
VULKAN_CASE(LS_ANDROID_WSI_13, shared_images_of_a_driver_of_android_7) {
  const Observation seen = RunSwapchain(
      c,
      WindowWorld(c.subject(),
                  R"({"hidden_device_functions": ["vkGetSwapchainGrallocUsage2ANDROID"]})"),
      {.mode = VK_PRESENT_MODE_SHARED_DEMAND_REFRESH_KHR, .images = 1});
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "the driver is called as its API allows";
  if (ResultOf(seen, "vkCreateSwapchainKHR") != "VK_SUCCESS") {
    GTEST_SKIP() << "the loader shares no images of such a driver";
  }
  EXPECT_SEEN(ImagesInBuffers(seen), Not(IsEmpty())) << "each buffer has an image";
  for (const Event& event : ImagesInBuffers(seen)) {
    EXPECT_SEEN(event.Number("swapchain_usage"), VK_SWAPCHAIN_IMAGE_USAGE_SHARED_BIT_ANDROID)
        << "VkSwapchainImageCreateInfoANDROID is in the chain of VkImageCreateInfo whenever the "
           "images are shared";
  }
}

bool ListsMode(const WindowApp& app, VkPresentModeKHR mode) {
  const auto get = app.app().Get<PFN_vkGetPhysicalDeviceSurfacePresentModesKHR>(
      "vkGetPhysicalDeviceSurfacePresentModesKHR");
  const VkPhysicalDevice device = app.app().EnumeratePhysicalDevices().at(0);
  uint32_t count = 0;
  get(device, app.surface(), &count, nullptr);
  std::vector<VkPresentModeKHR> modes(count);
  get(device, app.surface(), &count, modes.data());
  return std::ranges::find(modes, mode) != modes.end();
}

// Another mode than the queue that each surface has.
VULKAN_CASE(LS_ANDROID_WSI_13, images_of_a_mailbox, policy::LS_ANDROID_WSI_10) {
  constexpr VkPresentModeKHR kMode = VK_PRESENT_MODE_MAILBOX_KHR;
  const Observation seen = Observe(c, WindowWorld(c.subject()), [](VulkanApp& vulkan) {
    MockWindow window;
    WindowApp app(vulkan);
    if (app.Begin() && app.MakeSurface(window)) {
      VkSwapchainCreateInfoKHR info = app.Info();
      info.presentMode = kMode;
      if (!ListsMode(app, kMode)) {
        AppEvent("unlisted");
      } else if (app.MakeSwapchain(info)) {
        AppEvent("images").Add("count", static_cast<int64_t>(app.Images().size()));
      }
    }
    app.End();
  });
  if (seen.First("app", "unlisted").has_value()) {
    GTEST_SKIP() << "the surface does not list the mode";
  }
  ExpectSwapchain(seen);
  const std::optional<Event> images = seen.First("app", "images");
  EXPECT_SEEN(images.has_value() ? images->Number("count") : 0, Ge(3))
      << "a swapchain has as many images as the application needs";
  for (const Event& event : ImagesInBuffers(seen)) {
    EXPECT_SEEN(event.Number("swapchain_usage"), 0) << "the images are not shared";
  }
}

VULKAN_CASE(LS_ANDROID_WSI_14, version_of_the_extension) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [](VulkanApp& app) {
    if (app.CreateInstance({.api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) return;
    TraceDeviceExtensions(app);
    app.DestroyInstance();
  });
  int version = 0;
  for (const std::string& extension : ListedExtensions(seen)) {
    if (extension.starts_with("VK_KHR_swapchain ")) version = std::stoi(extension.substr(17));
  }
  EXPECT_SEEN(version, Ge(70)) << "VK_KHR_swapchain has version 70";
}

}  // namespace
}  // namespace loadstone::suites::android_swapchain_images
