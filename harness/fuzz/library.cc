#include "harness/fuzz/library.h"

namespace loadstone::fuzz {

std::string LibraryPath(const Library& library) {
  return "/opt/loadstone/lib" + library.name + ".so";
}

const Library* FindLibrary(const std::vector<Library>& libraries, const std::string& path) {
  for (const Library& library : libraries) {
    if (LibraryPath(library) == path) return &library;
  }
  return nullptr;
}

}  // namespace loadstone::fuzz
