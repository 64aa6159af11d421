// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_SYSTEM_RULES_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_SYSTEM_RULES_H_

#include <string_view>

namespace reference_loader {

// The differences between systems in the rules of discovery: how lists and paths are written, and
// where manifests are registered.
struct SystemRules {
  // Separates the elements of an environment variable with paths or layer names.
  char list_separator;
  // Separators of the parts of a path. The loader writes the first of them.
  std::string_view path_separators;
  // A path may begin with a letter and a colon.
  bool has_drives;
  // File names are case-sensitive.
  bool is_case_sensitive;
  // The system's manifests are named in a registry, instead of being in well-known folders.
  bool has_registry = false;
  // Default folders replace XDG_DATA_DIRS where it is not set.
  bool has_data_dirs_fallback = true;
  // The resources of the application's bundle are searched before the system's folders.
  bool has_bundles = false;
  // The data folder of the package that contains the application; empty on systems without
  // packages.
  std::string_view package_data = "";
  // Drivers are hardware modules that system properties name, and layers are libraries that the
  // application ships; neither has manifests.
  bool is_android = false;
};

inline constexpr SystemRules kLinuxRules = {
    .list_separator = ':', .path_separators = "/", .has_drives = false, .is_case_sensitive = true};
inline constexpr SystemRules kWindowsRules = {.list_separator = ';',
                                              .path_separators = "\\/",
                                              .has_drives = true,
                                              .is_case_sensitive = false,
                                              .has_registry = true};
inline constexpr SystemRules kMacosRules = {.list_separator = ':',
                                            .path_separators = "/",
                                            .has_drives = false,
                                            .is_case_sensitive = true,
                                            .has_bundles = true};
inline constexpr SystemRules kFuchsiaRules = {.list_separator = ':',
                                              .path_separators = "/",
                                              .has_drives = false,
                                              .is_case_sensitive = true,
                                              .has_data_dirs_fallback = false,
                                              .package_data = "/pkg/data"};
inline constexpr SystemRules kAndroidRules = {.list_separator = ':',
                                              .path_separators = "/",
                                              .has_drives = false,
                                              .is_case_sensitive = true,
                                              .is_android = true};

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_SYSTEM_RULES_H_
