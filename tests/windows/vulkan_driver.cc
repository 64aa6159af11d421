// SPDX-License-Identifier: Apache-2.0
// The driver of the unit tests as a DLL.

#include "reference_loader/vulkan/test_driver.h"

extern "C" {

__declspec(dllexport) VkResult VKAPI_CALL
    vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t* version) {
  return reinterpret_cast<PFN_vkNegotiateLoaderICDInterfaceVersion>(
      reference_loader::vulkan::TestDriverGetInstanceProcAddr(
          VK_NULL_HANDLE, "vk_icdNegotiateLoaderICDInterfaceVersion"))(version);
}

__declspec(dllexport) PFN_vkVoidFunction VKAPI_CALL
    vk_icdGetInstanceProcAddr(VkInstance instance, const char* name) {
  return reference_loader::vulkan::TestDriverGetInstanceProcAddr(instance, name);
}

}  // extern "C"
