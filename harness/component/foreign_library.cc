// SPDX-License-Identifier: Apache-2.0
#include "harness/component/foreign_library.h"

#include <fmt/format.h>
#include <strings.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "harness/component/mach_o_file.h"
#include "harness/world/pe_file.h"
#include "harness/world/platform.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

ForeignLibrary ReadLibrary(const std::string& path) {
  ForeignLibrary found;
  std::string problem;
  if (PeLibrary pe = ReadPeLibrary(path); pe.is_pe) {
    found = {.platform = kWindows, .bits = pe.bits, .exports = std::move(pe.exports)};
    problem = pe.problem;
  } else if (MachOLibrary mach_o = ReadMachOLibrary(path); mach_o.is_mach_o) {
    found = {.platform = kMacos,
             .bits = mach_o.bits,
             .reexports = mach_o.reexports,
             .exports = std::move(mach_o.exports)};
    problem = mach_o.problem;
  }
  if (problem.empty()) {
    found.path = path;
  } else {
    found.problem = path + " " + problem;
  }
  return found;
}

bool HasDrive(const std::string& path) {
  return path.size() > 1 && path[1] == ':' && std::isalpha(static_cast<unsigned char>(path[0]));
}

// Returns whether the path is absolute on the platform.
bool IsAbsoluteOn(const std::string& path, const std::string& platform) {
  return platform == kWindows ? HasDrive(path) || path.starts_with('\\') || path.starts_with('/')
                              : path.starts_with('/');
}

// Returns the file at a path whose last part may differ in case; empty if there is none. On both
// platforms file names are usually case-insensitive.
std::string FileAt(const fs::path& path) {
  std::error_code error;
  if (const fs::path real = fs::canonical(path, error); !error) return real;
  for (const auto& entry : fs::directory_iterator(path.parent_path(), error)) {
    if (strcasecmp(entry.path().filename().c_str(), path.filename().c_str()) != 0) continue;
    std::error_code broken;
    const fs::path real = fs::canonical(entry.path(), broken);
    if (!broken) return real;
  }
  return {};
}

// Returns why it is unknown whether the library exists on its platform; empty if it is known.
// `here` says whether this machine has a file at the path.
std::string WhyElsewhere(const std::string& library_path, const std::string& platform, bool here) {
  if (IsAbsoluteOn(library_path, platform)) {
    if (here) return {};
    return fmt::format("library_path {} is a path on another machine", library_path);
  }
  if (library_path.find_first_of(platform == kWindows ? "/\\" : "/") != std::string::npos)
    return {};
  return fmt::format("library_path {} is a file name that {} looks up in its own folders",
                     library_path, platform == kWindows ? "Windows" : "macOS");
}

}  // namespace

ForeignLibrary FindForeignLibrary(const std::string& library_path, const std::string& folder,
                                  const std::string& platform,
                                  const std::vector<std::string>& folders) {
  for (const std::string& first : folders) {
    if (library_path.find_first_of("/\\") != std::string::npos) break;
    ForeignLibrary found = FindForeignLibrary(library_path, first, platform);
    if (!found.platform.empty() && !found.path.empty()) {
      found.elsewhere.clear();
      return found;
    }
  }
  std::string slashes = library_path;
  if (platform != kMacos) std::replace(slashes.begin(), slashes.end(), '\\', '/');
  std::string file = FileAt(fs::path(folder) / library_path);
  if (file.empty() && !HasDrive(slashes)) file = FileAt(fs::path(folder) / slashes);
  ForeignLibrary found = ReadLibrary(file);
  if (!platform.empty() && found.platform != platform) {
    found = {.platform = platform};
    const char* const whose = platform == kWindows ? "not a PE file" : "not a Mach-O file";
    found.problem =
        file.empty() ? "there is no library " + library_path : fmt::format("{} is {}", file, whose);
  }
  found.elsewhere = WhyElsewhere(library_path, found.platform, !file.empty());
  return found;
}

}  // namespace loadstone
