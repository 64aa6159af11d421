// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_VULKAN_REGISTRY_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_VULKAN_REGISTRY_H_

#include <set>
#include <string>
#include <vector>

// For tests: the rules of the API in vk.xml, in the formats of Debian 12 and 13.
namespace loadstone::mock {

struct RegistryCommand {
  std::string name;
  std::string handle;               // the type of its first parameter
  int minor = 0;                    // core version 1.<minor> that introduced it
  std::set<std::string> results{};  // its result codes; empty for a void command
};

// The commands of all core versions, without aliases.
const std::vector<RegistryCommand>& CoreCommands();

// Whether the registry has an extension of that name.
bool IsRegistered(const std::string& extension);

// The commands that an extension adds unconditionally.
std::vector<std::string> CommandsOf(const std::string& extension);

// The extensions that `extension` requires and that are neither in `present` nor part of core
// version 1.<minor>. If there are alternatives and none is complete, those that the first lacks.
std::vector<std::string> MissingDependencies(const std::string& extension,
                                             const std::set<std::string>& present, int minor);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_VULKAN_REGISTRY_H_
