// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_VULKAN_REGISTRY_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_VULKAN_REGISTRY_H_

#include <set>
#include <string>
#include <vector>

// For tests: the rules of the API that vk.xml states, in the forms in which Debian 12 and 13 have
// it.
namespace loadstone::mock {

struct RegistryCommand {
  std::string name;
  std::string handle;               // the type of its first parameter
  int minor = 0;                    // of the core version that brought it, 1.<minor>
  std::set<std::string> results{};  // the codes that it may return; empty for a void one
};

// The commands of all core versions, without their older names.
const std::vector<RegistryCommand>& CoreCommands();

// Whether the registry has an extension of that name.
bool IsRegistered(const std::string& extension);

// The commands that come with an extension whatever else is there.
std::vector<std::string> CommandsOf(const std::string& extension);

// The extensions that `extension` requires and that are neither among `present` nor part of core
// version 1.<minor>. Where there is a choice and none is whole, those of the first.
std::vector<std::string> MissingBeside(const std::string& extension,
                                       const std::set<std::string>& present, int minor);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_VULKAN_REGISTRY_H_
