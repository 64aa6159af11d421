// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_INSTALL_CASE_H_
#define LOADSTONE_HARNESS_CASE_INSTALL_CASE_H_

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "harness/case/component_case.h"
#include "harness/install/places.h"

// A case that judges what an installer did to a machine; the subject of the run holds
// that. Only `check-install` runs it, and it starts no process.
#define VULKAN_INSTALL_CASE(owner, name, ...)                                            \
  LOADSTONE_CASE(::loadstone::Api::kVulkan, ::loadstone::SubjectKind::kInstaller, owner, \
                 name __VA_OPT__(, ) __VA_ARGS__)
#define OPENXR_INSTALL_CASE(owner, name, ...)                                            \
  LOADSTONE_CASE(::loadstone::Api::kOpenXr, ::loadstone::SubjectKind::kInstaller, owner, \
                 name __VA_OPT__(, ) __VA_ARGS__)

namespace loadstone {

using Places = std::set<RegistryPlace>;

// Returns the installation that the case judges. Throws HarnessError outside of check-install.
const InstallUnderTest& InstallOf(const Case& c);

// Returns the values that the installer added in these places.
std::vector<RegistryValue> AddedIn(const Case& c, const Places& places);

// Returns why a case about values in these places must be skipped: the installer added none. Empty
// if it can judge.
std::string WhyNoNewValues(const Case& c, const Places& places);
// Returns why a case about remains must be skipped: nothing was uninstalled.
std::string WhyNotUninstalled(const Case& c);
// Returns why a case about files must be skipped: an exported registry contains none.
std::string WhyNoFiles(const Case& c);
// Returns why a case about manifests of that kind in folders must be skipped: the installer added
// none, or it is one for Windows.
std::string WhyNoManifests(const Case& c, ManifestKind kind);
// Returns the manifests that the installer added and that remain after uninstalling.
std::vector<std::string> RemainingManifests(const Case& c, ManifestKind kind);
// Returns why an installer that is not of `kind`, "application" or "driver", is not judged.
std::string WhyNotOfKind(const Case& c, const std::string& kind);

// Returns why a case about an older version must be skipped: it is not known that the installer
// replaces one, or no value was there before. Empty if it can judge.
std::string WhyNoOldVersion(const Case& c, const Places& places);
// Returns the values in these places that still lead to an older version, as reports name them.
std::vector<std::string> OldVersionLeft(const Case& c, const Places& places);
// Returns why a case about what was there before must be skipped: no manifest in these places was.
std::string WhyNothingBefore(const Case& c, const Places& places);
// Returns the values of others in these places that are gone or disabled, as reports name them.
std::vector<std::string> OthersChangedIn(const Case& c, const Places& places);

// Returns a value as a report names it: key and name.
std::string NameOf(const RegistryValue& value);

// Returns those of the added values in these places for which `is_wrong` is true, as reports name
// them.
std::vector<std::string> Wrong(const Case& c, const Places& places,
                               const std::function<bool(const RegistryValue&)>& is_wrong);

// Returns whether a path is absolute on Windows: with a drive, or a UNC path.
bool IsAbsoluteWindowsPath(const std::string& path);
// Returns whether the value names at least one manifest, and all of them by absolute paths.
bool HasAbsolutePaths(const RegistryValue& value);
bool HasJsonSuffix(const std::string& path);
bool IsDword(const RegistryValue& value);

// Returns the new manifests that values in these places still name after uninstalling, and those
// that still exist as files, in lower case.
std::vector<std::string> BadManifests(const Case& c, const Places& places);
// Returns the new manifests that values in these places name after uninstalling, and those of them
// that still exist as files, in lower case.
std::vector<std::string> RemainingAfterUninstall(const Case& c, const Places& places);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_INSTALL_CASE_H_
