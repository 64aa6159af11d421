// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/placed_files.h"

namespace loadstone::fuzz {
namespace {

bool HasFileBelow(const std::map<std::string, std::string>& files, const std::string& folder) {
  const auto file = files.lower_bound(folder + "/");
  return file != files.end() && file->first.starts_with(folder + "/");
}

}  // namespace

bool PlacedFiles::Place(const Input& input) {
  if (input.files == placed_ && input.registry == values_) return false;
  for (auto old = placed_.begin(); old != placed_.end();) {
    if (input.files.contains(old->first)) {
      ++old;
      continue;
    }
    const std::string folder = FolderOf(old->first);
    Remove(old->first);
    old = placed_.erase(old);
    if (!HasFileBelow(input.files, folder) && !HasFileBelow(placed_, folder)) RemoveFolder(folder);
  }
  for (const auto& [path, text] : input.files) {
    const auto known = placed_.find(path);
    if (known != placed_.end() && known->second == text) continue;
    Write(path, text);
    placed_[path] = text;
  }
  if (input.registry != values_) {
    PlaceValues(input);
    values_ = input.registry;
  }
  return true;
}

}  // namespace loadstone::fuzz
