// SPDX-License-Identifier: Apache-2.0
#include "harness/component/system_loader.h"

#include <algorithm>
#include <filesystem>

#include "harness/component/rooted_system.h"
#include "harness/world/elf_file.h"

namespace loadstone {

const char* LoaderName(Api api) {
  return api == Api::kOpenXr ? "libopenxr_loader.so.1" : "libvulkan.so.1";
}

std::string SystemLoader(Api api, const std::string& root, const Architecture& architecture) {
  const std::string path =
      FindByName(LoaderName(api), {.root = root, .architecture = architecture});
  const ElfFile file = ExamineElfFile(HostPathIn(root, path), architecture);
  return file.kind == ElfKind::kLibrary ? path : std::string();
}

std::vector<Architecture> SystemArchitectures(const std::string& root) {
  if (root.empty()) return RunnableArchitectures();
  const std::vector<Architecture> all = RootedSystem(root).Architectures();
  return all.empty() ? std::vector<Architecture>{OwnArchitecture()} : all;
}

std::vector<LibrarySearch> SearchesFor(const LibrarySearch& search, Api api,
                                       const std::string& library_arch) {
  std::vector<LibrarySearch> searches;
  for (const Architecture& architecture : SystemArchitectures(search.root)) {
    LibrarySearch& one = searches.emplace_back(search);
    one.architecture = architecture;
    const std::string loader =
        one.origin.empty() ? SystemLoader(api, one.root, architecture) : std::string();
    if (!loader.empty()) one.origin = std::filesystem::path(loader).parent_path();
  }
  const auto preference = [&](const LibrarySearch& one) {
    if (std::to_string(BitsOf(one.architecture)) == library_arch) return 0;
    return one.architecture == search.architecture ? 1 : 2;
  };
  std::ranges::stable_sort(searches, {}, preference);
  return searches;
}

}  // namespace loadstone
