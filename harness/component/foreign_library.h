// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_FOREIGN_LIBRARY_H_
#define LOADSTONE_HARNESS_COMPONENT_FOREIGN_LIBRARY_H_

#include <string>
#include <vector>

namespace loadstone {

// The library for Windows or macOS that a manifest names, as its file tells: a PE or Mach-O file.
struct ForeignLibrary {
  std::string platform = {};   // "windows" or "macos"; empty: the manifest leads to no such file
  std::string path = {};       // without symbolic links; empty where there is none to read
  std::string problem = {};    // why the manifest leads to no library
  std::string elsewhere = {};  // why this machine cannot tell whether it leads to one
  unsigned bits = 0;           // 32 or 64; 0: unknown, or both
  bool reexports = false;      // further exports are those of other libraries
  std::vector<std::string> exports = {};
};

// Looks where `library_path` of a manifest in `folder` leads on `platform`, "windows" or "macos",
// or on whichever of them the file is for where `platform` is empty. A mere file name, for which
// the platform has places of its own, is looked for in `folders` and then beside the manifest,
// where this machine cannot tell whether the platform finds it. Nothing is executed.
ForeignLibrary FindForeignLibrary(const std::string& library_path, const std::string& folder,
                                  const std::string& platform,
                                  const std::vector<std::string>& folders = {});

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_FOREIGN_LIBRARY_H_
