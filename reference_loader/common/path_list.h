// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_PATH_LIST_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_PATH_LIST_H_

#include <string>
#include <string_view>
#include <vector>

#include "reference_loader/common/system_rules.h"

namespace reference_loader {

// The non-empty elements of a list such as "a:b::c"; with `trim`, without the spaces around each
// element.
std::vector<std::string> SplitList(std::string_view list, char separator, bool trim = false);

// The functions below take paths of a system with the given rules, by default of Linux.

// `folder` and `name` with exactly one separator between them.
std::string JoinPath(std::string_view folder, std::string_view name,
                     const SystemRules& rules = kLinuxRules);

// The folder part of a path, without a separator at its end; "." for a bare file name.
std::string ParentFolder(std::string_view path, const SystemRules& rules = kLinuxRules);

// The part of a path after its last separator.
std::string FileName(std::string_view path, const SystemRules& rules = kLinuxRules);

// True for names that end in ".json", as every manifest must.
bool HasManifestSuffix(std::string_view name, const SystemRules& rules = kLinuxRules);

// True for a path that depends on neither the current folder nor, on systems with drives, the
// current drive.
bool IsAbsolutePath(std::string_view path, const SystemRules& rules = kLinuxRules);

// The same text for all spellings of one path: for paths that differ only in what the system
// ignores. Letters beyond ASCII are compared exactly.
std::string PathIdentity(std::string_view path, const SystemRules& rules = kLinuxRules);

// The path of the library that a manifest names. An absolute path, one that begins with a drive or
// a root, and a bare file name, for which the system searches, are returned unchanged; any other
// path is relative to the manifest's folder.
std::string ResolveLibraryPath(std::string_view manifest_path, std::string_view library_path,
                               const SystemRules& rules = kLinuxRules);

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_PATH_LIST_H_
