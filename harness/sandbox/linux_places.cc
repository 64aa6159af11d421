// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/linux_places.h"

#include <algorithm>
#include <iterator>

#include "harness/sandbox/sandbox.h"

namespace loadstone {

namespace {

// Returns whether the path is one of these folders or in one.
template <typename List>
bool IsWithin(const std::string& path, const List& folders) {
  return std::any_of(std::begin(folders), std::end(folders), [&](const std::string folder) {
    return path == folder || path.starts_with(folder + "/");
  });
}

}  // namespace

bool IsVisibleInWorlds(const std::string& path, const HostView& view) {
  return IsWithin(path, kSystemFolders) ||
         (IsWithin(path, view.folders) && !IsWithin(path, view.hidden));
}

}  // namespace loadstone
