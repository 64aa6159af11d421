// SPDX-License-Identifier: Apache-2.0
#include "tool/system_root.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "harness/component/rooted_folder.h"
#include "harness/component/rooted_system.h"
#include "harness/errors.h"
#include "harness/runner/emulator.h"
#include "harness/runner/installation.h"
#include "harness/world/elf_file.h"
#include "harness/world/platform.h"
#include "tool/cli.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

// The size limit for os-release; real files are far smaller.
constexpr size_t kReleaseFileByteLimit = 1 << 20;
constexpr const char* kOsRelease[] = {"/etc/os-release", "/usr/lib/os-release"};

// Parses a release such as "2.36" at the beginning of `text`.
std::optional<std::pair<int, int>> Release(std::string_view text) {
  std::pair<int, int> release;
  const char* const end = text.data() + text.size();
  const auto [dot, no_major] = std::from_chars(text.data(), end, release.first);
  if (no_major != std::errc() || dot == end || *dot != '.') return std::nullopt;
  if (std::from_chars(dot + 1, end, release.second).ec != std::errc()) return std::nullopt;
  return release;
}

std::string Text(std::pair<int, int> release) {
  return fmt::format("{}.{}", release.first, release.second);
}

// Returns PRETTY_NAME of os-release(5), without its quotes.
std::string NameOf(const RootedFolder& root) {
  for (const char* path : kOsRelease) {
    const std::string text = "\n" + root.Read(path, kReleaseFileByteLimit).value_or("");
    const size_t at = text.find("\nPRETTY_NAME=");
    if (at == std::string::npos) continue;
    std::string name = text.substr(at + 13, text.find('\n', at + 1) - at - 13);
    std::erase_if(name, [](char c) { return c == '"' || c == '\''; });
    return name;
  }
  return "an unknown system";
}

std::string Content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Returns the release of a system's C library. Its libc.so.6 is in the folder of the dynamic
// linker, which the path in programs reaches through a link.
std::optional<std::pair<int, int>> ReleaseOf(const RootedFolder& root, const std::string& linker) {
  const fs::path path = root.HostPath(linker);
  if (path.empty()) return std::nullopt;
  const auto release = CLibraryRelease(Content(path.parent_path() / "libc.so.6"));
  return release.has_value() ? release : CLibraryRelease(Content(path));
}

}  // namespace

std::optional<std::pair<int, int>> CLibraryRelease(std::string_view binary) {
  constexpr std::string_view kMark = "release version ";
  for (size_t at = binary.find(kMark); at != std::string_view::npos;
       at = binary.find(kMark, at + 1)) {
    if (const auto release = Release(binary.substr(at + kMark.size(), 16))) return release;
  }
  return std::nullopt;
}

std::pair<int, int> NeededCLibrary(std::string_view binary) {
  constexpr std::string_view kMark = "GLIBC_";
  std::pair<int, int> needed;
  for (size_t at = binary.find(kMark); at != std::string_view::npos;
       at = binary.find(kMark, at + 1)) {
    needed = std::max(needed, Release(binary.substr(at + kMark.size(), 16)).value_or(needed));
  }
  return needed;
}

void RequireArchitecture(const std::string& binary, const std::string& root,
                         const Architecture& architecture) {
  if (architecture == OwnArchitecture()) return;
  const std::string name = NameOf(architecture);
  if (!HasPartsFor(architecture)) {
    throw EnvironmentError(
        fmt::format("{} is for {}, and this installation has no parts for that architecture; "
                    "ci/build-{}.sh builds them",
                    binary, name, BitsOf(architecture) == 32 ? "i386" : "arm64"));
  }
  EmulatorFor(architecture);  // throws if one is needed and missing
  const std::string linker = DynamicLinker(architecture);
  if (root.empty() && !fs::exists(linker)) {
    throw EnvironmentError(
        fmt::format("{}: this machine has no C library for {} ({}); install one, such as Debian's "
                    "libc6 for it, or pass a system that has one with --root",
                    binary, name, linker));
  }
}

void ApplyRoot(const std::string& root, RunRequest& request) {
  if (!root.empty()) {
    ApplyRoot(root, WithPartsFor(FindInstallation(), request.architecture).probe, request);
  }
}

void ApplyRoot(const std::string& root, const std::string& probe, RunRequest& request) {
  if (root.empty()) return;
  const bool windows = request.platform == kWindows;
  if (request.platform != "linux" && !windows) {
    throw UsageError("--root is for loaders for Linux and Windows; drop it, or --platform " +
                     request.platform);
  }
  const RootedFolder folder(root, std::string(kRootWanted) + " with --root");
  const bool own = request.architecture == OwnArchitecture();
  // A system for Windows has Wine, whose server is a program of this machine's architecture.
  const std::string linker = DynamicLinker(windows ? OwnArchitecture() : request.architecture);
  const auto release = ReleaseOf(folder, linker);
  if (!release.has_value()) {
    throw EnvironmentError(fmt::format(
        "{} has no {} of the GNU C library; --root takes {} for the architecture of the "
        "binary",
        root, linker, kRootWanted));
  }
  const std::pair<int, int> needed = NeededCLibrary(Content(probe));
  if (*release < needed) {
    throw EnvironmentError(fmt::format(
        "the C library of {} is {}, and this build of Loadstone needs {}; build Loadstone on a "
        "system with {} or older",
        root, Text(*release), Text(needed), Text(*release)));
  }
  request.root = fs::canonical(root);
  request.root_system = fmt::format("{}, C library {}", NameOf(folder), Text(*release));
  if (!own && !windows) request.root_system += ", " + NameOf(request.architecture);
  request.options.insert(request.options.end(), {"--root", request.root});
}

}  // namespace loadstone
