// SPDX-License-Identifier: Apache-2.0
// Instance and physical device functions that are intercepted on request.

#include <stdlib.h>
#include <string.h>

#include "mock_common/config.h"
#include "mock_layers/vulkan/intercept.h"
#include "mock_layers/vulkan/wrap.h"

namespace loadstone::mock {
namespace {

// Passes on a function that takes a physical device and returns no handles.
template <typename Function, typename... Arguments>
void PassOnVoid(FunctionId id, VkPhysicalDevice physical_device, Arguments... arguments) {
  Call call(id, physical_device);
  if (!call.EnterVoid(instances)) return;
  reinterpret_cast<Function>(call.next().table[id])(Below(physical_device, call.name()),
                                                    arguments...);
}
template <typename Function, typename... Arguments>
VkResult Pass(FunctionId id, VkPhysicalDevice physical_device, Arguments... arguments) {
  Call call(id, physical_device);
  if (!call.Enter(instances)) return call.result();
  return call.Leave(reinterpret_cast<Function>(call.next().table[id])(
      Below(physical_device, call.name()), arguments...));
}

// Calls a device function of the next entity for the newest device.
void CallOnTheDevice() {
  const Owner* device = devices.newest();
  if (device == nullptr || device->next.DeviceWaitIdle() == nullptr) return;
  device->next.DeviceWaitIdle()(device->DeviceBelow());
}

}  // namespace

VKAPI_ATTR VkResult VKAPI_CALL EnumeratePhysicalDevices(VkInstance instance, uint32_t* count,
                                                        VkPhysicalDevice* physical_devices) {
  Call call(kEnumeratePhysicalDevices, instance);
  if (!call.Enter(instances)) return call.result();
  if (Behave().device_call_in_instance_call) CallOnTheDevice();
  const VkResult result =
      call.next().EnumeratePhysicalDevices()(Below(instance, call.name()), count, physical_devices);
  if (Behave().list_without_last_device && result >= VK_SUCCESS && *count > 1) --*count;
  if (result >= VK_SUCCESS && physical_devices != nullptr) {
    for (uint32_t i = 0; i < *count; ++i) {
      physical_devices[i] = Above(call.owner(), physical_devices[i]);
    }
  }
  return call.Leave(result);
}

VKAPI_ATTR VkResult VKAPI_CALL EnumeratePhysicalDeviceGroups(
    VkInstance instance, uint32_t* count, VkPhysicalDeviceGroupProperties* groups) {
  Call call(kEnumeratePhysicalDeviceGroups, instance);
  if (!call.Enter(instances)) return call.result();
  const VkResult result =
      call.next().EnumeratePhysicalDeviceGroups()(Below(instance, call.name()), count, groups);
  if (Behave().groups_without_last_device && result >= VK_SUCCESS && *count > 1) --*count;
  if (result >= VK_SUCCESS && groups != nullptr) {
    for (uint32_t i = 0; i < *count; ++i) {
      for (uint32_t j = 0; j < groups[i].physicalDeviceCount; ++j) {
        groups[i].physicalDevices[j] = Above(call.owner(), groups[i].physicalDevices[j]);
      }
    }
  }
  return call.Leave(result);
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceProperties(VkPhysicalDevice physical_device,
                                                       VkPhysicalDeviceProperties* properties) {
  PassOnVoid<PFN_vkGetPhysicalDeviceProperties>(kGetPhysicalDeviceProperties, physical_device,
                                                properties);
  const char* name = Text(Config(), "device_name", nullptr);
  if (name == nullptr) return;
  strncpy(properties->deviceName, name, sizeof(properties->deviceName) - 1);
  properties->deviceName[sizeof(properties->deviceName) - 1] = '\0';
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceProperties2(VkPhysicalDevice physical_device,
                                                        VkPhysicalDeviceProperties2* properties) {
  PassOnVoid<PFN_vkGetPhysicalDeviceProperties2>(kGetPhysicalDeviceProperties2, physical_device,
                                                 properties);
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceFeatures(VkPhysicalDevice physical_device,
                                                     VkPhysicalDeviceFeatures* features) {
  PassOnVoid<PFN_vkGetPhysicalDeviceFeatures>(kGetPhysicalDeviceFeatures, physical_device,
                                              features);
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceFeatures2(VkPhysicalDevice physical_device,
                                                      VkPhysicalDeviceFeatures2* features) {
  PassOnVoid<PFN_vkGetPhysicalDeviceFeatures2>(kGetPhysicalDeviceFeatures2, physical_device,
                                               features);
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceFormatProperties(VkPhysicalDevice physical_device,
                                                             VkFormat format,
                                                             VkFormatProperties* properties) {
  PassOnVoid<PFN_vkGetPhysicalDeviceFormatProperties>(kGetPhysicalDeviceFormatProperties,
                                                      physical_device, format, properties);
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceFormatProperties2(VkPhysicalDevice physical_device,
                                                              VkFormat format,
                                                              VkFormatProperties2* properties) {
  PassOnVoid<PFN_vkGetPhysicalDeviceFormatProperties2>(kGetPhysicalDeviceFormatProperties2,
                                                       physical_device, format, properties);
}

VKAPI_ATTR VkResult VKAPI_CALL GetPhysicalDeviceImageFormatProperties(
    VkPhysicalDevice physical_device, VkFormat format, VkImageType type, VkImageTiling tiling,
    VkImageUsageFlags usage, VkImageCreateFlags flags, VkImageFormatProperties* properties) {
  return Pass<PFN_vkGetPhysicalDeviceImageFormatProperties>(kGetPhysicalDeviceImageFormatProperties,
                                                            physical_device, format, type, tiling,
                                                            usage, flags, properties);
}

VKAPI_ATTR VkResult VKAPI_CALL GetPhysicalDeviceImageFormatProperties2(
    VkPhysicalDevice physical_device, const VkPhysicalDeviceImageFormatInfo2* info,
    VkImageFormatProperties2* properties) {
  return Pass<PFN_vkGetPhysicalDeviceImageFormatProperties2>(
      kGetPhysicalDeviceImageFormatProperties2, physical_device, info, properties);
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceQueueFamilyProperties(
    VkPhysicalDevice physical_device, uint32_t* count, VkQueueFamilyProperties* properties) {
  PassOnVoid<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(kGetPhysicalDeviceQueueFamilyProperties,
                                                           physical_device, count, properties);
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceQueueFamilyProperties2(
    VkPhysicalDevice physical_device, uint32_t* count, VkQueueFamilyProperties2* properties) {
  PassOnVoid<PFN_vkGetPhysicalDeviceQueueFamilyProperties2>(
      kGetPhysicalDeviceQueueFamilyProperties2, physical_device, count, properties);
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceMemoryProperties(
    VkPhysicalDevice physical_device, VkPhysicalDeviceMemoryProperties* properties) {
  PassOnVoid<PFN_vkGetPhysicalDeviceMemoryProperties>(kGetPhysicalDeviceMemoryProperties,
                                                      physical_device, properties);
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceMemoryProperties2(
    VkPhysicalDevice physical_device, VkPhysicalDeviceMemoryProperties2* properties) {
  PassOnVoid<PFN_vkGetPhysicalDeviceMemoryProperties2>(kGetPhysicalDeviceMemoryProperties2,
                                                       physical_device, properties);
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceSparseImageFormatProperties(
    VkPhysicalDevice physical_device, VkFormat format, VkImageType type,
    VkSampleCountFlagBits samples, VkImageUsageFlags usage, VkImageTiling tiling, uint32_t* count,
    VkSparseImageFormatProperties* properties) {
  PassOnVoid<PFN_vkGetPhysicalDeviceSparseImageFormatProperties>(
      kGetPhysicalDeviceSparseImageFormatProperties, physical_device, format, type, samples, usage,
      tiling, count, properties);
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceSparseImageFormatProperties2(
    VkPhysicalDevice physical_device, const VkPhysicalDeviceSparseImageFormatInfo2* info,
    uint32_t* count, VkSparseImageFormatProperties2* properties) {
  PassOnVoid<PFN_vkGetPhysicalDeviceSparseImageFormatProperties2>(
      kGetPhysicalDeviceSparseImageFormatProperties2, physical_device, info, count, properties);
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceExternalBufferProperties(
    VkPhysicalDevice physical_device, const VkPhysicalDeviceExternalBufferInfo* info,
    VkExternalBufferProperties* properties) {
  PassOnVoid<PFN_vkGetPhysicalDeviceExternalBufferProperties>(
      kGetPhysicalDeviceExternalBufferProperties, physical_device, info, properties);
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceExternalFenceProperties(
    VkPhysicalDevice physical_device, const VkPhysicalDeviceExternalFenceInfo* info,
    VkExternalFenceProperties* properties) {
  PassOnVoid<PFN_vkGetPhysicalDeviceExternalFenceProperties>(
      kGetPhysicalDeviceExternalFenceProperties, physical_device, info, properties);
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceExternalSemaphoreProperties(
    VkPhysicalDevice physical_device, const VkPhysicalDeviceExternalSemaphoreInfo* info,
    VkExternalSemaphoreProperties* properties) {
  PassOnVoid<PFN_vkGetPhysicalDeviceExternalSemaphoreProperties>(
      kGetPhysicalDeviceExternalSemaphoreProperties, physical_device, info, properties);
}

}  // namespace loadstone::mock
