#include "oracle/vulkan/filters.h"

#include "oracle/path_list.h"

namespace loadstone::fuzz::vulkan {

std::vector<std::string> InstanceLayers(const std::string& value) {
  std::vector<std::string> names = SplitPaths(value);
  std::erase(names, "");
  return names;
}

}  // namespace loadstone::fuzz::vulkan
