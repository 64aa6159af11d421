// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_IDENTITY_H_
#define LOADSTONE_TOOL_IDENTITY_H_

#include <string>

#include "harness/policy/catalogue.h"
#include "harness/report/result.h"
#include "harness/runner/run.h"

namespace loadstone {

// The build ID that linkers write into a note of an ELF file, in hexadecimal digits; empty where
// there is none, and for what is no ELF file.
std::string BuildId(const std::string& path);

// The SHA-256 of a file, in hexadecimal digits; empty for what cannot be read.
std::string Sha256(const std::string& path);

// The Debian package that has installed this file, such as "libvulkan1 1.3.239.0-1"; empty where
// none has, outside of the folders for libraries of packages, or where packages are not Debian's.
// With a root, that of the system in this folder, in which the file is.
std::string PackageOf(const std::string& path, const std::string& root = "");

// Adds to the report of a run what makes it stand alone: what the tool and the binary are, and what
// the policies say that its cases cite.
void Identify(const RunRequest& request, const policy::Catalogue& catalogue, RunReport& report);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_IDENTITY_H_
