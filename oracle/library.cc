// SPDX-License-Identifier: Apache-2.0
#include "oracle/library.h"

#include <algorithm>

namespace loadstone::oracle {
namespace {

// The last part of a path.
std::string FileName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

std::string LibraryPath(const Library& library) {
  return library.path.empty() ? "/opt/loadstone/lib" + library.name + ".so" : library.path;
}

std::string LibraryFile(const Library& library) { return FileName(LibraryPath(library)); }

std::string LibraryFile(const std::vector<Library>& libraries, const std::string& name) {
  const auto found = std::find_if(libraries.begin(), libraries.end(),
                                  [&](const Library& one) { return one.name == name; });
  return found != libraries.end() ? LibraryFile(*found) : FileName(name);
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
