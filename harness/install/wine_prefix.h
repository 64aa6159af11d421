// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_INSTALL_WINE_PREFIX_H_
#define LOADSTONE_HARNESS_INSTALL_WINE_PREFIX_H_

#include <optional>
#include <string>
#include <vector>

namespace loadstone {

// Returns whether a state of a registry is the folder of a prefix, which has files; if not, it is
// an exported registry, or empty.
bool IsPrefix(const std::string& path);

// Returns the path, in a Wine prefix, of the file with the Windows path `path`, ignoring case;
// std::nullopt if the path is not absolute or does not exist.
std::optional<std::string> FindInPrefix(const std::string& prefix, const std::string& path);

// Returns the problem of the file of a prefix that a registry names as a manifest: it is not a
// file, or not a JSON object. Empty if there is none.
std::string ProblemOfManifest(const std::string& prefix, const std::string& path);

// What the manifest at a Windows path in a prefix says; empty members where it says nothing, or if
// it has a problem that ProblemOfManifest returns.
struct ManifestOfPrefix {
  std::vector<std::string> names = {};  // of its layers or its runtime; a driver has none
  std::string library_path = {};        // of the first layer, the driver or the runtime
  std::string library_arch = {};
};
ManifestOfPrefix ReadManifestInPrefix(const std::string& prefix, const std::string& path);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_INSTALL_WINE_PREFIX_H_
