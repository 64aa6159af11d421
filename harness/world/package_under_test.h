// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_PACKAGE_UNDER_TEST_H_
#define LOADSTONE_HARNESS_WORLD_PACKAGE_UNDER_TEST_H_

#include <map>
#include <set>
#include <string>
#include <vector>

namespace loadstone {

// The manifest of a Fuchsia component.
struct ComponentManifest {
  std::string path = {};  // in the package, or on the host
  // For a source (.cml), a JSON object as text, possibly with commas before the end of an object or
  // an array; empty for a compiled manifest (.cm).
  std::string source = {};
  // All texts in a compiled manifest.
  std::set<std::string> texts = {};
};

// A Fuchsia package that takes part in tracing Vulkan commands: the subject of `check-package`.
// Paths are those in the package.
struct PackageUnderTest {
  std::string path = {};  // on the host
  bool is_archive = false;
  std::string role = {};  // "gapii", or "traceable" for that of the traced component
  std::set<std::string> files = {};
  size_t listed_files = 0;  // how many of those that meta/contents lists are there
  std::vector<std::string> missing_files = {};  // the others
  std::string metadata_problem = {};            // why its metadata is not that of a package
  // The texts of data/**/*.json.
  std::map<std::string, std::string> manifests = {};
  std::map<std::string, std::vector<std::string>> libraries = {};  // the exports of each lib/**.so
  std::vector<ComponentManifest> components = {};
  std::string tracing = {};  // the intended state, "on" or "off"; empty if unknown
  // For the package of a traced component: the package of gapii that belongs to it; empty if none
  // is given.
  std::map<std::string, std::string> gapii_manifests = {};
  std::string gapii_path = {};
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_PACKAGE_UNDER_TEST_H_
