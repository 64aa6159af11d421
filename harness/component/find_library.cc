// SPDX-License-Identifier: Apache-2.0
#include "harness/component/find_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "harness/component/dynamic_tokens.h"
#include "harness/component/file_list.h"
#include "harness/component/find_in_root.h"
#include "harness/component/host_view.h"
#include "harness/component/linker_output.h"
#include "harness/component/program_output.h"
#include "harness/component/rooted_system.h"
#include "harness/sandbox/sandbox.h"
#include "harness/world/elf_file.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

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

// Returns the first existing path with a library of the architecture; if there is none, the first
// existing path.
std::string FindFor(const Architecture& architecture, const std::vector<std::string>& places) {
  std::string other;
  for (const std::string& place : places) {
    std::error_code error;
    if (!fs::exists(place, error)) continue;
    if (ExamineElfFile(place, architecture).kind == ElfKind::kLibrary) return place;
    if (other.empty()) other = place;
  }
  return other;
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

void AddNeeds(const Architecture& architecture, FoundLibrary& found) {
  found.folders = UserLibraryFolders();
  found.shown = FoldersToShow(LinkerFolders());
  HostView view = ComponentHostView();
  view.folders.insert(view.folders.end(), found.shown.begin(), found.shown.end());
  if (!IsVisibleInWorlds(found.path, view)) AddWithCompanions(found.path, found.files);
  found.needs = NeedsOf(found.path, architecture);
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
  DynamicTokens tokens = LinkerTokens(search.architecture);
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

// Returns where this machine, or the search's root, has the library_path of a manifest in `folder`.
LibraryPlace Locate(const std::string& library_path, const std::string& folder,
                    const LibrarySearch& search) {
  if (!search.root.empty()) return LocateInRoot(library_path, folder, search);
  LibraryPlace place;
  const bool bare = library_path.find('/') == std::string::npos;
  place.asked = bare ? FindByName(library_path, search) : PlaceOf(library_path, folder, search);
  std::error_code error;
  const std::string real =
      place.asked.empty() ? std::string() : fs::canonical(place.asked, error).string();
  if (!error) place.path = place.on_host = real;
  return place;
}

// Describes a library of another architecture than that of the search.
std::string WhyOtherArchitecture(const std::string& path, const Architecture& architecture,
                                 const LibrarySearch& search) {
  const std::vector<Architecture> runnable = RunnableArchitectures();
  if (std::ranges::find(runnable, architecture) == runnable.end()) {
    return path +
           " is for another architecture than this program; use a Loadstone built for the "
           "library's architecture";
  }
  std::string why = fmt::format("{} is for {}, and programs for {} cannot load it", path,
                                NameOf(architecture), NameOf(search.architecture));
  if (!search.root.empty()) {
    why += fmt::format("; --root takes {} with {}, which {} does not have", kRootWanted,
                       DynamicLinker(architecture), search.root);
  }
  return why;
}

// Returns why the file at this path on the host is no library; empty if it is one. Throws
// EnvironmentError for one of another architecture.
std::string ProblemOf(const std::string& path, const LibrarySearch& search) {
  const ElfFile file = ExamineElfFile(path, search.architecture);
  switch (file.kind) {
    case ElfKind::kOtherArchitecture:
      throw EnvironmentError(WhyOtherArchitecture(path, file.architecture, search));
    case ElfKind::kMissing:
    case ElfKind::kUnreadable:
    case ElfKind::kNotRegular:
      return path + " is not a readable regular file";
    case ElfKind::kNotElf:
      return path + " is not an ELF file";
    case ElfKind::kNotLibrary:
      return path + " is an ELF file but not a shared library";
    case ElfKind::kLibrary:
      break;
  }
  return {};
}

}  // namespace

std::string FolderOfManifest(const std::string& manifest, const std::string& library_path,
                             const LibrarySearch& search) {
  if (!search.root.empty()) return FolderOfManifestInRoot(manifest, library_path, search);
  const std::string own = fs::path(manifest).parent_path();
  std::error_code error;
  const std::string target = fs::canonical(manifest, error).parent_path();
  const bool in_target = !error && !fs::exists(PlaceOf(library_path, own, search), error) &&
                         fs::exists(PlaceOf(library_path, target, search), error);
  return in_target ? target : own;
}

std::string FindByName(const std::string& name, const LibrarySearch& search) {
  if (!search.root.empty()) return LocateInRoot(name, {}, search).path;
  std::vector<std::string> places;
  for (const std::string& folder : search.folders) places.push_back(fs::path(folder) / name);
  for (const std::string& place : PlacesOf(name)) places.push_back(place);
  return FindFor(search.architecture, places);
}

FoundLibrary FindLibrary(const std::string& library_path, const std::string& folder,
                         const LibrarySearch& search) {
  FoundLibrary found;
  const LibraryPlace place = Locate(library_path, folder, search);
  if (place.path.empty()) {
    if (library_path.find('/') == std::string::npos) {
      DescribeMissingName(library_path, folder, found);
    } else {
      found.problem =
          fmt::format("there is no library {}, which resolves to {}", library_path, place.asked);
    }
    return found;
  }
  found.problem = ProblemOf(place.on_host, search);
  if (!found.problem.empty()) return found;
  found.path = place.path;
  if (search.root.empty()) {
    AddNeeds(search.architecture, found);
  } else {
    AddNeedsInRoot(place, search, found);
  }
  return found;
}

const LibrarySearch& ChooseSearch(const std::string& manifest, const std::string& library_path,
                                  const std::vector<LibrarySearch>& searches) {
  for (const LibrarySearch& search : searches) {
    const std::string folder = FolderOfManifest(manifest, library_path, search);
    const LibraryPlace place = Locate(library_path, folder, search);
    const ElfFile file = ExamineElfFile(place.on_host, search.architecture);
    if (file.kind == ElfKind::kLibrary) return search;
  }
  return searches.front();
}

}  // namespace loadstone
