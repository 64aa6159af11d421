// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "harness/world/places.h"
#include "suites/openxr/layers.h"

// api_layer, "Linux Manifest Search Paths": the folders for the system configuration, which no
// variable in the application's environment changes.
namespace loadstone::suites::system_folders {
namespace {

// The folders that calibration found this build to search (LS_XR_LAYER_DISCOVERY_7.r2), without
// those of the XDG variables and HOME.
std::vector<std::string> SystemFolders(const Subject& subject, bool implicit) {
  const auto folder = [implicit](const std::string& root) {
    return implicit ? XrImplicitFolder(root) : XrExplicitFolder(root);
  };
  std::vector<std::string> folders =
      implicit ? subject.folders.implicit_layers : subject.folders.explicit_layers;
  std::erase_if(folders, [&](const std::string& one) {
    return one == folder("/etc/xdg") || one == folder("/usr/local/share") ||
           one == folder("/usr/share") || one.starts_with("/home/");
  });
  return folders;
}

// One layer in each of the folders, whose order is open (LS_XR_LAYER_DISCOVERY_7.r1); the
// application may be elevated.
void JudgeSystemFolders(Case& c, bool implicit, bool elevated) {
  const std::vector<std::string> folders = SystemFolders(c.subject(), implicit);
  EXPECT_SEEN(folders, Not(IsEmpty()))
      << "a folder for the configuration of the system, such as /etc, is searched";
  OpenXrWorld world(c.subject());
  world.Env("XDG_CONFIG_DIRS", "/conf").Env("XDG_DATA_DIRS", "/data").Env("XDG_DATA_HOME", "/mine");
  if (elevated) world.Elevated();
  JudgeLayerInEach(c, world, folders, implicit,
                   "these folders are searched in addition to those that the XDG variables name");
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_7, beside_the_variables_explicit) {
  JudgeSystemFolders(c, false, false);
}
OPENXR_CASE(LS_XR_LAYER_DISCOVERY_7, beside_the_variables_implicit) {
  JudgeSystemFolders(c, true, false);
}
OPENXR_CASE(LS_XR_LAYER_DISCOVERY_7, elevated_application_explicit) {
  JudgeSystemFolders(c, false, true);
}
OPENXR_CASE(LS_XR_LAYER_DISCOVERY_7, elevated_application_implicit) {
  JudgeSystemFolders(c, true, true);
}

}  // namespace
}  // namespace loadstone::suites::system_folders
