#include "reference_loader/common/path_list.h"

namespace loadstone {
namespace {

std::string_view Trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
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

std::string JoinPath(std::string_view folder, std::string_view name) {
  while (!folder.empty() && folder.back() == '/') folder.remove_suffix(1);
  while (!name.empty() && name.front() == '/') name.remove_prefix(1);
  std::string path(folder);
  path += '/';
  path += name;
  return path;
}

std::string ParentFolder(std::string_view path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return slash == 0 ? "/" : std::string(path.substr(0, slash));
}

std::string FileName(std::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

bool HasManifestSuffix(std::string_view name) {
  constexpr std::string_view kSuffix = ".json";
  return name.size() >= kSuffix.size() && name.substr(name.size() - kSuffix.size()) == kSuffix;
}

std::string ResolveLibraryPath(std::string_view manifest_path, std::string_view library_path) {
  const size_t slash = library_path.find('/');
  if (slash == 0 || slash == std::string_view::npos) return std::string(library_path);
  return JoinPath(ParentFolder(manifest_path), library_path);
}

}  // namespace loadstone
