// SPDX-License-Identifier: Apache-2.0
// Replaces reference_loader/common/linux_platform.cc in the fuzz targets.

#include "fuzz/inside/support/host_machine.h"

#include <cstdlib>

namespace loadstone::fuzz::inside {
namespace {

const Platform* current = nullptr;

// The host platform. The loaders may keep a reference to it for longer than one input.
class Host final : public Platform {
 public:
  const SystemRules& rules() const override { return Current().rules(); }
  std::optional<std::string> ReadFile(const std::string& path, size_t limit) const override {
    return Current().ReadFile(path, limit);
  }
  std::vector<std::string> ListManifests(const std::string& folder) const override {
    return Current().ListManifests(folder);
  }
  bool IsFolder(const std::string& path) const override { return Current().IsFolder(path); }
  std::optional<std::string> Environment(const char* name) const override {
    return Current().Environment(name);
  }
  std::vector<RegistryValue> RegistryValues(RegistryRoot root,
                                            const std::string& key) const override {
    return Current().RegistryValues(root, key);
  }
  std::vector<RegistryValue> DeviceValues(const std::string& name) const override {
    return Current().DeviceValues(name);
  }
  bool Is32BitOn64BitSystem() const override { return Current().Is32BitOn64BitSystem(); }
  bool Elevated() const override { return Current().Elevated(); }
  std::string ExecutablePath() const override { return Current().ExecutablePath(); }
  void* OpenLibrary(const std::string& path, std::string* error) const override {
    return Current().OpenLibrary(path, error);
  }
  void CloseLibrary(void* library) const override { Current().CloseLibrary(library); }
  void* Symbol(void* library, const char* name) const override {
    return Current().Symbol(library, name);
  }
  void WriteLog(std::string_view line) const override { Current().WriteLog(line); }

 private:
  static const Platform& Current() {
    // A loader that uses the host platform outside of an input is a finding.
    if (current == nullptr) std::abort();
    return *current;
  }
};

}  // namespace

HostMachine::HostMachine(const Platform& machine) { current = &machine; }

HostMachine::~HostMachine() { current = nullptr; }

}  // namespace loadstone::fuzz::inside

const reference_loader::Platform& reference_loader::HostPlatform() {
  static const auto* const host = new loadstone::fuzz::inside::Host;
  return *host;
}
