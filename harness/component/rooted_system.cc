// SPDX-License-Identifier: Apache-2.0
#include "harness/component/rooted_system.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <string_view>

#include "harness/component/file_list.h"
#include "harness/component/linker_output.h"
#include "harness/component/program_output.h"
#include "harness/world/elf_file.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

// Size limits; real files are far smaller.
constexpr size_t kMostLinkerBytes = size_t{16} << 20;
constexpr size_t kMostConfigurationBytes = size_t{1} << 20;
// The limit on nested includes; ldconfig's configuration has one level.
constexpr size_t kMostIncludes = 4;
// The folders that each world has of its own, and of libraries, which each world shows anyway.
constexpr std::string_view kOwnFolders[] = {"/dev",       "/lib",  "/lib32", "/lib64", "/libx32",
                                            "/loadstone", "/proc", "/run",   "/sys",   "/tmp"};
constexpr char kConfiguration[] = "/etc/ld.so.conf";

bool IsFolderPath(std::string_view text) {
  return text.size() > 2 && text.front() == '/' && text.back() == '/' &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7F'; });
}

// Returns whether the name matches a pattern with at most one asterisk, which is what
// configurations contain.
bool Matches(const std::string& name, const std::string& pattern) {
  const size_t star = pattern.find('*');
  if (star == std::string::npos) return name == pattern;
  const std::string end = pattern.substr(star + 1);
  return name.size() + 1 >= pattern.size() && name.starts_with(pattern.substr(0, star)) &&
         name.ends_with(end);
}

}  // namespace

std::vector<std::string> LinkerFoldersIn(const std::string& binary) {
  std::vector<std::string> folders;
  std::vector<std::string> row;
  for (size_t start = 0; start < binary.size();) {
    const size_t end = std::min(binary.find('\0', start), binary.size());
    const std::string_view text(binary.data() + start, end - start);
    if (IsFolderPath(text)) {
      row.emplace_back(text.substr(0, text.size() - 1));
    } else {
      if (row.size() > 1) break;
      row.clear();
    }
    start = end + 1;
  }
  if (row.size() < 2) return {};
  for (const std::string& folder : row) AddUnique(folders, folder);
  return folders;
}

RootedSystem::RootedSystem(const std::string& root)
    : folder_(root, std::string(kRootWanted) + " with --root"), root_(folder_.HostPath("/")) {}

std::optional<std::string> RootedSystem::InSystem(const std::string& host_path) const {
  if (host_path == root_) return "/";
  if (!host_path.starts_with(root_ + "/")) return std::nullopt;
  return host_path.substr(root_.size());
}

std::vector<std::string> RootedSystem::Folders() const {
  std::vector<std::string> folders;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root_, error)) {
    const std::string path = "/" + entry.path().filename().string();
    std::error_code ignored;
    if (entry.is_directory(ignored) && !entry.is_symlink(ignored) &&
        std::ranges::find(kOwnFolders, path) == std::end(kOwnFolders)) {
      folders.push_back(path);
    }
  }
  std::ranges::sort(folders);
  return folders;
}

std::vector<std::string> RootedSystem::CachedLibraries(const std::string& name) const {
  const std::string cache = OnHost("/etc/ld.so.cache");
  if (cache.empty()) return {};
  return PathsIn(OutputOf({"/sbin/ldconfig", "-p", "-C", cache}), name);
}

std::vector<Architecture> RootedSystem::Architectures() const {
  std::vector<Architecture> all = RunnableArchitectures();
  std::erase_if(all, [&](const Architecture& each) { return OnHost(DynamicLinker(each)).empty(); });
  return all;
}

std::vector<std::string> RootedSystem::DefaultFolders(const Architecture& architecture) const {
  const std::string linker = DynamicLinker(architecture);
  std::vector<std::string> folders =
      LinkerFoldersIn(folder_.Read(linker, kMostLinkerBytes).value_or(std::string()));
  for (const char* folder : {"/lib64", "/usr/lib64", "/lib", "/usr/lib"}) {
    AddUnique(folders, folder);
  }
  return folders;
}

void RootedSystem::AddConfiguredFolders(const std::string& file, size_t depth,
                                        std::vector<std::string>& folders) const {
  std::istringstream lines(folder_.Read(file, kMostConfigurationBytes).value_or(std::string()));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string word;
    if (!(words >> word)) continue;
    if (word != "include") {
      folders.push_back(word);
      continue;
    }
    while (words >> word && depth < kMostIncludes) {
      const fs::path pattern = fs::path("/etc") / word;
      std::vector<std::string> files;
      std::error_code error;
      for (const auto& entry : fs::directory_iterator(OnHost(pattern.parent_path()), error)) {
        const std::string name = entry.path().filename();
        if (Matches(name, pattern.filename())) files.push_back(pattern.parent_path() / name);
      }
      std::ranges::sort(files);
      for (const std::string& each : files) AddConfiguredFolders(each, depth + 1, folders);
    }
  }
}

std::vector<std::string> RootedSystem::PlacesOf(const std::string& name,
                                                const Architecture& architecture) const {
  std::vector<std::string> places = CachedLibraries(name);
  std::vector<std::string> folders;
  if (OnHost("/etc/ld.so.cache").empty()) AddConfiguredFolders(kConfiguration, 0, folders);
  for (const std::string& folder : DefaultFolders(architecture)) folders.push_back(folder);
  for (const std::string& folder : folders) places.push_back(folder + "/" + name);
  return places;
}

// The C library is configured with one folder for libraries, which is both the value of $LIB,
// without a leading /usr, and the first folder that the linker contains. $PLATFORM is the
// processor's.
DynamicTokens RootedSystem::Tokens(const Architecture& architecture) const {
  DynamicTokens tokens;
  if (architecture == OwnArchitecture()) {
    tokens = LinkerTokens();
  } else {
    tokens.platform = PlatformToken(architecture);
  }
  const std::vector<std::string> folders = LinkerFoldersIn(
      folder_.Read(DynamicLinker(architecture), kMostLinkerBytes).value_or(std::string()));
  if (folders.empty()) return tokens;
  const std::string first = folders.front();
  tokens.lib = first.substr(first.starts_with("/usr/") ? 5 : 1);
  return tokens;
}

std::string HostPathIn(const std::string& root, const std::string& path) {
  if (root.empty() || path.empty()) return path;
  const RootedSystem system(root);
  const auto below = system.InSystem(fs::absolute(path).lexically_normal());
  std::error_code error;
  for (const std::string& place : {path, below.value_or(path)}) {
    const std::string on_host = system.OnHost(place);
    if (!on_host.empty() && fs::is_regular_file(on_host, error)) return on_host;
  }
  return path;
}

}  // namespace loadstone
