// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_WINDOWS_REGISTRY_H_
#define LOADSTONE_HARNESS_WORLD_WINDOWS_REGISTRY_H_

#include <cstdint>
#include <string>
#include <vector>

namespace loadstone {

// The types of values, with the numbers that Windows defines.
enum RegistryType : uint32_t {
  kRegistryText = 1,          // REG_SZ
  kRegistryExpandedText = 2,  // REG_EXPAND_SZ
  kRegistryBytes = 3,         // REG_BINARY
  kRegistryDword = 4,
  kRegistryTexts = 7,  // REG_MULTI_SZ
  kRegistryQword = 11,
};

// A value of a Windows registry. It is not validated: data may have any length for its type.
struct RegistryValue {
  // Such as "HKLM\\SOFTWARE\\Khronos\\Vulkan\\Drivers"; HKLM or HKCU. The view of 32-bit programs
  // is in "HKLM\\SOFTWARE\\WOW6432Node\\...".
  std::string key = {};
  std::string name = {};  // UTF-8
  uint32_t type = 0;      // a RegistryType, or any other number
  std::string data = {};  // the bytes; texts are UTF-16LE

  bool operator==(const RegistryValue&) const = default;
};

// Return values of each type. `text` is UTF-8; texts end in a null, lists in a second one.
RegistryValue RegistryDword(const std::string& key, const std::string& name, uint32_t number);
RegistryValue RegistryQword(const std::string& key, const std::string& name, uint64_t number);
RegistryValue RegistryText(const std::string& key, const std::string& name,
                           const std::string& text);
RegistryValue RegistryExpandedText(const std::string& key, const std::string& name,
                                   const std::string& text);
RegistryValue RegistryTexts(const std::string& key, const std::string& name,
                            const std::vector<std::string>& texts);
RegistryValue RegistryBytes(const std::string& key, const std::string& name,
                            const std::string& bytes);

// Returns the Windows form of an absolute path in a world: C:\a\b for /a/b.
std::string WindowsPath(const std::string& path);

// Returns the folder of a world for files that values of a key name.
std::string FolderOfKey(const std::string& key);

// Returns the values below one root, HKLM or HKCU, as a registry file of Wine. Throws
// std::invalid_argument for names that are not UTF-8.
std::string WineRegistryFile(const std::vector<RegistryValue>& values, const std::string& root);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_WINDOWS_REGISTRY_H_
