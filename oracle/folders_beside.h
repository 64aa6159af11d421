// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_FOLDERS_BESIDE_H_
#define LOADSTONE_ORACLE_FOLDERS_BESIDE_H_

#include <algorithm>
#include <string>
#include <vector>

#include "oracle/path_list.h"
#include "oracle/tristate.h"

namespace loadstone::oracle {

// Whether `place` contains the file at `path`: as the only one, or in its folder.
template <typename Place>
bool Holds(const Place& place, const std::string& path) {
  return place.file.empty() ? place.folder == FolderOf(path) : place.file == path;
}

// Whether any of `places` contains the file at `path`.
template <typename Place>
bool AnyHolds(const std::vector<Place>& places, const std::string& path) {
  return std::any_of(places.begin(), places.end(),
                     [&](const Place& place) { return Holds(place, path); });
}

// The other folders that are certainly searched for layers of the same kind as `file`, and that
// another policy covers than the folder of `file`. `places` are the places of either API.
template <typename Place>
std::vector<std::string> FoldersOfOtherPolicies(const std::vector<Place>& places,
                                                const std::string& file) {
  const auto own = std::find_if(places.begin(), places.end(),
                                [&](const Place& place) { return Holds(place, file); });
  std::vector<std::string> folders;
  if (own == places.end()) return folders;
  for (const Place& place : places) {
    if (place.file.empty() && place.implicit == own->implicit && place.searched == Tristate::kYes &&
        place.policy != own->policy) {
      folders.push_back(place.folder);
    }
  }
  return folders;
}

}  // namespace loadstone::oracle

#endif  // LOADSTONE_ORACLE_FOLDERS_BESIDE_H_
