// SPDX-License-Identifier: Apache-2.0
// One library that is both a layer and a driver: the functions of both loader interfaces forward to
// the mocks beside it, <own path>.layer and <own path>.driver.

#include <vulkan/vk_icd.h>
#include <vulkan/vk_layer.h>

#include "mock_common/beside.h"

namespace {

void* Find(const char* suffix, const char* name) {
  return loadstone::mock::FindBeside(reinterpret_cast<void*>(&Find), suffix, name);
}

}  // namespace

extern "C" {

VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* interface) {
  const auto function = reinterpret_cast<PFN_vkNegotiateLoaderLayerInterfaceVersion>(
      Find(".layer", "vkNegotiateLoaderLayerInterfaceVersion"));
  return function == nullptr ? VK_ERROR_INITIALIZATION_FAILED : function(interface);
}

VKAPI_ATTR VkResult VKAPI_CALL vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t* version) {
  const auto function = reinterpret_cast<PFN_vkNegotiateLoaderICDInterfaceVersion>(
      Find(".driver", "vk_icdNegotiateLoaderICDInterfaceVersion"));
  return function == nullptr ? VK_ERROR_INCOMPATIBLE_DRIVER : function(version);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetInstanceProcAddr(VkInstance instance,
                                                                   const char* name) {
  const auto function =
      reinterpret_cast<PFN_vk_icdGetInstanceProcAddr>(Find(".driver", "vk_icdGetInstanceProcAddr"));
  return function == nullptr ? nullptr : function(instance, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetPhysicalDeviceProcAddr(VkInstance instance,
                                                                         const char* name) {
  const auto function = reinterpret_cast<PFN_vk_icdGetPhysicalDeviceProcAddr>(
      Find(".driver", "vk_icdGetPhysicalDeviceProcAddr"));
  return function == nullptr ? nullptr : function(instance, name);
}

}  // extern "C"
