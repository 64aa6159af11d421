// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_MACOS_BUNDLE_H_
#define LOADSTONE_SUITES_VULKAN_MACOS_BUNDLE_H_

#include <cctype>
#include <string>

#include "suites/suites.h"

// Applications in bundles, as on macOS.
namespace loadstone::suites {

inline constexpr char kBundle[] = "/Applications/Game.app";

// Where it is defined, nothing outside the bundle is found.
inline constexpr char kOnlyInBundle[] = "VK_LOADER_SEARCH_ONLY_IN_BUNDLE";

// The program of a bundle.
inline std::string ProgramOf(const std::string& bundle) { return bundle + "/Contents/MacOS/game"; }

// The folder of a bundle's manifests: a root such as /etc.
inline std::string Resources(const std::string& bundle) { return bundle + "/Contents/Resources"; }

// A machine on which the program of a bundle runs.
inline VulkanWorld WorldOfBundle(const Subject& subject, const std::string& bundle = kBundle) {
  VulkanWorld world(subject);
  world.Application(ProgramOf(bundle));
  return world;
}

// A folder that contains manifests, and its name in case names.
struct NamedRoot {
  const char* name;
  const char* path;
};

// Folders without a variable, as in the example of the document.
inline constexpr NamedRoot kRoots[] = {
    {"config_of_home", "/home/user/.config"},
    {"etc_xdg", "/etc/xdg"},
    {"data_of_home", "/home/user/.local/share"},
    {"usr_local_share", "/usr/local/share"},
    {"usr_share", "/usr/share"},
};

// The path of a bundle from one that contains it, and the folder of the outer one in case names.
struct InnerBundle {
  const char* name;
  const char* path;
};
inline constexpr InnerBundle kInnerBundles[] = {
    {"programs", "/Contents/MacOS/B.app"},
    {"frameworks", "/Contents/Frameworks/B.app"},
    {"resources", "/Contents/Resources/B.app"},
};

// The name of a variable as a part of a case name.
inline std::string InCaseName(std::string variable) {
  for (char& each : variable)
    each = static_cast<char>(std::tolower(static_cast<unsigned char>(each)));
  return variable;
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_MACOS_BUNDLE_H_
