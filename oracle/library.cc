#include "oracle/library.h"

#include <algorithm>

namespace loadstone::oracle {

std::string LibraryPath(const Library& library) {
  return "/opt/loadstone/lib" + library.name + ".so";
}

bool NamesAny(const std::vector<Library>& libraries, const Machine& machine, bool Library::*trait) {
  const auto names = [](const std::map<std::string, std::string>& texts, const std::string& name) {
    return std::any_of(texts.begin(), texts.end(), [&](const auto& text) {
      return text.second.find(name) != std::string::npos;
    });
  };
  return std::any_of(libraries.begin(), libraries.end(), [&](const Library& library) {
    return library.*trait &&
           (names(machine.files, library.name) || names(machine.environment, library.name));
  });
}

const Library* FindLibrary(const std::vector<Library>& libraries, const std::string& path) {
  for (const Library& library : libraries) {
    if (LibraryPath(library) == path) return &library;
  }
  return nullptr;
}

}  // namespace loadstone::oracle
