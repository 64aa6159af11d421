// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_WINDOWS_PRIVATE_REGISTRY_H_
#define LOADSTONE_HARNESS_SANDBOX_WINDOWS_PRIVATE_REGISTRY_H_

#include <string>
#include <vector>

#include "harness/world/windows_registry.h"

namespace loadstone {

// Keys below HKEY_CURRENT_USER that stand for HKLM and HKCU in the process of a probe, which opens
// them in place of these two (kPrivateRegistryPath). They are removed with the object.
class WindowsPrivateRegistry {
 public:
  // `name` must be unique among the processes of this machine.
  explicit WindowsPrivateRegistry(const std::string& name);
  ~WindowsPrivateRegistry() { Remove(); }
  WindowsPrivateRegistry(const WindowsPrivateRegistry&) = delete;
  WindowsPrivateRegistry& operator=(const WindowsPrivateRegistry&) = delete;

  // Replaces all that was there by these values. Throws HarnessError.
  void Fill(const std::vector<RegistryValue>& values);

  // The key below HKEY_CURRENT_USER with the keys HKLM and HKCU, in UTF-8.
  const std::string& path() const { return path_; }

 private:
  void Remove();

  const std::string path_;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_WINDOWS_PRIVATE_REGISTRY_H_
