// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/support/manifest_text.h"

#include <cstdlib>

namespace loadstone::fuzz::inside {

bool IsVersion(std::string_view text, VersionParts* parts) {
  parts->fill(0);
  size_t part = 0;
  bool digit_before = false;
  for (const char c : text) {
    if (c == '.' && digit_before && part + 1 < parts->size()) {
      ++part;
      digit_before = false;
    } else if (c >= '0' && c <= '9') {
      (*parts)[part] = (*parts)[part] * 10 + static_cast<unsigned long>(c - '0');
      digit_before = true;
      // Larger than any version part of a loader; and it prevents an overflow below.
      if ((*parts)[part] > 0xFFFFFFFFul) return false;
    } else {
      return false;
    }
  }
  return digit_before && part + 1 == parts->size();
}

bool IsLibraryOf(std::string_view manifest_path, std::string_view written, std::string_view found) {
  const bool as_written = written.find('/') == std::string_view::npos || written[0] == '/';
  if (as_written) return found == written;
  const std::string_view folder = manifest_path.substr(0, manifest_path.rfind('/') + 1);
  return found.substr(0, folder.size()) == folder && found.substr(folder.size()) == written;
}

std::vector<std::string> StringsOf(const JsonNode* array) {
  std::vector<std::string> strings;
  if (array == nullptr || !array->IsArray()) return strings;
  for (const JsonNode& element : array->elements) {
    if (element.IsString() && element.text.find('\0') == std::string::npos) {
      strings.push_back(element.text);
    }
  }
  return strings;
}

bool HasElements(const JsonNode& object, std::string_view name) {
  const JsonNode* member = object.Find(name);
  return member != nullptr && !member->elements.empty();
}

}  // namespace loadstone::fuzz::inside
