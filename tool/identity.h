// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_IDENTITY_H_
#define LOADSTONE_TOOL_IDENTITY_H_

#include <string>

#include "harness/policy/catalogue.h"
#include "harness/report/result.h"
#include "harness/runner/run.h"

namespace loadstone {

// Returns the build ID in a note of an ELF file, in hexadecimal digits; empty if the file has none
// or is not an ELF file.
std::string BuildId(const std::string& path);

// Returns the SHA-256 of a file, in hexadecimal digits; empty if it cannot be read.
std::string Sha256(const std::string& path);

// Returns the Debian package that installed this file, such as "libvulkan1 1.3.239.0-1"; empty if
// none did, if the file is outside of the folders for libraries of packages, or if the system has
// no Debian packages. With a root, the package database is that of the system in this folder, which
// contains the file.
std::string PackageOf(const std::string& path, const std::string& root = "");

// Returns the release of the kernel, or the version of Windows.
std::string SystemRelease();

// Makes the report of a run self-contained: adds the versions of the tool and of the binary, and
// the statements of the policies that its cases cite.
void Identify(const RunRequest& request, const policy::Catalogue& catalogue, RunReport& report);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_IDENTITY_H_
