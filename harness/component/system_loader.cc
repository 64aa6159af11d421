// SPDX-License-Identifier: Apache-2.0
#include "harness/component/system_loader.h"

#include <filesystem>

#include "harness/component/rooted_system.h"
#include "harness/world/elf_file.h"

namespace loadstone {

const char* LoaderName(Api api) {
  return api == Api::kOpenXr ? "libopenxr_loader.so.1" : "libvulkan.so.1";
}

std::string SystemLoader(Api api, const std::string& root) {
  const std::string path = FindByName(LoaderName(api), {.root = root});
  return ExamineElfFile(HostPathIn(root, path)).kind == ElfKind::kLibrary ? path : std::string();
}

LibrarySearch WithOrigin(LibrarySearch search, Api api) {
  if (!search.origin.empty()) return search;
  const std::string loader = SystemLoader(api, search.root);
  if (!loader.empty()) search.origin = std::filesystem::path(loader).parent_path();
  return search;
}

}  // namespace loadstone
