// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_REGISTRY_EDITOR_H_
#define LOADSTONE_TOOL_REGISTRY_EDITOR_H_

#include <string>
#include <vector>

#include "harness/world/windows_registry.h"

namespace loadstone {

// Returns the values as the registry editor of Windows writes them, in UTF-8 with lines that end in
// '\n'.
std::string RegistryEditorText(const std::vector<RegistryValue>& values);

// Returns the same as a file that the registry editor imports: UTF-16 with a byte order mark.
std::string RegistryEditorFile(const std::vector<RegistryValue>& values);

// Describes the values for people, one line each.
std::string DescribeRegistry(const std::vector<RegistryValue>& values);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_REGISTRY_EDITOR_H_
