#ifndef LOADSTONE_ORACLE_VULKAN_RESULT_TEXT_H_
#define LOADSTONE_ORACLE_VULKAN_RESULT_TEXT_H_

#include <string>

namespace loadstone::fuzz::vulkan {

// The name of a VkResult, or its number.
std::string ResultText(int result);

}  // namespace loadstone::fuzz::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_RESULT_TEXT_H_
