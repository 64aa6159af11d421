// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_WINDOWS_REGISTRY_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_WINDOWS_REGISTRY_H_

#include <windows.h>

#include <optional>
#include <string>
#include <vector>

#include "reference_loader/common/registry.h"

namespace reference_loader {

// An open key of the Windows registry; the destructor closes it.
class RegistryKey {
 public:
  // Takes ownership of an open key, which may be null.
  explicit RegistryKey(HKEY key) : key_(key) {}
  // Opens the key at exactly this path below `root`, whatever the word size of the process. On
  // failure the object has no values.
  RegistryKey(HKEY root, const std::wstring& path);
  ~RegistryKey() {
    if (key_ != nullptr) RegCloseKey(key_);
  }
  RegistryKey(const RegistryKey&) = delete;
  RegistryKey& operator=(const RegistryKey&) = delete;

  // All values whose names are Unicode, in the order of the registry.
  std::vector<RegistryValue> Values() const;

  // The value of that name, with an empty name in the result; nothing when there is none.
  std::optional<RegistryValue> Value(const std::wstring& name) const;

 private:
  HKEY key_ = nullptr;
};

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_WINDOWS_REGISTRY_H_
