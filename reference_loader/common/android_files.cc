// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/common/android_files.h"

#include <string_view>
#include <vector>

#include "reference_loader/common/path_list.h"

namespace reference_loader {
namespace {

constexpr size_t kMaximumSize = 1 << 20;
constexpr const char* kPropertyFiles[] = {"/system/build.prop", "/vendor/build.prop"};
constexpr char kPackageList[] = "/data/system/packages.list";
constexpr char kProviders[] = "/data/system/providers/";
constexpr std::string_view kApplications = "/data/app/";

std::vector<std::string> Lines(const Platform& platform, const char* path) {
  return SplitList(platform.ReadFile(path, kMaximumSize).value_or(""), '\n', true);
}

bool IsDebuggable(const Platform& platform, const std::string& package) {
  for (const std::string& line : Lines(platform, kPackageList)) {
    const std::vector<std::string> words = SplitList(line, ' ');
    if (words.size() > 2 && words[0] == package) return words[2] == "1";
  }
  return false;
}

}  // namespace

std::optional<std::string> PropertyInFiles(const Platform& platform, const std::string& name) {
  for (const char* file : kPropertyFiles) {
    for (const std::string& line : Lines(platform, file)) {
      if (line.starts_with(name + "=") && line.size() > name.size() + 1) {
        return line.substr(name.size() + 1);
      }
    }
  }
  return std::nullopt;
}

std::optional<std::string> ContentInFiles(const Platform& platform, const std::string& authority,
                                          const std::string& path) {
  return platform.ReadFile(kProviders + authority + path + ".json", kMaximumSize);
}

InstalledApplication ApplicationInFiles(const Platform& platform) {
  const std::string program = platform.ExecutablePath();
  if (!program.starts_with(kApplications)) return {};
  const size_t end = program.find('/', kApplications.size());
  if (end == std::string::npos) return {};
  const std::string package = program.substr(kApplications.size(), end - kApplications.size());
  const std::string folder = program.substr(0, end);
  return {.library_folder = folder + "/lib/" + kInstructionSet,
          .asset_folder = folder + "/assets",
          .debuggable = IsDebuggable(platform, package)};
}

}  // namespace reference_loader
