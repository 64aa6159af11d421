// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_WINDOWS_TEXT_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_WINDOWS_TEXT_H_

#include <optional>
#include <string>
#include <string_view>

#include "reference_loader/common/utf16.h"

namespace reference_loader {

// Converts to and from the encoding of Windows functions. Nothing for malformed text.
inline std::optional<std::wstring> Wide(std::string_view text) {
  const std::optional<std::u16string> utf16 = Utf16FromUtf8(text);
  if (!utf16) return std::nullopt;
  return std::wstring(utf16->begin(), utf16->end());
}
inline std::optional<std::string> Narrow(std::wstring_view text) {
  return Utf8FromUtf16(std::u16string(text.begin(), text.end()));
}

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_WINDOWS_TEXT_H_
