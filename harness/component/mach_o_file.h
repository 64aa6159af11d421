// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_MACH_O_FILE_H_
#define LOADSTONE_HARNESS_COMPONENT_MACH_O_FILE_H_

#include <string>
#include <vector>

namespace loadstone {

// What a Mach-O file says of itself: one image, or a universal file with one for each architecture.
struct MachOLibrary {
  bool is_mach_o = false;    // if not, nothing else is known
  std::string problem = {};  // why it is no library whose exports can be read, to follow its path
  unsigned bits = 0;         // 32 or 64; 0 for a universal file with images of both
  // Whether it passes on the exports of other libraries, which are not in `exports`.
  bool reexports = false;
  // What dlsym finds in the image of every architecture, without the underscore of C.
  std::vector<std::string> exports = {};
};

// Reads the file without executing anything of it. Links are followed.
MachOLibrary ReadMachOLibrary(const std::string& path);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_MACH_O_FILE_H_
