// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_LINUX_PLACES_H_
#define LOADSTONE_HARNESS_SANDBOX_LINUX_PLACES_H_

namespace loadstone {

// The folders of system libraries, as far as the host has them. They contain no manifests, so
// worlds see none of the host's. The linker's cache is not shared: it lists libraries that only
// this host has.
inline constexpr const char* kSystemFolders[] = {
    "/lib",       "/lib32",     "/lib64",      "/libx32",    "/usr/lib",
    "/usr/lib32", "/usr/lib64", "/usr/libx32", "/nix/store", "/gnu/store"};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_LINUX_PLACES_H_
