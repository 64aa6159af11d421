// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/android/window_app.h"
#include "suites/vulkan/drivers/drivers.h"
#include "suites/vulkan/extensions/extensions.h"

// Android: Implement Vulkan, "Driver enumeration and loading", "Window system integration" and
// "Gralloc-backed images": the extensions that the loader lists, wherever the driver is and however
// many it has, and those that the driver gets from it.
namespace loadstone::suites::android_lists_of_extensions {
namespace {

constexpr char kSwapchain[] = VK_KHR_SWAPCHAIN_EXTENSION_NAME;

// Drivers and instances of which the version of VK_KHR_swapchain is asked.
struct Version {
  const char* case_name;
  uint32_t api_version;
  const char* behaviour = "{}";
};
constexpr Version kVersions[] = {
    {"version_of_the_extension_for_vulkan_1_0", VK_API_VERSION_1_0},
    {"version_of_the_extension_for_vulkan_1_2", VK_API_VERSION_1_2},
    {"version_of_the_extension_with_a_driver_of_vulkan_1_0", VK_API_VERSION_1_0,
     R"({"api_version": "1.0.0"})"},
    {"version_of_the_extension_with_a_driver_that_has_an_older_one", VK_API_VERSION_1_1,
     R"({"physical_devices": [{"extensions": ["VK_ANDROID_native_buffer",
                                              {"name": "VK_KHR_swapchain", "spec_version": 25}]}]})"},
    {"version_of_the_extension_with_a_driver_that_has_an_older_one_before", VK_API_VERSION_1_1,
     R"({"physical_devices": [{"extensions": [{"name": "VK_KHR_swapchain", "spec_version": 68},
                                              "VK_ANDROID_native_buffer"]}]})"},
};

// The versions of VK_KHR_swapchain that are listed, of each physical device.
std::vector<int> SwapchainVersions(const Observation& seen) {
  std::vector<int> versions;
  for (const Event& list : seen.Select(kAppName, "extensions")) {
    for (const std::string& extension : list.List("extensions")) {
      const std::string prefix = std::string(kSwapchain) + " ";
      if (extension.starts_with(prefix)) {
        versions.push_back(std::stoi(extension.substr(prefix.size())));
      }
    }
  }
  return versions;
}

Observation ListForEachDevice(Case& c, const AndroidWorld& world, uint32_t api_version) {
  return Observe(c, world, [api_version](VulkanApp& app) {
    if (app.CreateInstance({.api_version = api_version}) != VK_SUCCESS) return;
    for (const VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
      TraceExtensionsOf(app, device, "extensions");
    }
    app.DestroyInstance();
  });
}

constexpr char kVersion70[] = "VK_KHR_swapchain has version 70";

REGISTER_CASES {
  for (const Version& row : kVersions) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_14}, row.case_name, [&row](Case& c) {
      const Observation seen =
          ListForEachDevice(c, WindowWorld(c.subject(), row.behaviour), row.api_version);
      EXPECT_SEEN(SwapchainVersions(seen), ElementsAre(Ge(70))) << kVersion70;
    });
  }
}

VULKAN_CASE(LS_ANDROID_WSI_14, version_of_the_extension_of_each_device) {
  const std::string device = fmt::format(R"({{"extensions": ["{}"]}})", kNativeBufferExtension);
  const Observation seen = ListForEachDevice(
      c,
      WindowWorld(c.subject(), fmt::format(R"({{"physical_devices": [{0}, {0}, {0}]}})", device)),
      VK_API_VERSION_1_1);
  EXPECT_SEEN(SwapchainVersions(seen), ElementsAre(Ge(70), Ge(70), Ge(70))) << kVersion70;
}

// A driver with many extensions, of which the one that the loader needs is the last.
void JudgeMany(Case& c, int count) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.push_back(fmt::format("VK_LS_number_{}", i));
  names.emplace_back(kNativeBufferExtension);
  const AndroidWorld world =
      WindowWorld(c.subject(), fmt::format(R"({{"physical_devices": [{{"extensions": ["{}"]}}]}})",
                                           fmt::join(names, R"(", ")")));
  const Observation seen = Observe(c, world, [](VulkanApp& vulkan) {
    MockWindow window;
    WindowApp app(vulkan);
    if (app.Begin()) {
      TraceDeviceExtensions(vulkan);
      if (app.MakeSurface(window)) app.MakeSwapchain(app.Info());
    }
    app.End();
  });
  EXPECT_SEEN(ListedNames(seen), Contains(kSwapchain))
      << "the loader has swapchains for a driver that shares images";
  ExpectSwapchain(seen);
}

REGISTER_CASES {
  for (const int count : {300, 520}) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_1},
                 fmt::format("swapchains_of_a_driver_with_{}_extensions", count),
                 [count](Case& c) { JudgeMany(c, count); });
  }
}

// Extensions of the driver beside VK_KHR_swapchain, in the order in which a device enables them.
struct Enabled {
  const char* case_name;
  std::vector<std::string> extensions;
};
const Enabled kEnabled[] = {
    {"beside_one_behind_swapchains", {kSwapchain, "VK_KHR_maintenance1"}},
    {"beside_one_before_swapchains", {"VK_KHR_maintenance1", kSwapchain}},
    {"beside_two_behind_swapchains", {kSwapchain, "VK_KHR_maintenance1", "VK_KHR_maintenance3"}},
    {"beside_two_before_swapchains", {"VK_KHR_maintenance1", "VK_KHR_maintenance3", kSwapchain}},
    {"beside_two_around_swapchains", {"VK_KHR_maintenance3", kSwapchain, "VK_KHR_maintenance1"}},
    {"beside_a_name_that_begins_like_swapchains",
     {"VK_KHR_maintenance2", "VK_KHR_image_format_list", "VK_KHR_swapchain_mutable_format",
      kSwapchain}},
    {"before_a_name_that_begins_like_swapchains",
     {kSwapchain, "VK_KHR_swapchain_mutable_format", "VK_KHR_image_format_list",
      "VK_KHR_maintenance2"}},
    {"beside_names_of_android",
     {"VK_EXT_queue_family_foreign", kSwapchain,
      "VK_ANDROID_external_memory_android_hardware_buffer"}},
};

std::vector<std::string> Others(const std::vector<std::string>& names) {
  std::vector<std::string> others = names;
  std::erase(others, kSwapchain);
  return others;
}

// Whether the first device lists all the names.
bool ListsEach(VulkanApp app, const std::vector<std::string>& names) {
  if (app.CreateInstance({.api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) return false;
  const auto enumerate =
      app.Get<PFN_vkEnumerateDeviceExtensionProperties>("vkEnumerateDeviceExtensionProperties");
  std::vector<VkExtensionProperties> listed;
  for (const VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
    uint32_t count = 0;
    enumerate(device, nullptr, &count, nullptr);
    listed.resize(count);
    enumerate(device, nullptr, &count, listed.data());
  }
  app.DestroyInstance();
  return std::ranges::all_of(
      names, [&listed](const std::string& name) { return ListsExtension(listed, name); });
}

void JudgeEnabled(Case& c, const Enabled& row) {
  const std::vector<std::string> others = Others(row.extensions);
  const AndroidWorld world = WindowWorld(
      c.subject(), fmt::format(R"({{"physical_devices": [{{"extensions": ["{}", "{}"]}}]}})",
                               fmt::join(others, R"(", ")"), kNativeBufferExtension));
  const Observation seen = Observe(c, world, [&](VulkanApp& vulkan) {
    if (!ListsEach(vulkan, others)) {
      AppEvent("unlisted");
      return;
    }
    MockWindow window;
    WindowApp app(vulkan);
    if (app.BeginWith(row.extensions) && app.MakeSurface(window)) app.MakeSwapchain(app.Info());
    app.End();
  });
  if (seen.First(kAppName, "unlisted").has_value()) {
    GTEST_SKIP() << "the loader does not list each extension of the driver";
  }
  ExpectSwapchain(seen);
  std::vector<std::string> expected = others;
  expected.emplace_back(kNativeBufferExtension);
  EXPECT_SEEN(ExtensionsGiven(seen, kDefaultDriver, "vkCreateDevice"), IsSupersetOf(expected))
      << "VK_ANDROID_native_buffer is enabled for the driver beside its extensions that the "
         "application enables";
}

REGISTER_CASES {
  for (const Enabled& row : kEnabled) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_4, policy::LS_ANDROID_WSI_1}, row.case_name,
                 [&row](Case& c) { JudgeEnabled(c, row); });
  }
}

// Where the extensions of surfaces are among those that an instance enables: how many are in front
// of each.
struct Place {
  const char* case_name;
  size_t before_surface;
  size_t before_android;
};
constexpr Place kPlaces[] = {
    {"surfaces_named_before_other_extensions", 0, 0},
    {"surfaces_named_between_other_extensions", 1, 2},
    {"surfaces_named_behind_other_extensions", 9, 9},
    {"surfaces_named_around_other_extensions", 0, 9},
};

// Extensions of instances that require no others, or only each other.
constexpr const char* kCandidates[] = {VK_EXT_DEBUG_REPORT_EXTENSION_NAME,
                                       VK_EXT_DEBUG_UTILS_EXTENSION_NAME,
                                       VK_KHR_GET_PHYSICAL_DEVICE_PROPERTIES_2_EXTENSION_NAME,
                                       VK_KHR_EXTERNAL_FENCE_CAPABILITIES_EXTENSION_NAME,
                                       VK_KHR_EXTERNAL_MEMORY_CAPABILITIES_EXTENSION_NAME};

void UseSurfaces(VulkanApp& vulkan, const Place& place) {
  std::vector<std::string> names;
  const std::vector<VkExtensionProperties> listed = vulkan.EnumerateExtensions();
  for (const char* each : kCandidates) {
    if (ListsExtension(listed, each)) names.emplace_back(each);
  }
  AppEvent("others").Add("count", static_cast<int64_t>(names.size()));
  const auto insert = [&names](size_t before, const char* name) {
    names.insert(names.begin() + static_cast<std::ptrdiff_t>(std::min(before, names.size())), name);
  };
  // Back to front, so that the first one does not move the second.
  insert(place.before_android, VK_KHR_ANDROID_SURFACE_EXTENSION_NAME);
  insert(place.before_surface, VK_KHR_SURFACE_EXTENSION_NAME);
  const VkResult created =
      vulkan.CreateInstance({.extensions = names, .api_version = VK_API_VERSION_1_1});
  if (created != VK_SUCCESS) return;
  MockWindow window;
  WindowApp app(vulkan);
  if (app.MakeSurface(window)) app.QuerySurfaceProperties();
  app.End();
}

REGISTER_CASES {
  for (const Place& row : kPlaces) {
    RegisterCase(Api::kVulkan, {policy::LS_ANDROID_WSI_1}, row.case_name, [&row](Case& c) {
      const AndroidWorld world = WindowWorld(c.subject(), R"({"instance_extensions": [
          "VK_KHR_get_physical_device_properties2", "VK_KHR_external_fence_capabilities",
          "VK_KHR_external_memory_capabilities"]})");
      const Observation seen =
          Observe(c, world, [&row](VulkanApp& vulkan) { UseSurfaces(vulkan, row); });
      EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
          << "extensions that are listed can be enabled together";
      EXPECT_SEEN(ResultOf(seen, "vkCreateAndroidSurfaceKHR"), "VK_SUCCESS")
          << "the loader has surfaces of Android, whatever else is enabled";
      const std::optional<Event> told = seen.First(kAppName, "surface");
      ASSERT_SEEN(told.has_value(), true) << "the loader answers queries about a surface";
      EXPECT_SEEN(told->Number("width"), 320) << "the surface is as large as its window";
    });
  }
}

// Where the driver's module is.
struct Module {
  const char* case_name;
  policy::Id policy;
  const char* root;
  const char* name;
};
constexpr char kApex[] = "com.loadstone.vulkan";
constexpr Module kModules[] = {
    {"extensions_of_that_of_the_hardware", policy::LS_ANDROID_LOADER_5, "/vendor", kHardware},
    {"extensions_of_that_of_the_board", policy::LS_ANDROID_LOADER_5, "/vendor", kBoard},
    {"extensions_of_the_apex", policy::LS_ANDROID_LOADER_9, "/apex/com.loadstone.vulkan",
     kHardware},
    {"extensions_of_the_apex_for_the_board", policy::LS_ANDROID_LOADER_9,
     "/apex/com.loadstone.vulkan", kBoard},
};

AndroidWorld WorldOf(const Subject& subject, const Module& row, const Driver& driver) {
  AndroidWorld world(subject);
  world.WithoutDriver();
  if (std::string_view(row.root).starts_with("/apex/")) {
    world.Property("ro.vulkan.apex", kApex)
        .Module(ModulePath(LibrariesBelow(row.root), row.name), driver);
  }
  world.Module(ModulePath(ModulesBelow(row.root), row.name), driver);
  return world;
}

// An extension of instances that only the driver has. A loader may not know it, and then refuses
// it; but if it enables the extension for the driver, the extension is one that it has.
void JudgeList(Case& c, const Module& row) {
  constexpr char kExtension[] = VK_KHR_EXTERNAL_FENCE_CAPABILITIES_EXTENSION_NAME;
  const Driver driver =
      Driver(kDefaultDriver)
          .Behaviour(fmt::format(R"({{"instance_extensions": ["{}", "{}"]}})",
                                 VK_KHR_GET_PHYSICAL_DEVICE_PROPERTIES_2_EXTENSION_NAME,
                                 kExtension));
  const Observation seen = Observe(c, WorldOf(c.subject(), row, driver), [&](VulkanApp& app) {
    for (int i = 0; i < 2; ++i) TraceExtensions("extensions", app.EnumerateExtensions());
    const VkResult created = app.CreateInstance(
        {.extensions = {VK_KHR_GET_PHYSICAL_DEVICE_PROPERTIES_2_EXTENSION_NAME, kExtension},
         .api_version = VK_API_VERSION_1_1});
    if (created != VK_SUCCESS) return;
    TraceExtensions("extensions", app.EnumerateExtensions());
    app.DestroyInstance();
  });
  const std::vector<std::string> given = ExtensionsGiven(seen, kDefaultDriver);
  if (std::ranges::find(given, kExtension) == given.end()) {
    GTEST_SKIP() << "the loader does not enable the driver's extension";
  }
  for (const Event& list : seen.Select(kAppName, "extensions")) {
    EXPECT_SEEN(list.List("names"), Contains(kExtension))
        << "the driver whose extensions are listed is the one that instances get"
        << reading::LS_ANDROID_LOADER_9_r1;
  }
}

REGISTER_CASES {
  for (const Module& row : kModules) {
    RegisterCase(Api::kVulkan, {row.policy}, row.case_name, [&row](Case& c) { JudgeList(c, row); });
  }
}

}  // namespace
}  // namespace loadstone::suites::android_lists_of_extensions
