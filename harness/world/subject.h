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

// The home in the worlds of calibration; some of the searched folders are below it.
inline constexpr char kCalibrationHome[] = "/home/user";

// The folders in which the subject searches for manifests of one kind, as calibration determined
// them for a plain application whose environment has only HOME. They are in order of precedence: of
// several layers with one name, the one in the first folder is used. For a subject that violates
// LS_VK_DISCOVERY_5 this is not the order in the documents, so cases must not derive expectations
// from it. Each is a complete path such as /usr/share/vulkan/explicit_layer.d.
//
// The layer folders of an OpenXR loader have no order; those that the XDG variables do not replace
// come last. Its `drivers` are the folders of active_runtime.json, such as /etc/xdg/openxr/1, in
// search order.
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

// The family of a processor; together with a number of bits, an architecture.
enum class Processor { kX86, kArm };

// That of this program.
#if defined(__x86_64__) || defined(__i386__)
inline constexpr Processor kOwnProcessor = Processor::kX86;
#else
inline constexpr Processor kOwnProcessor = Processor::kArm;
#endif

// The binary under test.
struct Subject {
  std::string path;  // on the host
  Api api = Api::kVulkan;
  std::string platform = "linux";
  unsigned bits = sizeof(void*) * 8;  // of its pointers: 32 or 64
  Processor processor = kOwnProcessor;
  policy::Version spec;         // the edition of the documents by which it is judged
  policy::Version api_version;  // the version that it reports
  SearchFolders folders;
  // A registry key whose values the subject did not use on the simplest test machine, for whatever
  // reason; empty if there is none. Worlds with values there cannot be used to judge the subject.
  std::string unread_key = {};
  Judged judged = {};

  // The layer, driver or runtime that is judged; null for another subject.
  const ComponentUnderTest* component() const { return std::get_if<ComponentUnderTest>(&judged); }
  ComponentUnderTest* component() { return std::get_if<ComponentUnderTest>(&judged); }

  // Returns the path of the subject in a world.
  std::string PathInWorld() const;

  // Convert the subject to one line of text, to be sent to the probe, and back.
  std::string ToJson() const;
  static Subject FromJson(const std::string& json);
};

// Returns the last of `folders`, which is searched after all others, that is neither below `home`
// nor below the home of calibration, where a world with another user has no files; if there is
// none, the last one. A case installs components there by default.
std::string LastSystemFolder(const std::vector<std::string>& folders, const std::string& home);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_SUBJECT_H_
