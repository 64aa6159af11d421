// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_SYSTEM_RULES_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_SYSTEM_RULES_H_

#include <string_view>

namespace reference_loader {

// In what systems differ for the rules of discovery: how lists and paths are written, and where
// manifests are made known.
struct SystemRules {
  // Between the elements of an environment variable with paths or layer names.
  char list_separator;
  // Between the parts of a path. The first of them is the one that the loader writes.
  std::string_view path_separators;
  // A path may begin with a letter and a colon.
  bool has_drives;
  // Names of files that differ in the case of letters are different names.
  bool case_counts;
  // The system's manifests are named in a registry; else they are in folders that everybody knows.
  bool has_registry = false;
  // Folders stand in for XDG_DATA_DIRS where it is not set.
  bool has_data_dirs_fallback = true;
  // The resources of the application's bundle come before the system's folders.
  bool has_bundles = false;
  // Where a package that contains the application has its data; empty where there are none.
  std::string_view package_data = "";
  // Drivers are hardware modules that properties of the system name, and layers are libraries that
  // an application brings along: no manifest tells of either.
  bool is_android = false;
};

inline constexpr SystemRules kLinuxRules = {
    .list_separator = ':', .path_separators = "/", .has_drives = false, .case_counts = true};
inline constexpr SystemRules kWindowsRules = {.list_separator = ';',
                                              .path_separators = "\\/",
                                              .has_drives = true,
                                              .case_counts = false,
                                              .has_registry = true};
inline constexpr SystemRules kMacosRules = {.list_separator = ':',
                                            .path_separators = "/",
                                            .has_drives = false,
                                            .case_counts = true,
                                            .has_bundles = true};
inline constexpr SystemRules kFuchsiaRules = {.list_separator = ':',
                                              .path_separators = "/",
                                              .has_drives = false,
                                              .case_counts = true,
                                              .has_data_dirs_fallback = false,
                                              .package_data = "/pkg/data"};
inline constexpr SystemRules kAndroidRules = {.list_separator = ':',
                                              .path_separators = "/",
                                              .has_drives = false,
                                              .case_counts = true,
                                              .is_android = true};

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_SYSTEM_RULES_H_
