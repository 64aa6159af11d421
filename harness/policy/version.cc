// SPDX-License-Identifier: Apache-2.0
#include "harness/policy/version.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace loadstone::policy {
namespace {

// Parses one part, which must consist of digits, and removes it from the front of `text`.
bool TakePart(std::string_view& text, uint32_t& part) {
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, part);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<size_t>(rest - text.data()));
  return true;
}

// Quotes text from outside so that it fits into one line of a message.
std::string Quote(std::string_view text) {
  constexpr size_t kLongest = 40;
  std::string quoted(text.substr(0, kLongest));
  std::replace_if(
      quoted.begin(), quoted.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return fmt::format("\"{}{}\"", quoted, text.size() > kLongest ? "..." : "");
}

}  // namespace

std::optional<Version> Version::TryParse(std::string_view text) {
  Version version;
  uint32_t* parts[] = {&version.major, &version.minor, &version.patch};
  for (uint32_t* part : parts) {
    if (!TakePart(text, *part)) return std::nullopt;
    if (text.empty()) return version;
    if (text.front() != '.') return std::nullopt;
    text.remove_prefix(1);
  }
  return std::nullopt;
}

Version Version::Parse(std::string_view text) {
  const std::optional<Version> version = TryParse(text);
  if (!version) {
    throw std::invalid_argument(
        fmt::format("{} is not a version such as 1.3.234, 1.3 or 1", Quote(text)));
  }
  return *version;
}

std::string Version::ToString() const { return fmt::format("{}.{}.{}", major, minor, patch); }

}  // namespace loadstone::policy
