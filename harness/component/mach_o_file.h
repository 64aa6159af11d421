// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_MACH_O_FILE_H_
#define LOADSTONE_HARNESS_COMPONENT_MACH_O_FILE_H_

#include <string>
#include <vector>

namespace loadstone {

// The properties of a Mach-O file: a single image, or a universal file with an image for each
// architecture.
struct MachOLibrary {
  bool is_mach_o = false;    // if false, nothing else is set
  std::string problem = {};  // the predicate of "PATH ...": why its exports cannot be read
  unsigned bits = 0;         // 32 or 64; 0 for a universal file with images of both
  // Whether it re-exports symbols of other libraries, which are not in `exports`.
  bool reexports = false;
  // The symbols that dlsym finds in the images of all architectures, without C's leading
  // underscore.
  std::vector<std::string> exports = {};
};

// Reads the file without executing code of it. Links are followed.
MachOLibrary ReadMachOLibrary(const std::string& path);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_MACH_O_FILE_H_
