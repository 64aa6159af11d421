// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_REGISTRY_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_REGISTRY_RULES_H_

#include <string>
#include <vector>

#include "fuzz/inside/support/registry_text.h"

// Which manifests the documents let loaders on Windows take from a registry. Each function returns
// a complaint about what was found, or an empty string.
namespace loadstone::fuzz::inside {

// The path of a folder, which is not a manifest, on the target's machine.
inline constexpr char kFolderManifest[] = "C:\\folder.json";

// The keys that name manifests of one kind.
struct RegistryRule {
  std::string key;           // below "SOFTWARE\Khronos\"
  std::string device_value;  // empty if there is none
  bool of_users = false;     // whether the keys of users count, too
  bool of_elevated_users = false;
};

// Checks that each enabled manifest is found exactly once, and nothing else.
std::string CheckRegistered(const RegistryRule& rule, const RegistryText& registry,
                            const std::vector<std::string>& found);

// Checks that the active runtime is the string value in the machine's key, if that is a full path.
std::string CheckActiveRuntime(const RegistryText& registry, const std::vector<std::string>& found);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_REGISTRY_RULES_H_
