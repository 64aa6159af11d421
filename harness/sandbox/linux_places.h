// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_LINUX_PLACES_H_
#define LOADSTONE_HARNESS_SANDBOX_LINUX_PLACES_H_

namespace loadstone {

// The system libraries, where the host has them. Manifests live elsewhere, so none of the host's is
// visible with them. The linker's cache stays out: it would tell of libraries that only this host
// has.
inline constexpr const char* kSystemFolders[] = {
    "/lib",       "/lib32",     "/lib64",      "/libx32",    "/usr/lib",
    "/usr/lib32", "/usr/lib64", "/usr/libx32", "/nix/store", "/gnu/store"};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_LINUX_PLACES_H_
