// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/search_paths.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "reference_loader/common/path_list.h"
#include "reference_loader/openxr/architecture.h"

// The system's configuration folder is a build option; /etc is always searched.
#ifndef LOADSTONE_OPENXR_SYSCONFDIR
#define LOADSTONE_OPENXR_SYSCONFDIR "/usr/local/etc"
#endif

namespace reference_loader::openxr {
namespace {

constexpr char kSysconfDir[] = LOADSTONE_OPENXR_SYSCONFDIR;
constexpr char kExtraSysconfDir[] = "/etc";
constexpr char kConfigDirsFallback[] = "/etc/xdg";
constexpr char kDataDirsFallback[] = "/usr/local/share:/usr/share";
constexpr char kVersionFolder[] = "openxr/1";
// Registry key and value names; value names are case-insensitive.
constexpr char kVersionKey[] = "OpenXR\\1";
constexpr char kActiveRuntimeValue[] = "activeruntime";

// Partitions of Android in the order of the search (Android Active Runtime Location; Android API
// Layer Discovery, Implicit API Layers and Explicit API Layers).
constexpr const char* kRuntimePartitions[] = {"/product/etc", "/odm/etc", "/oem/etc", "/vendor/etc",
                                              "/system/etc"};
constexpr const char* kImplicitPartitions[] = {"/product/etc", "/odm/etc", "/oem/etc",
                                               "/system/etc", "/vendor/etc"};
constexpr const char* kExplicitPartitions[] = {"/product/etc", "/oem/etc", "/vendor/etc",
                                               "/system/etc", "/odm/etc"};

// Base folders in the order of the search, each once.
class BaseFolders {
 public:
  explicit BaseFolders(const Platform& platform)
      : platform_(platform), elevated_(platform.Elevated()) {}

  void Add(std::string folder) {
    // "/a/" is "/a".
    while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
    if (std::find(folders_.begin(), folders_.end(), folder) == folders_.end()) {
      folders_.push_back(std::move(folder));
    }
  }

  // Adds the folders in a variable, or those in `fallback` when it is not set or empty.
  void AddList(const char* variable, const char* fallback) {
    const std::string value = Variable(variable);
    for (std::string& folder : SplitList(value.empty() ? fallback : value, ':')) {
      Add(std::move(folder));
    }
  }

  // Adds the folder in a variable, or the one below HOME when it is not set or empty.
  void AddHome(const char* variable, const char* below_home) {
    const std::string value = Variable(variable);
    const std::string home = value.empty() ? Variable("HOME") : std::string();
    if (!value.empty()) Add(value);
    if (!home.empty()) Add(JoinPath(home, below_home));
  }

  const std::vector<std::string>& folders() const { return folders_; }

 private:
  std::string Variable(const char* name) const {
    return elevated_ ? std::string() : platform_.Environment(name).value_or("");
  }

  const Platform& platform_;
  const bool elevated_;
  std::vector<std::string> folders_;
};

// Manifests in the order of the search, each once.
class Manifests {
 public:
  explicit Manifests(const Platform& platform) : platform_(platform) {}

  void Add(std::string path) {
    if (seen_.insert(PathIdentity(path, platform_.rules())).second) {
      paths_.push_back(std::move(path));
    }
  }
  void AddFolder(const std::string& folder) {
    for (const std::string& name : platform_.ListManifests(folder)) {
      Add(JoinPath(folder, name, platform_.rules()));
    }
  }
  std::vector<std::string> Take() { return std::move(paths_); }

 private:
  const Platform& platform_;
  std::set<std::string> seen_;
  std::vector<std::string> paths_;
};

// The only place on a system with a registry: a text that is an absolute path.
std::vector<std::string> RegistryRuntimeManifest(const Platform& platform) {
  const std::string key = KhronosKey(platform, kVersionKey);
  for (const RegistryValue& value : platform.RegistryValues(RegistryRoot::kLocalMachine, key)) {
    if (PathIdentity(value.name, platform.rules()) != kActiveRuntimeValue) continue;
    std::vector<std::string> texts = TextsOf(value);
    if (value.type == kRegistryString && !texts.empty() &&
        IsAbsolutePath(texts.front(), platform.rules())) {
      return texts;
    }
  }
  return {};
}

// The OpenXR documents, unlike those of Vulkan, make no exception for elevated processes.
void AddRegistryManifests(const Platform& platform, LayerKind kind, Manifests* manifests) {
  const std::string key =
      KhronosKey(platform, std::string(kVersionKey) + "\\ApiLayers\\" +
                               (kind == LayerKind::kImplicit ? "Implicit" : "Explicit"));
  for (const RegistryRoot root : {RegistryRoot::kLocalMachine, RegistryRoot::kCurrentUser}) {
    for (std::string& path : ManifestsInKey(platform, root, key)) manifests->Add(std::move(path));
  }
}

// The files that may describe the active runtime, two in each base folder.
std::vector<std::string> RuntimeManifestsIn(const BaseFolders& bases) {
  std::vector<std::string> paths;
  for (const std::string& base : bases.folders()) {
    const std::string prefix = JoinPath(base, kVersionFolder) + "/active_runtime.";
    if (!std::string_view(kArchitecture).empty()) {
      paths.push_back(prefix + kArchitecture + ".json");
    }
    paths.push_back(prefix + "json");
  }
  return paths;
}

BaseFolders RuntimePartitions(const Platform& platform) {
  BaseFolders bases(platform);
  for (const char* partition : kRuntimePartitions) bases.Add(partition);
  return bases;
}

// The application's assets are searched before the partitions. The environment variables that
// replace the folders are only for desktop systems.
std::vector<std::string> AndroidLayerManifests(const Platform& platform, LayerKind kind) {
  const bool implicit = kind == LayerKind::kImplicit;
  const std::string folder =
      std::string(kVersionFolder) + "/api_layers/" + (implicit ? "implicit.d" : "explicit.d");
  Manifests manifests(platform);
  const std::string assets = platform.Application().asset_folder;
  if (!assets.empty()) manifests.AddFolder(JoinPath(assets, folder));
  for (const char* partition : implicit ? kImplicitPartitions : kExplicitPartitions) {
    manifests.AddFolder(JoinPath(partition, folder));
  }
  return manifests.Take();
}

}  // namespace

std::vector<std::string> RuntimeManifestPaths(const Platform& platform) {
  std::string chosen = platform.SecureEnvironment("XR_RUNTIME_JSON").value_or("");
  if (!chosen.empty()) return {std::move(chosen)};
  if (platform.rules().has_registry) return RegistryRuntimeManifest(platform);
  if (platform.rules().is_android) return RuntimeManifestsIn(RuntimePartitions(platform));
  BaseFolders bases(platform);
  bases.AddHome("XDG_CONFIG_HOME", ".config");
  bases.AddList("XDG_CONFIG_DIRS", kConfigDirsFallback);
  bases.Add(kSysconfDir);
  bases.Add(kExtraSysconfDir);
  return RuntimeManifestsIn(bases);
}

std::vector<std::string> LayerManifestPaths(const Platform& platform, LayerKind kind) {
  if (platform.rules().is_android) return AndroidLayerManifests(platform, kind);
  Manifests manifests(platform);
  if (kind == LayerKind::kExplicit) {
    const std::string chosen = platform.SecureEnvironment("XR_API_LAYER_PATH").value_or("");
    const char separator = platform.rules().list_separator;
    for (const std::string& path : SplitList(chosen, separator)) {
      if (HasManifestSuffix(path, platform.rules()) && !platform.IsFolder(path)) {
        manifests.Add(path);
      } else {
        manifests.AddFolder(path);
      }
    }
    if (!chosen.empty()) return manifests.Take();
  }
  if (platform.rules().has_registry) {
    AddRegistryManifests(platform, kind, &manifests);
    return manifests.Take();
  }
  BaseFolders bases(platform);
  bases.AddList("XDG_CONFIG_DIRS", kConfigDirsFallback);
  bases.Add(kSysconfDir);
  bases.Add(kExtraSysconfDir);
  bases.AddList("XDG_DATA_DIRS", kDataDirsFallback);
  bases.AddHome("XDG_DATA_HOME", ".local/share");
  const std::string folder = std::string(kVersionFolder) + "/api_layers/" +
                             (kind == LayerKind::kImplicit ? "implicit.d" : "explicit.d");
  for (const std::string& base : bases.folders()) {
    manifests.AddFolder(JoinPath(base, folder));
  }
  return manifests.Take();
}

}  // namespace reference_loader::openxr
