// SPDX-License-Identifier: Apache-2.0
#include "harness/component/linker_output.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string_view>

#include "harness/component/program_output.h"

namespace loadstone {
namespace {

// The name in a line "     955:  file=NAME [0];  WHAT...", if WHAT begins with `what`.
std::optional<std::string> NameIn(std::string_view line, std::string_view what) {
  constexpr std::string_view kBefore = "\tfile=";
  const size_t before = line.find(kBefore);
  if (before == std::string_view::npos) return std::nullopt;
  line.remove_prefix(before + kBefore.size());
  const size_t end = line.find(" [");
  const size_t after = line.find("];  ", end);
  if (end == std::string_view::npos || after == std::string_view::npos) return std::nullopt;
  if (!line.substr(after + 4).starts_with(what)) return std::nullopt;
  return std::string(line.substr(0, end));
}

}  // namespace

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

std::vector<std::string> LibrariesOpenedInVain(const std::string& output) {
  std::vector<std::string> names;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (const auto opened = NameIn(line, "dynamically loaded by ")) {
      if (std::find(names.begin(), names.end(), *opened) == names.end()) names.push_back(*opened);
    } else if (const auto found = NameIn(line, "generating link map")) {
      std::erase(names, *found);
    }
  }
  return names;
}

}  // namespace loadstone
