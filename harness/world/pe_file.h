// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_PE_FILE_H_
#define LOADSTONE_HARNESS_WORLD_PE_FILE_H_

#include <optional>
#include <string>
#include <vector>

#include "harness/policy/version.h"

namespace loadstone {

// The properties of a file for a Windows probe, according to its PE header only.
struct PeFile {
  std::string problem;  // empty, or the predicate of "PATH ...": why no probe can load it
  unsigned bits = 64;   // 32 or 64: the word size of the probe, if there is no problem
};

// Examines the file without blocking. Links are followed.
PeFile ExaminePeFile(const std::string& path);

// Returns the first three parts of the version in the resources of a PE file; std::nullopt if it
// has none, or is not a PE file. Links are followed.
std::optional<policy::Version> PeFileVersion(const std::string& path);

// The properties of a PE file of any architecture.
struct PeLibrary {
  bool is_pe = false;        // if false, nothing else is set
  std::string problem = {};  // the predicate of "PATH ...": why its exports cannot be read
  unsigned bits = 0;         // 32 or 64
  std::vector<std::string> exports = {};  // by name, in file order
  std::vector<std::string> imports = {};  // file names of the DLLs that it is loaded with
};

// Reads the file without executing code of it. Links are followed.
PeLibrary ReadPeLibrary(const std::string& path);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_PE_FILE_H_
