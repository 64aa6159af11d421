// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/common/version.h"

#include <charconv>

namespace reference_loader {
namespace {

std::optional<uint32_t> ParseNumber(std::string_view text, int base) {
  uint32_t number = 0;
  const char* end = text.data() + text.size();
  const std::from_chars_result result = std::from_chars(text.data(), end, number, base);
  if (text.empty() || result.ec != std::errc() || result.ptr != end) return std::nullopt;
  return number;
}

}  // namespace

std::optional<Version> ParseVersion(std::string_view text) {
  const size_t first = text.find('.');
  if (first == std::string_view::npos) return std::nullopt;
  const size_t second = text.find('.', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  const auto major = ParseNumber(text.substr(0, first), 10);
  const auto minor = ParseNumber(text.substr(first + 1, second - first - 1), 10);
  const auto patch = ParseNumber(text.substr(second + 1), 10);
  if (!major || !minor || !patch) return std::nullopt;
  if ((*major | *minor | *patch) >> 31) return std::nullopt;
  return Version{*major, *minor, *patch};
}

std::optional<uint32_t> ParseUnsigned(std::string_view text) {
  if (text.substr(0, 2) == "0x" || text.substr(0, 2) == "0X") {
    return ParseNumber(text.substr(2), 16);
  }
  return ParseNumber(text, 10);
}

}  // namespace reference_loader
