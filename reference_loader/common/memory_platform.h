// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_MEMORY_PLATFORM_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_MEMORY_PLATFORM_H_

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reference_loader/common/android_files.h"
#include "reference_loader/common/path_list.h"
#include "reference_loader/common/platform.h"

namespace reference_loader {

// A whole in-memory machine for unit tests and fuzzers: files, registry, environment, privileges,
// libraries (tables of named functions) and the log. Set it up completely before sharing it;
// afterwards only reading, and logging from one thread, are supported.
class MemoryPlatform final : public Platform {
 public:
  using Library = std::map<std::string, void*>;

  // A machine with the rules of one system; `rules` must outlive it.
  explicit MemoryPlatform(const SystemRules& rules = kLinuxRules) : rules_(rules) {}

  void AddFile(const std::string& path, std::string content);
  void SetEnvironment(const std::string& name, std::string value) { environment_[name] = value; }
  void SetElevated(bool elevated) { elevated_ = elevated; }
  void SetExecutablePath(std::string path) { executable_path_ = std::move(path); }
  void AddLibrary(const std::string& path, Library symbols) {
    AddFile(path, "");
    libraries_[PathIdentity(path, rules_)] = symbols;
  }
  // Adds a value to a registry key, or to the key of a device.
  void AddRegistryValue(RegistryRoot root, const std::string& key, RegistryValue value) {
    registry_[{root, PathIdentity(key, rules_)}].push_back(std::move(value));
  }
  void AddDeviceValue(RegistryValue value) { device_values_.push_back(std::move(value)); }
  void AddPackage(const std::string& family, std::string folder) {
    packages_[family].push_back(std::move(folder));
  }
  void Set32BitOn64BitSystem(bool is) { is_32_bit_on_64_bit_system_ = is; }

  // Paths of the files read so far, in order.
  const std::vector<std::string>& files_read() const { return files_read_; }
  const std::vector<std::string>& log() const { return log_; }
  // The number of open libraries.
  int open_libraries() const { return open_libraries_; }

  const SystemRules& rules() const override { return rules_; }
  std::optional<std::string> ReadFile(const std::string& path, size_t limit) const override;
  std::vector<std::string> ListManifests(const std::string& folder) const override;
  std::vector<std::string> ListLibraries(const std::string& folder) const override;
  bool IsFolder(const std::string& path) const override;
  std::optional<std::string> Property(const std::string& name) const override {
    return PropertyInFiles(*this, name);
  }
  std::optional<std::string> Content(const std::string& authority,
                                     const std::string& path) const override {
    return ContentInFiles(*this, authority, path);
  }

  InstalledApplication Application() const override { return ApplicationInFiles(*this); }
  std::optional<std::string> Environment(const char* name) const override;
  std::vector<RegistryValue> RegistryValues(RegistryRoot root,
                                            const std::string& key) const override;
  std::vector<RegistryValue> DeviceValues(const std::string& name) const override;
  std::vector<std::string> PackageFolders(const std::string& family) const override {
    const auto found = packages_.find(family);
    return found == packages_.end() ? std::vector<std::string>() : found->second;
  }
  bool Is32BitOn64BitSystem() const override { return is_32_bit_on_64_bit_system_; }
  bool Elevated() const override { return elevated_; }
  std::string ExecutablePath() const override { return executable_path_; }
  void* OpenLibrary(const std::string& path, std::string* error) const override;
  void CloseLibrary(void* library) const override;
  void* Symbol(void* library, const char* name) const override;
  void WriteLog(std::string_view line) const override { log_.emplace_back(line); }

 private:
  const SystemRules& rules_;
  // Files, folders, libraries and keys, indexed by the PathIdentity of their paths.
  std::map<std::string, std::string> files_;
  std::map<std::string, std::set<std::string>> folders_;
  std::map<std::string, std::string> environment_;
  std::map<std::string, Library> libraries_;
  std::map<std::pair<RegistryRoot, std::string>, std::vector<RegistryValue>> registry_;
  std::vector<RegistryValue> device_values_;
  std::map<std::string, std::vector<std::string>> packages_;
  bool is_32_bit_on_64_bit_system_ = false;
  bool elevated_ = false;
  std::string executable_path_ = "/usr/bin/app";
  mutable std::vector<std::string> files_read_;
  mutable std::vector<std::string> log_;
  mutable int open_libraries_ = 0;
};

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_MEMORY_PLATFORM_H_
