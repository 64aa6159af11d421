// SPDX-License-Identifier: Apache-2.0
#include "harness/component/find_in_root.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "harness/component/file_list.h"
#include "harness/component/host_view.h"
#include "harness/component/linker_output.h"
#include "harness/component/rooted_system.h"
#include "harness/errors.h"
#include "harness/sandbox/sandbox.h"
#include "harness/world/elf_file.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

// Returns whether the path belongs to a system, so that a file of the host there has nothing to do
// with a world that has another system.
bool IsOfSystem(const std::string& path) {
  static const HostView system{.folders = {"/bin", "/etc", "/sbin", "/usr"}};
  return IsVisibleInWorlds(path, system);
}

// Returns the real path of a file of the host that may be shown in a world beside the system.
std::string OnHostOnly(const std::string& path) {
  if (IsOfSystem(path)) return {};
  std::error_code error;
  const std::string real = fs::canonical(path, error);
  return error ? std::string() : real;
}

LibraryPlace InSystem(const RootedSystem& system, const std::string& asked,
                      const std::string& on_host) {
  return {.asked = asked, .path = system.InSystem(on_host).value_or(on_host), .on_host = on_host};
}

// Returns what is at `asked`, which is a path in the system and may be one on the host.
LibraryPlace PlaceAt(const RootedSystem& system, const std::string& asked, bool or_on_host) {
  std::string on_host = system.OnHost(asked);
  if (on_host.empty() && or_on_host) on_host = OnHostOnly(asked);
  return on_host.empty() ? LibraryPlace{.asked = asked} : InSystem(system, asked, on_host);
}

// Returns the first place with a library of the search's architecture; if there is none, the first
// file.
LibraryPlace ByName(const RootedSystem& system, const std::string& name,
                    const LibrarySearch& search) {
  LibraryPlace other;
  const auto take = [&](const std::string& path, bool or_on_host) -> std::optional<LibraryPlace> {
    LibraryPlace place = PlaceAt(system, path, or_on_host);
    if (place.path.empty()) return std::nullopt;
    if (ExamineElfFile(place.on_host, search.architecture).kind == ElfKind::kLibrary) return place;
    if (other.path.empty()) other = place;
    return std::nullopt;
  };
  for (const std::string& folder : search.folders) {
    if (auto place = take(fs::path(folder) / name, /*or_on_host=*/true)) return *place;
  }
  for (const std::string& path : system.PlacesOf(name, search.architecture)) {
    if (auto place = take(path, /*or_on_host=*/false)) return *place;
  }
  return other;
}

// Adds a library of the host, the files next to it whose names begin with its whole name, and what
// it needs that is not of a system.
void AddFromHost(const RootedSystem& system, const std::string& library,
                 const Architecture& architecture, FoundLibrary& found) {
  AddWithCompanions(library, found.files);
  for (const std::string& need : NeedsOf(library, architecture)) {
    if (!IsOfSystem(need) && system.OnHost(need).empty()) AddUnique(found.files, need);
  }
}

// Adds the folders in which the system has libraries, except those that worlds show anyway.
void AddFolders(const RootedSystem& system, const std::string& library, FoundLibrary& found) {
  std::vector<std::string> folders = {fs::path(library).parent_path()};
  for (const std::string& path : system.CachedLibraries()) {
    AddUnique(folders, fs::path(path).parent_path());
  }
  for (const std::string& folder : folders) {
    const std::string real =
        system.InSystem(system.OnHost(folder)).value_or(std::string());  // empty if missing
    for (const std::string& path : {real, folder}) {
      if (!real.empty() && CanShow(path)) AddUnique(found.shown, path);
    }
  }
}

}  // namespace

LibraryPlace LocateInRoot(const std::string& library_path, const std::string& folder,
                          const LibrarySearch& search) {
  const RootedSystem system(search.root);
  if (library_path.find('/') == std::string::npos) return ByName(system, library_path, search);
  const std::optional<std::string> own = system.InSystem(folder);
  std::string path = fs::path(own.value_or(folder)) / library_path;
  if (path.find('$') != std::string::npos) {
    DynamicTokens tokens = system.Tokens(search.architecture);
    tokens.origin = search.origin;
    path = ExpandTokens(path, tokens);
  }
  if (own.has_value()) return PlaceAt(system, path, /*or_on_host=*/false);
  const bool relative = !library_path.starts_with('/');
  if (!relative) return PlaceAt(system, path, /*or_on_host=*/true);
  std::error_code error;
  const std::string real = fs::canonical(path, error);
  return error ? LibraryPlace{.asked = path} : InSystem(system, path, real);
}

std::string FolderOfManifestInRoot(const std::string& manifest, const std::string& library_path,
                                   const LibrarySearch& search) {
  const RootedSystem system(search.root);
  const std::optional<std::string> path = system.InSystem(manifest);
  std::error_code error;
  const std::string real =
      path.has_value() ? system.OnHost(*path) : fs::canonical(manifest, error).string();
  const std::string own = fs::path(manifest).parent_path();
  const std::string target = fs::path(real).parent_path();
  const bool in_target = !target.empty() && LocateInRoot(library_path, own, search).path.empty() &&
                         !LocateInRoot(library_path, target, search).path.empty();
  return in_target ? target : own;
}

void AddNeedsInRoot(const LibraryPlace& place, const LibrarySearch& search, FoundLibrary& found) {
  const RootedSystem system(search.root);
  if (place.path != place.on_host) {
    AddFolders(system, place.path, found);
    HostView view = ComponentHostView();
    view.folders.insert(view.folders.end(), found.shown.begin(), found.shown.end());
    if (!IsVisibleInWorlds(place.path, view)) AddUnique(found.files, place.path);
    return;
  }
  if (IsOfSystem(place.path) || !system.OnHost(place.path).empty()) {
    throw EnvironmentError(fmt::format(
        "{} is a library of this machine, and worlds have the system {} at that path; move the "
        "library to another folder",
        place.path, search.root));
  }
  AddFromHost(system, place.path, search.architecture, found);
}

std::string ManifestInRoot(const std::string& manifest, const std::string& root) {
  const RootedSystem system(root);
  const fs::path absolute = fs::absolute(manifest).lexically_normal();
  const std::string named = fs::path("/") / fs::path(manifest).lexically_normal();
  std::error_code error;
  for (const std::string& path : {named, system.InSystem(absolute).value_or(named)}) {
    const std::string on_host = system.OnHost(path);
    if (!on_host.empty() && fs::is_regular_file(on_host, error)) {
      return system.OnHost("/") + path;
    }
  }
  if (IsOfSystem(manifest) || !fs::exists(absolute, error)) {
    throw EnvironmentError(fmt::format(
        "there is no manifest {} in {}; name one that this system has", manifest, root));
  }
  return absolute;
}

}  // namespace loadstone
