// SPDX-License-Identifier: Apache-2.0
// LS_VK_DRIVER_27 and 18: an application that destroys and frees VK_NULL_HANDLE.

#include <string.h>

#include "suites/common/component_app.h"
#include "suites/vulkan/call_chain/core_commands.h"
#include "suites/vulkan_driver/device_facts.h"
#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::null_handles {
namespace {

constexpr char kBegin[] = "before VK_NULL_HANDLE";
constexpr char kEnd[] = "after VK_NULL_HANDLE";

template <typename Function>
Function Of(const DriverApp& app, const char* name) {
  return reinterpret_cast<Function>(app.Device(name));
}

// Calls each core function that destroys a child of a device. All take the device, a handle that is
// not dispatchable, and an allocator.
void DestroyNothing(const DriverApp& app, uint32_t minor) {
  for (const VulkanCommand& command : kVulkanCoreCommands) {
    const std::string name = command.name;
    const bool destroys = name.starts_with("vkDestroy") && name != "vkDestroyInstance" &&
                          name != "vkDestroyDevice" && !name.ends_with("KHR");
    if (command.minor > minor || (!destroys && name != "vkFreeMemory")) continue;
    const auto destroy = Of<PFN_vkDestroyBuffer>(app, command.name);
    if (destroy == nullptr) continue;
    TracedVoid(command.name, [&] { destroy(app.device(), VK_NULL_HANDLE, nullptr); });
  }
}

void FreeNoCommandBuffer(const DriverApp& app) {
  const auto create = Of<PFN_vkCreateCommandPool>(app, "vkCreateCommandPool");
  const auto destroy = Of<PFN_vkDestroyCommandPool>(app, "vkDestroyCommandPool");
  const auto release = Of<PFN_vkFreeCommandBuffers>(app, "vkFreeCommandBuffers");
  if (create == nullptr || destroy == nullptr || release == nullptr) return;
  VkCommandPoolCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  VkCommandPool pool = VK_NULL_HANDLE;
  if (Traced("vkCreateCommandPool", [&] { return create(app.device(), &info, nullptr, &pool); }) !=
      VK_SUCCESS) {
    return;
  }
  const VkCommandBuffer none[2] = {};
  TracedVoid("vkFreeCommandBuffers", [&] { release(app.device(), pool, 2, none); });
  TracedVoid("vkDestroyCommandPool", [&] { destroy(app.device(), pool, nullptr); });
}

void FreeNoDescriptorSet(const DriverApp& app) {
  const auto create = Of<PFN_vkCreateDescriptorPool>(app, "vkCreateDescriptorPool");
  const auto destroy = Of<PFN_vkDestroyDescriptorPool>(app, "vkDestroyDescriptorPool");
  const auto release = Of<PFN_vkFreeDescriptorSets>(app, "vkFreeDescriptorSets");
  if (create == nullptr || destroy == nullptr || release == nullptr) return;
  const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1};
  VkDescriptorPoolCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  info.flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT;
  info.maxSets = 1;
  info.poolSizeCount = 1;
  info.pPoolSizes = &size;
  VkDescriptorPool pool = VK_NULL_HANDLE;
  if (Traced("vkCreateDescriptorPool",
             [&] { return create(app.device(), &info, nullptr, &pool); }) != VK_SUCCESS) {
    return;
  }
  const VkDescriptorSet none[2] = {};
  TracedVoid("vkFreeDescriptorSets", [&] { release(app.device(), pool, 2, none); });
  TracedVoid("vkDestroyDescriptorPool", [&] { destroy(app.device(), pool, nullptr); });
}

// Runs the application up to a device, and then `calls`.
void WithDevice(const ComponentUnderTest& driver,
                void (*calls)(const DriverApp& app, uint32_t minor)) {
  DriverApp app(driver);
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (devices.empty() || app.CreateDevice(devices.front()) != VK_SUCCESS) return;
  const uint32_t minor = DeviceMinor(driver, app, devices.front());
  // Shows that a failure later is not one that every application has.
  app.UseCommandBuffer();
  Note(kBegin, "reached");
  calls(app, minor);
  app.UseCommandBuffer();
  Note(kEnd, "reached");
}

// Expects that the application got from kBegin to kEnd.
void Judge(const Observation& seen, const char* requirement) {
  SKIP_FOR(WhyNoAnswer(seen, kBegin));
  EXPECT_HOLDS(Answers(seen.events()).contains(kEnd))
      << requirement << "; observed: " << seen.DescribeEnding();
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_27, destroying_nothing_has_no_effect) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen =
      RunDriver(c, [](const ComponentUnderTest& driver) { WithDevice(driver, DestroyNothing); });
  SKIP_FOR(WhyNoDevice(seen));
  Judge(seen,
        "the device's functions that destroy an object, and vkFreeMemory, ignore "
        "VK_NULL_HANDLE");
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_27, freeing_nothing_has_no_effect) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, [](const ComponentUnderTest& driver) {
    WithDevice(driver, [](const DriverApp& app, uint32_t) {
      FreeNoCommandBuffer(app);
      FreeNoDescriptorSet(app);
    });
  });
  SKIP_FOR(WhyNoDevice(seen));
  Judge(seen, "vkFreeCommandBuffers and vkFreeDescriptorSets ignore VK_NULL_HANDLE");
}

// No loader passes NULL on to this function: it finds the driver through the handle. So this is
// only robustness. vkDestroyDevice(NULL) is left out: functions of a device are not called with
// anything else. The name in the trace is not that of the function, because a crash here does not
// affect other drivers.
VULKAN_DRIVER_CASE(LS_VK_DRIVER_18, destroying_no_instance_has_no_effect) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, [](const ComponentUnderTest& driver) {
    DriverApp app(driver);
    if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
    const auto destroy = app.Get<PFN_vkDestroyInstance>("vkDestroyInstance");
    Note(kBegin, "reached");
    if (destroy != nullptr) {
      TracedVoid("vkDestroyInstance(NULL)", [&] { destroy(VK_NULL_HANDLE, nullptr); });
    }
    Note(kEnd, "reached");
  });
  SKIP_FOR(WhyNoInstance(seen));
  Judge(seen, "the driver's vkDestroyInstance ignores NULL");
}

}  // namespace
}  // namespace loadstone::suites::null_handles
