// SPDX-License-Identifier: Apache-2.0
// vkEnumeratePhysicalDevices and similar functions: trampolines and terminators.

#include <algorithm>
#include <cstring>

#include "reference_loader/vulkan/extensions.h"
#include "reference_loader/vulkan/input_checks.h"
#include "reference_loader/vulkan/physical_devices.h"

namespace reference_loader::vulkan {
namespace {

VkPhysicalDevice HandleOf(PhysicalDevice* device) {
  return reinterpret_cast<VkPhysicalDevice>(device);
}

// The loaded layer of the instance with that name; else the layer on the system with that name;
// else null.
const LayerManifest* FindLayer(const Instance& instance, const char* name) {
  for (const LoadedLayer& layer : instance.layers) {
    if (layer.manifest->name == name) return layer.manifest;
  }
  return instance.catalog.Find(name);
}

// Sets the dispatch table in the returned objects, which may be wrappers of a layer.
VkResult FinishDevices(VkInstance instance, VkResult result, uint32_t count,
                       VkPhysicalDevice* devices) {
  if ((result == VK_SUCCESS || result == VK_INCOMPLETE) && devices != nullptr) {
    for (uint32_t i = 0; i < count; ++i) SetTable(devices[i], InstanceTableOf(instance));
  }
  return result;
}

VkResult EnumerateGroups(VkInstance instance, InstanceCommand command, uint32_t* count,
                         VkPhysicalDeviceGroupProperties* groups) {
  if (count == nullptr) return kInvalidInput;
  const auto next = reinterpret_cast<PFN_vkEnumeratePhysicalDeviceGroups>(
      InstanceTableOf(instance)->functions[command]);
  const VkResult result = next(instance, count, groups);
  for (uint32_t i = 0; groups != nullptr && i < *count; ++i) {
    FinishDevices(instance, result, groups[i].physicalDeviceCount, groups[i].physicalDevices);
  }
  return result;
}

VkResult EnumerateLayers(const Instance& instance, uint32_t* count, VkLayerProperties* properties) {
  return Enumerate(instance.enabled_layers.size(), count, properties,
                   [&instance](size_t i, VkLayerProperties* output) {
                     *output = LayerProperties(*instance.enabled_layers[i]);
                   });
}

bool NamesLayer(const char* name) { return name != nullptr && name[0] != '\0'; }

// The device extensions of one layer, from its manifest; calls no layer.
VkResult ExtensionsOfLayer(const Instance& instance, const char* name, uint32_t* count,
                           VkExtensionProperties* properties) {
  const LayerManifest* layer = FindLayer(instance, name);
  if (layer == nullptr) return VK_ERROR_LAYER_NOT_PRESENT;
  const ExtensionList list = LayerDeviceExtensions(instance.catalog, *layer);
  return Enumerate(list.size(), count, properties,
                   [&](size_t i, VkExtensionProperties* output) { *output = list[i]; });
}

}  // namespace

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkEnumeratePhysicalDevices(
    VkInstance instance, uint32_t* pPhysicalDeviceCount, VkPhysicalDevice* pPhysicalDevices) {
  return Guarded([&] {
    std::vector<PhysicalDevice*> devices;
    const VkResult result = ListPhysicalDevices(InstanceOf(instance), &devices);
    if (result != VK_SUCCESS) return result;
    return Enumerate(devices.size(), pPhysicalDeviceCount, pPhysicalDevices,
                     [&](size_t i, VkPhysicalDevice* output) { *output = HandleOf(devices[i]); });
  });
}

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkEnumeratePhysicalDeviceGroups(
    VkInstance instance, uint32_t* pPhysicalDeviceGroupCount,
    VkPhysicalDeviceGroupProperties* pPhysicalDeviceGroupProperties) {
  return Guarded([&] {
    std::vector<DeviceGroup> groups;
    VkResult result = ListDeviceGroups(InstanceOf(instance), &groups);
    if (result != VK_SUCCESS) return result;
    if (pPhysicalDeviceGroupProperties != nullptr) {
      const size_t shown = std::min<size_t>(*pPhysicalDeviceGroupCount, groups.size());
      result = FillGroupChains(*InstanceOf(instance), {groups.data(), shown},
                               pPhysicalDeviceGroupProperties);
      if (result != VK_SUCCESS) return result;
    }
    return Enumerate(groups.size(), pPhysicalDeviceGroupCount, pPhysicalDeviceGroupProperties,
                     [&](size_t i, VkPhysicalDeviceGroupProperties* output) {
                       const DeviceGroup& group = groups[i];
                       output->physicalDeviceCount = static_cast<uint32_t>(group.devices.size());
                       for (size_t d = 0; d < group.devices.size(); ++d) {
                         output->physicalDevices[d] = HandleOf(group.devices[d]);
                       }
                       output->subsetAllocation = group.subset_allocation;
                     });
  });
}

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkEnumerateDeviceExtensionProperties(
    VkPhysicalDevice physicalDevice, const char* pLayerName, uint32_t* pPropertyCount,
    VkExtensionProperties* pProperties) {
  return Guarded([&]() -> VkResult {
    const PhysicalDevice& device = *PhysicalDeviceOf(physicalDevice);
    const Instance& instance = *device.table->instance;
    if (NamesLayer(pLayerName)) {
      return ExtensionsOfLayer(instance, pLayerName, pPropertyCount, pProperties);
    }
    ExtensionList list;
    const VkResult result = DriverDeviceExtensions(device, &list);
    if (result != VK_SUCCESS) return result;
    // Implicit layers belong to the implementation as far as an application can tell.
    for (const LoadedLayer& layer : instance.layers) {
      if (!layer.manifest->implicit) continue;
      for (const auto& extension : LayerDeviceExtensions(instance.catalog, *layer.manifest)) {
        AddExtension(extension.extensionName, extension.specVersion, &list);
      }
    }
    return Enumerate(list.size(), pPropertyCount, pProperties,
                     [&](size_t i, VkExtensionProperties* output) { *output = list[i]; });
  });
}

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkEnumerateDeviceLayerProperties(
    VkPhysicalDevice physicalDevice, uint32_t* pPropertyCount, VkLayerProperties* pProperties) {
  return EnumerateLayers(*PhysicalDeviceOf(physicalDevice)->table->instance, pPropertyCount,
                         pProperties);
}

}  // namespace reference_loader::vulkan

using namespace reference_loader::vulkan;

VKAPI_ATTR VkResult VKAPI_CALL vkEnumeratePhysicalDevices(VkInstance instance,
                                                          uint32_t* pPhysicalDeviceCount,
                                                          VkPhysicalDevice* pPhysicalDevices) {
  if (pPhysicalDeviceCount == nullptr) return kInvalidInput;
  const auto next = reinterpret_cast<PFN_vkEnumeratePhysicalDevices>(
      InstanceTableOf(instance)->functions[kInstance_vkEnumeratePhysicalDevices]);
  const VkResult result = next(instance, pPhysicalDeviceCount, pPhysicalDevices);
  return FinishDevices(instance, result, *pPhysicalDeviceCount, pPhysicalDevices);
}

VKAPI_ATTR VkResult VKAPI_CALL
vkEnumeratePhysicalDeviceGroups(VkInstance instance, uint32_t* pPhysicalDeviceGroupCount,
                                VkPhysicalDeviceGroupProperties* pPhysicalDeviceGroupProperties) {
  return EnumerateGroups(instance, kInstance_vkEnumeratePhysicalDeviceGroups,
                         pPhysicalDeviceGroupCount, pPhysicalDeviceGroupProperties);
}

VKAPI_ATTR VkResult VKAPI_CALL vkEnumeratePhysicalDeviceGroupsKHR(
    VkInstance instance, uint32_t* pPhysicalDeviceGroupCount,
    VkPhysicalDeviceGroupProperties* pPhysicalDeviceGroupProperties) {
  return EnumerateGroups(instance, kInstance_vkEnumeratePhysicalDeviceGroupsKHR,
                         pPhysicalDeviceGroupCount, pPhysicalDeviceGroupProperties);
}

VKAPI_ATTR VkResult VKAPI_CALL
vkEnumerateDeviceExtensionProperties(VkPhysicalDevice physicalDevice, const char* pLayerName,
                                     uint32_t* pPropertyCount, VkExtensionProperties* pProperties) {
  if (pPropertyCount == nullptr) return kInvalidInput;
  return Guarded([&]() -> VkResult {
    const InstanceTable* table = InstanceTableOf(physicalDevice);
    if (NamesLayer(pLayerName)) {
      return ExtensionsOfLayer(*table->instance, pLayerName, pPropertyCount, pProperties);
    }
    return reinterpret_cast<PFN_vkEnumerateDeviceExtensionProperties>(
        table->functions[kInstance_vkEnumerateDeviceExtensionProperties])(
        physicalDevice, nullptr, pPropertyCount, pProperties);
  });
}

VKAPI_ATTR VkResult VKAPI_CALL vkEnumerateDeviceLayerProperties(VkPhysicalDevice physicalDevice,
                                                                uint32_t* pPropertyCount,
                                                                VkLayerProperties* pProperties) {
  if (pPropertyCount == nullptr) return kInvalidInput;
  return EnumerateLayers(*InstanceTableOf(physicalDevice)->instance, pPropertyCount, pProperties);
}
