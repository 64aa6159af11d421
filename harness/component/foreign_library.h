// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_FOREIGN_LIBRARY_H_
#define LOADSTONE_HARNESS_COMPONENT_FOREIGN_LIBRARY_H_

#include <string>
#include <vector>

namespace loadstone {

// The library for Windows or macOS that a manifest names, read from its PE or Mach-O file.
struct ForeignLibrary {
  std::string platform = {};   // "windows" or "macos"; empty: it names no such file
  std::string path = {};       // without symbolic links; empty if there is no file
  std::string problem = {};    // why the manifest names no library
  std::string elsewhere = {};  // why this machine cannot determine whether it exists
  unsigned bits = 0;           // 32 or 64; 0: unknown, or both
  bool reexports = false;      // it also exports symbols of other libraries
  std::vector<std::string> exports = {};
};

// Finds the file that `library_path` of a manifest in `folder` names on `platform`, "windows" or
// "macos", or, if `platform` is empty, on whichever of them the file is for. A mere file name,
// which the platform looks up in its own folders, is searched for in `folders` and then next to the
// manifest; this machine cannot determine whether the platform finds it. No code is executed.
ForeignLibrary FindForeignLibrary(const std::string& library_path, const std::string& folder,
                                  const std::string& platform,
                                  const std::vector<std::string>& folders = {});

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_FOREIGN_LIBRARY_H_
