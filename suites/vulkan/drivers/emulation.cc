// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstring>
#include <optional>

#include "suites/vulkan/devices/formats.h"
#include "suites/vulkan/drivers/drivers.h"
#include "suites/vulkan/extensions/extensions.h"

// LoaderDriverInterface, "Loader Instance Extension Emulation Support": a Vulkan 1.0 driver that
// lacks an extension which another driver, of 1.0 or newer, has. The queries are those that
// functions of 1.0 can answer, without further structures (LDP_LOADER_8.r1).
namespace loadstone::suites::emulation {
namespace {

constexpr char kHas[] = "has_it";
constexpr char kLacks[] = "lacks_it";

constexpr char kVersion10[] = R"({"api_version": "1.0.68"})";

// A driver whose device has three families of queues; `version` has its api_version.
Driver DriverOfVersion(const char* name, const char* version) {
  return Driver(name)
      .Manifest(version)
      .Behaviour(version)
      .Behaviour(R"({"sparse_formats": 2})")
      .Behaviour(fmt::format(
          R"({{"physical_devices": [{{"name": "{}", "queue_families": [
               {{"flags": 15, "count": 4}}, {{"flags": 4, "count": 2}},
               {{"flags": 2, "count": 1}}]}}]}})",
          name));
}

// The first has the instance extensions.
VulkanWorld WorldOfBoth(const Subject& subject, const std::vector<std::string>& extensions,
                        const char* version) {
  VulkanWorld world(subject);
  return world.WithoutDriver()
      .With(DriverOfVersion(kHas, version)
                .Behaviour(MockExtensions("instance_extensions", extensions)))
      .With(DriverOfVersion(kLacks, kVersion10));
}

template <typename T>
bool Same(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

// Each function queries `device` with the new and with the old function, and returns whether the
// answers are equal.

bool AskProperties(VulkanApp& app, VkPhysicalDevice device) {
  auto answer =
      Structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  app.Get<PFN_vkGetPhysicalDeviceProperties2>("vkGetPhysicalDeviceProperties2KHR")(device, &answer);
  VkPhysicalDeviceProperties old = {};
  app.Get<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties")(device, &old);
  const VkPhysicalDeviceProperties& given = answer.properties;
  return old.deviceName[0] != '\0' && std::strcmp(given.deviceName, old.deviceName) == 0 &&
         given.apiVersion == old.apiVersion && given.driverVersion == old.driverVersion &&
         given.vendorID == old.vendorID && given.deviceID == old.deviceID &&
         given.deviceType == old.deviceType &&
         given.limits.maxImageDimension2D == old.limits.maxImageDimension2D &&
         Same(given.pipelineCacheUUID, old.pipelineCacheUUID);
}

bool AskFeatures(VulkanApp& app, VkPhysicalDevice device) {
  auto answer = Structure<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  app.Get<PFN_vkGetPhysicalDeviceFeatures2>("vkGetPhysicalDeviceFeatures2KHR")(device, &answer);
  VkPhysicalDeviceFeatures old = {};
  app.Get<PFN_vkGetPhysicalDeviceFeatures>("vkGetPhysicalDeviceFeatures")(device, &old);
  return Same(answer.features, old);
}

bool AskFormat(VulkanApp& app, VkPhysicalDevice device) {
  auto answer = Structure<VkFormatProperties2>(VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2);
  app.Get<PFN_vkGetPhysicalDeviceFormatProperties2>("vkGetPhysicalDeviceFormatProperties2KHR")(
      device, kAskedFormat, &answer);
  VkFormatProperties old = {};
  app.Get<PFN_vkGetPhysicalDeviceFormatProperties>("vkGetPhysicalDeviceFormatProperties")(
      device, kAskedFormat, &old);
  return Same(answer.formatProperties, old);
}

bool AskMemory(VulkanApp& app, VkPhysicalDevice device) {
  auto answer = Structure<VkPhysicalDeviceMemoryProperties2>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2);
  app.Get<PFN_vkGetPhysicalDeviceMemoryProperties2>("vkGetPhysicalDeviceMemoryProperties2KHR")(
      device, &answer);
  VkPhysicalDeviceMemoryProperties old = {};
  app.Get<PFN_vkGetPhysicalDeviceMemoryProperties>("vkGetPhysicalDeviceMemoryProperties")(device,
                                                                                          &old);
  const VkPhysicalDeviceMemoryProperties& given = answer.memoryProperties;
  bool same = old.memoryTypeCount > 0 && given.memoryTypeCount == old.memoryTypeCount &&
              given.memoryHeapCount == old.memoryHeapCount;
  for (uint32_t i = 0; same && i < old.memoryTypeCount; ++i) {
    same &= Same(given.memoryTypes[i], old.memoryTypes[i]);
  }
  for (uint32_t i = 0; same && i < old.memoryHeapCount; ++i) {
    same &= given.memoryHeaps[i].size == old.memoryHeaps[i].size &&
            given.memoryHeaps[i].flags == old.memoryHeaps[i].flags;
  }
  return same;
}

// The initial value of a count in a call without an array.
constexpr uint32_t kAnyNumber = 77;

// With no capacity, with capacity for some of three elements, and with more capacity than needed.
bool AskQueueFamilies(VulkanApp& app, VkPhysicalDevice device) {
  const auto ask = app.Get<PFN_vkGetPhysicalDeviceQueueFamilyProperties2>(
      "vkGetPhysicalDeviceQueueFamilyProperties2KHR");
  const auto old = app.Get<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(
      "vkGetPhysicalDeviceQueueFamilyProperties");
  constexpr uint32_t kMost = 5;
  bool same = true;
  for (const uint32_t room : {0U, 1U, 2U, 3U, kMost}) {
    std::vector<VkQueueFamilyProperties2> list(
        kMost, Structure<VkQueueFamilyProperties2>(VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2));
    std::vector<VkQueueFamilyProperties> old_list(kMost);
    uint32_t count = room > 0 ? room : kAnyNumber;
    uint32_t old_count = count;
    ask(device, &count, room > 0 ? list.data() : nullptr);
    old(device, &old_count, room > 0 ? old_list.data() : nullptr);
    same &= count == old_count && count > 0;
    for (uint32_t i = 0; i < kMost; ++i) same &= Same(list[i].queueFamilyProperties, old_list[i]);
  }
  return same;
}

bool AskImageFormat(VulkanApp& app, VkPhysicalDevice device) {
  const VkPhysicalDeviceImageFormatInfo2 info = ImageFormatInfo();
  auto answer = Structure<VkImageFormatProperties2>(VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2);
  const VkResult result = app.Get<PFN_vkGetPhysicalDeviceImageFormatProperties2>(
      "vkGetPhysicalDeviceImageFormatProperties2KHR")(device, &info, &answer);
  VkImageFormatProperties old = {};
  const VkResult old_result = app.Get<PFN_vkGetPhysicalDeviceImageFormatProperties>(
      "vkGetPhysicalDeviceImageFormatProperties")(device, info.format, info.type, info.tiling,
                                                  info.usage, info.flags, &old);
  return result == VK_SUCCESS && old_result == VK_SUCCESS &&
         answer.imageFormatProperties.maxExtent.width == old.maxExtent.width &&
         answer.imageFormatProperties.sampleCounts == old.sampleCounts;
}

// With no capacity, with capacity for one of two elements, and with more capacity than needed.
bool AskSparseFormats(VulkanApp& app, VkPhysicalDevice device) {
  const VkPhysicalDeviceSparseImageFormatInfo2 info = SparseFormatInfo();
  const auto ask = app.Get<PFN_vkGetPhysicalDeviceSparseImageFormatProperties2>(
      "vkGetPhysicalDeviceSparseImageFormatProperties2KHR");
  const auto old = app.Get<PFN_vkGetPhysicalDeviceSparseImageFormatProperties>(
      "vkGetPhysicalDeviceSparseImageFormatProperties");
  constexpr uint32_t kMost = 3;
  bool same = true;
  for (const uint32_t room : {0U, 1U, kMost}) {
    std::vector<VkSparseImageFormatProperties2> list(
        kMost, Structure<VkSparseImageFormatProperties2>(
                   VK_STRUCTURE_TYPE_SPARSE_IMAGE_FORMAT_PROPERTIES_2));
    std::vector<VkSparseImageFormatProperties> old_list(kMost);
    uint32_t count = room > 0 ? room : kAnyNumber;
    uint32_t old_count = count;
    ask(device, &info, &count, room > 0 ? list.data() : nullptr);
    old(device, info.format, info.type, info.samples, info.usage, info.tiling, &old_count,
        room > 0 ? old_list.data() : nullptr);
    same &= count == old_count && count > 0;
    for (uint32_t i = 0; i < kMost; ++i) same &= Same(list[i].properties, old_list[i]);
  }
  return same;
}

struct Query {
  const char* name;
  const char* command;  // the core name, which the mock driver traces
  bool (*ask)(VulkanApp& app, VkPhysicalDevice device);
};

constexpr Query kQueries[] = {
    {"properties", "vkGetPhysicalDeviceProperties2", AskProperties},
    {"features", "vkGetPhysicalDeviceFeatures2", AskFeatures},
    {"format_properties", "vkGetPhysicalDeviceFormatProperties2", AskFormat},
    {"image_format_properties", "vkGetPhysicalDeviceImageFormatProperties2", AskImageFormat},
    {"memory_properties", "vkGetPhysicalDeviceMemoryProperties2", AskMemory},
    {"queue_families", "vkGetPhysicalDeviceQueueFamilyProperties2", AskQueueFamilies},
    {"sparse_image_formats", "vkGetPhysicalDeviceSparseImageFormatProperties2", AskSparseFormats},
};

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

void Judge(Case& c, const Query& query, const Newer& newer) {
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
  for (const Query& query : kQueries) {
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
      .With(DriverOfVersion(kHas, kVersion10)
                .Behaviour(MockExtensions("instance_extensions", {kKnownExtension})))
      .With(DriverOfVersion(kLacks, kVersion10)
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
