// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/linker_log.h"

#include <algorithm>
#include <optional>

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

std::vector<std::string> LibrariesOpenedInVain(std::string_view log) {
  std::vector<std::string> names;
  while (!log.empty()) {
    const size_t end = std::min(log.find('\n'), log.size());
    const std::string_view line = log.substr(0, end);
    log.remove_prefix(std::min(end + 1, log.size()));
    if (const auto opened = NameIn(line, "dynamically loaded by ")) {
      if (std::find(names.begin(), names.end(), *opened) == names.end()) names.push_back(*opened);
    } else if (const auto found = NameIn(line, "generating link map")) {
      std::erase(names, *found);
    }
  }
  return names;
}

}  // namespace loadstone
