// SPDX-License-Identifier: Apache-2.0
#include "harness/component/host_view.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace loadstone {
namespace {

namespace fs = std::filesystem;

// Folders in which worlds place files of their own. The keeper mounts its root on /tmp, so it
// cannot show what is there either.
constexpr const char* kWorldFolders[] = {"/dev",  "/etc", "/home/user", "/loadstone", "/opt",
                                         "/proc", "/tmp", "/usr",       "/var"};

// What /sys has on a machine without graphics devices. Libraries list these folders without asking
// whether they exist.
constexpr const char* kEmptyFolders[] = {
    "/sys/bus/pci/devices", "/sys/class/backlight", "/sys/class/drm",
    "/sys/class/hwmon",     "/sys/class/powercap",  "/sys/class/power_supply",
    "/sys/class/thermal",   "/sys/dev/block",       "/sys/dev/char"};

bool IsSameOrBelow(const std::string& path, const std::string& folder) {
  return path == folder || folder == "/" || path.starts_with(folder + "/");
}

bool ContainsWorldFolder(const std::string& folder) {
  return IsSameOrBelow(folder, "/tmp") ||
         std::any_of(std::begin(kWorldFolders), std::end(kWorldFolders),
                     [&](const std::string place) { return IsSameOrBelow(place, folder); });
}

}  // namespace

const HostView& ComponentHostView() {
  static const HostView view = [] {
    HostView components{.folders = {"/etc", "/opt", "/usr"},
                        .hidden = {"/etc/ld.so.preload"},
                        .empty = {std::begin(kEmptyFolders), std::end(kEmptyFolders)}};
    for (const std::string root :
         {"/etc", "/etc/xdg", "/usr/etc", "/usr/local/etc", "/usr/local/share", "/usr/share"}) {
      for (const std::string api : {"vulkan", "openxr"}) {
        components.hidden.push_back(root + "/" + api);
      }
    }
    return components;
  }();
  return view;
}

bool CanShow(const std::string& folder) {
  return !IsVisibleInWorlds(folder, ComponentHostView()) && !ContainsWorldFolder(folder);
}

std::vector<std::string> FoldersToShow(const std::vector<std::string>& folders) {
  std::vector<std::string> shown;
  for (const std::string& folder : folders) {
    std::error_code error;
    const std::string real = fs::canonical(folder, error);
    if (error || !fs::is_directory(real, error)) continue;
    for (const std::string& path : {real, fs::path(folder).lexically_normal().string()}) {
      if (!CanShow(path)) continue;
      if (std::find(shown.begin(), shown.end(), path) == shown.end()) shown.push_back(path);
    }
  }
  return shown;
}

}  // namespace loadstone
