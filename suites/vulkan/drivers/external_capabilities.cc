// SPDX-License-Identifier: Apache-2.0
#include "policies/reading_ids.h"
#include "suites/vulkan/drivers/emulated_queries.h"
#include "suites/vulkan/extensions/extensions.h"

// LoaderDriverInterface, "Loader Instance Extension Emulation Support": what a driver can share
// with other processes, asked of a driver that lacks the extension which another one has. It shares
// nothing: a loader says so with features of zero, or does not answer (LDP_LOADER_8.r1).
namespace loadstone::suites::external_capabilities {
namespace {

constexpr char kHas[] = "has_it";
constexpr char kLacks[] = "lacks_it";
constexpr uint32_t kNotWritten = 0x40000000;

uint32_t AskBuffer(VulkanApp& app, VkPhysicalDevice device) {
  auto info = Structure<VkPhysicalDeviceExternalBufferInfo>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO);
  info.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  info.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
  auto answer = Structure<VkExternalBufferProperties>(VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES);
  answer.externalMemoryProperties.externalMemoryFeatures = kNotWritten;
  app.Get<PFN_vkGetPhysicalDeviceExternalBufferProperties>(
      "vkGetPhysicalDeviceExternalBufferPropertiesKHR")(device, &info, &answer);
  return answer.externalMemoryProperties.externalMemoryFeatures;
}

uint32_t AskFence(VulkanApp& app, VkPhysicalDevice device) {
  auto info = Structure<VkPhysicalDeviceExternalFenceInfo>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_FENCE_INFO);
  info.handleType = VK_EXTERNAL_FENCE_HANDLE_TYPE_OPAQUE_FD_BIT;
  auto answer = Structure<VkExternalFenceProperties>(VK_STRUCTURE_TYPE_EXTERNAL_FENCE_PROPERTIES);
  answer.externalFenceFeatures = kNotWritten;
  app.Get<PFN_vkGetPhysicalDeviceExternalFenceProperties>(
      "vkGetPhysicalDeviceExternalFencePropertiesKHR")(device, &info, &answer);
  return answer.externalFenceFeatures;
}

uint32_t AskSemaphore(VulkanApp& app, VkPhysicalDevice device) {
  auto info = Structure<VkPhysicalDeviceExternalSemaphoreInfo>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO);
  info.handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT;
  auto answer =
      Structure<VkExternalSemaphoreProperties>(VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES);
  answer.externalSemaphoreFeatures = kNotWritten;
  app.Get<PFN_vkGetPhysicalDeviceExternalSemaphoreProperties>(
      "vkGetPhysicalDeviceExternalSemaphorePropertiesKHR")(device, &info, &answer);
  return answer.externalSemaphoreFeatures;
}

struct Query {
  const char* name;
  const char* extension;
  uint32_t (*ask)(VulkanApp& app, VkPhysicalDevice device);  // returns the features
};

constexpr Query kQueries[] = {
    {"external_buffers", VK_KHR_EXTERNAL_MEMORY_CAPABILITIES_EXTENSION_NAME, AskBuffer},
    {"external_fences", VK_KHR_EXTERNAL_FENCE_CAPABILITIES_EXTENSION_NAME, AskFence},
    {"external_semaphores", VK_KHR_EXTERNAL_SEMAPHORE_CAPABILITIES_EXTENSION_NAME, AskSemaphore},
};

void Judge(Case& c, const Query& query) {
  constexpr char kVersion10[] = R"({"api_version": "1.0.68"})";
  const std::vector<std::string> extensions = {kKnownExtension, query.extension};
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(DriverToQuery(kHas, kVersion10)
                .Behaviour(MockExtensions("instance_extensions", extensions)))
      .With(DriverToQuery(kLacks, kVersion10)
                .Behaviour(MockExtensions("instance_extensions", {kKnownExtension})));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance({.extensions = extensions}) != VK_SUCCESS) return;
    for (const VkPhysicalDevice device : DevicesWithout(app, kHas)) {
      AppEvent("asked").Add("features", int64_t{query.ask(app, device)});
    }
    app.DestroyInstance();
  });
  const std::vector<Event> asked = seen.Select(kAppName, "asked");
  ASSERT_SEEN(asked, SizeIs(1)) << "the device of the driver without the extension is listed";
  EXPECT_SEEN(asked[0].Number("features"), AnyOf(0, kNotWritten))
      << "a driver without the extension shares nothing with other processes"
      << reading::LDP_LOADER_8_r1;
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "no driver is asked for what it lacks";
}

REGISTER_CASES {
  for (const Query& query : kQueries) {
    RegisterCase(Api::kVulkan, {policy::LDP_LOADER_8}, query.name,
                 [&query](Case& c) { Judge(c, query); });
  }
}

}  // namespace
}  // namespace loadstone::suites::external_capabilities
