// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_BAD_FILES_H_
#define LOADSTONE_SUITES_COMMON_BAD_FILES_H_

#include <functional>
#include <string>
#include <vector>

#include "harness/world/world.h"

namespace loadstone::suites {

// The properties of a manifest in the API whose loader is judged.
struct ManifestTerms {
  // A valid manifest of the bad component, and one of another component.
  std::function<std::string()> manifest;
  std::function<std::string()> other_manifest;
  // The member that holds the component, such as "layer".
  std::string object;
  // The component's name.
  std::string name;
};

// A bad file to put where a manifest may be.
struct BadFile {
  std::string name;  // in snake case
  std::function<void(World& world, const std::string& path)> place;
};

// The bad files that may be at a place of a manifest: texts that are not JSON, JSON that is not a
// manifest, and things that are not files. Texts are made when they are placed, because each probe
// starts with the registration of all cases.
std::vector<BadFile> BadFiles(const ManifestTerms& terms);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_BAD_FILES_H_
