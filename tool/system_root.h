// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_SYSTEM_ROOT_H_
#define LOADSTONE_TOOL_SYSTEM_ROOT_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "harness/component/rooted_system.h"
#include "harness/runner/run.h"

namespace loadstone {

// Returns the release that the bytes of the GNU C library's libc.so.6, or since 2.33 of its dynamic
// linker, contain: {2, 36}. std::nullopt if they contain none.
std::optional<std::pair<int, int>> CLibraryRelease(std::string_view binary);

// Returns the newest symbol version of the GNU C library that a binary needs; {0, 0} if it needs
// none.
std::pair<int, int> NeededCLibrary(std::string_view binary);

// Checks that cases for the request's architecture can run in worlds with the system in the folder
// `root`, or with that of this machine if it is empty. `binary` is what is judged. Throws
// EnvironmentError, in one line, if this installation has no parts for the architecture, or if this
// machine has no C library or no emulator that it needs for it.
void RequireArchitecture(const std::string& binary, const std::string& root,
                         const Architecture& architecture);

// Makes the worlds of a request use the system in the folder `root` (--root), unless `root` is
// empty. Throws EnvironmentError, in one line, if the program `probe` cannot run with that system's
// C library: there is none, or it is for another architecture or older than the one that `probe`
// was built with.
void ApplyRoot(const std::string& root, const std::string& probe, RunRequest& request);
// Does the same for the probe of this installation.
void ApplyRoot(const std::string& root, RunRequest& request);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_SYSTEM_ROOT_H_
