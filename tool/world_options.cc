// SPDX-License-Identifier: Apache-2.0
// The options that add to the worlds of a layer, driver or runtime.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "tool/cli.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

// Checks a NAME=VALUE and adds it to the component.
void AddVariable(const std::string& text, ComponentUnderTest& component) {
  const size_t end = text.find('=');
  if (end == std::string::npos || end == 0) {
    throw UsageError(fmt::format("--env {}: write NAME=VALUE", text));
  }
  const std::string name = text.substr(0, end);
  if (name.starts_with("LD_")) {
    throw UsageError(
        fmt::format("--env {}: variables of the dynamic linker would change the loader "
                    "too; use --library-path for a folder with libraries",
                    name));
  }
  component.environment.emplace_back(name, text.substr(end + 1));
}

// The folders that every world has itself.
constexpr const char* kOwn[] = {"/", "/dev", "/proc", "/sys", "/tmp"};

// Returns the first folder above `path` that only its owner may enter, or empty. Run by root,
// worlds are made with the ID of another user.
std::string ClosedFolderAbove(const fs::path& path) {
  if (geteuid() != 0) return {};
  fs::path folder;
  for (const fs::path& part : path.parent_path()) {
    folder /= part;
    std::error_code error;
    const fs::perms mode = fs::status(folder, error).permissions();
    if ((mode & fs::perms::others_exec) == fs::perms::none) return folder.string();
  }
  return {};
}

// Checks a path and adds it to what worlds show for the component.
void Show(const std::string& text, ComponentUnderTest& component) {
  std::error_code error;
  if (text.empty() || !fs::exists(text, error)) {
    throw UsageError(fmt::format("--show {}: there is no such file or folder", text));
  }
  const fs::path path = fs::weakly_canonical(fs::absolute(text), error);
  if (error) throw UsageError(fmt::format("--show {}: {}", text, error.message()));
  if (std::ranges::find(kOwn, path.string()) != std::end(kOwn)) {
    throw UsageError(fmt::format(
        "--show {}: each simulated machine has its own; name a folder in it", path.string()));
  }
  if (const std::string closed = ClosedFolderAbove(path); !closed.empty()) {
    throw UsageError(
        fmt::format("--show {}: run by root, simulated machines belong to another user, "
                    "who cannot enter {}; allow it (chmod o+x) or move the folder",
                    text, closed));
  }
  // The component may use the path that was given, a link to it.
  const std::string given = fs::absolute(text).lexically_normal().string();
  if (given != path.string()) component.shown.push_back(given);
  component.shown.push_back(path.string());
}

}  // namespace

void ApplyWorldOptions(const WorldOptions& options, RunRequest& request) {
  if (options.empty()) return;
  auto& component = std::get<ComponentUnderTest>(request.judged);
  if (IsForeign(component)) {
    throw UsageError("--with-devices, --env and --show are for libraries that run here; drop them");
  }
  if (component.below_wine && (options.with_devices || !options.shown.empty())) {
    throw UsageError("--with-devices and --show are for libraries for Linux; drop them");
  }
  request.with_devices = options.with_devices;
  if (options.with_devices) request.options.emplace_back("--with-devices");
  for (const std::string& variable : options.environment) {
    AddVariable(variable, component);
    request.options.insert(request.options.end(), {"--env", variable});
  }
  for (const std::string& path : options.shown) {
    Show(path, component);
    request.options.insert(request.options.end(), {"--show", path});
  }
}

}  // namespace loadstone
