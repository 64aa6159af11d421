// SPDX-License-Identifier: Apache-2.0
#include "harness/component/linker_output.h"

#include <sstream>

#include "harness/component/program_output.h"

namespace loadstone {

std::vector<std::string> PathsIn(const std::string& output, const std::string& name) {
  std::vector<std::string> paths;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const size_t arrow = line.find(" => /");
    if (arrow == std::string::npos) continue;
    const size_t start = line.find_first_not_of(" \t");
    if (!name.empty() && line.compare(start, name.size() + 1, name + " ") != 0) continue;
    const size_t end = line.rfind(" (0x");
    const size_t path = arrow + 4;
    paths.push_back(line.substr(path, end == std::string::npos || end < path ? end : end - path));
  }
  return paths;
}

std::vector<std::string> NeedsOf(const std::string& path, const Architecture& architecture) {
  const std::string linker = DynamicLinker(architecture);
  if (linker.empty()) return {};
  return PathsIn(OutputOf({linker, "--list", path}), {});
}

}  // namespace loadstone
