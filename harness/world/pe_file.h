// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_PE_FILE_H_
#define LOADSTONE_HARNESS_WORLD_PE_FILE_H_

#include <optional>
#include <string>
#include <vector>

#include "harness/policy/version.h"

namespace loadstone {

// What a file is to a probe for Windows of 64 bits, told from its PE header alone.
struct PeFile {
  std::string problem;  // empty, or why it is no DLL that the probe could load, to follow its path
};

// Looks at the file, and never waits for anything. Links are followed.
PeFile LookAtPeFile(const std::string& path);

// The first three parts of the version that a PE file has in its resources; nothing for a file
// without one, or that is no PE file. Links are followed.
std::optional<policy::Version> PeFileVersion(const std::string& path);

// What a PE file of any architecture says of itself.
struct PeLibrary {
  bool is_pe = false;        // if not, nothing else is known
  std::string problem = {};  // why it is no DLL whose exports can be read, to follow its path
  unsigned bits = 0;         // 32 or 64
  std::vector<std::string> exports = {};  // by name, in the order of the file
};

// Reads the file without executing anything of it. Links are followed.
PeLibrary ReadPeLibrary(const std::string& path);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_PE_FILE_H_
