// SPDX-License-Identifier: Apache-2.0
// Physical device functions of VK_KHR_get_physical_device_properties2 and related extensions, for
// drivers that only have those of Vulkan 1.0 (LoaderDriverInterface, Loader Instance Extension
// Emulation Support; LDP_LOADER_8). A structure in a pNext chain that such a driver does not know
// is left unchanged.

#include <algorithm>
#include <vector>

#include "reference_loader/vulkan/instance.h"

namespace reference_loader::vulkan {
namespace {

// The driver's function at `command`, or null.
template <typename Function>
Function DriverFunction(VkPhysicalDevice device, InstanceCommand command) {
  return PhysicalDeviceOf(device)->driver->Get<Function>(command);
}

VkPhysicalDevice DriverHandle(VkPhysicalDevice device) { return PhysicalDeviceOf(device)->handle; }

}  // namespace

VKAPI_ATTR void VKAPI_CALL terminate_vkGetPhysicalDeviceFeatures2(
    VkPhysicalDevice physicalDevice, VkPhysicalDeviceFeatures2* pFeatures) {
  const VkPhysicalDevice handle = DriverHandle(physicalDevice);
  if (const auto own = DriverFunction<PFN_vkGetPhysicalDeviceFeatures2>(
          physicalDevice, kInstance_vkGetPhysicalDeviceFeatures2)) {
    own(handle, pFeatures);
  } else if (const auto old = DriverFunction<PFN_vkGetPhysicalDeviceFeatures>(
                 physicalDevice, kInstance_vkGetPhysicalDeviceFeatures)) {
    old(handle, &pFeatures->features);
  }
}

VKAPI_ATTR void VKAPI_CALL terminate_vkGetPhysicalDeviceProperties2(
    VkPhysicalDevice physicalDevice, VkPhysicalDeviceProperties2* pProperties) {
  const VkPhysicalDevice handle = DriverHandle(physicalDevice);
  if (const auto own = DriverFunction<PFN_vkGetPhysicalDeviceProperties2>(
          physicalDevice, kInstance_vkGetPhysicalDeviceProperties2)) {
    own(handle, pProperties);
  } else if (const auto old = DriverFunction<PFN_vkGetPhysicalDeviceProperties>(
                 physicalDevice, kInstance_vkGetPhysicalDeviceProperties)) {
    old(handle, &pProperties->properties);
  }
}

VKAPI_ATTR void VKAPI_CALL terminate_vkGetPhysicalDeviceFormatProperties2(
    VkPhysicalDevice physicalDevice, VkFormat format, VkFormatProperties2* pFormatProperties) {
  const VkPhysicalDevice handle = DriverHandle(physicalDevice);
  if (const auto own = DriverFunction<PFN_vkGetPhysicalDeviceFormatProperties2>(
          physicalDevice, kInstance_vkGetPhysicalDeviceFormatProperties2)) {
    own(handle, format, pFormatProperties);
  } else if (const auto old = DriverFunction<PFN_vkGetPhysicalDeviceFormatProperties>(
                 physicalDevice, kInstance_vkGetPhysicalDeviceFormatProperties)) {
    old(handle, format, &pFormatProperties->formatProperties);
  }
}

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkGetPhysicalDeviceImageFormatProperties2(
    VkPhysicalDevice physicalDevice, const VkPhysicalDeviceImageFormatInfo2* pImageFormatInfo,
    VkImageFormatProperties2* pImageFormatProperties) {
  const VkPhysicalDevice handle = DriverHandle(physicalDevice);
  if (const auto own = DriverFunction<PFN_vkGetPhysicalDeviceImageFormatProperties2>(
          physicalDevice, kInstance_vkGetPhysicalDeviceImageFormatProperties2)) {
    return own(handle, pImageFormatInfo, pImageFormatProperties);
  }
  // The structures in the chain are about features that Vulkan 1.0 does not have, such as external
  // memory.
  const auto old = DriverFunction<PFN_vkGetPhysicalDeviceImageFormatProperties>(
      physicalDevice, kInstance_vkGetPhysicalDeviceImageFormatProperties);
  if (old == nullptr || pImageFormatInfo->pNext != nullptr) return VK_ERROR_FORMAT_NOT_SUPPORTED;
  return old(handle, pImageFormatInfo->format, pImageFormatInfo->type, pImageFormatInfo->tiling,
             pImageFormatInfo->usage, pImageFormatInfo->flags,
             &pImageFormatProperties->imageFormatProperties);
}

VKAPI_ATTR void VKAPI_CALL terminate_vkGetPhysicalDeviceQueueFamilyProperties2(
    VkPhysicalDevice physicalDevice, uint32_t* pQueueFamilyPropertyCount,
    VkQueueFamilyProperties2* pQueueFamilyProperties) {
  const VkPhysicalDevice handle = DriverHandle(physicalDevice);
  if (const auto own = DriverFunction<PFN_vkGetPhysicalDeviceQueueFamilyProperties2>(
          physicalDevice, kInstance_vkGetPhysicalDeviceQueueFamilyProperties2)) {
    own(handle, pQueueFamilyPropertyCount, pQueueFamilyProperties);
    return;
  }
  const auto old = DriverFunction<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(
      physicalDevice, kInstance_vkGetPhysicalDeviceQueueFamilyProperties);
  if (old == nullptr) {
    *pQueueFamilyPropertyCount = 0;
    return;
  }
  if (pQueueFamilyProperties == nullptr) {
    old(handle, pQueueFamilyPropertyCount, nullptr);
    return;
  }
  const VkResult result = Guarded([&] {
    std::vector<VkQueueFamilyProperties> families(*pQueueFamilyPropertyCount);
    old(handle, pQueueFamilyPropertyCount, families.data());
    for (uint32_t i = 0; i < *pQueueFamilyPropertyCount; ++i) {
      pQueueFamilyProperties[i].queueFamilyProperties = families[i];
    }
    return VK_SUCCESS;
  });
  if (result != VK_SUCCESS) *pQueueFamilyPropertyCount = 0;
}

VKAPI_ATTR void VKAPI_CALL terminate_vkGetPhysicalDeviceMemoryProperties2(
    VkPhysicalDevice physicalDevice, VkPhysicalDeviceMemoryProperties2* pMemoryProperties) {
  const VkPhysicalDevice handle = DriverHandle(physicalDevice);
  if (const auto own = DriverFunction<PFN_vkGetPhysicalDeviceMemoryProperties2>(
          physicalDevice, kInstance_vkGetPhysicalDeviceMemoryProperties2)) {
    own(handle, pMemoryProperties);
  } else if (const auto old = DriverFunction<PFN_vkGetPhysicalDeviceMemoryProperties>(
                 physicalDevice, kInstance_vkGetPhysicalDeviceMemoryProperties)) {
    old(handle, &pMemoryProperties->memoryProperties);
  }
}

VKAPI_ATTR void VKAPI_CALL terminate_vkGetPhysicalDeviceSparseImageFormatProperties2(
    VkPhysicalDevice physicalDevice, const VkPhysicalDeviceSparseImageFormatInfo2* pFormatInfo,
    uint32_t* pPropertyCount, VkSparseImageFormatProperties2* pProperties) {
  const VkPhysicalDevice handle = DriverHandle(physicalDevice);
  if (const auto own = DriverFunction<PFN_vkGetPhysicalDeviceSparseImageFormatProperties2>(
          physicalDevice, kInstance_vkGetPhysicalDeviceSparseImageFormatProperties2)) {
    own(handle, pFormatInfo, pPropertyCount, pProperties);
    return;
  }
  const auto old = DriverFunction<PFN_vkGetPhysicalDeviceSparseImageFormatProperties>(
      physicalDevice, kInstance_vkGetPhysicalDeviceSparseImageFormatProperties);
  if (old == nullptr) {
    *pPropertyCount = 0;
    return;
  }
  const auto ask = [&](VkSparseImageFormatProperties* list) {
    old(handle, pFormatInfo->format, pFormatInfo->type, pFormatInfo->samples, pFormatInfo->usage,
        pFormatInfo->tiling, pPropertyCount, list);
  };
  if (pProperties == nullptr) {
    ask(nullptr);
    return;
  }
  const VkResult result = Guarded([&] {
    std::vector<VkSparseImageFormatProperties> list(*pPropertyCount);
    ask(list.data());
    for (uint32_t i = 0; i < *pPropertyCount; ++i) pProperties[i].properties = list[i];
    return VK_SUCCESS;
  });
  if (result != VK_SUCCESS) *pPropertyCount = 0;
}

// Without the extension nothing can be shared externally: all properties are zero.
VKAPI_ATTR void VKAPI_CALL terminate_vkGetPhysicalDeviceExternalBufferProperties(
    VkPhysicalDevice physicalDevice, const VkPhysicalDeviceExternalBufferInfo* pExternalBufferInfo,
    VkExternalBufferProperties* pExternalBufferProperties) {
  if (const auto own = DriverFunction<PFN_vkGetPhysicalDeviceExternalBufferProperties>(
          physicalDevice, kInstance_vkGetPhysicalDeviceExternalBufferProperties)) {
    own(DriverHandle(physicalDevice), pExternalBufferInfo, pExternalBufferProperties);
  } else {
    pExternalBufferProperties->externalMemoryProperties = {};
  }
}

VKAPI_ATTR void VKAPI_CALL terminate_vkGetPhysicalDeviceExternalFenceProperties(
    VkPhysicalDevice physicalDevice, const VkPhysicalDeviceExternalFenceInfo* pExternalFenceInfo,
    VkExternalFenceProperties* pExternalFenceProperties) {
  if (const auto own = DriverFunction<PFN_vkGetPhysicalDeviceExternalFenceProperties>(
          physicalDevice, kInstance_vkGetPhysicalDeviceExternalFenceProperties)) {
    own(DriverHandle(physicalDevice), pExternalFenceInfo, pExternalFenceProperties);
  } else {
    pExternalFenceProperties->exportFromImportedHandleTypes = 0;
    pExternalFenceProperties->compatibleHandleTypes = 0;
    pExternalFenceProperties->externalFenceFeatures = 0;
  }
}

VKAPI_ATTR void VKAPI_CALL terminate_vkGetPhysicalDeviceExternalSemaphoreProperties(
    VkPhysicalDevice physicalDevice,
    const VkPhysicalDeviceExternalSemaphoreInfo* pExternalSemaphoreInfo,
    VkExternalSemaphoreProperties* pExternalSemaphoreProperties) {
  if (const auto own = DriverFunction<PFN_vkGetPhysicalDeviceExternalSemaphoreProperties>(
          physicalDevice, kInstance_vkGetPhysicalDeviceExternalSemaphoreProperties)) {
    own(DriverHandle(physicalDevice), pExternalSemaphoreInfo, pExternalSemaphoreProperties);
  } else {
    pExternalSemaphoreProperties->exportFromImportedHandleTypes = 0;
    pExternalSemaphoreProperties->compatibleHandleTypes = 0;
    pExternalSemaphoreProperties->externalSemaphoreFeatures = 0;
  }
}

}  // namespace reference_loader::vulkan
