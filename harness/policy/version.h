// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_POLICY_VERSION_H_
#define LOADSTONE_HARNESS_POLICY_VERSION_H_

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loadstone::policy {

// A version of the Vulkan or OpenXR specification, ordered by its parts from left to right.
struct Version {
  uint32_t major = 0;
  uint32_t minor = 0;
  uint32_t patch = 0;

  // Parses "1.3.234", "1.3" or "1"; missing parts are 0. Returns std::nullopt for anything else,
  // such as an empty or signed part, a fourth part, blanks, or a part above 2^32 - 1.
  static std::optional<Version> TryParse(std::string_view text);

  // Parses as TryParse does, but throws std::invalid_argument with one line that quotes the text.
  static Version Parse(std::string_view text);

  // Returns all three parts, as in "1.3.0".
  std::string ToString() const;

  friend auto operator<=>(const Version&, const Version&) = default;
};

}  // namespace loadstone::policy

#endif  // LOADSTONE_HARNESS_POLICY_VERSION_H_
