// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_DRIVER_LIST_ROOMS_H_
#define LOADSTONE_SUITES_VULKAN_DRIVER_LIST_ROOMS_H_

#include <vulkan/vulkan_core.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace loadstone::suites {

// A function that returns a list in two calls.
struct ListFunction {
  std::string name;
  size_t element_size = 0;
  // VK_STRUCTURE_TYPE_APPLICATION_INFO, which no list has, for elements without an sType.
  VkStructureType type = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  bool has_result = true;
  // Calls the function; returns its VkResult, or VK_SUCCESS if it has none.
  std::function<VkResult(uint32_t* count, void* elements)> call;
};

// In the probe: calls `list` without an array, with too little room, with exact room and with too
// much, traces each call, and returns what was wrong. An error for lack of memory or of a surface
// is not wrong.
std::vector<std::string> WrongRooms(const ListFunction& list);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_DRIVER_LIST_ROOMS_H_
