// SPDX-License-Identifier: Apache-2.0
#include "harness/install/old_version.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/install/places.h"
#include "harness/install/registry_text.h"
#include "harness/install/wine_prefix.h"
#include "harness/world/pe_file.h"

namespace loadstone {
namespace {

using Values = std::vector<RegistryValue>;

// A manifest as a value names it.
struct Named {
  const RegistryValue* value;
  std::string list;  // the key, and for a device also the name of the value, in lower case
  std::string path;
};

std::vector<Named> ManifestsNamed(const Values& values) {
  std::vector<Named> all;
  for (const RegistryValue& value : values) {
    const RegistryPlace place = PlaceOf(value);
    if (place == RegistryPlace::kNone) continue;
    const std::string name = NameIsManifestPath(place) ? "" : "|" + value.name;
    for (const std::string& path : ManifestsOf(value)) {
      all.push_back({&value, Lower(value.key + name), path});
    }
  }
  return all;
}

const Named* Find(const std::vector<Named>& all, const Named& one) {
  const auto found = std::ranges::find_if(all, [&](const Named& other) {
    return other.list == one.list && Lower(other.path) == Lower(one.path);
  });
  return found == all.end() ? nullptr : &*found;
}

std::string FileName(const std::string& path) {
  return Lower(path.substr(path.find_last_of("/\\") + 1));
}

bool IsThere(const std::string& prefix, const std::string& path) {
  return FindInPrefix(prefix, path).has_value();
}

// What manifests of two versions have in common.
struct Component {
  std::vector<std::string> names = {};
  std::string library = {};  // the full path on Windows; empty if the manifest names none, or none
                             // with a folder
  std::string architecture = {};  // "32" or "64"; empty if unknown
};

Component ReadComponent(const std::string& prefix, const std::string& path) {
  const ManifestOfPrefix manifest = ReadManifestInPrefix(prefix, path);
  Component component = {.names = manifest.names, .architecture = manifest.library_arch};
  const std::string& library = manifest.library_path;
  if (library.find_first_of("/\\") == std::string::npos) return component;
  const bool full = library.size() > 2 && library[1] == ':';
  component.library = full ? library : path.substr(0, path.find_last_of("/\\") + 1) + library;
  const auto file = FindInPrefix(prefix, component.library);
  if (component.architecture.empty() && file.has_value()) {
    const PeLibrary pe = ReadPeLibrary(*file);
    if (pe.is_pe) component.architecture = std::to_string(pe.bits);
  }
  return component;
}

// Whether the two manifests of a key are for the same component: by its name or, where a manifest
// is unknown or has none, by the name of the file.
bool AreSame(const Named& old, const Component& before, const Named& added,
             const Component& after) {
  const auto is_after = [&](const std::string& name) {
    return std::ranges::find(after.names, name) != after.names.end();
  };
  const bool named = !before.names.empty() && !after.names.empty();
  const bool same = named ? std::ranges::any_of(before.names, is_after)
                          : FileName(old.path) == FileName(added.path);
  if (!same) return false;
  const bool known = !before.architecture.empty() && !after.architecture.empty();
  if (known) return before.architecture == after.architecture;
  // 32-bit and 64-bit programs have keys of their own in HKLM alone.
  return old.list.starts_with("hklm");
}

// The manifest in the same key that replaces an old one; null if there is none.
const Named* Successor(const InstallUnderTest& install, const Named& old,
                       const std::vector<Named>& before, const std::vector<Named>& after) {
  const Component component = ReadComponent(install.after_path, old.path);
  for (const Named& added : after) {
    if (added.list != old.list || Find(before, added) != nullptr) continue;
    if (AreSame(old, component, added, ReadComponent(install.after_path, added.path))) {
      return &added;
    }
  }
  return nullptr;
}

// Why files that the installation removed make a value old; empty if they do not.
std::string RemovedFile(const InstallUnderTest& install, const std::string& path) {
  if (!IsPrefix(install.before_path) || !IsPrefix(install.after_path)) return {};
  if (!IsThere(install.before_path, path)) return {};
  if (!IsThere(install.after_path, path)) {
    return path + " was removed, and the value that names it remains";
  }
  const std::string library = ReadComponent(install.after_path, path).library;
  if (library.empty() || !IsThere(install.before_path, library) ||
      IsThere(install.after_path, library)) {
    return {};
  }
  return fmt::format("{} remains, and its library {} was removed", path, library);
}

bool IsZero(const RegistryValue& value) {
  return std::ranges::all_of(value.data, [](char byte) { return byte == 0; });
}

// What happened to a value of another product in the state that has `values` and is at `path`;
// empty if nothing did.
std::string Change(const InstallUnderTest& install, const Named& old,
                   const std::vector<Named>& values, const std::string& path, const char* step) {
  if (const Named* still = Find(values, old)) {
    const bool disabled = IsZero(*old.value) && !IsZero(*still->value);
    return disabled && !install.update ? fmt::format("{} disabled {}", step, old.path) : "";
  }
  if (IsPrefix(path) && IsPrefix(install.before_path)) {
    return IsThere(path, old.path)
               ? fmt::format("{} removed the value for {}, which exists", step, old.path)
               : "";
  }
  const bool replaced = std::ranges::any_of(values, [&](const Named& other) {
    return other.list == old.list && FileName(other.path) == FileName(old.path);
  });
  return install.update || replaced ? ""
                                    : fmt::format("{} removed the value for {}", step, old.path);
}

}  // namespace

std::vector<RegistryFault> OldValues(const InstallUnderTest& install) {
  const std::vector<Named> before = ManifestsNamed(install.before);
  const std::vector<Named> after = ManifestsNamed(install.after);
  std::vector<RegistryFault> faults;
  for (const Named& old : before) {
    if (Find(after, old) == nullptr) continue;
    if (const std::string why = RemovedFile(install, old.path); !why.empty()) {
      faults.push_back({*old.value, why});
    } else if (const Named* added = Successor(install, old, before, after)) {
      faults.push_back(
          {*old.value, fmt::format("{} remains beside {}", old.path, added->path), true});
    }
  }
  return faults;
}

std::vector<RegistryFault> OthersChanged(const InstallUnderTest& install) {
  const std::vector<Named> after = ManifestsNamed(install.after);
  const std::vector<Named> uninstalled = ManifestsNamed(install.uninstalled);
  std::vector<RegistryFault> faults;
  for (const Named& old : ManifestsNamed(install.before)) {
    if (!NameIsManifestPath(PlaceOf(*old.value))) continue;
    std::string change = Change(install, old, after, install.after_path, "installing");
    if (change.empty() && !install.uninstalled_path.empty()) {
      change = Change(install, old, uninstalled, install.uninstalled_path, "uninstalling");
    }
    if (!change.empty()) faults.push_back({*old.value, change});
  }
  return faults;
}

}  // namespace loadstone
