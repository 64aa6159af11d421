// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/android/window_app.h"

// Android: Implement Vulkan, "Gralloc usage flags", "Gralloc-backed images" and "Acquiring images":
// what the driver gets for a swapchain that follows another one.
namespace loadstone::suites::android_two_swapchains {
namespace {

constexpr char kSecond[] = "second";
constexpr char kUsage[] = "vkGetSwapchainGrallocUsageANDROID";
constexpr char kUsage2[] = "vkGetSwapchainGrallocUsage2ANDROID";
constexpr int64_t kOfDriver = 0x200;        // the gralloc flags that the mock driver needs
constexpr int64_t kOfSixteenBits = 0x1000;  // those that it needs for swapchains of 16 bits too
constexpr uint64_t kOfOtherWindow = 0x100;

// Where the second swapchain is.
enum class Place { kOtherWindow, kOtherDevice, kAfterTheFirst, kInItsPlace };

struct PlaceName {
  const char* name;
  Place place;
};
constexpr PlaceName kPlaces[] = {{"in_another_window", Place::kOtherWindow},
                                 {"of_another_device", Place::kOtherDevice},
                                 {"after_the_first_was_destroyed", Place::kAfterTheFirst},
                                 {"that_replaces_the_first", Place::kInItsPlace}};

// The function with which the driver is asked for its flags: the newer one, or the older one of
// Android 7, whose drivers do not have the newer.
enum class Asks { kNewer, kOlder };

bool IsBeside(Place place) { return place == Place::kOtherWindow || place == Place::kOtherDevice; }

struct Pair {
  const char* name;
  SwapchainRequest first;
  SwapchainRequest second;
};
const Pair kPairs[] = {
    {"another_format", {}, {.format = VK_FORMAT_R5G6B5_UNORM_PACK16}},
    {"another_usage",
     {},
     {.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT}},
    {"another_extent", {}, {.extent = {65, 33}}},
    {"ordinary_images_after_shared_ones",
     {.mode = VK_PRESENT_MODE_SHARED_DEMAND_REFRESH_KHR, .images = 1},
     {}},
    {"shared_images_after_ordinary_ones",
     {},
     {.mode = VK_PRESENT_MODE_SHARED_DEMAND_REFRESH_KHR, .images = 1}},
};

bool IsShared(const SwapchainRequest& request) { return request.mode != VK_PRESENT_MODE_FIFO_KHR; }

std::vector<std::string> ExtensionsFor(const Pair& pair) {
  return ExtensionsFor(IsShared(pair.first) ? pair.first : pair.second);
}

// Acquires an image and traces its handle.
void TakeImage(const WindowApp& app) {
  uint32_t index = 0;
  if (app.Acquire(app.MakeSemaphore(), VK_NULL_HANDLE, &index) != VK_SUCCESS) return;
  AppEvent("taken").Add("image", HandleText(app.Images().at(index)));
}

// Creates the second swapchain in the first one's window.
bool Follow(WindowApp& app, Place place, const SwapchainRequest& request) {
  const VkSwapchainKHR first = app.swapchain();
  VkSwapchainCreateInfoKHR info = InfoFor(app, request);
  if (place == Place::kAfterTheFirst) {
    app.DestroySwapchain();
  } else {
    info.oldSwapchain = first;
  }
  AppEvent{kSecond};
  const bool made = app.MakeSwapchain(info);
  if (place == Place::kInItsPlace) app.DestroySwapchain(first);
  return made;
}

// Creates the second swapchain in a window of its own.
bool Join(WindowApp& app, WindowApp& first, MockWindow& window, Place place, const Pair& pair) {
  if (place == Place::kOtherWindow) {
    app.Join(first);
  } else if (!app.BeginBeside(ExtensionsFor(pair))) {
    return false;
  }
  if (!app.MakeSurface(window)) return false;
  AppEvent{kSecond};
  return app.MakeSwapchain(InfoFor(app, pair.second));
}

// A machine with two devices, whose driver needs other flags for the other format.
AndroidWorld WorldOfTwo(const Subject& subject, Asks asks) {
  const std::string device = fmt::format(R"({{"extensions": ["{}"]}})", kNativeBufferExtension);
  return WindowWorld(
      subject, fmt::format(R"({{"physical_devices": [{}, {}], "hidden_device_functions": ["{}"],
                                "producer_usage_of_formats": {{"{}": {}}}}})",
                           device, device, asks == Asks::kOlder ? kUsage2 : "",
                           static_cast<int>(VK_FORMAT_R5G6B5_UNORM_PACK16), kOfSixteenBits));
}

Observation Run(Case& c, const Pair& pair, Place place, Asks asks) {
  const AndroidWorld world = WorldOfTwo(c.subject(), asks);
  return Observe(c, world, [&](VulkanApp& vulkan) {
    MockWindow windows[] = {MockWindow(), MockWindow({.consumer_usage = kOfOtherWindow})};
    WindowApp first(vulkan);
    bool made = first.Begin(ExtensionsFor(pair)) && first.MakeSurface(windows[0]) &&
                first.MakeSwapchain(InfoFor(first, pair.first));
    VulkanApp copy = vulkan;
    WindowApp other(copy);
    if (made && IsBeside(place)) {
      made = Join(other, first, windows[1], place, pair);
    } else if (made) {
      made = Follow(first, place, pair.second);
    }
    if (made) TakeImage(IsBeside(place) ? other : first);
    if (made && IsBeside(place)) TakeImage(first);
    if (IsBeside(place)) other.End();
    first.End();
  });
}

// The events of `who` since the application began to create the second swapchain.
std::vector<Event> Since(const Observation& seen, const std::string& who, const char* what) {
  std::vector<Event> events;
  bool since = false;
  for (const Event& event : seen.events()) {
    since = since || (event.who() == kAppName && event.what() == kSecond);
    if (since && event.who() == who && event.what() == what) events.push_back(event);
  }
  return events;
}

std::vector<std::string> TextsOf(const std::vector<Event>& events, const char* key) {
  std::vector<std::string> texts;
  for (const Event& event : events) texts.push_back(event.Text(key));
  return texts;
}

// What is asked may have been asked for the first swapchain if they do not differ in it.
void ExpectQuery(const Observation& seen, const Pair& pair, Asks asks) {
  const SwapchainRequest& now = pair.second;
  if (now.format == pair.first.format && now.usage == pair.first.usage &&
      now.mode == pair.first.mode) {
    return;
  }
  std::vector<std::string> asked;
  for (const Event& event : Since(seen, kDefaultDriver, asks == Asks::kOlder ? kUsage : kUsage2)) {
    asked.push_back(fmt::format("{} {} {}", event.Number("format"), event.Number("image_usage"),
                                asks == Asks::kOlder ? 0 : event.Number("swapchain_usage")));
  }
  EXPECT_SEEN(asked, Contains(fmt::format("{} {} {}", static_cast<int>(now.format), now.usage,
                                          IsShared(now) ? 1 : 0)))
      << "the driver is queried for the format and the usages of each swapchain that is created"
      << reading::LS_ANDROID_WSI_5_r1;
}

void ExpectBuffers(const Observation& seen, const SwapchainRequest& request, Place place,
                   Asks asks) {
  const std::vector<Event> images = Since(seen, kDefaultDriver, "image_in_buffer");
  // A window that has what the second swapchain needs need not be told again.
  const std::vector<Event> set = seen.Select(kAppName, "window_buffers");
  EXPECT_SEEN(images.size(), Ge(size_t{request.images})) << "each swapchain has images of its own";
  ASSERT_SEEN(set, Not(IsEmpty())) << "the window allocates buffers for each swapchain";
  const int64_t usage = set.back().Number("usage");
  const int64_t of_format = request.format == VK_FORMAT_R5G6B5_UNORM_PACK16 ? kOfSixteenBits : 0;
  // The document combines flags with those of the window where it describes the newer function.
  const uint64_t of_window = IsBeside(place) ? kOfOtherWindow : uint64_t{0x800};
  const int64_t needed =
      kOfDriver | of_format | (asks == Asks::kOlder ? 0 : static_cast<int64_t>(of_window));
  EXPECT_SEEN(usage & needed, needed)
      << "the driver's flags are combined with those of the swapchain's consumer";
  const int64_t width = int64_t{request.extent.width};
  for (const Event& image : images) {
    EXPECT_SEEN(TextsOf(seen.Select(kAppName, "buffer_dequeued"), "buffer"),
                Contains(image.Text("buffer")))
        << "the handle is one that gralloc returned";
    EXPECT_SEEN(image.Number("stride"), (width + 63) / 64 * 64 + 64)
        << "the stride is the one that gralloc returned";
    EXPECT_SEEN(image.Number("format"), request.format == VK_FORMAT_R8G8B8A8_UNORM ? 1 : 4)
        << "the format is the one with which the buffer was requested";
    EXPECT_SEEN(image.Number("consumer_usage") | image.Number("producer_usage"), usage)
        << "the usage in usage2 is the one with which the buffer was requested"
        << reading::LS_ANDROID_WSI_11_r1;
    EXPECT_SEEN(image.Number("swapchain_usage"), IsShared(request) ? 1 : 0)
        << "VkSwapchainImageCreateInfoANDROID has VK_SWAPCHAIN_IMAGE_USAGE_SHARED_BIT_ANDROID if "
           "and only if the images of this swapchain are shared";
  }
}

void ExpectValues(const Observation& seen, const SwapchainRequest& request) {
  const struct {
    const char* member;
    int64_t value;
  } kExpected[] = {{"format", request.format},
                   {"width", request.extent.width},
                   {"height", request.extent.height},
                   {"usage", request.usage}};
  for (const Event& values : Since(seen, kDefaultDriver, "image_values")) {
    for (const auto& [member, value] : kExpected) {
      EXPECT_SEEN(values.Number(member), value)
          << member << " of VkImageCreateInfo is that of the swapchain that is created";
    }
  }
}

// The images that are acquired are those of the swapchains, on their devices.
void ExpectAcquisitions(const Observation& seen, Place place, Asks asks) {
  const std::vector<std::string> taken = TextsOf(seen.Select(kAppName, "taken"), "image");
  EXPECT_SEEN(taken.size(), IsBeside(place) ? size_t{2} : size_t{1})
      << "an image of each swapchain can be acquired";
  const std::vector<Event> acquired = seen.Select(kDefaultDriver, "image_acquired");
  EXPECT_SEEN(TextsOf(acquired, "image"), ElementsAreArray(taken))
      << "vkAcquireImageANDROID gets the image that is acquired";
  if (taken.empty()) return;
  EXPECT_SEEN(TextsOf(Since(seen, kDefaultDriver, "image_in_buffer"), "image"),
              Contains(taken.front()))
      << "a swapchain has its own images";
  if (place != Place::kOtherDevice) return;
  std::vector<std::string> devices =
      TextsOf(seen.Select(kDefaultDriver, "vkCreateDevice"), "device");
  std::ranges::reverse(devices);  // an image of the second swapchain is acquired first
  EXPECT_SEEN(TextsOf(acquired, "device"), ElementsAreArray(devices))
      << "vkAcquireImageANDROID gets the device of the swapchain";
  for (const Event& event : Since(seen, kDefaultDriver, asks == Asks::kOlder ? kUsage : kUsage2)) {
    EXPECT_SEEN(event.Text("device"), devices.front())
        << "the driver is queried about the device for which the swapchain is created";
  }
}

void Judge(Case& c, const Pair& pair, Place place, Asks asks) {
  const Observation seen = Run(c, pair, place, asks);
  ExpectSwapchain(seen);
  const std::vector<std::string> results = ResultsOf(seen, "vkCreateSwapchainKHR");
  ASSERT_SEEN(results, ElementsAre("VK_SUCCESS", "VK_SUCCESS"))
      << "a second swapchain can be created";
  ExpectQuery(seen, pair, asks);
  ExpectBuffers(seen, pair.second, place, asks);
  ExpectValues(seen, pair.second);
  ExpectAcquisitions(seen, place, asks);
  for (const Event& end : seen.Select(kAppName, "window_end")) {
    EXPECT_SEEN(end.Number("holders"), 0) << "the loader releases each window that it received";
  }
}

REGISTER_CASES {
  for (const Pair& pair : kPairs) {
    for (const PlaceName& place : kPlaces) {
      RegisterCase(Api::kVulkan,
                   {policy::LS_ANDROID_WSI_11, policy::LS_ANDROID_WSI_5, policy::LS_ANDROID_WSI_6,
                    policy::LS_ANDROID_WSI_7, policy::LS_ANDROID_WSI_12, policy::LS_ANDROID_WSI_13,
                    policy::LS_ANDROID_WSI_16, policy::LS_ANDROID_WSI_3},
                   fmt::format("{}_{}", pair.name, place.name),
                   [&pair, place](Case& c) { Judge(c, pair, place.place, Asks::kNewer); });
      // The older function has no swapchain usage, so its drivers share no images.
      if (IsShared(pair.first) || IsShared(pair.second)) continue;
      RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_8, policy::LS_ANDROID_WSI_7},
                   fmt::format("{}_{}", pair.name, place.name),
                   [&pair, place](Case& c) { Judge(c, pair, place.place, Asks::kOlder); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::android_two_swapchains
