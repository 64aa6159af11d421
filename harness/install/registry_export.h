// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_INSTALL_REGISTRY_EXPORT_H_
#define LOADSTONE_HARNESS_INSTALL_REGISTRY_EXPORT_H_

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/world/windows_registry.h"

namespace loadstone {

// What is no exported registry: what() is one line, with the number of the line in the text.
class RegistryTextError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Reads the bytes of a registry as text: as the registry editor of Windows exports it (version
// 5.00, or REGEDIT4; UTF-16 with a byte order mark, or UTF-8), or as Wine keeps one in a prefix.
// Wine's has no names of roots, so that `root`, HKLM or HKCU, stands before its keys. Only values
// of keys that `wanted` takes are given, in the order of the text; keys are written as in
// RegistryValue. Throws RegistryTextError.
std::vector<RegistryValue> ReadRegistryText(
    const std::string& bytes, const std::string& root,
    const std::function<bool(const std::string& key)>& wanted);

// The texts of a value of a type that holds texts, as UTF-8: one, or those of a list, each without
// the zero at its end. Nothing for other types.
std::vector<std::string> TextsOf(const RegistryValue& value);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_INSTALL_REGISTRY_EXPORT_H_
