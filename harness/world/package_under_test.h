// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_PACKAGE_UNDER_TEST_H_
#define LOADSTONE_HARNESS_WORLD_PACKAGE_UNDER_TEST_H_

#include <map>
#include <set>
#include <string>
#include <vector>

namespace loadstone {

// The manifest of a component of Fuchsia.
struct ComponentManifest {
  std::string path = {};  // in the package, or on the host
  // Of a source (.cml), a JSON object as text, maybe with commas before the end of an object or an
  // array; empty for a compiled manifest (.cm).
  std::string source = {};
  // The texts that a compiled manifest holds; what is none of them stands nowhere in it.
  std::set<std::string> texts = {};
};

// A package of Fuchsia that takes part in the tracing of Vulkan commands: the subject of
// `check-package`. Paths are those in the package.
struct PackageUnderTest {
  std::string path = {};  // on the host
  bool is_archive = false;
  std::string role = {};  // "gapii", or "traceable" for that of the traced component
  std::set<std::string> files = {};
  std::string metadata_problem = {};  // why it is no package by its metadata
  // The texts of data/**/*.json.
  std::map<std::string, std::string> manifests = {};
  std::map<std::string, std::vector<std::string>> libraries = {};  // lib/**.so: what each exports
  std::vector<ComponentManifest> components = {};
  std::string tracing = {};  // "on" or "off" as it is meant to be, or empty for unknown
  // Of the package of gapii that goes with that of the traced component; empty where none is given.
  std::map<std::string, std::string> gapii_manifests = {};
  std::string gapii_path = {};
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_PACKAGE_UNDER_TEST_H_
