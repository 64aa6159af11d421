// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/drivers/surfaces.h"

// Queries without a surface, which VK_GOOGLE_surfaceless_query allows: "vkGetPhysicalDevice-
// SurfaceFormatsKHR" and its neighbours "accept VK_NULL_HANDLE as their surface parameter"
// (VK_GOOGLE_surfaceless_query in the Vulkan specification). LS_VK_CHAIN_5: the call reaches the
// driver as the application made it. LoaderDriverInterface, "Handling KHR Surface Objects in WSI
// Extensions", has the loader replace surfaces that it created, and there is none here.
namespace loadstone::suites::surfaceless {
namespace {

constexpr char kSurfaceless[] = "VK_GOOGLE_surfaceless_query";
constexpr char kAnswer[] = "answer";
constexpr uint32_t kMost = 16;

std::vector<std::string> Extensions(bool with_queries_2) {
  std::vector<std::string> extensions = {VK_KHR_SURFACE_EXTENSION_NAME, kSurfaceless};
  if (with_queries_2) {
    extensions.emplace_back(VK_KHR_GET_SURFACE_CAPABILITIES_2_EXTENSION_NAME);
  }
  return extensions;
}

// The result of a query, and how many elements it gave.
struct Answer {
  VkResult result;
  uint32_t count;
};

// Asks for the number, and then for the elements.
template <typename Element, typename Call>
Answer List(const Element& empty, const Call& call) {
  uint32_t count = 0;
  const VkResult result = call(&count, nullptr);
  if (result != VK_SUCCESS) return {result, 0};
  count = kMost;
  std::vector<Element> elements(kMost, empty);
  const VkResult listed = call(&count, elements.data());
  return {listed, count};
}

VkPhysicalDeviceSurfaceInfo2KHR NoSurface() {
  return Structure<VkPhysicalDeviceSurfaceInfo2KHR>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SURFACE_INFO_2_KHR);
}

Answer AskForFormats(const VulkanApp& app, VkPhysicalDevice device) {
  const auto ask =
      app.Get<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR>("vkGetPhysicalDeviceSurfaceFormatsKHR");
  return List(VkSurfaceFormatKHR{}, [&](uint32_t* count, VkSurfaceFormatKHR* formats) {
    return ask(device, VK_NULL_HANDLE, count, formats);
  });
}

Answer AskForModes(const VulkanApp& app, VkPhysicalDevice device) {
  const auto ask = app.Get<PFN_vkGetPhysicalDeviceSurfacePresentModesKHR>(
      "vkGetPhysicalDeviceSurfacePresentModesKHR");
  return List(VkPresentModeKHR{}, [&](uint32_t* count, VkPresentModeKHR* modes) {
    return ask(device, VK_NULL_HANDLE, count, modes);
  });
}

Answer AskForFormats2(const VulkanApp& app, VkPhysicalDevice device) {
  const auto ask =
      app.Get<PFN_vkGetPhysicalDeviceSurfaceFormats2KHR>("vkGetPhysicalDeviceSurfaceFormats2KHR");
  const VkPhysicalDeviceSurfaceInfo2KHR info = NoSurface();
  return List(Structure<VkSurfaceFormat2KHR>(VK_STRUCTURE_TYPE_SURFACE_FORMAT_2_KHR),
              [&](uint32_t* count, VkSurfaceFormat2KHR* formats) {
                return ask(device, &info, count, formats);
              });
}

Answer AskForCapabilities2(const VulkanApp& app, VkPhysicalDevice device) {
  const VkPhysicalDeviceSurfaceInfo2KHR info = NoSurface();
  auto capabilities =
      Structure<VkSurfaceCapabilities2KHR>(VK_STRUCTURE_TYPE_SURFACE_CAPABILITIES_2_KHR);
  const VkResult result = app.Get<PFN_vkGetPhysicalDeviceSurfaceCapabilities2KHR>(
      "vkGetPhysicalDeviceSurfaceCapabilities2KHR")(device, &info, &capabilities);
  return {result, capabilities.surfaceCapabilities.maxImageCount > 0 ? 1u : 0u};
}

struct Query {
  const char* name;
  const char* command;
  bool of_queries_2;  // a command of VK_KHR_get_surface_capabilities2
  Answer (*ask)(const VulkanApp& app, VkPhysicalDevice device);
};

constexpr Query kQueries[] = {
    {"formats_without_a_surface", "vkGetPhysicalDeviceSurfaceFormatsKHR", false, AskForFormats},
    {"present_modes_without_a_surface", "vkGetPhysicalDeviceSurfacePresentModesKHR", false,
     AskForModes},
    {"formats_2_without_a_surface", "vkGetPhysicalDeviceSurfaceFormats2KHR", true, AskForFormats2},
    {"capabilities_2_without_a_surface", "vkGetPhysicalDeviceSurfaceCapabilities2KHR", true,
     AskForCapabilities2},
};

// Only drivers with own surfaces: a loader need not call others with a surface (LDP_LOADER_10.r2).
void Judge(Case& c, const Query& query) {
  const std::vector<std::string> extensions = Extensions(query.of_queries_2);
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(SurfaceDriver("one", extensions, true))
      .With(SurfaceDriver("two", extensions, true));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, extensions)) return;
    if (app.CreateInstance({.extensions = extensions}) != VK_SUCCESS) return;
    for (const VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
      AppEvent(query.command, "enter");
      const Answer answer = query.ask(app, device);
      AppEvent(query.command, "leave").Add("result", int64_t{answer.result});
      AppEvent(kAnswer).Add("some", answer.count > 0);
    }
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ASSERT_SEEN(seen.Select(kAppName, kAnswer), SizeIs(2))
      << "both physical devices of an instance with " << kSurfaceless
      << " can be asked; observed: " << seen.DescribeEnding();
  EXPECT_SEEN(ResultOf(seen, query.command), "VK_SUCCESS") << "VK_NULL_HANDLE is accepted";
  for (const Event& answer : seen.Select(kAppName, kAnswer)) {
    EXPECT_HOLDS(answer.Flag("some")) << "the application gets what the driver gave";
  }
  for (const char* driver : {"one", "two"}) {
    const std::optional<Event> call = seen.First(driver, query.command);
    ASSERT_HOLDS(call.has_value()) << query.command << " reaches " << driver;
    EXPECT_SEEN(call->Text("surface"), "") << "the driver gets VK_NULL_HANDLE, as it was passed";
  }
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "no driver gets an invalid surface";
}

REGISTER_CASES {
  for (const Query& query : kQueries) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_5}, query.name,
                 [&query](Case& c) { Judge(c, query); });
  }
}

}  // namespace
}  // namespace loadstone::suites::surfaceless
