#include "oracle/vulkan/result_text.h"

#include <fmt/format.h>
#include <vulkan/vulkan.h>

namespace loadstone::fuzz::vulkan {

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

}  // namespace loadstone::fuzz::vulkan
