// SPDX-License-Identifier: Apache-2.0
#include "harness/component/find_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "harness/component/dynamic_tokens.h"
#include "harness/component/host_view.h"
#include "harness/component/program_output.h"
#include "harness/sandbox/sandbox.h"
#include "harness/world/elf_file.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

// Returns the paths in lines such as "libm.so.6 (libc6,x86-64) => /lib/libm.so.6" of ldconfig and
// "libm.so.6 => /lib/libm.so.6 (0x7f...)" of the linker; only those of `name`, if it is not empty.
std::vector<std::string> PathsIn(const std::string& output, const std::string& name) {
  std::vector<std::string> paths;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const size_t arrow = line.find(" => /");
    if (arrow == std::string::npos) continue;
    const size_t start = line.find_first_not_of(" \t");
    if (!name.empty() && line.compare(start, name.size() + 1, name + " ") != 0) continue;
    const size_t end = line.rfind(" (0x");
    const size_t path = arrow + 4;
    paths.push_back(line.substr(path, end == std::string::npos || end < path ? end : end - path));
  }
  return paths;
}

// Returns the elements of LD_LIBRARY_PATH; an empty element is the working folder.
std::vector<std::string> LibraryPath() {
  std::vector<std::string> folders;
  const char* variable = getenv("LD_LIBRARY_PATH");
  std::istringstream list(variable != nullptr ? variable : "");
  for (std::string folder; std::getline(list, folder, ':');) {
    folders.push_back(folder.empty() ? "." : folder);
  }
  return folders;
}

// Returns the contents of the linker's cache. They are read once, since every manifest of a machine
// needs them.
const std::string& LinkerCache() {
  static const std::string cache = OutputOf({"/sbin/ldconfig", "-p"});
  return cache;
}

// Returns the paths at which the system may find a library of that name, in search order.
std::vector<std::string> PlacesOf(const std::string& name) {
  std::vector<std::string> places;
  for (const std::string& folder : LibraryPath()) places.push_back(folder + "/" + name);
  for (const std::string& path : PathsIn(LinkerCache(), name)) places.push_back(path);
  for (const char* folder : {"/lib64", "/usr/lib64", "/lib", "/usr/lib"}) {
    places.push_back(std::string(folder) + "/" + name);
  }
  return places;
}

// Returns the first existing path with a library for this program; if there is none, the first
// existing path.
std::string FindForThisArchitecture(const std::vector<std::string>& places) {
  std::string other;
  for (const std::string& place : places) {
    std::error_code error;
    if (!fs::exists(place, error)) continue;
    if (ExamineElfFile(place).kind == ElfKind::kLibrary) return place;
    if (other.empty()) other = place;
  }
  return other;
}

void AddUnique(std::vector<std::string>& list, const std::string& text) {
  if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
}

// Adds the library, and the files next to it whose names begin with its whole name, since these may
// be its settings.
void AddWithCompanions(const std::string& path, std::vector<std::string>& files) {
  AddUnique(files, path);
  const fs::path library(path);
  const std::string prefix = library.filename().string() + ".";
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(library.parent_path(), error)) {
    std::error_code ignored;
    const bool beside = entry.path().filename().string().compare(0, prefix.size(), prefix) == 0;
    if (beside && entry.is_regular_file(ignored)) AddUnique(files, entry.path());
  }
}

// Returns the folders in the user's LD_LIBRARY_PATH that worlds can have as well.
std::vector<std::string> UserLibraryFolders() {
  std::vector<std::string> folders;
  for (const std::string& folder : LibraryPath()) {
    std::error_code error;
    if (folder.starts_with('/') && fs::is_directory(folder, error)) AddUnique(folders, folder);
  }
  return folders;
}

// Returns the folders in which this machine's linker searches for libraries by name. The linker of
// a world searches the same folders, because the cache is the same.
std::vector<std::string> LinkerFolders() {
  std::vector<std::string> folders = UserLibraryFolders();
  for (const std::string& path : PathsIn(LinkerCache(), {})) {
    AddUnique(folders, fs::path(path).parent_path());
  }
  return folders;
}

void AddNeeds(FoundLibrary& found) {
  found.folders = UserLibraryFolders();
  found.shown = FoldersToShow(LinkerFolders());
  HostView view = ComponentHostView();
  view.folders.insert(view.folders.end(), found.shown.begin(), found.shown.end());
  if (!IsVisibleInWorlds(found.path, view)) AddWithCompanions(found.path, found.files);
  const std::string linker = DynamicLinker();
  if (linker.empty()) return;
  found.needs = PathsIn(OutputOf({linker, "--list", found.path}), {});
  for (const std::string& path : found.needs) {
    std::error_code error;
    const std::string real = fs::canonical(path, error);
    if (error) continue;
    if (!IsVisibleInWorlds(path, view)) {
      AddUnique(found.files, path);
    } else if (!IsVisibleInWorlds(real, view)) {
      AddUnique(found.files, real);  // the target of a link that the world has
    }
  }
}

// Returns the path that a library_path refers to. A relative one is relative to the manifest; the
// resulting path is passed to the dynamic linker, which expands its tokens.
std::string PlaceOf(const std::string& library_path, const std::string& folder,
                    const LibrarySearch& search) {
  const std::string path = fs::path(folder) / library_path;
  if (path.find('$') == std::string::npos) return path;
  DynamicTokens tokens = LinkerTokens();
  tokens.origin = search.origin;
  return ExpandTokens(path, tokens);
}

// Describes that the system has no library of that name, and whether it would find one after
// installation.
void DescribeMissingName(const std::string& name, const std::string& folder, FoundLibrary& found) {
  found.problem = fmt::format("there is no library {} where the system looks for libraries", name);
  const std::string beside = fs::path(folder) / name;
  std::error_code error;
  if (!fs::is_regular_file(beside, error)) return;
  found.beside = beside;
  found.problem += ", but there is " + beside;
}

}  // namespace

std::string FolderOfManifest(const std::string& manifest, const std::string& library_path,
                             const LibrarySearch& search) {
  const std::string own = fs::path(manifest).parent_path();
  std::error_code error;
  const std::string target = fs::canonical(manifest, error).parent_path();
  const bool in_target = !error && !fs::exists(PlaceOf(library_path, own, search), error) &&
                         fs::exists(PlaceOf(library_path, target, search), error);
  return in_target ? target : own;
}

std::string FindByName(const std::string& name, const LibrarySearch& search) {
  std::vector<std::string> places;
  for (const std::string& folder : search.folders) places.push_back(fs::path(folder) / name);
  for (const std::string& place : PlacesOf(name)) places.push_back(place);
  return FindForThisArchitecture(places);
}

FoundLibrary FindLibrary(const std::string& library_path, const std::string& folder,
                         const LibrarySearch& search) {
  FoundLibrary found;
  const bool bare = library_path.find('/') == std::string::npos;
  const std::string place =
      bare ? FindByName(library_path, search) : PlaceOf(library_path, folder, search);
  std::error_code error;
  const std::string real = place.empty() ? std::string() : fs::canonical(place, error).string();
  if (place.empty() || error) {
    if (bare) {
      DescribeMissingName(library_path, folder, found);
    } else {
      found.problem =
          fmt::format("there is no library {}, which resolves to {}", library_path, place);
    }
    return found;
  }
  switch (ExamineElfFile(real).kind) {
    case ElfKind::kOtherArchitecture:
      throw EnvironmentError(real +
                             " is for another architecture than this program; use a Loadstone "
                             "built for the library's architecture");
    case ElfKind::kMissing:
    case ElfKind::kUnreadable:
    case ElfKind::kNotRegular:
      found.problem = real + " is not a readable regular file";
      return found;
    case ElfKind::kNotElf:
      found.problem = real + " is not an ELF file";
      return found;
    case ElfKind::kNotLibrary:
      found.problem = real + " is an ELF file but not a shared library";
      return found;
    case ElfKind::kLibrary:
      break;
  }
  found.path = real;
  AddNeeds(found);
  return found;
}

}  // namespace loadstone
