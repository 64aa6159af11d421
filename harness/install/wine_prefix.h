// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_INSTALL_WINE_PREFIX_H_
#define LOADSTONE_HARNESS_INSTALL_WINE_PREFIX_H_

#include <optional>
#include <string>

namespace loadstone {

// Returns the path, in a Wine prefix, of the file with the Windows path `path`, ignoring case;
// std::nullopt if the path is not absolute or does not exist.
std::optional<std::string> FindInPrefix(const std::string& prefix, const std::string& path);

// Returns the problem of the file of a prefix that a registry names as a manifest: it is not a
// file, or not a JSON object. Empty if there is none.
std::string ProblemOfManifest(const std::string& prefix, const std::string& path);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_INSTALL_WINE_PREFIX_H_
