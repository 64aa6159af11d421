// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_UTF16_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_UTF16_H_

#include <optional>
#include <string>
#include <string_view>

namespace reference_loader {

// Converts between UTF-8, which the loaders use everywhere, and UTF-16, which Windows uses. Nothing
// for malformed text, such as an unpaired surrogate.
std::optional<std::string> Utf8FromUtf16(std::u16string_view text);
std::optional<std::u16string> Utf16FromUtf8(std::string_view text);

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_UTF16_H_
