// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/support/search_path_rules.h"

#include <algorithm>

#include "fuzz/inside/support/glob_rules.h"

namespace loadstone::fuzz::inside {
namespace {

// Whether `place` is `base` followed by the rule's suffix, with any number of separators between
// them.
bool IsBelow(const std::string& place, std::string base, const std::string& suffix) {
  while (!base.empty() && base.back() == '/') base.pop_back();
  return place == base + suffix;
}

bool ComesFromVariables(const SearchRule& rule, const EnvironmentText& environment,
                        const std::string& place) {
  if (Contains(ElementsOf(environment.SecureVariable(rule.adding), ':', false), place)) return true;
  for (const std::string& variable : rule.base_variables) {
    const std::string value = environment.SecureVariable(variable);
    if (!value.empty() && IsBelow(place, value, rule.suffix)) return true;
    for (const std::string& base : ElementsOf(value, ':', false)) {
      if (IsBelow(place, base, rule.suffix)) return true;
    }
  }
  // The suffix is below .config and .local/share of HOME.
  std::string home = environment.SecureVariable("HOME");
  while (!home.empty() && home.back() == '/') home.pop_back();
  return environment.SecureVariable("HOME").empty()
             ? false
             : place == home + "/.config" + rule.suffix ||
                   place == home + "/.local/share" + rule.suffix;
}

}  // namespace

std::string CheckSearchPaths(const SearchRule& rule, const EnvironmentText& environment,
                             const std::vector<std::string>& places) {
  for (const std::string& variable : rule.replacing) {
    const std::string value = environment.SecureVariable(variable);
    if (value.empty()) continue;
    return places == ElementsOf(value, ':', false) ? "" : "the places are not those in " + variable;
  }
  const size_t added = ElementsOf(environment.SecureVariable(rule.adding), ':', false).size();
  for (size_t i = 0; i < places.size(); ++i) {
    const std::string& place = places[i];
    if (place.empty()) return "a place has no name";
    if (!Contains(rule.defaults, place) && !ComesFromVariables(rule, environment, place)) {
      return place + " is searched for no reason";
    }
    // Users may repeat folders in the variable that adds folders.
    if (i >= added &&
        std::count(places.begin() + static_cast<std::ptrdiff_t>(added), places.end(), place) != 1) {
      return place + " is searched twice";
    }
  }
  return "";
}

std::string CheckFoundManifests(const std::vector<std::string>& manifests) {
  for (const std::string& path : manifests) {
    if (path.size() < 5 || path.substr(path.size() - 5) != ".json") return path + " is no manifest";
    if (std::count(manifests.begin(), manifests.end(), path) != 1) return path + " is found twice";
  }
  return "";
}

}  // namespace loadstone::fuzz::inside
