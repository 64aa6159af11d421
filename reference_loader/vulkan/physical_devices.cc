// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/physical_devices.h"

#include <algorithm>

#include "reference_loader/vulkan/adapters.h"
#include "reference_loader/vulkan/android_device.h"
#include "reference_loader/vulkan/device_order.h"

namespace reference_loader::vulkan {
namespace {

template <typename T>
T Structure(VkStructureType type) {
  T structure = {};
  structure.sType = type;
  return structure;
}

// Repeats a driver's enumeration until it is complete. The list is empty for a driver that fails,
// except for lack of memory.
template <typename T, typename Call>
VkResult EnumerateAll(Call call, const T& initial, std::vector<T>* list) {
  VkResult result = VK_INCOMPLETE;
  // A driver that always returns VK_INCOMPLETE must not block the application forever.
  for (int round = 0; round < 8 && result == VK_INCOMPLETE; ++round) {
    uint32_t count = 0;
    result = call(&count, static_cast<T*>(nullptr));
    if (result != VK_SUCCESS) break;
    list->assign(count, initial);
    if (count == 0) break;
    result = call(&count, list->data());
    if (count < list->size()) list->resize(count);
  }
  if (result == VK_SUCCESS || result == VK_INCOMPLETE) return VK_SUCCESS;
  list->clear();
  return result;
}

// The loader's object for a driver's device; the same object in every enumeration.
PhysicalDevice* ObjectFor(Instance* instance, DriverInstance* driver, VkPhysicalDevice handle) {
  const std::lock_guard<std::mutex> lock(instance->mutex);
  for (PhysicalDevice* known : instance->physical_devices) {
    if (known->driver == driver && known->handle == handle) return known;
  }
  instance->physical_devices.reserve(instance->physical_devices.size() + 1);
  PhysicalDevice* device =
      instance->allocator.New<PhysicalDevice>(VK_SYSTEM_ALLOCATION_SCOPE_INSTANCE);
  *device = {instance->table, handle, driver->unknown, driver, driver->functions};
  instance->physical_devices.push_back(device);
  return device;
}

VkResult ListOfDriver(Instance* instance, DriverInstance* driver,
                      std::vector<PhysicalDevice*>* devices) {
  const auto enumerate =
      driver->Get<PFN_vkEnumeratePhysicalDevices>(kInstance_vkEnumeratePhysicalDevices);
  if (enumerate == nullptr) return VK_SUCCESS;
  std::vector<VkPhysicalDevice> handles;
  const VkResult result = EnumerateAll<VkPhysicalDevice>(
      [&](uint32_t* count, VkPhysicalDevice* list) {
        return enumerate(driver->handle, count, list);
      },
      VK_NULL_HANDLE, &handles);
  if (result == VK_ERROR_OUT_OF_HOST_MEMORY) return result;
  if (result != VK_SUCCESS) {
    instance->log.Write(kLogWarning | kLogDriver, "Driver \"" + driver->library->name +
                                                      "\" cannot list its physical devices");
  }
  for (VkPhysicalDevice handle : handles) {
    if (handle != VK_NULL_HANDLE) devices->push_back(ObjectFor(instance, driver, handle));
  }
  return VK_SUCCESS;
}

DeviceTraits TraitsOf(const Instance& instance, const PhysicalDevice& device, bool only_one) {
  DeviceTraits traits;
  traits.provided_by_application = device.driver->library->provided_by_application;
  const auto get = device.driver->Get<PFN_vkGetPhysicalDeviceProperties>(
      kInstance_vkGetPhysicalDeviceProperties);
  if (get == nullptr) return traits;
  VkPhysicalDeviceProperties properties = {};
  get(device.handle, &properties);
  traits.vendor_id = properties.vendorID;
  traits.device_id = properties.deviceID;
  traits.type = properties.deviceType;
  const bool by_driver = FiltersByDriverId(instance.platform);
  const auto get2 = UsableProperties2(device);
  ExtensionList extensions;
  if (get2 == nullptr || (only_one && !by_driver) ||
      DriverDeviceExtensions(device, &extensions) != VK_SUCCESS) {
    return traits;
  }
  auto pci = Structure<VkPhysicalDevicePCIBusInfoPropertiesEXT>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PCI_BUS_INFO_PROPERTIES_EXT);
  auto driver = Structure<VkPhysicalDeviceDriverProperties>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES);
  auto all = Structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  const bool has_pci = HasExtension(extensions, VK_EXT_PCI_BUS_INFO_EXTENSION_NAME);
  const bool has_driver = properties.apiVersion >= VK_API_VERSION_1_2 ||
                          HasExtension(extensions, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME);
  if (has_pci) all.pNext = &pci;
  if (has_driver) {
    driver.pNext = all.pNext;
    all.pNext = &driver;
  }
  get2(device.handle, &all);
  if (has_pci) traits.pci = {{pci.pciDomain, pci.pciBus, pci.pciDevice, pci.pciFunction}};
  if (has_driver) traits.driver_id = driver.driverID;
  return traits;
}

VkPhysicalDeviceGroupProperties EmptyGroup() {
  return Structure<VkPhysicalDeviceGroupProperties>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES);
}

VkResult GroupsOfDriver(Instance* instance, DriverInstance* driver,
                        std::vector<DeviceGroup>* groups) {
  const auto enumerate =
      driver->Get<PFN_vkEnumeratePhysicalDeviceGroups>(kInstance_vkEnumeratePhysicalDeviceGroups);
  const bool usable = driver->api_version >= VK_API_VERSION_1_1 ||
                      driver->HasEnabled(VK_KHR_DEVICE_GROUP_CREATION_EXTENSION_NAME);
  if (enumerate == nullptr || !usable) {
    std::vector<PhysicalDevice*> devices;
    const VkResult result = ListOfDriver(instance, driver, &devices);
    for (PhysicalDevice* device : devices) groups->push_back({{device}, VK_FALSE});
    return result;
  }
  std::vector<VkPhysicalDeviceGroupProperties> list;
  const VkResult result = EnumerateAll<VkPhysicalDeviceGroupProperties>(
      [&](uint32_t* count, VkPhysicalDeviceGroupProperties* output) {
        return enumerate(driver->handle, count, output);
      },
      EmptyGroup(), &list);
  if (result == VK_ERROR_OUT_OF_HOST_MEMORY) return result;
  for (const VkPhysicalDeviceGroupProperties& properties : list) {
    DeviceGroup group;
    group.subset_allocation = properties.subsetAllocation;
    group.driver = driver;
    group.index = static_cast<uint32_t>(&properties - list.data());
    const uint32_t count =
        std::min<uint32_t>(properties.physicalDeviceCount, VK_MAX_DEVICE_GROUP_SIZE);
    for (uint32_t i = 0; i < count; ++i) {
      if (properties.physicalDevices[i] == VK_NULL_HANDLE) continue;
      group.devices.push_back(ObjectFor(instance, driver, properties.physicalDevices[i]));
    }
    groups->push_back(std::move(group));
  }
  return VK_SUCCESS;
}

}  // namespace

VkResult DriverDeviceExtensions(const PhysicalDevice& device, ExtensionList* extensions) {
  const auto enumerate = device.driver->Get<PFN_vkEnumerateDeviceExtensionProperties>(
      kInstance_vkEnumerateDeviceExtensionProperties);
  if (enumerate == nullptr) return VK_SUCCESS;
  // Drivers must not be queried about layers (LDP_LOADER_12).
  const VkResult result = EnumerateAll<VkExtensionProperties>(
      [&](uint32_t* count, VkExtensionProperties* output) {
        return enumerate(device.handle, nullptr, count, output);
      },
      VkExtensionProperties{}, extensions);
  if (device.driver->library->is_hardware_module) ToLoaderExtensions(device, extensions);
  return result;
}

PFN_vkGetPhysicalDeviceProperties2 UsableProperties2(const PhysicalDevice& device) {
  const DriverInstance& driver = *device.driver;
  if (driver.api_version < VK_API_VERSION_1_1 &&
      !driver.HasEnabled(VK_KHR_GET_PHYSICAL_DEVICE_PROPERTIES_2_EXTENSION_NAME)) {
    return nullptr;
  }
  return driver.Get<PFN_vkGetPhysicalDeviceProperties2>(kInstance_vkGetPhysicalDeviceProperties2);
}

VkResult ListPhysicalDevices(Instance* instance, std::vector<PhysicalDevice*>* devices) {
  std::vector<PhysicalDevice*> found;
  for (const auto& driver : instance->drivers) {
    const VkResult result = ListOfDriver(instance, driver.get(), &found);
    if (result != VK_SUCCESS) return result;
  }
  std::vector<DeviceTraits> traits;
  for (const PhysicalDevice* device : found) {
    traits.push_back(TraitsOf(*instance, *device, found.size() == 1));
  }
  RankByAdapters(found, &traits);
  for (size_t i : OrderDevices(instance->platform, traits)) devices->push_back(found[i]);
  return VK_SUCCESS;
}

VkResult ListDeviceGroups(Instance* instance, std::vector<DeviceGroup>* groups) {
  std::vector<PhysicalDevice*> order;
  VkResult result = ListPhysicalDevices(instance, &order);
  if (result != VK_SUCCESS) return result;
  for (const auto& driver : instance->drivers) {
    result = GroupsOfDriver(instance, driver.get(), groups);
    if (result != VK_SUCCESS) return result;
  }
  const auto rank = [&order](const PhysicalDevice* device) {
    return std::find(order.begin(), order.end(), device) - order.begin();
  };
  // Groups are in the order of their first devices; filtered devices are in no group.
  const auto last = static_cast<ptrdiff_t>(order.size());
  const auto group_rank = [&](const DeviceGroup& group) {
    ptrdiff_t best = last;
    for (const PhysicalDevice* device : group.devices) best = std::min(best, rank(device));
    return best;
  };
  for (DeviceGroup& group : *groups) {
    std::erase_if(group.devices, [&](const PhysicalDevice* d) { return rank(d) == last; });
  }
  std::erase_if(*groups, [](const DeviceGroup& group) { return group.devices.empty(); });
  std::stable_sort(groups->begin(), groups->end(), [&](const DeviceGroup& a, const DeviceGroup& b) {
    return group_rank(a) < group_rank(b);
  });
  return VK_SUCCESS;
}

VkResult FillGroupChains(const Instance& instance, std::span<const DeviceGroup> groups,
                         const VkPhysicalDeviceGroupProperties* properties) {
  for (const auto& driver : instance.drivers) {
    std::vector<VkPhysicalDeviceGroupProperties> list;
    for (size_t i = 0; i < groups.size(); ++i) {
      if (groups[i].driver != driver.get() || properties[i].pNext == nullptr) continue;
      if (list.size() <= groups[i].index) list.resize(groups[i].index + 1, EmptyGroup());
      list[groups[i].index].pNext = properties[i].pNext;
    }
    if (list.empty()) continue;
    auto count = static_cast<uint32_t>(list.size());
    const VkResult result = driver->Get<PFN_vkEnumeratePhysicalDeviceGroups>(
        kInstance_vkEnumeratePhysicalDeviceGroups)(driver->handle, &count, list.data());
    if (result < VK_SUCCESS) return result;
  }
  return VK_SUCCESS;
}

}  // namespace reference_loader::vulkan
