// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_UTF16_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_UTF16_H_

#include <optional>
#include <string>
#include <string_view>

namespace reference_loader {

// The same text in the other encoding: the loaders have UTF-8 everywhere, Windows has UTF-16.
// Nothing for what is not well formed, such as half of a surrogate pair.
std::optional<std::string> Utf8FromUtf16(std::u16string_view text);
std::optional<std::u16string> Utf16FromUtf8(std::string_view text);

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_UTF16_H_
