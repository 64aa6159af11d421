// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_DEVICES_DEVICES_H_
#define LOADSTONE_SUITES_VULKAN_DEVICES_DEVICES_H_

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "harness/probe/app_trace.h"
#include "suites/suites.h"

// Machines with several kinds of physical devices, and their enumeration by an application.
namespace loadstone::suites {

// A physical device of a mock driver; `pci` is "domain, bus, device, function", or empty.
inline std::string Device(const std::string& name, VkPhysicalDeviceType type,
                          const std::string& pci = "",
                          const std::string& ids = R"("vendor_id": 1, "device_id": 1)") {
  std::string text = fmt::format(R"({{"name": "{}", "type": {}, {})", name, int(type), ids);
  if (!pci.empty()) {
    text += fmt::format(R"(, "pci": [{}], "extensions": ["VK_EXT_pci_bus_info"])", pci);
  }
  return text + "}";
}

inline Driver DriverOf(const std::string& name, const std::vector<std::string>& devices) {
  std::string list;
  for (const std::string& device : devices) list += (list.empty() ? "" : ", ") + device;
  return Driver(name).Behaviour(fmt::format(R"({{"physical_devices": [{}]}})", list));
}

// Each element is a driver: its devices, in its own order.
inline VulkanWorld WorldOf(const Subject& subject,
                           const std::vector<std::vector<std::string>>& drivers) {
  VulkanWorld world(subject);
  world.WithoutDriver();
  int number = 0;
  for (const auto& devices : drivers) {
    world.With(DriverOf(fmt::format("driver_{}", number++), devices));
  }
  return world;
}

// With an instance of Vulkan 1.1, in which drivers can report the PCI location of a device.
inline Observation RunEnumerating(Case& c, const VulkanWorld& world) {
  return Observe(c, world, [](VulkanApp& app) {
    if (app.CreateInstance({.api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) return;
    app.EnumeratePhysicalDevices();
    app.DestroyInstance();
  });
}

// The names of the devices, in the order in which the application gets them.
inline std::vector<std::string> Order(const Observation& seen) {
  for (const Event& event : seen.Select("app", "vkEnumeratePhysicalDevices")) {
    if (event.phase() == "leave") return event.List("names");
  }
  return {"no answer"};
}

// The device groups that the application gets. `command` is the one that the instance supports.
inline std::vector<VkPhysicalDeviceGroupProperties> Groups(
    VulkanApp& app, const char* command = "vkEnumeratePhysicalDeviceGroups") {
  const auto enumerate = app.Get<PFN_vkEnumeratePhysicalDeviceGroups>(command);
  uint32_t count = 0;
  enumerate(app.instance(), &count, nullptr);
  VkPhysicalDeviceGroupProperties empty = {};
  empty.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES;
  std::vector<VkPhysicalDeviceGroupProperties> groups(count, empty);
  // After an error, the number and the array are undefined: the handles may be invalid.
  if (enumerate(app.instance(), &count, groups.data()) < VK_SUCCESS) count = 0;
  groups.resize(count);
  return groups;
}

// The devices of all groups, in their order.
inline std::vector<VkPhysicalDevice> DevicesOfGroups(VulkanApp& app) {
  std::vector<VkPhysicalDevice> devices;
  for (const VkPhysicalDeviceGroupProperties& group : Groups(app)) {
    devices.insert(devices.end(), group.physicalDevices,
                   group.physicalDevices + group.physicalDeviceCount);
  }
  return devices;
}

// The names of the devices, from the current instance.
inline std::vector<std::string> NamesOf(VulkanApp& app,
                                        const std::vector<VkPhysicalDevice>& devices) {
  const auto get = app.Get<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties");
  std::vector<std::string> names;
  for (const VkPhysicalDevice device : devices) {
    VkPhysicalDeviceProperties properties = {};
    get(device, &properties);
    names.emplace_back(properties.deviceName);
  }
  return names;
}

// Traces in "members" which devices are in groups, by their indexes among all devices.
inline void TraceGroups(VulkanApp& app, const char* command = "vkEnumeratePhysicalDeviceGroups") {
  const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
  std::vector<std::string> members;
  for (const VkPhysicalDeviceGroupProperties& group : Groups(app, command)) {
    for (uint32_t i = 0; i < group.physicalDeviceCount; ++i) {
      const auto place = std::find(devices.begin(), devices.end(), group.physicalDevices[i]);
      members.push_back(std::to_string(place - devices.begin()));
    }
  }
  AppEvent("groups").Add("members", members);
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_DEVICES_DEVICES_H_
