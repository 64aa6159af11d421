// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/vulkan/android/several_windows.h"
#include "suites/vulkan/extensions/extensions.h"

// Android: Implement Vulkan, "Window system integration" and "Gralloc usage flags": the loader
// implements surfaces and swapchains, and the driver gets no calls for them.
namespace loadstone::suites::android_window_system {
namespace {

constexpr char kUsage[] = "vkGetSwapchainGrallocUsageANDROID";
constexpr char kUsage2[] = "vkGetSwapchainGrallocUsage2ANDROID";

// Runs an application that enumerates the extensions of the instance and of the first device.
Observation RunListing(Case& c, const AndroidWorld& world) {
  return Observe(c, world, [](VulkanApp& app) {
    TraceExtensions("instance_extensions", app.EnumerateExtensions());
    if (app.CreateInstance({.api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) return;
    TraceDeviceExtensions(app);
    app.DestroyInstance();
  });
}

std::vector<std::string> NamesIn(const Observation& seen, const char* list) {
  const std::optional<Event> event = seen.First("app", list);
  return event.has_value() ? event->List("names") : std::vector<std::string>{};
}

VULKAN_CASE(LS_ANDROID_WSI_1, extensions_that_no_driver_has) {
  const Observation seen = RunListing(c, WindowWorld(c.subject()));
  EXPECT_SEEN(NamesIn(seen, "instance_extensions"),
              AllOf(Contains("VK_KHR_surface"), Contains("VK_KHR_android_surface")))
      << "the loader has surfaces of Android" << reading::LS_ANDROID_WSI_1_r1;
  EXPECT_SEEN(NamesIn(seen, "extensions"), Contains("VK_KHR_swapchain"))
      << "the loader has swapchains for a driver that shares images";
}

VULKAN_CASE(LS_ANDROID_WSI_1, image_is_shown) {
  const Observation seen = RunSwapchain(c, WindowWorld(c.subject()), {.frames = 1});
  ExpectSwapchain(seen);
  EXPECT_SEEN(ResultOf(seen, "vkQueuePresentKHR"), "VK_SUCCESS") << "an image can be presented";
  EXPECT_SEEN(seen.Select("app", "buffer_queued").size(), 1U)
      << "the window gets the buffer of the image";
}

// VK_KHR_swapchain in each place among the extensions of a device.
struct Order {
  const char* case_name;
  std::vector<std::string> extensions;
};
const Order kOrders[] = {
    {"swapchains_named_first", {"VK_KHR_swapchain", "VK_KHR_maintenance1", "VK_KHR_maintenance2"}},
    {"swapchains_named_between_others",
     {"VK_KHR_maintenance1", "VK_KHR_swapchain", "VK_KHR_maintenance2"}},
    {"swapchains_named_last", {"VK_KHR_maintenance2", "VK_KHR_maintenance1", "VK_KHR_swapchain"}},
};

REGISTER_CASES {
  for (const Order& row : kOrders) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_1}, row.case_name, [&row](Case& c) {
      const AndroidWorld world = WindowWorld(c.subject(), R"({"physical_devices": [{"extensions":
              ["VK_ANDROID_native_buffer", "VK_KHR_maintenance1", "VK_KHR_maintenance2"]}]})");
      const Observation seen = Observe(c, world, [&row](VulkanApp& vulkan) {
        MockWindow window;
        WindowApp app(vulkan);
        if (app.BeginWith(row.extensions) && app.MakeSurface(window)) {
          app.MakeSwapchain(app.Info());
        }
        app.End();
      });
      ExpectSwapchain(seen);
    });
  }
}

VULKAN_CASE(LS_ANDROID_WSI_1, questions_about_a_surface) {
  const Observation seen = Observe(c, WindowWorld(c.subject()), [](VulkanApp& vulkan) {
    MockWindow window({.width = 123, .height = 45});
    WindowApp app(vulkan);
    if (app.Begin() && app.MakeSurface(window)) app.QuerySurfaceProperties();
    app.End();
  });
  EXPECT_SEEN(ResultOf(seen, "vkCreateAndroidSurfaceKHR"), "VK_SUCCESS");
  const std::optional<Event> told = seen.First("app", "surface");
  EXPECT_SEEN(told.has_value(), true) << "the loader answers queries about a surface";
  if (!told.has_value()) return;
  EXPECT_SEEN(told->Number("width"), 123) << "the surface is as large as its window";
  EXPECT_SEEN(told->Number("height"), 45) << "the surface is as large as its window";
  EXPECT_SEEN(told->Number("formats"), Gt(0)) << "a surface has a format";
  EXPECT_SEEN(told->Number("modes"), Gt(0)) << "a surface has a present mode";
}

// Of two windows, each has its own size.
VULKAN_CASE(LS_ANDROID_WSI_1, questions_about_two_surfaces) {
  const Observation seen = RunWithTwoSurfaces(c, [](MockWindow*, const WindowApp*) {});
  EXPECT_SEEN(SurfaceSizes(seen), ElementsAre("123 45", "67 89"))
      << "each surface is as large as its window";
}

void ExpectWindowReleased(const Observation& seen) {
  const std::optional<Event> end = seen.First("app", "window_end");
  ASSERT_SEEN(end.has_value(), true) << "the application must finish";
  EXPECT_SEEN(end->Number("holders"), 0) << "the loader releases a window that it received";
}

// No document says when a window is released.
VULKAN_CASE(LS_VK_ROBUSTNESS_3, window_is_let_go) {
  const Observation seen = RunSwapchain(c, WindowWorld(c.subject()), {.frames = 2});
  ExpectSwapchain(seen);
  ExpectWindowReleased(seen);
}

VULKAN_CASE(LS_VK_ROBUSTNESS_3, window_of_a_refused_swapchain) {
  const Observation seen =
      RunSwapchain(c, WindowWorld(c.subject(), R"({"results": {"vkCreateImage": -2}})"));
  EXPECT_SEEN(ResultOf(seen, "vkCreateAndroidSurfaceKHR"), "VK_SUCCESS")
      << "the loader creates the surface of a window";
  ExpectWindowReleased(seen);
}

// The queries that the driver got, each as "FORMAT USAGE".
std::vector<std::string> Asked(const Observation& seen, const char* function) {
  std::vector<std::string> asked;
  for (const Event& event : seen.Select(kDefaultDriver, function)) {
    asked.push_back(fmt::format("{} {}", event.Number("format"), event.Number("image_usage")));
  }
  return asked;
}

VULKAN_CASE(LS_ANDROID_WSI_5, driver_is_asked) {
  const Observation seen = RunSwapchain(c, WindowWorld(c.subject()));
  ExpectSwapchain(seen);
  EXPECT_SEEN(Asked(seen, kUsage2), Not(IsEmpty()))
      << "the driver is queried with vkGetSwapchainGrallocUsage2ANDROID"
      << reading::LS_ANDROID_WSI_5_r1;
}

struct Question {
  const char* case_name;
  VkFormat format;
  VkImageUsageFlags usage;
  bool if_listed = false;  // a surface need not have the format
};
constexpr Question kQuestions[] = {
    {"of_eight_bits", VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT},
    {"of_sixteen_bits_in_all", VK_FORMAT_R5G6B5_UNORM_PACK16, VK_IMAGE_USAGE_TRANSFER_DST_BIT},
    {"of_two_uses", VK_FORMAT_R8G8B8A8_UNORM,
     VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT},
    {"of_srgb", VK_FORMAT_R8G8B8A8_SRGB, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, true},
    {"of_halves", VK_FORMAT_R16G16B16A16_SFLOAT, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, true},
    {"of_ten_bits", VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, true},
};

SwapchainRequest RequestOf(const Question& question) {
  return {.format = question.format, .usage = question.usage, .if_listed = question.if_listed};
}

constexpr char kUnlisted[] = "the surface does not list the format";
bool IsUnlisted(const Observation& seen) { return seen.First("app", "unlisted").has_value(); }

REGISTER_CASES {
  for (const Question& question : kQuestions) {
    RegisterCase(
        Api::kVulkan, {policy::LS_ANDROID_WSI_6}, question.case_name, [&question](Case& c) {
          const Observation seen = RunSwapchain(c, WindowWorld(c.subject()), RequestOf(question));
          if (IsUnlisted(seen)) GTEST_SKIP() << kUnlisted;
          ExpectSwapchain(seen);
          EXPECT_SEEN(
              Asked(seen, kUsage2),
              Contains(fmt::format("{} {}", static_cast<int>(question.format), question.usage)))
              << "format and image usage are those of VkSwapchainCreateInfoKHR";
        });
  }
}

// The gralloc usage flags of the buffers that were allocated for the swapchain.
int64_t AllocatedUsage(const Observation& seen) {
  const std::optional<Event> buffers = seen.First("app", "window_buffers");
  return buffers.has_value() ? buffers->Number("usage") : 0;
}

struct Flags {
  const char* case_name;
  int64_t of_consumer;  // the driver's flags for the consumer and the producer
  int64_t of_producer;
  uint64_t of_window;
};
constexpr Flags kFlags[] = {
    {"flags_of_the_driver", 0x100, 0x200, 0},
    {"flags_of_the_window", 0, 0, 0x800},
    {"flags_of_both", 0x100, 0x200, 0x800},
    {"flags_beyond_the_first_word", int64_t{1} << 40, int64_t{1} << 41, uint64_t{1} << 42},
};

void JudgeFlags(Case& c, const Flags& flags, const char* hidden_function) {
  const Observation seen = RunSwapchain(
      c,
      WindowWorld(c.subject(), fmt::format(R"({{"consumer_usage": {}, "producer_usage": {},
                                                "hidden_device_functions": ["{}"]}})",
                                           flags.of_consumer, flags.of_producer, hidden_function)),
      {.window = {.consumer_usage = flags.of_window}});
  ExpectSwapchain(seen);
  // The document combines flags where it describes the newer function.
  const bool is_older = std::string(hidden_function) == kUsage2;
  const int64_t others = is_older ? 0 : flags.of_consumer | static_cast<int64_t>(flags.of_window);
  const int64_t all = flags.of_producer | others;
  EXPECT_SEEN(AllocatedUsage(seen) & all, all)
      << "the driver's flags are combined with those of the swapchain's consumer";
}

// Since Android 8, a driver need not have the older function.
constexpr Flags kNewerFlags[] = {
    {"flags_of_a_driver_without_the_older_function", 0x100, 0x200, 0},
    {"flags_of_both_with_a_driver_without_the_older_function", 0x100, 0x200, 0x800},
};

// The older function has no flags for the consumer.
constexpr Flags kOlderFlags[] = {
    {"flags_of_a_driver_of_android_7", 0, 0x200, 0},
    {"flags_of_both_with_a_driver_of_android_7", 0, 0x200, 0x900},
};

REGISTER_CASES {
  for (const Flags& flags : kFlags) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_7}, flags.case_name,
                 [&flags](Case& c) { JudgeFlags(c, flags, ""); });
  }
  for (const Flags& flags : kNewerFlags) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_7, policy::LS_ANDROID_WSI_5},
                 flags.case_name, [&flags](Case& c) { JudgeFlags(c, flags, kUsage); });
  }
  for (const Flags& flags : kOlderFlags) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_7, policy::LS_ANDROID_WSI_8},
                 flags.case_name, [&flags](Case& c) { JudgeFlags(c, flags, kUsage2); });
  }
}

// The older function has 32 flags, of which the last is the sign of its answer. The flags above
// them are the same for a format for which the driver sets it.
VULKAN_CASE(LS_ANDROID_WSI_7, last_flag_of_a_driver_of_android_7, policy::LS_ANDROID_WSI_8) {
  constexpr int64_t kLast = int64_t{1} << 31;
  const std::string behaviour = fmt::format(
      R"({{"hidden_device_functions": ["{}"], "producer_usage_of_formats": {{"{}": {}}}}})",
      kUsage2, static_cast<int>(VK_FORMAT_R5G6B5_UNORM_PACK16), kLast);
  const Observation seen = Observe(c, WindowWorld(c.subject(), behaviour), [](VulkanApp& vulkan) {
    MockWindow windows[2];
    WindowApp apps[] = {WindowApp(vulkan), WindowApp(vulkan)};
    if (apps[0].Begin()) {
      apps[1].Join(apps[0]);
      for (size_t i : {0, 1}) {
        const VkFormat format = i == 0 ? VK_FORMAT_R8G8B8A8_UNORM : VK_FORMAT_R5G6B5_UNORM_PACK16;
        if (!apps[i].MakeSurface(windows[i])) break;
        apps[i].MakeSwapchain(InfoFor(apps[i], {.format = format}));
      }
      apps[1].End();
    }
    apps[0].End();
  });
  ExpectSwapchain(seen);
  const std::vector<Event> buffers = seen.Select("app", "window_buffers");
  ASSERT_SEEN(buffers, SizeIs(2)) << "each window allocates buffers";
  const auto usage = [&](size_t i) { return static_cast<uint64_t>(buffers[i].Number("usage")); };
  EXPECT_SEEN(usage(1) & kLast, uint64_t{kLast}) << "the driver's flags are combined with others";
  EXPECT_SEEN(usage(1) >> 32, usage(0) >> 32) << "the buffers are allocated with the flags of the "
                                                 "driver and of the consumer, and no others";
}

constexpr Question kOlderQuestions[] = {
    {"driver_of_android_7", VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT},
    {"driver_of_android_7_of_sixteen_bits", VK_FORMAT_R5G6B5_UNORM_PACK16,
     VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT},
    {"driver_of_android_7_of_two_uses", VK_FORMAT_R8G8B8A8_UNORM,
     VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT},
    {"driver_of_android_7_of_srgb", VK_FORMAT_R8G8B8A8_SRGB, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
     true},
};

void JudgeOlder(Case& c, const Question& row) {
  const Observation seen = RunSwapchain(
      c,
      WindowWorld(
          c.subject(),
          fmt::format(R"({{"hidden_device_functions": ["{}"], "producer_usage": 1024}})", kUsage2)),
      RequestOf(row));
  if (IsUnlisted(seen)) GTEST_SKIP() << kUnlisted;
  ExpectSwapchain(seen);
  EXPECT_SEEN(Asked(seen, kUsage),
              Contains(fmt::format("{} {}", static_cast<int>(row.format), row.usage)))
      << "a driver without vkGetSwapchainGrallocUsage2ANDROID is queried with the older function";
  EXPECT_SEEN(AllocatedUsage(seen) & 1024, 1024) << "the driver's flags are combined with others";
}

REGISTER_CASES {
  for (const Question& row : kOlderQuestions) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_8}, row.case_name,
                 [&row](Case& c) { JudgeOlder(c, row); });
  }
}

}  // namespace
}  // namespace loadstone::suites::android_window_system
