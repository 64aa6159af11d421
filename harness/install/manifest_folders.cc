// SPDX-License-Identifier: Apache-2.0
#include "harness/install/manifest_folders.h"

#include <filesystem>

#include "harness/errors.h"
#include "harness/install/places.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostOfMachine = 1'000'000;

}  // namespace

std::set<std::string> ManifestsBelow(const std::string& root) {
  std::error_code error;
  if (!fs::is_directory(root, error)) {
    throw EnvironmentError(root +
                           " is not a folder; with --platform linux or macos, check-install takes "
                           "folders that represent the root of a machine");
  }
  std::set<std::string> manifests;
  size_t entries = 0;
  fs::recursive_directory_iterator at(root, error);
  for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error)) {
    if (++entries > kMostOfMachine) {
      throw EnvironmentError(root +
                             " has more than a million files and folders; copy only etc, "
                             "usr/share, usr/local and the home folder");
    }
    const std::string path = "/" + at->path().lexically_relative(root).generic_string();
    if (KindOfManifest(path) != ManifestKind::kNone) manifests.insert(path);
  }
  if (error) throw EnvironmentError(root + " cannot be read: " + error.message());
  return manifests;
}

}  // namespace loadstone
