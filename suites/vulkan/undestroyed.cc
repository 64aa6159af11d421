// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/undestroyed.h"

#include <fmt/format.h>
#include <vulkan/vulkan.h>

#include <algorithm>

namespace loadstone::suites {
namespace {

// How many calls of `create` succeeded.
int64_t CreatedBy(const Observation& seen, const std::string& who, const char* create) {
  const std::vector<Event> calls = seen.Select(who, create);
  return std::count_if(calls.begin(), calls.end(), [](const Event& event) {
    return event.phase() != "enter" && event.Number("result") == VK_SUCCESS;
  });
}

}  // namespace

std::vector<std::string> Undestroyed(const Observation& seen, const std::vector<std::string>& who) {
  struct Kind {
    const char* create;
    const char* also_creates;  // null for none
    const char* destroy;
  };
  constexpr Kind kKinds[] = {
      {"vkCreateInstance", nullptr, "vkDestroyInstance"},
      {"vkCreateDevice", nullptr, "vkDestroyDevice"},
      {"vkCreateWaylandSurfaceKHR", "vkCreateHeadlessSurfaceEXT", "vkDestroySurfaceKHR"}};
  std::vector<std::string> left;
  for (const std::string& one : who) {
    for (const Kind& kind : kKinds) {
      int64_t made = CreatedBy(seen, one, kind.create);
      if (kind.also_creates != nullptr) made += CreatedBy(seen, one, kind.also_creates);
      const auto destroyed = static_cast<int64_t>(seen.Select(one, kind.destroy).size());
      if (made == destroyed) continue;
      left.push_back(fmt::format("{}: {} by {}{}{}, {} by {}", one, made, kind.create,
                                 kind.also_creates != nullptr ? " or " : "",
                                 kind.also_creates != nullptr ? kind.also_creates : "", destroyed,
                                 kind.destroy));
    }
  }
  return left;
}

}  // namespace loadstone::suites
