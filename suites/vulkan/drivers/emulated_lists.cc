// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <functional>

#include "suites/vulkan/drivers/surfaces.h"

// LoaderDriverInterface, "Loader Instance Extension Emulation Support": queries of surfaces for a
// driver that has the older functions only. A loader that answers with an error, or with no
// elements, is not judged (LDP_LOADER_8.r1); one that answers must give what the older functions
// give, also where the application's array is too small.
namespace loadstone::suites::emulated_lists {
namespace {

constexpr char kHas[] = "has_it";
constexpr char kLacks[] = "lacks_it";

template <typename Element>
using List = std::function<VkResult(uint32_t* count, Element* elements)>;

// Calls both functions with room for none, some and all elements and more, and traces "whole" with
// the result of the newer one, and "room" with whether both are equal.
template <typename New, typename Old>
void Compare(VkStructureType type, Old New::*member, const List<New>& ask, const List<Old>& old) {
  uint32_t number = 0;
  uint32_t all = 0;
  const VkResult result = ask(&number, nullptr);
  if (old(&all, nullptr) != VK_SUCCESS) return;
  AppEvent("whole")
      .Add("result", int64_t{result})
      .Add("count", int64_t{number})
      .Add("expected", int64_t{all});
  if (result != VK_SUCCESS || number == 0) return;
  for (uint32_t room = 1; room < all + 2; ++room) {
    std::vector<New> list(all + 2, Structure<New>(type));
    std::vector<Old> old_list(all + 2);
    uint32_t count = room;
    uint32_t old_count = room;
    const VkResult given = ask(&count, list.data());
    const VkResult expected = old(&old_count, old_list.data());
    bool same = given == expected && count == old_count;
    for (size_t i = 0; i < list.size(); ++i) {
      same &= std::memcmp(&(list[i].*member), &old_list[i], sizeof(Old)) == 0;
    }
    AppEvent("room").Add("room", int64_t{room}).Add("same", same);
  }
}

void ExpectSame(const Observation& seen) {
  const std::optional<Event> whole = seen.First(kAppName, "whole");
  ASSERT_HOLDS(whole.has_value()) << "the driver answers the older function";
  if (whole->Number("result") != VK_SUCCESS || whole->Number("count") == 0) {
    GTEST_SKIP() << "the loader does not emulate the function for a driver that lacks it";
  }
  EXPECT_SEEN(whole->Number("count"), Eq(whole->Number("expected")))
      << "the function of the extension counts the elements of the older function";
  for (const Event& event : seen.Select(kAppName, "room")) {
    EXPECT_HOLDS(event.Flag("same")) << "the function of the extension returns the elements and "
                                        "the result of the older function, with room for "
                                     << event.Number("room");
  }
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "no driver is asked for what it lacks";
}

VkPhysicalDeviceSurfaceInfo2KHR InfoOf(VkSurfaceKHR surface) {
  auto info = Structure<VkPhysicalDeviceSurfaceInfo2KHR>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SURFACE_INFO_2_KHR);
  info.surface = surface;
  return info;
}

void CompareFormats(VulkanApp& app, VkPhysicalDevice device, VkSurfaceKHR surface) {
  const VkPhysicalDeviceSurfaceInfo2KHR info = InfoOf(surface);
  const auto ask =
      app.Get<PFN_vkGetPhysicalDeviceSurfaceFormats2KHR>("vkGetPhysicalDeviceSurfaceFormats2KHR");
  const auto old =
      app.Get<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR>("vkGetPhysicalDeviceSurfaceFormatsKHR");
  Compare<VkSurfaceFormat2KHR, VkSurfaceFormatKHR>(
      VK_STRUCTURE_TYPE_SURFACE_FORMAT_2_KHR, &VkSurfaceFormat2KHR::surfaceFormat,
      [&](uint32_t* count, VkSurfaceFormat2KHR* list) { return ask(device, &info, count, list); },
      [&](uint32_t* count, VkSurfaceFormatKHR* list) { return old(device, surface, count, list); });
}

// The capabilities are one element.
void CompareCapabilities(VulkanApp& app, VkPhysicalDevice device, VkSurfaceKHR surface) {
  const VkPhysicalDeviceSurfaceInfo2KHR info = InfoOf(surface);
  auto given = Structure<VkSurfaceCapabilities2KHR>(VK_STRUCTURE_TYPE_SURFACE_CAPABILITIES_2_KHR);
  VkSurfaceCapabilitiesKHR expected = {};
  const VkResult result = app.Get<PFN_vkGetPhysicalDeviceSurfaceCapabilities2KHR>(
      "vkGetPhysicalDeviceSurfaceCapabilities2KHR")(device, &info, &given);
  if (app.Get<PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR>(
          "vkGetPhysicalDeviceSurfaceCapabilitiesKHR")(device, surface, &expected) != VK_SUCCESS) {
    return;
  }
  AppEvent("whole")
      .Add("result", int64_t{result})
      .Add("count", int64_t{1})
      .Add("expected", int64_t{1});
  if (result != VK_SUCCESS) return;
  AppEvent("room")
      .Add("room", int64_t{1})
      .Add("same", std::memcmp(&given.surfaceCapabilities, &expected, sizeof expected) == 0);
}

struct Query {
  const char* name;
  void (*compare)(VulkanApp& app, VkPhysicalDevice device, VkSurfaceKHR surface);
};

constexpr Query kQueries[] = {{"formats", CompareFormats}, {"capabilities", CompareCapabilities}};

void Judge(Case& c, const SurfaceKind& kind, const Query& query) {
  std::vector<std::string> extensions = kind.extensions;
  extensions.emplace_back(VK_KHR_GET_SURFACE_CAPABILITIES_2_EXTENSION_NAME);
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(SurfaceDriver(kHas, extensions, true))
      .With(SurfaceDriver(kLacks, kind.extensions, true));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, extensions)) return;
    if (app.CreateInstance({.extensions = extensions}) != VK_SUCCESS) return;
    const VkSurfaceKHR surface = kind.make(app);
    if (surface != VK_NULL_HANDLE) {
      for (VkPhysicalDevice device : DevicesWithout(app, kHas)) query.compare(app, device, surface);
      DestroySurface(app, surface);
    }
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectSame(seen);
}

REGISTER_CASES {
  for (const SurfaceKind& kind : SurfaceKinds()) {
    for (const Query& query : kQueries) {
      RegisterCase(Api::kVulkan, {policy::LDP_LOADER_8},
                   fmt::format("{}_of_a_{}surface", query.name, kind.prefix),
                   [&](Case& c) { Judge(c, kind, query); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::emulated_lists
