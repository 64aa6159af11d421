// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_FIND_LIBRARY_H_
#define LOADSTONE_HARNESS_COMPONENT_FIND_LIBRARY_H_

#include <string>
#include <vector>

namespace loadstone {

// The library that a manifest names, and what it needs.
struct FoundLibrary {
  std::string path = {};                  // without symbolic links; empty where there is none
  std::string problem = {};               // then: why
  std::string beside = {};                // and: a file of the name that lies beside the manifest
  std::vector<std::string> needs = {};    // the libraries that the linker loads with it
  std::vector<std::string> files = {};    // it and what it needs, as far as worlds do not show them
  std::vector<std::string> folders = {};  // those of LD_LIBRARY_PATH, in its order
  // Further folders of the host in which the linker finds libraries that are opened by name.
  std::vector<std::string> shown = {};
};

// What beside the manifest decides where its library is.
struct LibrarySearch {
  std::vector<std::string> folders = {};  // where a mere file name is looked for before all others
  std::string origin = {};  // what $ORIGIN is: the folder of the loader, where it is known
};

// Where the system finds a library of that file name, in the order of the dynamic linker; empty for
// nowhere. Links are not followed.
std::string FindByName(const std::string& name, const LibrarySearch& search = {});

// The folder that `library_path` of a manifest is relative to: that of the file or, where the file
// is a symbolic link, also that of its target. Of the two the one that has the library.
std::string FolderOfManifest(const std::string& manifest, const std::string& library_path,
                             const LibrarySearch& search = {});

// Finds `library_path` as a manifest in `folder` names it: a full path, a path relative to the
// folder, or a name for the system to look for. Tokens such as $LIB in a path are expanded as the
// dynamic linker does. Nothing of the library is executed. Throws EnvironmentError for a library of
// another architecture, which says nothing about the component.
FoundLibrary FindLibrary(const std::string& library_path, const std::string& folder,
                         const LibrarySearch& search = {});

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_FIND_LIBRARY_H_
