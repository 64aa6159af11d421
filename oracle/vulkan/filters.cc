// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/filters.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

#include "oracle/path_list.h"

namespace loadstone::oracle::vulkan {
namespace {

std::string Lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// Whether every reading takes the text literally: no further asterisks, no other wildcard
// characters, no blanks that a loader might trim.
bool IsPlain(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) ||
           std::string_view("_-.:/").find(static_cast<char>(c)) != std::string_view::npos;
  });
}

Tristate Matches(std::string pattern, const std::string& name) {
  const bool open_begin = pattern.starts_with('*');
  if (open_begin) pattern.erase(0, 1);
  const bool open_end = pattern.ends_with('*');
  if (open_end) pattern.pop_back();
  if (!IsPlain(pattern)) return Tristate::kMaybe;
  const std::string text = Lower(name);
  pattern = Lower(pattern);
  bool matches = text == pattern;
  if (open_begin && open_end) {
    matches = text.find(pattern) != std::string::npos;
  } else if (open_begin) {
    matches = text.ends_with(pattern);
  } else if (open_end) {
    matches = text.starts_with(pattern);
  }
  return matches ? Tristate::kYes : Tristate::kNo;
}

}  // namespace

std::vector<std::string> InstanceLayers(const std::string& value) {
  std::vector<std::string> names = SplitPaths(value);
  std::erase(names, "");
  return names;
}

Tristate Covers(const std::string& value, const std::string& name, bool implicit, bool special) {
  if (value.empty()) return Tristate::kNo;
  Tristate covers = Tristate::kNo;
  for (const std::string& element : SplitPaths(value, ',')) {
    Tristate one = Tristate::kNo;
    if (special && (element == "~all~" || element == (implicit ? "~implicit~" : "~explicit~"))) {
      one = Tristate::kYes;
    } else if (!special || (element != "~implicit~" && element != "~explicit~")) {
      one = Matches(element, name);
    }
    // An element with no defined meaning may affect the other elements.
    if (one == Tristate::kMaybe) return Tristate::kMaybe;
    covers = std::max(covers, one);
  }
  return covers;
}

}  // namespace loadstone::oracle::vulkan
