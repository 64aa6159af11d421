// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_DOCTOR_MANIFEST_H_
#define LOADSTONE_TOOL_DOCTOR_MANIFEST_H_

#include <map>
#include <string>
#include <vector>

#include "harness/component/find_library.h"
#include "harness/policy/kinds.h"

namespace loadstone::doctor {

enum class Kind { kExplicitLayer, kImplicitLayer, kDriver, kRuntime };
const char* Name(Kind kind);

// A component of a manifest.
struct Component {
  std::string name = {};     // of a layer; otherwise library_path
  std::string library = {};  // path of its library, without symbolic links; empty: none
  std::string problem = {};  // why it cannot be used, in a few words
};

// A file of the machine in a folder of manifests.
struct Manifest {
  std::string file = {};
  Kind kind = Kind::kExplicitLayer;
  std::vector<Component> components = {};
  std::string problem = {};  // of the file as a whole
  // The text as the oracle reads it, without the members that do not affect whether the component
  // is used, such as the functions and extensions of a layer; empty if there is a problem.
  std::string text = {};
  // The paths of the libraries, by the library_path in the manifest.
  std::map<std::string, std::string> libraries = {};
};

// Reads a manifest; whatever is wrong with it goes into the result. `search` is as for FindLibrary;
// if it has a root, `file` and `folder` are paths in that system.
Manifest ReadManifest(const std::string& file, Kind kind, Api api, const LibrarySearch& search);

// The manifests in these folders, by name: every file there, but for other things than files.
std::vector<Manifest> ReadFolder(const std::string& folder, Kind kind, Api api,
                                 const LibrarySearch& search);

}  // namespace loadstone::doctor

#endif  // LOADSTONE_TOOL_DOCTOR_MANIFEST_H_
