// SPDX-License-Identifier: Apache-2.0
#include "oracle/path_list.h"

#include <algorithm>
#include <string_view>

namespace loadstone::oracle {

std::vector<std::string> SplitPaths(const std::string& list, char separator) {
  std::vector<std::string> parts;
  size_t begin = 0;
  for (size_t end; (end = list.find(separator, begin)) != std::string::npos; begin = end + 1) {
    parts.push_back(list.substr(begin, end - begin));
  }
  parts.push_back(list.substr(begin));
  return parts;
}

bool IsPlainPath(const std::string& path) {
  if (path.size() < 2 || path.front() != '/') return false;
  for (size_t begin = 1; begin <= path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view part = std::string_view(path).substr(begin, end - begin);
    if (part.empty() || part == "." || part == "..") return false;
    begin = end + 1;
  }
  return true;
}

std::string NormalPath(const std::string& path) {
  if (IsPlainPath(path)) return path;
  std::vector<std::string> parts;
  std::string part;
  for (const char c : path + "/") {
    if (c != '/') {
      part += c;
      continue;
    }
    if (part == "..") {
      if (!parts.empty()) parts.pop_back();
    } else if (!part.empty() && part != ".") {
      parts.push_back(part);
    }
    part.clear();
  }
  std::string normal;
  for (const std::string& one : parts) normal += "/" + one;
  return normal;
}

std::string FolderOf(const std::string& path) { return path.substr(0, path.rfind('/')); }

}  // namespace loadstone::oracle
