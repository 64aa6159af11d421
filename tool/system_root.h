// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_SYSTEM_ROOT_H_
#define LOADSTONE_TOOL_SYSTEM_ROOT_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "harness/runner/run.h"

namespace loadstone {

// The release of the GNU C library that the bytes of its libc.so.6, or since 2.33 of its dynamic
// linker, name: {2, 36}. Nothing where they name none.
std::optional<std::pair<int, int>> CLibraryRelease(std::string_view binary);

// The newest symbol version of the GNU C library that a binary needs; {0, 0} if it needs none.
std::pair<int, int> NeededCLibrary(std::string_view binary);

// The path on the host of a file that --loader names: that of the system in the folder `root`, if
// it has the file, with links followed inside of it; else, and for an empty root, `path` itself.
// Throws EnvironmentError, in one line, for a root that is no folder.
std::string HostPathIn(const std::string& root, const std::string& path);

// Has the worlds of a request made with the system in the folder `root` (--root), unless that is
// empty. Throws EnvironmentError, in one line, where the program `probe` could not run with its C
// library: there is none, or none for this architecture, or an older one than `probe` was built
// with.
void TakeRoot(const std::string& root, const std::string& probe, RunRequest& request);
// Likewise for the probe of this installation.
void TakeRoot(const std::string& root, RunRequest& request);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_SYSTEM_ROOT_H_
