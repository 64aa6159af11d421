// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_BAD_FILES_H_
#define LOADSTONE_SUITES_COMMON_BAD_FILES_H_

#include <functional>
#include <string>
#include <vector>

#include "harness/world/world.h"

namespace loadstone::suites {

// What a manifest is in the API whose loader is judged.
struct ManifestTerms {
  // A valid manifest of the bad component, and one of another.
  std::function<std::string()> manifest;
  std::function<std::string()> other_manifest;
  // The member that holds the component, such as "layer".
  std::string object;
  // The component's name.
  std::string name;
};

// Something bad to put where a manifest is looked for.
struct BadFile {
  std::string name;  // in snake case
  std::function<void(World& world, const std::string& path)> place;
};

// Whatever may stand at a place where a manifest is expected: texts that are no JSON, or JSON but
// no manifest, and things that are no files. Texts are made when they are placed: each probe starts
// with the registration of all cases.
std::vector<BadFile> BadFiles(const ManifestTerms& terms);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_BAD_FILES_H_
