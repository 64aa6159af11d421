// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/linux_host_view.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "harness/sandbox/linux_places.h"
#include "harness/sandbox/linux_system.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

// The folder in which worlds have the mounts that the links point to.
constexpr char kHostFolder[] = "/loadstone/host";

// Creates links to what a view does not hide, at the paths that it has on the host.
class Links {
 public:
  Links(const HostView& view, std::string system)
      : excluded_paths_(view.hidden), system_(std::move(system)) {
    // These folders have separate mounts.
    excluded_paths_.insert(excluded_paths_.end(), std::begin(kSystemFolders),
                           std::end(kSystemFolders));
  }

  // The folder itself is created in the world, so that it can also contain the world's files.
  void AddContentOf(const std::string& folder) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(system_ + folder, error)) {
      Add((fs::path(folder) / entry.path().filename()).string());
    }
  }

  std::vector<SharedFolder> Take() { return std::move(links_); }

 private:
  void Add(const std::string& path) {
    if (std::find(excluded_paths_.begin(), excluded_paths_.end(), path) != excluded_paths_.end())
      return;
    std::error_code error;
    const std::string source = system_ + path;
    const fs::file_status status = fs::symlink_status(source, error);
    if (fs::is_directory(status) && HasKeptOutBelow(path)) {
      AddContentOf(path);
    } else if (fs::is_symlink(status)) {
      const fs::path target = fs::read_symlink(source, error);
      if (!error) links_.push_back({path, target, /*yields=*/true});
    } else if (fs::exists(status)) {
      links_.push_back({path, kHostFolder + path, /*yields=*/true});
    }
  }

  bool HasKeptOutBelow(const std::string& folder) const {
    return std::any_of(excluded_paths_.begin(), excluded_paths_.end(),
                       [&](const std::string& path) { return path.starts_with(folder + "/"); });
  }

  std::vector<std::string> excluded_paths_;
  std::string system_;
  std::vector<SharedFolder> links_;
};

}  // namespace

std::vector<SharedFolder> ShareView(const HostView& view, const std::string& system,
                                    const std::string& stage) {
  std::vector<SharedFolder> shared;
  for (const std::string& folder : view.empty) shared.push_back({.path = folder, .is_empty = true});
  Links links(view, system);
  for (const std::string& folder : view.folders) {
    std::error_code error;
    if (!fs::is_directory(fs::symlink_status(system + folder, error))) continue;
    linux_system::BindFolder(system + folder, stage + kHostFolder + folder);
    shared.push_back({kHostFolder + folder});
    links.AddContentOf(folder);
  }
  for (SharedFolder& link : links.Take()) shared.push_back(std::move(link));
  return shared;
}

}  // namespace loadstone
