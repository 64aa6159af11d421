// SPDX-License-Identifier: Apache-2.0
#include "harness/world/image_under_test.h"

#include <algorithm>
#include <charconv>

namespace loadstone {

std::optional<int64_t> ImageNumber(const std::string& text) {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  const char* begin = text.data() + (hexadecimal ? 2 : 0);
  const char* end = text.data() + text.size();
  int64_t number = 0;
  const auto [stop, error] = std::from_chars(begin, end, number, hexadecimal ? 16 : 10);
  if (error != std::errc() || stop != end || number < 0) return std::nullopt;
  return number;
}

std::string ImageUnderTest::Property(const std::string& name) const {
  const auto found = properties.find(name);
  return found == properties.end() ? std::string() : found->second;
}

std::optional<int64_t> ImageUnderTest::Number(const std::string& name) const {
  return ImageNumber(Property(name));
}

std::optional<bool> ImageUnderTest::HasAbiOf(unsigned bits) const {
  bool listed = false;
  for (const auto& [name, value] : properties) {
    if (!name.starts_with("ro.") || name.find("product.cpu.abilist") == std::string::npos) continue;
    listed = listed || !value.empty();
    if (name.ends_with("abilist" + std::to_string(bits)) && !value.empty()) return true;
  }
  if (!listed) return std::nullopt;
  return false;
}

const ImageLibrary* ImageUnderTest::Library(const std::string& path) const {
  const auto found = std::find_if(libraries.begin(), libraries.end(),
                                  [&](const ImageLibrary& each) { return each.path == path; });
  return found == libraries.end() ? nullptr : &*found;
}

std::optional<int64_t> ImageUnderTest::Feature(const std::string& name) const {
  std::optional<int64_t> greatest;
  for (const ImageFeature& each : features) {
    if (each.name != name) continue;
    if (each.unavailable) return std::nullopt;
    greatest = std::max(greatest.value_or(0), ImageNumber(each.version).value_or(0));
  }
  return greatest;
}

}  // namespace loadstone
