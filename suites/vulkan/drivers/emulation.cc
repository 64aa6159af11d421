// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <optional>

#include "suites/vulkan/drivers/emulated_queries.h"
#include "suites/vulkan/extensions/extensions.h"

// LoaderDriverInterface, "Loader Instance Extension Emulation Support": a Vulkan 1.0 driver that
// lacks an extension which another driver, of 1.0 or newer, has. The queries are those that
// functions of 1.0 can answer, without further structures (LDP_LOADER_8.r1).
namespace loadstone::suites::emulation {
namespace {

constexpr char kHas[] = "has_it";
constexpr char kLacks[] = "lacks_it";

constexpr char kVersion10[] = R"({"api_version": "1.0.68"})";

// The first has the instance extensions.
VulkanWorld WorldOfBoth(const Subject& subject, const std::vector<std::string>& extensions,
                        const char* version) {
  VulkanWorld world(subject);
  return world.WithoutDriver()
      .With(
          DriverToQuery(kHas, version).Behaviour(MockExtensions("instance_extensions", extensions)))
      .With(DriverToQuery(kLacks, kVersion10));
}

// The driver with the extension, and the application.
struct Newer {
  const char* suffix;  // of the case's name
  const char* version;
  std::optional<uint32_t> application;
};

constexpr Newer kNewer[] = {
    {"", kVersion10, std::nullopt},
    {"_beside_a_driver_of_1_1", R"({"api_version": "1.1.130"})", VK_API_VERSION_1_1},
    {"_beside_a_driver_of_1_3", R"({"api_version": "1.3.200"})", VK_API_VERSION_1_3},
};

void Judge(Case& c, const EmulatedQuery& query, const Newer& newer) {
  const VulkanWorld world = WorldOfBoth(c.subject(), {kKnownExtension}, newer.version);
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance({.extensions = {kKnownExtension}, .api_version = newer.application}) !=
        VK_SUCCESS) {
      return;
    }
    for (const VkPhysicalDevice device : app.EnumeratePhysicalDevices()) {
      AppEvent("asked").Add("same", query.ask(app, device));
    }
    app.DestroyInstance();
  });
  EXPECT_SEEN(Order(seen), UnorderedElementsAre(kHas, kLacks)) << "the devices of both are listed";
  const std::vector<Event> asked = seen.Select(kAppName, "asked");
  ASSERT_SEEN(asked, SizeIs(2)) << "both devices can be queried";
  for (const Event& event : asked) {
    EXPECT_HOLDS(event.Flag("same"))
        << "the function of the extension returns the same as the function of Vulkan 1.0";
  }
  EXPECT_SEEN(seen.Select(kHas, query.command), Not(IsEmpty()))
      << "a driver with the extension is queried with its own function";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "no driver is asked for what it lacks";
}

REGISTER_CASES {
  for (const EmulatedQuery& query : kEmulatedQueries) {
    for (const Newer& newer : kNewer) {
      RegisterCase(Api::kVulkan, {policy::LDP_LOADER_8},
                   fmt::format("{}{}", query.name, newer.suffix),
                   [&query, &newer](Case& c) { Judge(c, query, newer); });
    }
  }
}

// The result of the old function is that of the new one.
VULKAN_CASE(LDP_LOADER_8, image_format_that_is_not_supported) {
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(DriverToQuery(kHas, kVersion10)
                .Behaviour(MockExtensions("instance_extensions", {kKnownExtension})))
      .With(DriverToQuery(kLacks, kVersion10)
                .Behaviour(R"({"results": {"vkGetPhysicalDeviceImageFormatProperties": -11}})"));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    if (app.CreateInstance({.extensions = {kKnownExtension}}) != VK_SUCCESS) return;
    const VkPhysicalDeviceImageFormatInfo2 info = ImageFormatInfo();
    for (const VkPhysicalDevice device : DevicesWithout(app, kHas)) {
      auto answer =
          Structure<VkImageFormatProperties2>(VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2);
      const VkResult result = app.Get<PFN_vkGetPhysicalDeviceImageFormatProperties2>(
          "vkGetPhysicalDeviceImageFormatProperties2KHR")(device, &info, &answer);
      AppEvent("asked").Add("result", int64_t{result});
    }
    app.DestroyInstance();
  });
  const std::optional<Event> asked = seen.First(kAppName, "asked");
  ASSERT_HOLDS(asked.has_value()) << "the device of the driver without the extension is listed";
  EXPECT_SEEN(asked->Number("result"), Eq(int64_t{VK_ERROR_FORMAT_NOT_SUPPORTED}))
      << "the function of the extension returns the result of the function of Vulkan 1.0";
}

// The function of an extension, or of Vulkan 1.1, which belongs to the instance.
struct Groups {
  const char* name;
  const char* function;
  const char* extension;  // of the newer driver and the instance; null for none
  const char* version;
  std::optional<uint32_t> application;
};

constexpr Groups kGroups[] = {
    {"device_groups", "vkEnumeratePhysicalDeviceGroupsKHR", kOtherKnownExtension, kVersion10,
     std::nullopt},
    {"device_groups_of_an_instance_of_1_1", "vkEnumeratePhysicalDeviceGroups", nullptr,
     R"({"api_version": "1.1.130"})", VK_API_VERSION_1_1},
    {"device_groups_of_an_instance_of_1_3", "vkEnumeratePhysicalDeviceGroups", nullptr,
     R"({"api_version": "1.3.200"})", VK_API_VERSION_1_3},
};

void JudgeGroups(Case& c, const Groups& row) {
  std::vector<std::string> extensions;
  if (row.extension != nullptr) extensions.emplace_back(row.extension);
  const VulkanWorld world = WorldOfBoth(c.subject(), extensions, row.version);
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance({.extensions = extensions, .api_version = row.application}) !=
        VK_SUCCESS) {
      return;
    }
    TraceGroups(app, row.function);
    app.DestroyInstance();
  });
  const std::optional<Event> groups = seen.First(kAppName, "groups");
  ASSERT_HOLDS(groups.has_value()) << "an instance with the function can be created";
  EXPECT_SEEN(groups->List("members"), UnorderedElementsAre("0", "1"))
      << "the device of a driver without the function is a group of its own";
}

REGISTER_CASES {
  for (const Groups& row : kGroups) {
    RegisterCase(Api::kVulkan, {policy::LDP_LOADER_8}, row.name,
                 [&row](Case& c) { JudgeGroups(c, row); });
  }
}

}  // namespace
}  // namespace loadstone::suites::emulation
