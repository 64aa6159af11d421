// SPDX-License-Identifier: Apache-2.0
// How dispatchable objects of a Vulkan driver begin: "Driver Dispatchable Object Creation".

#include <algorithm>

#include "interfaces/vulkan/external_compute_queue.h"
#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::objects {
namespace {

constexpr uint32_t kSinceInterface = 2;
constexpr char kExternalQueues[] = VK_NV_EXTERNAL_COMPUTE_QUEUE_EXTENSION_NAME;

// Creates every kind of dispatchable core object; DriverApp checks each.
void MakeEach(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  Note("agreed", std::to_string(app.agreed()));
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (devices.empty() || app.CreateDevice(devices.front()) != VK_SUCCESS) return;
  app.UseCommandBuffer();
}

void Judge(const Observation& seen, const std::string& type,
           SkipReason (*why_none)(const Observation&)) {
  SKIP_FOR(WhyNoAnswer(seen, "agreed"));
  auto answers = Answers(seen.events());
  if (std::stoul(answers["agreed"]) < kSinceInterface) {
    GTEST_SKIP() << "interface version " << answers["agreed"]
                 << " does not require it; version 2 and newer do";
  }
  SKIP_FOR(why_none(seen));
  SKIP_FOR(WhyNoAnswer(seen, "word of " + type));
  EXPECT_SEEN(answers["word of " + type], "ICD_LOADER_MAGIC")
      << "the first word of a " << type << " that the driver created is ICD_LOADER_MAGIC";
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_8, instances_begin_with_the_magic_value) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(RunDriver(c, MakeEach), "VkInstance", WhyNoInstance);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_8, physical_devices_begin_with_the_magic_value) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(RunDriver(c, MakeEach), "VkPhysicalDevice", WhyNoDevice);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_8, devices_begin_with_the_magic_value) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(RunDriver(c, MakeEach), "VkDevice", WhyNoDevice);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_8, queues_begin_with_the_magic_value) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(RunDriver(c, MakeEach), "VkQueue", WhyNoDevice);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_8, command_buffers_begin_with_the_magic_value) {
  SKIP_FOR(WhyNoLibrary(c));
  Judge(RunDriver(c, MakeEach), "VkCommandBuffer", WhyNoDevice);
}

// The same for the only extension with a dispatchable object.
void MakeExternalQueue(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  Note("agreed", std::to_string(app.agreed()));
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (devices.empty()) return;
  const std::vector<std::string> listed = app.DeviceExtensions(devices.front());
  const bool has = std::find(listed.begin(), listed.end(), kExternalQueues) != listed.end();
  Note(kExternalQueues, has ? "listed" : "not listed");
  VkExternalComputeQueueDeviceCreateInfoNV queues = {};
  queues.sType = VK_STRUCTURE_TYPE_EXTERNAL_COMPUTE_QUEUE_DEVICE_CREATE_INFO_NV;
  queues.reservedExternalQueues = 1;
  const DriverDeviceRequest request = {.extensions = {kExternalQueues}, .next = &queues};
  if (has && app.CreateDevice(devices.front(), request) == VK_SUCCESS) app.UseExternalQueue();
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_8, external_queues_begin_with_the_magic_value) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, MakeExternalQueue);
  if (Answers(seen.events())[kExternalQueues] == "not listed") {
    GTEST_SKIP() << "the driver has no " << kExternalQueues;
  }
  Judge(seen, "VkExternalComputeQueueNV", WhyNoDevice);
}

}  // namespace
}  // namespace loadstone::suites::objects
