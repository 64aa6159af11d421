// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_SUBJECT_H_
#define LOADSTONE_HARNESS_WORLD_SUBJECT_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/policy/version.h"
#include "harness/world/component_under_test.h"
#include "harness/world/install_under_test.h"

namespace loadstone {

struct ImageUnderTest;
struct PackageUnderTest;

// The home of the worlds in which calibration looks for folders, some of which lie below it.
inline constexpr char kCalibrationHome[] = "/home/user";

// The folders in which the subject looks for manifests of one kind, as calibration found them for a
// plain application whose environment holds HOME and nothing else. They stand in their order of
// precedence: of layers with one name that of the first folder is used. In a subject that breaks
// LS_VK_DISCOVERY_5 this is not the order of the documents, so no case may conclude from it what is
// right. Each is a whole path such as /usr/share/vulkan/explicit_layer.d.
//
// The folders of layers of an OpenXR loader have no order; those that the XDG variables do not
// replace stand last. Its drivers are the folders of active_runtime.json, such as
// /etc/xdg/openxr/1, in the order in which they are tried.
struct SearchFolders {
  std::vector<std::string> explicit_layers;
  std::vector<std::string> implicit_layers;
  std::vector<std::string> drivers;
};

// The binary under test.
struct Subject {
  std::string path;  // on the host
  std::string api;   // "vulkan" or "openxr"
  std::string platform = "linux";
  policy::Version spec;         // the edition of the documents by which it is judged
  policy::Version api_version;  // what it says of itself
  SearchFolders folders;
  // A key of the registry whose values the subject did not find on the plainest machine, whatever
  // the reason; empty where there is none. A world with values there is none for this subject.
  std::string unread_key = {};
  // The layer, driver or runtime that is judged in place of a loader. The binary is then the loader
  // that serves a layer, and `path` is empty for a driver or runtime, which the cases load
  // directly.
  std::optional<ComponentUnderTest> component = {};
  // What the installer did that is judged, in which no binary has a part. The probe does not get
  // it.
  std::optional<InstallUnderTest> install = {};
  // Likewise the image of a device, or the package.
  std::shared_ptr<const ImageUnderTest> image = {};
  std::shared_ptr<const PackageUnderTest> package = {};

  // Where the subject stands inside a world.
  std::string PathInWorld() const;

  // The subject as one line of text and back, to tell the probe.
  std::string ToJson() const;
  static Subject FromJson(const std::string& json);
};

// The last of `folders`, which is searched after all others, that lies neither under `home` nor
// under that of calibration, where another user's world has nothing; or the last one. It is where a
// case installs things when it does not care where they are.
std::string LastSystemFolder(const std::vector<std::string>& folders, const std::string& home);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_SUBJECT_H_
