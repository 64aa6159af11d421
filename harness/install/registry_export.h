// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_INSTALL_REGISTRY_EXPORT_H_
#define LOADSTONE_HARNESS_INSTALL_REGISTRY_EXPORT_H_

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/world/windows_registry.h"

namespace loadstone {

// Thrown for a malformed export: what() is one line, with the line number in the text.
class RegistryTextError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Reads the bytes of a registry as text: an export of the Windows registry editor (version 5.00, or
// REGEDIT4; UTF-16 with a byte order mark, or UTF-8), or a registry file of a Wine prefix. Wine's
// files do not name the root, so `root`, HKLM or HKCU, is prepended to their keys. Returns only
// values of keys for which `wanted` is true, in the order of the text; keys have the form of
// RegistryValue. Throws RegistryTextError.
std::vector<RegistryValue> ReadRegistryText(
    const std::string& bytes, const std::string& root,
    const std::function<bool(const std::string& key)>& wanted);

// Returns the texts in a value of a text type, as UTF-8: one, or those of a list, each without the
// terminating null. Empty for other types.
std::vector<std::string> TextsOf(const RegistryValue& value);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_INSTALL_REGISTRY_EXPORT_H_
