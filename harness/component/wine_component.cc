// SPDX-License-Identifier: Apache-2.0
#include "harness/component/wine_component.h"

#include <filesystem>
#include <map>
#include <string>

#include "harness/component/file_list.h"
#include "harness/install/registry_text.h"
#include "harness/world/pe_file.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

// Returns the files in a folder by their names in small letters.
std::map<std::string, std::string> FilesIn(const fs::path& folder) {
  std::map<std::string, std::string> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    files.emplace(Lower(entry.path().filename()), entry.path());
  }
  return files;
}

}  // namespace

void RunBelowWine(const std::string& wine_libraries, ComponentUnderTest& component) {
  component.below_wine = true;
  AddWithCompanions(component.library, component.files);
  const auto beside = FilesIn(fs::path(component.library).parent_path());
  const auto of_wine = FilesIn(wine_libraries);
  for (size_t i = 0; i < component.files.size(); ++i) {
    for (const std::string& name : ReadPeLibrary(component.files[i]).imports) {
      const auto found = beside.find(Lower(name));
      if (found != beside.end()) {
        AddUnique(component.files, found->second);
      } else if (!of_wine.contains(Lower(name))) {
        AddUnique(component.lacking, name);
      }
    }
  }
}

}  // namespace loadstone
