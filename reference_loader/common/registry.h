// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_REGISTRY_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_REGISTRY_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace reference_loader {

class Platform;

// The trees of a registry in which manifests are named.
enum class RegistryRoot { kLocalMachine, kCurrentUser };

// Types of values as Windows numbers them. A registry may hold any other number.
enum RegistryType : uint32_t {
  kRegistryString = 1,
  kRegistryExpandString = 2,
  kRegistryBinary = 3,
  kRegistryDword = 4,
  kRegistryMultiString = 7,
  kRegistryQword = 11,
};

// One value of a key, as it is stored: nothing makes sure that the data fits the type.
struct RegistryValue {
  std::string name;
  uint32_t type = 0;
  // Bytes; texts are in UTF-16, with the lower byte first.
  std::string data;
};

// True for a DWORD that is 0: what enables the manifest that such a value names.
bool IsZeroDword(const RegistryValue& value);

// The text of a REG_SZ, or the texts of a REG_MULTI_SZ up to the first empty one, whether or not
// they are terminated. Nothing of other types, of empty texts and of those that are no UTF-16.
std::vector<std::string> TextsOf(const RegistryValue& value);

// The key below Khronos's, such as "Vulkan\Drivers", where a process like this one has to look: a
// 32-bit process on a 64-bit system has places of its own.
std::string KhronosKey(const Platform& platform, std::string_view below);

// The manifests that the values of a key enable, in the order of the registry: absolute paths of
// manifests, of which none is a folder.
std::vector<std::string> ManifestsInKey(const Platform& platform, RegistryRoot root,
                                        const std::string& key);

// The manifests in the values `name` of the display adapters and their software components; for a
// 32-bit process on a 64-bit system in the values that are made for it.
std::vector<std::string> ManifestsOfDevices(const Platform& platform, std::string_view name);

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_REGISTRY_H_
