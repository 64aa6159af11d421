// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_REGISTRY_EDITOR_H_
#define LOADSTONE_TOOL_REGISTRY_EDITOR_H_

#include <string>
#include <vector>

#include "harness/world/windows_registry.h"

namespace loadstone {

// The values as the registry editor of Windows writes them: UTF-8, lines that end in '\n'.
std::string RegistryEditorText(const std::vector<RegistryValue>& values);

// The same as a file that the registry editor of Windows imports: UTF-16 with a byte order mark.
std::string RegistryEditorFile(const std::vector<RegistryValue>& values);

// The values as text for people, a line for each.
std::string DescribeRegistry(const std::vector<RegistryValue>& values);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_REGISTRY_EDITOR_H_
