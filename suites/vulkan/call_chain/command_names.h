// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_CALL_CHAIN_COMMAND_NAMES_H_
#define LOADSTONE_SUITES_VULKAN_CALL_CHAIN_COMMAND_NAMES_H_

#include <cctype>
#include <string>
#include <string_view>

namespace loadstone::suites {

// A name of Vulkan as a part of a case name: "queue_submit" for vkQueueSubmit, "physical_device"
// for VkPhysicalDevice.
inline std::string SnakeCase(std::string_view name) {
  std::string snake;
  for (const char c : name.substr(2)) {
    if (isupper(c) != 0 && !snake.empty()) snake += '_';
    snake += static_cast<char>(tolower(c));
  }
  return snake;
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_CALL_CHAIN_COMMAND_NAMES_H_
