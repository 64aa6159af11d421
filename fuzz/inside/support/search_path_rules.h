// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_SEARCH_PATH_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_SEARCH_PATH_RULES_H_

#include <string>
#include <vector>

#include "fuzz/inside/support/environment_text.h"

// Where the documents let loaders on Linux search, as complaints about lists of places; empty when
// there is none.
namespace loadstone::fuzz::inside {

// A list of folders or manifests that variables may replace or extend.
struct SearchRule {
  // The first of these that is not empty is the whole list.
  std::vector<std::string> replacing;
  // Comes before everything else; may be empty for none.
  std::string adding;
  // Variables that hold folders to which `suffix` is added.
  std::vector<std::string> base_variables;
  // Folders without variables and those used when variables are not set, in full.
  std::vector<std::string> defaults;
  // Below each base folder, e.g. "/vulkan/icd.d".
  std::string suffix;
};

// Every place comes from the environment or is a default one; none is there twice; a list that
// replaces is taken as it is; and an elevated process knows the defaults only.
std::string CheckSearchPaths(const SearchRule& rule, const EnvironmentText& environment,
                             const std::vector<std::string>& places);

// The manifests found at places: each once, each a ".json".
std::string CheckFoundManifests(const std::vector<std::string>& manifests);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_SEARCH_PATH_RULES_H_
