// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_INSTALL_WINE_PREFIX_H_
#define LOADSTONE_HARNESS_INSTALL_WINE_PREFIX_H_

#include <optional>
#include <string>

namespace loadstone {

// Where a prefix of Wine has the file that Windows calls `path`, whatever the case of its letters;
// nothing for a path that is not absolute, or leads to nothing.
std::optional<std::string> FindInPrefix(const std::string& prefix, const std::string& path);

// What is wrong with the file of a prefix that a registry names as a manifest: it is none, or holds
// no JSON object. Empty for nothing.
std::string ProblemOfManifest(const std::string& prefix, const std::string& path);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_INSTALL_WINE_PREFIX_H_
