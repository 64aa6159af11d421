// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_TEST_REGISTRY_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_TEST_REGISTRY_H_

#include <initializer_list>
#include <string>
#include <string_view>

#include "reference_loader/common/registry.h"
#include "reference_loader/common/utf16.h"

namespace reference_loader {

// The registry data of a UTF-8 text, without a terminator.
inline std::string RegistryText(std::string_view text) {
  std::string bytes;
  const std::u16string characters = Utf16FromUtf8(text).value_or(u"");
  for (const char16_t c : characters) {
    bytes.push_back(static_cast<char>(c & 0xff));
    bytes.push_back(static_cast<char>(c >> 8));
  }
  return bytes;
}

inline const std::string kRegistryTextEnd(2, '\0');

// Values as installers write them.
inline RegistryValue DwordValue(std::string name, unsigned char number) {
  return {std::move(name), kRegistryDword, std::string{static_cast<char>(number), 0, 0, 0}};
}
inline RegistryValue StringValue(std::string name, std::string_view text) {
  return {std::move(name), kRegistryString, RegistryText(text) + kRegistryTextEnd};
}
inline RegistryValue MultiStringValue(std::string name,
                                      std::initializer_list<std::string_view> texts) {
  std::string data;
  for (const std::string_view text : texts) data += RegistryText(text) + kRegistryTextEnd;
  return {std::move(name), kRegistryMultiString, data + kRegistryTextEnd};
}

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_TEST_REGISTRY_H_
