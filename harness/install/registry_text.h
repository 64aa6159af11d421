// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_INSTALL_REGISTRY_TEXT_H_
#define LOADSTONE_HARNESS_INSTALL_REGISTRY_TEXT_H_

#include <optional>
#include <string>
#include <string_view>

namespace loadstone {

// Converts UTF-16LE to UTF-8; std::nullopt if it is malformed, for example with an unpaired
// surrogate.
std::optional<std::string> Utf8FromUtf16(std::string_view bytes);

// Returns whether the text is valid UTF-8.
bool IsUtf8(std::string_view text);

// Converts ASCII letters to lower case: names in the registry, and of files on Windows, are
// case-insensitive.
std::string Lower(std::string text);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_INSTALL_REGISTRY_TEXT_H_
