// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_SUBJECT_H_
#define LOADSTONE_HARNESS_WORLD_SUBJECT_H_

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "harness/policy/kinds.h"
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

// What is judged in place of a loader; nothing: the loader. The loader of a layer serves it. A
// driver or runtime has none: the cases load it directly. What an installer did, an image and a
// package are read before the run, no binary has a part in them, and the probe does not get them.
using Judged =
    std::variant<std::monostate, ComponentUnderTest, InstallUnderTest,
                 std::shared_ptr<const ImageUnderTest>, std::shared_ptr<const PackageUnderTest>>;

// The binary under test.
struct Subject {
  std::string path;  // on the host
  Api api = Api::kVulkan;
  std::string platform = "linux";
  policy::Version spec;         // the edition of the documents by which it is judged
  policy::Version api_version;  // what it says of itself
  SearchFolders folders;
  // A key of the registry whose values the subject did not find on the plainest machine, whatever
  // the reason; empty where there is none. A world with values there is none for this subject.
  std::string unread_key = {};
  Judged judged = {};

  // The layer, driver or runtime that is judged; null for another subject.
  const ComponentUnderTest* component() const { return std::get_if<ComponentUnderTest>(&judged); }
  ComponentUnderTest* component() { return std::get_if<ComponentUnderTest>(&judged); }

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
