// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_REGISTRY_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_REGISTRY_RULES_H_

#include <string>
#include <vector>

#include "fuzz/inside/support/registry_text.h"

// Which manifests the documents let loaders on Windows take from a registry, as complaints about
// what was found; empty when there is none.
namespace loadstone::fuzz::inside {

// A manifest that is a folder, on the machine of the target.
inline constexpr char kFolderManifest[] = "C:\\folder.json";

// Where one kind of manifests is named.
struct RegistryRule {
  std::string key;           // below "SOFTWARE\Khronos\"
  std::string device_value;  // empty for none
  bool of_users = false;     // users have their own
  bool of_elevated_users = false;
};

// Each manifest that is enabled is found, once, and nothing else is.
std::string CheckRegistered(const RegistryRule& rule, const RegistryText& registry,
                            const std::vector<std::string>& found);

// The active runtime is the one that the machine's key has as a text, if that is a full path.
std::string CheckActiveRuntime(const RegistryText& registry, const std::vector<std::string>& found);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_REGISTRY_RULES_H_
