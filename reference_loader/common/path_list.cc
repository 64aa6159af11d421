// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/common/path_list.h"

namespace reference_loader {
namespace {

std::string_view Trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

bool IsSeparator(char c, const SystemRules& rules) {
  return rules.path_separators.find(c) != std::string_view::npos;
}

bool StartsWithDrive(std::string_view path, const SystemRules& rules) {
  if (!rules.has_drives || path.size() < 2 || path[1] != ':') return false;
  return (path[0] >= 'A' && path[0] <= 'Z') || (path[0] >= 'a' && path[0] <= 'z');
}

}  // namespace

std::vector<std::string> SplitList(std::string_view list, char separator, bool trim) {
  std::vector<std::string> elements;
  while (!list.empty()) {
    const size_t end = list.find(separator);
    std::string_view element = list.substr(0, end);
    if (trim) element = Trim(element);
    if (!element.empty()) elements.emplace_back(element);
    if (end == std::string_view::npos) break;
    list.remove_prefix(end + 1);
  }
  return elements;
}

std::string JoinPath(std::string_view folder, std::string_view name, const SystemRules& rules) {
  while (!folder.empty() && IsSeparator(folder.back(), rules)) folder.remove_suffix(1);
  while (!name.empty() && IsSeparator(name.front(), rules)) name.remove_prefix(1);
  std::string path;
  path.reserve(folder.size() + 1 + name.size());
  path += folder;
  path += rules.path_separators.front();
  path += name;
  return path;
}

std::string ParentFolder(std::string_view path, const SystemRules& rules) {
  const size_t slash = path.find_last_of(rules.path_separators);
  if (slash == std::string_view::npos) return ".";
  return std::string(path.substr(0, slash == 0 ? 1 : slash));
}

std::string FileName(std::string_view path, const SystemRules& rules) {
  return std::string(path.substr(path.find_last_of(rules.path_separators) + 1));
}

bool HasManifestSuffix(std::string_view path, const SystemRules& rules) {
  constexpr std::string_view kSuffix = ".json";
  const std::string identity = rules.is_case_sensitive ? std::string() : PathIdentity(path, rules);
  const std::string_view name = rules.is_case_sensitive ? path : identity;
  return name.size() >= kSuffix.size() && name.substr(name.size() - kSuffix.size()) == kSuffix;
}

bool IsAbsolutePath(std::string_view path, const SystemRules& rules) {
  if (!rules.has_drives) return !path.empty() && IsSeparator(path.front(), rules);
  if (StartsWithDrive(path, rules)) return path.size() > 2 && IsSeparator(path[2], rules);
  // A UNC path, \\server\share.
  return path.size() > 2 && IsSeparator(path[0], rules) && IsSeparator(path[1], rules);
}

std::string PathIdentity(std::string_view path, const SystemRules& rules) {
  std::string identity(path);
  if (rules.is_case_sensitive) return identity;
  for (char& c : identity) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (IsSeparator(c, rules)) c = rules.path_separators.front();
  }
  return identity;
}

std::string ResolveLibraryPath(std::string_view manifest_path, std::string_view library_path,
                               const SystemRules& rules) {
  if (StartsWithDrive(library_path, rules)) return std::string(library_path);
  const size_t slash = library_path.find_first_of(rules.path_separators);
  if (slash == 0 || slash == std::string_view::npos) return std::string(library_path);
  return JoinPath(ParentFolder(manifest_path, rules), library_path, rules);
}

}  // namespace reference_loader
