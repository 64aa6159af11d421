// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_PATH_LIST_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_PATH_LIST_H_

#include <string>
#include <string_view>
#include <vector>

#include "reference_loader/common/system_rules.h"

namespace reference_loader {

// The elements of a list such as "a:b::c", without the empty ones and without the spaces around an
// element when `trim` is set.
std::vector<std::string> SplitList(std::string_view list, char separator, bool trim = false);

// What follows is about paths of a system with the given rules, by default of Linux.

// `folder` and `name` with exactly one separator between them.
std::string JoinPath(std::string_view folder, std::string_view name,
                     const SystemRules& rules = kLinuxRules);

// The folder part of a path, without a separator at its end; "." for a bare file name.
std::string ParentFolder(std::string_view path, const SystemRules& rules = kLinuxRules);

// The part of a path after its last separator.
std::string FileName(std::string_view path, const SystemRules& rules = kLinuxRules);

// True for names that end in ".json", as every manifest must.
bool HasManifestSuffix(std::string_view name, const SystemRules& rules = kLinuxRules);

// True for a path that says all by itself where a file is: with neither the current folder nor,
// where there are drives, the current drive.
bool IsAbsolutePath(std::string_view path, const SystemRules& rules = kLinuxRules);

// What the spellings of one path have in common: the same text for paths that differ only in what
// the system does not distinguish. Letters beyond ASCII stay as they are.
std::string PathIdentity(std::string_view path, const SystemRules& rules = kLinuxRules);

// Where the library named in a manifest is: an absolute path, one that begins at a drive or at a
// root, and a bare file name stay as they are (the system searches for the latter), any other path
// is relative to the folder of the manifest.
std::string ResolveLibraryPath(std::string_view manifest_path, std::string_view library_path,
                               const SystemRules& rules = kLinuxRules);

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_PATH_LIST_H_
