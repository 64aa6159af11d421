#include "reference_loader/common/memory_platform.h"

#include "reference_loader/common/path_list.h"

namespace loadstone {
namespace {

// "/a/" and "/a" are one folder.
std::string WithoutFinalSeparator(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

}  // namespace

void MemoryPlatform::AddFile(const std::string& path, std::string content) {
  files_[path] = std::move(content);
  folders_[ParentFolder(path)].insert(FileName(path));
}

std::optional<std::string> MemoryPlatform::ReadFile(const std::string& path, size_t limit) const {
  files_read_.push_back(path);
  const auto file = files_.find(path);
  if (file == files_.end() || file->second.size() > limit) return std::nullopt;
  return file->second;
}

std::vector<std::string> MemoryPlatform::ListManifests(const std::string& folder) const {
  std::vector<std::string> names;
  const auto found = folders_.find(WithoutFinalSeparator(folder));
  if (found == folders_.end()) return names;
  for (const std::string& name : found->second) {
    if (HasManifestSuffix(name)) names.push_back(name);
  }
  return names;
}

bool MemoryPlatform::IsFolder(const std::string& path) const {
  return folders_.find(WithoutFinalSeparator(path)) != folders_.end();
}

std::optional<std::string> MemoryPlatform::Environment(const char* name) const {
  const auto variable = environment_.find(name);
  if (variable == environment_.end()) return std::nullopt;
  return variable->second;
}

void* MemoryPlatform::OpenLibrary(const std::string& path, std::string* error) const {
  const auto library = libraries_.find(path);
  if (library == libraries_.end()) {
    *error = path + ": no such library";
    return nullptr;
  }
  ++open_libraries_;
  return const_cast<Library*>(&library->second);
}

void MemoryPlatform::CloseLibrary(void*) const { --open_libraries_; }

void* MemoryPlatform::Symbol(void* library, const char* name) const {
  const Library& symbols = *static_cast<const Library*>(library);
  const auto symbol = symbols.find(name);
  return symbol == symbols.end() ? nullptr : symbol->second;
}

}  // namespace loadstone
