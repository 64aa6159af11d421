// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_SEARCH_PATH_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_SEARCH_PATH_RULES_H_

#include <string>
#include <vector>

#include "fuzz/inside/support/environment_text.h"

// Where the documents let loaders on Linux search. Each function returns a complaint about a list
// of places, or an empty string.
namespace loadstone::fuzz::inside {

// A list of folders or manifests that variables may replace or extend.
struct SearchRule {
  // The first of these variables that is not empty replaces the whole list.
  std::vector<std::string> replacing;
  // The variable whose folders come before all others; empty if there is none.
  std::string adding;
  // Variables with folders to which `suffix` is appended.
  std::vector<std::string> base_variables;
  // Fixed folders, and the defaults of unset variables, as full paths.
  std::vector<std::string> defaults;
  // Relative to each base folder, e.g. "/vulkan/icd.d".
  std::string suffix;
};

// Checks that every place comes from the environment or is a default one and occurs once, that a
// replacing variable is used unchanged, and that an elevated process uses the defaults only.
std::string CheckSearchPaths(const SearchRule& rule, const EnvironmentText& environment,
                             const std::vector<std::string>& places);

// Checks the manifests found at places: each occurs once and ends in ".json".
std::string CheckFoundManifests(const std::vector<std::string>& manifests);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_SEARCH_PATH_RULES_H_
