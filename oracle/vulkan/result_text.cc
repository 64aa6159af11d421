// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/result_text.h"

#include <fmt/format.h>
#include <vulkan/vulkan.h>

namespace loadstone::oracle::vulkan {

std::string ResultText(int result) {
  switch (result) {
    case VK_SUCCESS:
      return "VK_SUCCESS";
    case VK_ERROR_LAYER_NOT_PRESENT:
      return "VK_ERROR_LAYER_NOT_PRESENT";
    case VK_ERROR_INITIALIZATION_FAILED:
      return "VK_ERROR_INITIALIZATION_FAILED";
    case VK_ERROR_OUT_OF_HOST_MEMORY:
      return "VK_ERROR_OUT_OF_HOST_MEMORY";
    case VK_ERROR_INCOMPATIBLE_DRIVER:
      return "VK_ERROR_INCOMPATIBLE_DRIVER";
    default:
      return fmt::format("VkResult {}", result);
  }
}

const char* StepName(Step step) {
  switch (step) {
    case Step::kLoad:
      return "loading the subject";
    case Step::kEnumerate:
      return "vkEnumerateInstanceLayerProperties";
    case Step::kExtensions:
      return "vkEnumerateInstanceExtensionProperties";
    case Step::kCreate:
      return "vkCreateInstance";
    case Step::kUse:
      return "vkCreateDevice";
    case Step::kDestroy:
      return "vkDestroyInstance";
    case Step::kEnd:
      break;
  }
  return "the end";
}

}  // namespace loadstone::oracle::vulkan
