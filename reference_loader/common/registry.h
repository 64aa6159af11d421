// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_REGISTRY_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_REGISTRY_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace reference_loader {

class Platform;

// The registry trees that can name manifests.
enum class RegistryRoot { kLocalMachine, kCurrentUser };

// Registry value types, with the numbers of Windows. A registry may contain any other number.
enum RegistryType : uint32_t {
  kRegistryString = 1,
  kRegistryExpandString = 2,
  kRegistryBinary = 3,
  kRegistryDword = 4,
  kRegistryMultiString = 7,
  kRegistryQword = 11,
};

// One value of a key, as stored: the data need not fit the type.
struct RegistryValue {
  std::string name;
  uint32_t type = 0;
  // Raw bytes; text is UTF-16LE.
  std::string data;
};

// True for a DWORD that is 0: the value that enables the manifest of its name.
bool IsZeroDword(const RegistryValue& value);

// The text of a REG_SZ, or the texts of a REG_MULTI_SZ up to the first empty one, terminated or
// not. Skips other types, empty texts and invalid UTF-16.
std::vector<std::string> TextsOf(const RegistryValue& value);

// The key below Khronos's, such as "Vulkan\Drivers", for this process: a 32-bit process on a 64-bit
// system has separate keys.
std::string KhronosKey(const Platform& platform, std::string_view below);

// The manifests that the values of a key enable, in the order of the registry: absolute paths of
// manifests. Skips folders.
std::vector<std::string> ManifestsInKey(const Platform& platform, RegistryRoot root,
                                        const std::string& key);

// The manifests in the values `name` of the display adapters and their software components; a
// 32-bit process on a 64-bit system reads the values for 32-bit processes.
std::vector<std::string> ManifestsOfDevices(const Platform& platform, std::string_view name);

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_REGISTRY_H_
