// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_WINDOWS_REGISTRY_H_
#define LOADSTONE_HARNESS_WORLD_WINDOWS_REGISTRY_H_

#include <cstdint>
#include <string>
#include <vector>

namespace loadstone {

// The types of values, by the numbers that Windows gives them.
enum RegistryType : uint32_t {
  kRegistryText = 1,          // REG_SZ
  kRegistryExpandedText = 2,  // REG_EXPAND_SZ
  kRegistryBytes = 3,         // REG_BINARY
  kRegistryDword = 4,
  kRegistryTexts = 7,  // REG_MULTI_SZ
  kRegistryQword = 11,
};

// One value of a Windows registry. Nothing is checked: data may be of any length for its type.
struct RegistryValue {
  // As in "HKLM\\SOFTWARE\\Khronos\\Vulkan\\Drivers"; HKLM or HKCU. What 32-bit programs see stands
  // in "HKLM\\SOFTWARE\\WOW6432Node\\...".
  std::string key = {};
  std::string name = {};  // UTF-8
  uint32_t type = 0;      // a RegistryType, or any other number
  std::string data = {};  // the bytes, texts in UTF-16LE
};

// Values of each type. `text` is UTF-8; texts end in a zero, lists in a second one.
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

// The name that Windows has for an absolute path of a world: C:\a\b for /a/b.
std::string WindowsPath(const std::string& path);

// The folder of a world in which it has files that values of a key name.
std::string FolderOfKey(const std::string& key);

// The values below one root, HKLM or HKCU, as a file in which Wine keeps a registry. Throws
// std::invalid_argument for names that are not UTF-8.
std::string WineRegistryFile(const std::vector<RegistryValue>& values, const std::string& root);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_WINDOWS_REGISTRY_H_
