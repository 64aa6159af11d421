// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/near_name.h"

namespace loadstone::fuzz {

std::string SimilarName(const std::string& name, Random& random) {
  constexpr const char* kEnds[] = {"b", "a", "_", "_x", "0"};
  switch (random.Below(6)) {
    case 0:
      return name.substr(0, name.size() - 1 - random.Below(3));
    case 1:
      return name.substr(1 + random.Below(3));
    case 2:
      return name.substr(1, name.size() - 2);
    case 3:
      return name.substr(0, name.size() / 2) + name;
    default:
      return name + random.Pick(kEnds);
  }
}

}  // namespace loadstone::fuzz
