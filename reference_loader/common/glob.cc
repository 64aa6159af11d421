// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/common/glob.h"

namespace reference_loader {
namespace {

// Not std::tolower: names are ASCII, and the result must not depend on the application's locale.
std::string LowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

}  // namespace

bool GlobMatches(std::string_view glob, std::string_view text) {
  const bool open_start = !glob.empty() && glob.front() == '*';
  if (open_start) glob.remove_prefix(1);
  const bool open_end = !glob.empty() && glob.back() == '*';
  if (open_end) glob.remove_suffix(1);
  const std::string wanted = LowerCase(glob);
  const std::string given = LowerCase(text);
  if (wanted.size() > given.size()) return false;
  if (open_start && open_end) return given.find(wanted) != std::string::npos;
  if (open_start) return given.compare(given.size() - wanted.size(), wanted.size(), wanted) == 0;
  if (open_end) return given.compare(0, wanted.size(), wanted) == 0;
  return given == wanted;
}

bool AnyGlobMatches(const std::vector<std::string>& globs, std::string_view text) {
  for (const std::string& glob : globs) {
    if (GlobMatches(glob, text)) return true;
  }
  return false;
}

}  // namespace reference_loader
