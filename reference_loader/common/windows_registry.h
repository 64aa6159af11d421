// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_WINDOWS_REGISTRY_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_WINDOWS_REGISTRY_H_

#include <windows.h>

#include <optional>
#include <string>
#include <vector>

#include "reference_loader/common/registry.h"

namespace reference_loader {

// An open key of the registry of Windows, closed with the object.
class RegistryKey {
 public:
  // Takes the ownership of an open key; null for none.
  explicit RegistryKey(HKEY key) : key_(key) {}
  // Opens the key at exactly this path below `root`, whatever the word size of the process. Without
  // values where that fails.
  RegistryKey(HKEY root, const std::wstring& path);
  ~RegistryKey() {
    if (key_ != nullptr) RegCloseKey(key_);
  }
  RegistryKey(const RegistryKey&) = delete;
  RegistryKey& operator=(const RegistryKey&) = delete;

  // All values whose names are Unicode, in the order of the registry.
  std::vector<RegistryValue> Values() const;

  // The value of that name, which is empty in the result; nothing when there is none.
  std::optional<RegistryValue> Value(const std::wstring& name) const;

 private:
  HKEY key_ = nullptr;
};

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_WINDOWS_REGISTRY_H_
