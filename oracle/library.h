// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_LIBRARY_H_
#define LOADSTONE_ORACLE_LIBRARY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "oracle/machine.h"

namespace loadstone::oracle {

// What a library is good for, by the documents.
enum class Use {
  kWorks,   // a well-behaved component
  kEither,  // a loader may use it or not
  kNever,   // no loader can use it
};

// One of the mocks that the manifests of a machine may name; every machine of an API has them all.
struct Library {
  std::string name = {};       // as in the trace
  std::string binary = {};     // the mock, or empty for none
  std::string behaviour = {};  // its configuration, JSON
  Use use = Use::kWorks;
  bool refuses = false;  // to negotiate, as a well-behaved component does where it cannot work
  // It has no functions where no document says what becomes of a loader that calls them.
  bool lacks_functions = false;
  // The same, but it says so when it negotiates: what a loader may make of it is known, unless the
  // call ends the process.
  bool announces_missing_functions = false;
  std::string path = {};  // where it stands, if not where LibraryPath puts it
  // Of OpenXR: whether it is a runtime, the only API layer that it serves, if it serves but one,
  // and the extensions that it implements, as a runtime in this version.
  bool runtime = false;
  std::string layer = {};
  std::vector<std::string> extensions = {};
  uint32_t extension_version = 1;
};

// What a machine has that is not generated.
struct Installation {
  std::vector<Library> libraries;
  std::string home = kHome;
  std::string executable = kApplicationPath;  // of the application
};

// Whether anything in `machine` names one that has the trait, Library::lacks_functions or
// Library::announces_missing_functions.
bool NamesAny(const std::vector<Library>& libraries, const Machine& machine, bool Library::*trait);

// Where a library stands, and the last part of that.
std::string LibraryPath(const Library& library);
std::string LibraryFile(const Library& library);
// The last part of where the one of `libraries` with this name stands; that of the name, which may
// be a path, if there is none.
std::string LibraryFile(const std::vector<Library>& libraries, const std::string& name);
// The one of `libraries` that stands at `path`, or nullptr.
const Library* FindLibrary(const std::vector<Library>& libraries, const std::string& path);

}  // namespace loadstone::oracle

#endif  // LOADSTONE_ORACLE_LIBRARY_H_
