// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/undestroyed.h"

#include <fmt/format.h>
#include <vulkan/vulkan.h>

#include <algorithm>
#include <utility>

namespace loadstone::suites {

std::vector<std::string> Undestroyed(const Observation& seen, const std::vector<std::string>& who) {
  constexpr std::pair<const char*, const char*> kPairs[] = {
      {"vkCreateInstance", "vkDestroyInstance"},
      {"vkCreateDevice", "vkDestroyDevice"},
      {"vkCreateWaylandSurfaceKHR", "vkDestroySurfaceKHR"}};
  std::vector<std::string> left;
  for (const std::string& one : who) {
    for (const auto& [create, destroy] : kPairs) {
      const std::vector<Event> calls = seen.Select(one, create);
      const auto made = std::count_if(calls.begin(), calls.end(), [](const Event& event) {
        return event.phase() != "enter" && event.Number("result") == VK_SUCCESS;
      });
      const auto destroyed = static_cast<int64_t>(seen.Select(one, destroy).size());
      if (made == destroyed) continue;
      left.push_back(fmt::format("{}: {} by {}, {} by {}", one, made, create, destroyed, destroy));
    }
  }
  return left;
}

}  // namespace loadstone::suites
