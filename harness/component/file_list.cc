// SPDX-License-Identifier: Apache-2.0
#include "harness/component/file_list.h"

#include <algorithm>
#include <filesystem>

namespace loadstone {

namespace fs = std::filesystem;

void AddUnique(std::vector<std::string>& list, const std::string& text) {
  if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
}

void AddWithCompanions(const std::string& path, std::vector<std::string>& files) {
  AddUnique(files, path);
  const fs::path library(path);
  const std::string prefix = library.filename().string() + ".";
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(library.parent_path(), error)) {
    std::error_code ignored;
    const bool beside = entry.path().filename().string().compare(0, prefix.size(), prefix) == 0;
    if (beside && entry.is_regular_file(ignored)) AddUnique(files, entry.path());
  }
}

}  // namespace loadstone
