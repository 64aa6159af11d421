// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_LIBRARY_H_
#define LOADSTONE_ORACLE_LIBRARY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "oracle/machine.h"

namespace loadstone::oracle {

// How a loader may use a library, according to the documents.
enum class Use {
  kWorks,   // a well-behaved component
  kEither,  // a loader may use it or not
  kNever,   // a loader cannot use it
};

// One of the mocks that the manifests of a machine may name; every machine of an API has all of
// them.
struct Library {
  std::string name = {};       // as in the trace
  std::string binary = {};     // the binary of the mock; empty: the file does not exist
  std::string behaviour = {};  // the configuration of the mock, JSON
  Use use = Use::kWorks;
  bool refuses = false;  // to negotiate, as a well-behaved component does if it cannot work
  // It lacks functions, and no document says what happens to a loader that calls them.
  bool lacks_functions = false;
  // It lacks functions, but reports that when it negotiates: what a loader may do with it is known,
  // unless the call ends the process.
  bool announces_missing_functions = false;
  // A driver whose lists violate the API, or which are others at each query, as with hot plug.
  bool misreports_lists = false;
  bool changes_lists = false;
  std::string path = {};  // its path, if not the default of LibraryPath
  // OpenXR only: whether it is a runtime; the name of the only API layer that it supports, if there
  // is only one; and the extensions that it implements, as a runtime with this version.
  bool runtime = false;
  std::string layer = {};
  std::vector<std::string> extensions = {};
  uint32_t extension_version = 1;
  bool has_groups = false;  // Vulkan only: a driver with the extension for groups, and good lists
};

// The parts of a machine that are not generated.
struct Installation {
  std::vector<Library> libraries;
  std::string home = kHome;
  std::string executable = kApplicationPath;  // of the application
  bool working_driver = false;  // Vulkan: whether a system folder has a driver that works
};

// Whether anything in `machine` names a library with the trait, which is Library::lacks_functions
// or Library::announces_missing_functions.
bool NamesAny(const std::vector<Library>& libraries, const Machine& machine, bool Library::*trait);

// The path of a library, and its last component.
std::string LibraryPath(const Library& library);
std::string LibraryFile(const Library& library);
// The file name of the library `name` in `libraries`; if there is none, the file name of `name`,
// which may be a path.
std::string LibraryFile(const std::vector<Library>& libraries, const std::string& name);
// The library at `path`, or nullptr.
const Library* FindLibrary(const std::vector<Library>& libraries, const std::string& path);

}  // namespace loadstone::oracle

#endif  // LOADSTONE_ORACLE_LIBRARY_H_
