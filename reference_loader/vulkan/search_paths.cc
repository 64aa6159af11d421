// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/search_paths.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>

#include "reference_loader/common/path_list.h"

// The system's configuration folder is a build option; /etc is always searched, once.
#ifndef LOADSTONE_SYSCONFDIR
#define LOADSTONE_SYSCONFDIR "/etc"
#endif

namespace reference_loader::vulkan {
namespace {

constexpr char kSysconfDir[] = LOADSTONE_SYSCONFDIR;
constexpr char kExtraSysconfDir[] = "/etc";
constexpr char kConfigDirsFallback[] = "/etc/xdg";
constexpr char kDataDirsFallback[] = "/usr/local/share/:/usr/share/";

// The registry place that replaces a folder of manifests.
struct RegistryPlace {
  const char* folder;
  const char* key;  // below Khronos's key
  const char* device_value;
  bool users_have_their_own;
};
constexpr RegistryPlace kRegistryPlaces[] = {
    {kImplicitLayerFolder, "Vulkan\\ImplicitLayers", "VulkanImplicitLayers", true},
    {kExplicitLayerFolder, "Vulkan\\ExplicitLayers", "VulkanExplicitLayers", true},
    {kDriverFolder, "Vulkan\\Drivers", "VulkanDriverName", false},
};

// Microsoft's OpenCL, OpenGL, and Vulkan Compatibility Pack, the package that the documents name by
// its page in the store.
constexpr char kKnownPackage[] = "Microsoft.D3DMappingLayers_8wekyb3d8bbwe";

// Adds the user's own folder: the one in the variable, else the one below HOME.
void AddHomeFolder(const Platform& platform, const char* variable, const char* below_home,
                   std::vector<std::string>* bases) {
  const std::string value = platform.SecureEnvironment(variable).value_or("");
  const std::string home = platform.SecureEnvironment("HOME").value_or("");
  if (!value.empty()) {
    // The variable is one folder, but lists have been seen in the field.
    for (const std::string& folder : SplitList(value, ':')) bases->push_back(folder);
  } else if (!home.empty()) {
    bases->push_back(JoinPath(home, below_home));
  }
}

void AddFolders(const Platform& platform, const char* variable, std::string_view fallback,
                std::vector<std::string>* bases) {
  const std::string value = platform.SecureEnvironment(variable).value_or("");
  for (const std::string& folder : SplitList(value.empty() ? fallback : value, ':')) {
    bases->push_back(folder);
  }
}

// The resources folder of the bundle that contains the application's program,
// <bundle>/Contents/MacOS/<program>; empty for an application outside a bundle, and on systems
// without bundles.
std::string BundleResources(const Platform& platform) {
  constexpr std::string_view kPrograms = "/Contents/MacOS";
  if (!platform.rules().has_bundles) return "";
  const std::string program = platform.ExecutablePath();
  const std::string folder = program.substr(0, program.rfind('/'));
  if (folder.size() <= kPrograms.size() || !folder.ends_with(kPrograms)) return "";
  return folder.substr(0, folder.size() - kPrograms.size()) + "/Contents/Resources";
}

// The application's own folders for one kind of manifests, which are searched before the system's.
std::vector<std::string> OwnFolders(const Platform& platform, const char* folder) {
  const SystemRules& rules = platform.rules();
  std::vector<std::string> folders;
  const std::string resources = BundleResources(platform);
  if (!resources.empty()) folders.push_back(JoinPath(resources, folder));
  // Gapii Packaging on Fuchsia has implicit layers there; no document has other manifests there.
  if (!rules.package_data.empty() && std::string_view(folder) == kImplicitLayerFolder) {
    folders.push_back(JoinPath(rules.package_data, folder));
  }
  return folders;
}

// Whether the application's bundle has drivers, in which case the system's are ignored
// (LoaderDriverInterface, Driver Discovery on macOS, up to 1.4.330; later editions do not say
// whether they are).
bool HasDriversOfItsOwn(const Platform& platform) {
  const std::string resources = BundleResources(platform);
  return !resources.empty() && !platform.ListManifests(JoinPath(resources, kDriverFolder)).empty();
}

// Whether no folder outside the application's bundle is searched: because a variable says so
// (LoaderInterfaceArchitecture, Active Environment Variables), or because the bundle has drivers.
bool SearchesOnlyTheBundle(const Platform& platform, const char* folder) {
  if (platform.rules().has_bundles &&
      platform.SecureEnvironment("VK_LOADER_SEARCH_ONLY_IN_BUNDLE").has_value()) {
    return true;
  }
  return std::string_view(folder) == kDriverFolder && HasDriversOfItsOwn(platform);
}

std::string_view DataDirsFallback(const Platform& platform) {
  return platform.rules().has_data_dirs_fallback ? kDataDirsFallback : "";
}

}  // namespace

std::vector<std::string> StandardFolders(const Platform& platform, const char* folder) {
  if (SearchesOnlyTheBundle(platform, folder)) return OwnFolders(platform, folder);
  std::vector<std::string> bases;
  AddHomeFolder(platform, "XDG_CONFIG_HOME", ".config", &bases);
  AddFolders(platform, "XDG_CONFIG_DIRS", kConfigDirsFallback, &bases);
  bases.push_back(kSysconfDir);
  bases.push_back(kExtraSysconfDir);
  AddHomeFolder(platform, "XDG_DATA_HOME", ".local/share", &bases);
  AddFolders(platform, "XDG_DATA_DIRS", DataDirsFallback(platform), &bases);
  std::vector<std::string> folders = OwnFolders(platform, folder);
  for (const std::string& base : bases) {
    std::string path = JoinPath(base, folder);
    if (std::find(folders.begin(), folders.end(), path) == folders.end()) {
      folders.push_back(std::move(path));
    }
  }
  return folders;
}

std::vector<std::string> RegisteredManifests(const Platform& platform, const char* folder) {
  const auto place = std::find_if(
      std::begin(kRegistryPlaces), std::end(kRegistryPlaces),
      [folder](const RegistryPlace& each) { return std::string_view(each.folder) == folder; });
  if (place == std::end(kRegistryPlaces)) return {};
  std::vector<std::string> manifests = ManifestsOfDevices(platform, place->device_value);
  const auto add = [&](RegistryRoot root) {
    for (std::string& path : ManifestsInKey(platform, root, KhronosKey(platform, place->key))) {
      manifests.push_back(std::move(path));
    }
  };
  add(RegistryRoot::kLocalMachine);
  // A user can write to this tree without administrator rights.
  if (place->users_have_their_own && !platform.Elevated()) add(RegistryRoot::kCurrentUser);
  return manifests;
}

// The documents do not say which kind of layers a package has: one that could be implicit is.
std::vector<std::string> InstalledOnWindows(const Platform& platform, const char* folder) {
  std::vector<std::string> places = RegisteredManifests(platform, folder);
  for (std::string& package : platform.PackageFolders(kKnownPackage))
    places.push_back(std::move(package));
  return places;
}

std::vector<std::string> SearchPaths(const Platform& platform, const PathVariables& variables,
                                     const char* folder) {
  const char separator = platform.rules().list_separator;
  for (const char* variable : variables.replacing) {
    const auto value = platform.SecureEnvironment(variable);
    if (value && !value->empty()) return SplitList(*value, separator);
  }
  const std::string added = platform.SecureEnvironment(variables.adding).value_or("");
  std::vector<std::string> paths = SplitList(added, separator);
  const std::vector<std::string> folders = platform.rules().has_registry
                                               ? InstalledOnWindows(platform, folder)
                                               : StandardFolders(platform, folder);
  paths.insert(paths.end(), folders.begin(), folders.end());
  return paths;
}

std::vector<std::string> FindManifests(const Platform& platform,
                                       const std::vector<std::string>& paths) {
  std::vector<std::string> manifests;
  std::set<std::string> seen;
  const SystemRules& rules = platform.rules();
  const auto add = [&manifests, &seen, &rules](const std::string& path) {
    if (seen.insert(PathIdentity(path, rules)).second) manifests.push_back(path);
  };
  for (const std::string& path : paths) {
    if (platform.IsFolder(path)) {
      for (const std::string& name : platform.ListManifests(path)) add(JoinPath(path, name, rules));
    } else if (HasManifestSuffix(path, rules)) {
      add(path);
    }
  }
  return manifests;
}

PathVariables ImplicitLayerVariables() {
  return {{"VK_IMPLICIT_LAYER_PATH"}, "VK_ADD_IMPLICIT_LAYER_PATH"};
}

PathVariables ExplicitLayerVariables() { return {{"VK_LAYER_PATH"}, "VK_ADD_LAYER_PATH"}; }

PathVariables DriverVariables() {
  return {{"VK_DRIVER_FILES", "VK_ICD_FILENAMES"}, "VK_ADD_DRIVER_FILES"};
}

}  // namespace reference_loader::vulkan
