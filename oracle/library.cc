#include "oracle/library.h"

#include <algorithm>

namespace loadstone::oracle {

std::string LibraryPath(const Library& library) {
  return library.path.empty() ? "/opt/loadstone/lib" + library.name + ".so" : library.path;
}

std::string LibraryFile(const Library& library) {
  const std::string path = LibraryPath(library);
  return path.substr(path.rfind('/') + 1);
}

std::string LibraryFile(const std::vector<Library>& libraries, const std::string& name) {
  const auto found = std::find_if(libraries.begin(), libraries.end(),
                                  [&](const Library& one) { return one.name == name; });
  return found != libraries.end() ? LibraryFile(*found) : name;
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
