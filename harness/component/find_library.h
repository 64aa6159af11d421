// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_FIND_LIBRARY_H_
#define LOADSTONE_HARNESS_COMPONENT_FIND_LIBRARY_H_

#include <string>
#include <vector>

#include "harness/world/elf_file.h"

namespace loadstone {

// The library that a manifest names, and its dependencies.
struct FoundLibrary {
  std::string path = {};                  // in worlds, without links; empty if not found
  std::string problem = {};               // if not found: why
  std::string beside = {};                // if not found: a file with its name next to the manifest
  std::vector<std::string> needs = {};    // the libraries that the linker loads with it
  std::vector<std::string> files = {};    // it and its dependencies, except what worlds show anyway
  std::vector<std::string> folders = {};  // those of LD_LIBRARY_PATH, in order
  // Further folders of the host, or of the system in the search's root, in which the linker finds
  // libraries that are opened by name.
  std::vector<std::string> shown = {};
};

// Where to search for a library, in addition to the manifest.
struct LibrarySearch {
  std::vector<std::string> folders = {};  // folders to search first for a mere file name
  std::string origin = {};                // value of $ORIGIN: the loader's folder, if known
  // The folder, without links, of the unpacked system that worlds have; empty for this machine. A
  // library is looked for in that system first, and manifests are paths on this machine.
  std::string root = {};
  Architecture architecture = OwnArchitecture();  // of the program that loads the library
};

// Returns the path at which the system finds a library of that file name, in the order of the
// dynamic linker; empty if it finds none. Links are not followed.
std::string FindByName(const std::string& name, const LibrarySearch& search = {});

// Returns the folder that `library_path` of a manifest is relative to: the folder of the file or,
// if the file is a symbolic link, that of its target, whichever has the library.
std::string FolderOfManifest(const std::string& manifest, const std::string& library_path,
                             const LibrarySearch& search = {});

// Finds `library_path` as named by a manifest in `folder`: an absolute path, a path relative to the
// folder, or a name that the system searches for. Tokens such as $LIB in a path are expanded as the
// dynamic linker does. No code of the library is executed. Throws EnvironmentError for a library of
// another architecture than that of the search, which is not evidence about the component.
FoundLibrary FindLibrary(const std::string& library_path, const std::string& folder,
                         const LibrarySearch& search = {});

// Returns the first of `searches`, each for another architecture, that finds a library of its
// architecture as `library_path` of the manifest; the first one of all if none does.
const LibrarySearch& ChooseSearch(const std::string& manifest, const std::string& library_path,
                                  const std::vector<LibrarySearch>& searches);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_FIND_LIBRARY_H_
