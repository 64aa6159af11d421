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

// What the case judges. Throws HarnessError outside of check-install.
const InstallUnderTest& InstallOf(const Case& c);

// The values that the installer added in these places.
std::vector<RegistryValue> AddedIn(const Case& c, const Places& places);

// Why nothing can be told of values in these places: there is no new one. Empty where it can.
std::string WhyNoneIn(const Case& c, const Places& places);
// Why nothing can be told of what is left: nothing was uninstalled.
std::string WhyNotUninstalled(const Case& c);
// Why nothing can be told of files: an exported registry has none.
std::string WhyNoFiles(const Case& c);
// Why nothing can be told of manifests of that kind in folders: the installer added none, or it is
// one for Windows.
std::string WhyNoManifests(const Case& c, ManifestKind kind);
// Those that it added and that are left after uninstalling.
std::vector<std::string> ManifestsLeft(const Case& c, ManifestKind kind);
// Why an installer that is no `kind`, "application" or "driver", is not judged.
std::string WhyNotOfKind(const Case& c, const std::string& kind);

// A value as a report names it: key and name.
std::string NameOf(const RegistryValue& value);

// Those of the added values in these places of which `is_wrong` is true, as reports name them.
std::vector<std::string> Wrong(const Case& c, const Places& places,
                               const std::function<bool(const RegistryValue&)>& is_wrong);

// Whether a path is absolute on Windows: with a drive, or of a machine in the network.
bool IsFullPath(const std::string& path);
// Whether each manifest that the value leads to is named by such a path, and there is one.
bool HasFullPaths(const RegistryValue& value);
bool HasJsonSuffix(const std::string& path);
bool IsDword(const RegistryValue& value);

// What is wrong with the manifests that the added values in these places lead to: "PATH: why".
std::vector<std::string> BadManifests(const Case& c, const Places& places);
// The new manifests to which values in these places lead after uninstalling, and those of them that
// are there as files, in small letters.
std::vector<std::string> LeftBehind(const Case& c, const Places& places);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_INSTALL_CASE_H_
