// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_INSTALL_REGISTRY_TEXT_H_
#define LOADSTONE_HARNESS_INSTALL_REGISTRY_TEXT_H_

#include <optional>
#include <string>
#include <string_view>

namespace loadstone {

// UTF-16 with the low byte first as UTF-8; nothing for what is none, such as half of a pair.
std::optional<std::string> Utf8FromUtf16(std::string_view bytes);

// Whether it is UTF-8.
bool IsUtf8(std::string_view text);

// With small letters for the capitals of ASCII. Names of the registry, and of files on Windows, are
// the same whatever the case of their letters.
std::string Lower(std::string text);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_INSTALL_REGISTRY_TEXT_H_
