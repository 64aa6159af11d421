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
  bool has_registry;
};

inline constexpr SystemRules kLinuxRules = {':', "/", false, true, false};
inline constexpr SystemRules kWindowsRules = {';', "\\/", true, false, true};

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_SYSTEM_RULES_H_
