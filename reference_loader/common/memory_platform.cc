// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/common/memory_platform.h"

#include "reference_loader/common/path_list.h"

namespace reference_loader {
namespace {

// "/a/" and "/a" are the same folder.
std::string FolderIdentity(const std::string& path, const SystemRules& rules) {
  std::string folder = PathIdentity(path, rules);
  while (folder.size() > 1 && folder.back() == rules.path_separators.front()) folder.pop_back();
  return folder;
}

}  // namespace

void MemoryPlatform::AddFile(const std::string& path, std::string content) {
  files_[PathIdentity(path, rules_)] = std::move(content);
  folders_[FolderIdentity(ParentFolder(path, rules_), rules_)].insert(FileName(path, rules_));
}

std::optional<std::string> MemoryPlatform::ReadFile(const std::string& path, size_t limit) const {
  files_read_.push_back(path);
  const auto file = files_.find(PathIdentity(path, rules_));
  if (file == files_.end() || file->second.size() > limit) return std::nullopt;
  return file->second;
}

std::vector<std::string> MemoryPlatform::ListManifests(const std::string& folder) const {
  std::vector<std::string> names;
  const auto found = folders_.find(FolderIdentity(folder, rules_));
  if (found == folders_.end()) return names;
  for (const std::string& name : found->second) {
    if (HasManifestSuffix(name, rules_)) names.push_back(name);
  }
  return names;
}

std::vector<std::string> MemoryPlatform::ListLibraries(const std::string& folder) const {
  std::vector<std::string> names;
  const auto found = folders_.find(FolderIdentity(folder, rules_));
  if (found == folders_.end()) return names;
  for (const std::string& name : found->second) {
    if (name.ends_with(kLibrarySuffix)) names.push_back(name);
  }
  return names;
}

bool MemoryPlatform::IsFolder(const std::string& path) const {
  return folders_.find(FolderIdentity(path, rules_)) != folders_.end();
}

std::vector<RegistryValue> MemoryPlatform::RegistryValues(RegistryRoot root,
                                                          const std::string& key) const {
  const auto found = registry_.find({root, PathIdentity(key, rules_)});
  return found != registry_.end() ? found->second : std::vector<RegistryValue>();
}

std::vector<RegistryValue> MemoryPlatform::DeviceValues(const std::string& name) const {
  std::vector<RegistryValue> values;
  for (const RegistryValue& value : device_values_) {
    if (PathIdentity(value.name, rules_) == PathIdentity(name, rules_)) values.push_back(value);
  }
  return values;
}

std::optional<std::string> MemoryPlatform::Environment(const char* name) const {
  const auto variable = environment_.find(name);
  if (variable == environment_.end()) return std::nullopt;
  return variable->second;
}

void* MemoryPlatform::OpenLibrary(const std::string& path, std::string* error) const {
  const auto library = libraries_.find(PathIdentity(path, rules_));
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

}  // namespace reference_loader
