// SPDX-License-Identifier: Apache-2.0
#include "harness/case/install_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>

#include "harness/install/registry_text.h"

namespace loadstone {
namespace {

constexpr size_t kBytesOfDword = 4;

std::vector<RegistryValue> Only(const std::vector<RegistryValue>& values, const Places& places) {
  std::vector<RegistryValue> only;
  std::copy_if(values.begin(), values.end(), std::back_inserter(only),
               [&](const RegistryValue& value) { return places.contains(PlaceOf(value)); });
  return only;
}

// Returns the manifests that the values name, in lower case.
std::set<std::string> Manifests(const std::vector<RegistryValue>& values) {
  std::set<std::string> paths;
  for (const RegistryValue& value : values) {
    for (const std::string& path : ManifestsOf(value)) paths.insert(Lower(path));
  }
  return paths;
}

std::vector<std::string> OfKind(const std::vector<std::string>& paths, ManifestKind kind) {
  std::vector<std::string> some;
  std::copy_if(paths.begin(), paths.end(), std::back_inserter(some),
               [kind](const std::string& path) { return KindOfManifest(path) == kind; });
  return some;
}

}  // namespace

const InstallUnderTest& InstallOf(const Case& c) {
  const auto* install = std::get_if<InstallUnderTest>(&c.subject().judged);
  if (install == nullptr) {
    throw HarnessError("no registries are given; use check-install");
  }
  return *install;
}

std::vector<RegistryValue> AddedIn(const Case& c, const Places& places) {
  return Only(InstallOf(c).Added(), places);
}

std::string WhyNoNewValues(const Case& c, const Places& places) {
  return AddedIn(c, places).empty() ? "the installer added no such value" : "";
}

std::string WhyNotUninstalled(const Case& c) {
  return InstallOf(c).uninstalled_path.empty()
             ? "no registry after uninstalling is given as a third argument"
             : "";
}

std::string WhyNoFiles(const Case& c) {
  return InstallOf(c).files.has_value()
             ? ""
             : InstallOf(c).after_path + " is a registry without files; a Wine prefix has files";
}

std::string WhyNoManifests(const Case& c, ManifestKind kind) {
  const auto& added = InstallOf(c).new_manifests;
  if (!added.has_value())
    return "the case is for installers of other systems; use --platform linux or macos";
  return OfKind(*added, kind).empty() ? "the installer added no such manifest" : "";
}

std::vector<std::string> RemainingManifests(const Case& c, ManifestKind kind) {
  return OfKind(InstallOf(c).remaining_manifests, kind);
}

std::string WhyNotOfKind(const Case& c, const std::string& kind) {
  const std::string& installer = InstallOf(c).installer;
  if (installer == kind) return {};
  if (!installer.empty()) return "it is the installer of " + installer + "s";
  return fmt::format("the case is for installers of {}s; use --installer {}", kind, kind);
}

namespace {

bool IsIn(const RegistryFault& fault, const Places& places) {
  return places.contains(PlaceOf(fault.value));
}

}  // namespace

std::string WhyNothingBefore(const Case& c, const Places& places) {
  return Only(InstallOf(c).before, places).empty()
             ? "no such value was there before the installation"
             : "";
}

std::string WhyNoOldVersion(const Case& c, const Places& places) {
  const InstallUnderTest& install = InstallOf(c);
  if (std::string why = WhyNothingBefore(c, places); !why.empty()) return why;
  if (install.update || !OldVersionLeft(c, places).empty()) return {};
  for (const RegistryFault& fault : install.old_values) {
    if (IsIn(fault, places)) {
      return fault.fault + "; if the installer replaces the older one, use --update";
    }
  }
  return "it is not known whether the installer replaces an older version; if so, use --update";
}

std::vector<std::string> OldVersionLeft(const Case& c, const Places& places) {
  const InstallUnderTest& install = InstallOf(c);
  std::vector<std::string> left;
  for (const RegistryFault& fault : install.old_values) {
    if (IsIn(fault, places) && (install.update || !fault.of_update)) {
      left.push_back(fault.value.key + ": " + fault.fault);
    }
  }
  return left;
}

std::vector<std::string> OthersChangedIn(const Case& c, const Places& places) {
  std::vector<std::string> changed;
  for (const RegistryFault& fault : InstallOf(c).others_changed) {
    if (IsIn(fault, places)) changed.push_back(fault.value.key + ": " + fault.fault);
  }
  return changed;
}

std::string NameOf(const RegistryValue& value) {
  return fmt::format("{}: {}", value.key, value.name.empty() ? "(default)" : value.name);
}

std::vector<std::string> Wrong(const Case& c, const Places& places,
                               const std::function<bool(const RegistryValue&)>& is_wrong) {
  std::vector<std::string> wrong;
  for (const RegistryValue& value : AddedIn(c, places)) {
    if (is_wrong(value)) wrong.push_back(NameOf(value));
  }
  return wrong;
}

bool IsAbsoluteWindowsPath(const std::string& path) {
  const auto is_separator = [](char c) { return c == '\\' || c == '/'; };
  if (path.starts_with("\\\\")) return path.size() > 2 && !is_separator(path[2]);
  return path.size() > 3 && std::isalpha(static_cast<unsigned char>(path[0])) != 0 &&
         path[1] == ':' && is_separator(path[2]);
}

bool HasAbsolutePaths(const RegistryValue& value) {
  const std::vector<std::string> paths = ManifestsOf(value);
  return !paths.empty() && std::all_of(paths.begin(), paths.end(), IsAbsoluteWindowsPath);
}

bool HasJsonSuffix(const std::string& path) { return Lower(path).ends_with(".json"); }

bool IsDword(const RegistryValue& value) {
  return value.type == kRegistryDword && value.data.size() == kBytesOfDword;
}

std::vector<std::string> BadManifests(const Case& c, const Places& places) {
  std::vector<std::string> bad;
  for (const RegistryValue& value : AddedIn(c, places)) {
    for (const std::string& path : ManifestsOf(value)) {
      const std::string& problem = InstallOf(c).files->at(path);
      if (!problem.empty()) bad.push_back(path + ": " + problem);
    }
  }
  return bad;
}

std::vector<std::string> RemainingAfterUninstall(const Case& c, const Places& places) {
  const InstallUnderTest& install = InstallOf(c);
  const std::set<std::string> before = Manifests(Only(install.before, places));
  const std::set<std::string> still = Manifests(Only(install.uninstalled, places));
  const std::vector<std::string> none;
  const std::vector<std::string>& files = install.remaining_files.value_or(none);
  std::vector<std::string> left;
  for (const std::string& path : Manifests(AddedIn(c, places))) {
    if (before.contains(path)) continue;
    if (still.contains(path)) left.push_back(path + " in the registry");
    if (std::find(files.begin(), files.end(), path) != files.end()) left.push_back(path);
  }
  return left;
}

}  // namespace loadstone
