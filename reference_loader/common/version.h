// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_VERSION_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_VERSION_H_

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

namespace reference_loader {

// A version in manifest notation: "major.minor.patch".
struct Version {
  uint32_t major_number = 0;
  uint32_t minor_number = 0;
  uint32_t patch_number = 0;
  auto operator<=>(const Version&) const = default;
};

// Parses exactly three decimal numbers separated by dots, each below 2^31. Nothing for any other
// text, so that a malformed version is never taken for an old one.
std::optional<Version> ParseVersion(std::string_view text);

// Parses a whole text as one unsigned number, decimal or, after "0x", hexadecimal.
std::optional<uint32_t> ParseUnsigned(std::string_view text);

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_VERSION_H_
