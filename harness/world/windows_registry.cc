// SPDX-License-Identifier: Apache-2.0
#include "harness/world/windows_registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "harness/world/hex_bytes.h"

namespace loadstone {
namespace {

constexpr char32_t kFirstBeyondTwoBytes = 0x10000;

// Returns the code points of UTF-8 text.
std::u32string CodePoints(const std::string& text) {
  std::u32string points;
  for (size_t at = 0; at < text.size();) {
    const unsigned char first = static_cast<unsigned char>(text[at++]);
    const int more = first < 0x80    ? 0
                     : first >= 0xf0 ? 3
                     : first >= 0xe0 ? 2
                     : first >= 0xc0 ? 1
                                     : -1;
    if (more < 0) throw std::invalid_argument("a registry needs UTF-8, not '" + text + "'");
    char32_t point = more == 0 ? first : first & (0x3fU >> more);
    for (int i = 0; i < more; ++i) {
      if (at == text.size()) throw std::invalid_argument("a registry needs whole UTF-8");
      point = (point << 6) | (static_cast<unsigned char>(text[at++]) & 0x3fU);
    }
    points += point;
  }
  return points;
}

std::u16string Utf16(const std::string& text) {
  std::u16string units;
  for (char32_t point : CodePoints(text)) {
    if (point < kFirstBeyondTwoBytes) {
      units += static_cast<char16_t>(point);
      continue;
    }
    point -= kFirstBeyondTwoBytes;
    units += static_cast<char16_t>(0xd800 + (point >> 10));
    units += static_cast<char16_t>(0xdc00 + (point & 0x3ff));
  }
  return units;
}

std::string Utf16Bytes(const std::string& text) {
  std::string bytes;
  for (const char16_t unit : Utf16(text)) {
    bytes += static_cast<char>(unit & 0xff);
    bytes += static_cast<char>(unit >> 8);
  }
  return bytes + std::string(2, '\0');
}

template <typename Number>
std::string LittleEndian(Number number) {
  std::string bytes;
  for (size_t i = 0; i < sizeof(number); ++i) {
    bytes += static_cast<char>((number >> (8 * i)) & 0xff);
  }
  return bytes;
}

// Escapes text between quotes or brackets as Wine does.
std::string Escaped(const std::string& text) {
  std::string escaped;
  for (const char16_t unit : Utf16(text)) {
    if (unit == u'\\' || unit == u'"' || unit == u'[' || unit == u']') {
      escaped += '\\';
      escaped += static_cast<char>(unit);
    } else if (unit >= 0x20 && unit < 0x7f) {
      escaped += static_cast<char>(unit);
    } else {
      escaped += fmt::format("\\x{:04x}", static_cast<unsigned>(unit));
    }
  }
  return escaped;
}

}  // namespace

RegistryValue RegistryDword(const std::string& key, const std::string& name, uint32_t number) {
  return {key, name, kRegistryDword, LittleEndian(number)};
}

RegistryValue RegistryQword(const std::string& key, const std::string& name, uint64_t number) {
  return {key, name, kRegistryQword, LittleEndian(number)};
}

RegistryValue RegistryText(const std::string& key, const std::string& name,
                           const std::string& text) {
  return {key, name, kRegistryText, Utf16Bytes(text)};
}

RegistryValue RegistryExpandedText(const std::string& key, const std::string& name,
                                   const std::string& text) {
  return {key, name, kRegistryExpandedText, Utf16Bytes(text)};
}

RegistryValue RegistryTexts(const std::string& key, const std::string& name,
                            const std::vector<std::string>& texts) {
  std::string data;
  for (const std::string& text : texts) data += Utf16Bytes(text);
  return {key, name, kRegistryTexts, data + std::string(2, '\0')};
}

RegistryValue RegistryBytes(const std::string& key, const std::string& name,
                            const std::string& bytes) {
  return {key, name, kRegistryBytes, bytes};
}

std::string HexBytes(const std::string& bytes) {
  std::string text;
  for (const char byte : bytes) {
    text += fmt::format("{}{:02x}", text.empty() ? "" : ",", static_cast<unsigned char>(byte));
  }
  return text;
}

std::string WindowsPath(const std::string& path) {
  std::string native = "C:" + path;
  std::replace(native.begin(), native.end(), '/', '\\');
  return native;
}

std::string FolderOfKey(const std::string& key) {
  std::string folder = "/manifests/" + key;
  std::replace(folder.begin(), folder.end(), '\\', '/');
  return folder;
}

std::string WineRegistryFile(const std::vector<RegistryValue>& values, const std::string& root) {
  std::map<std::string, std::string> keys;
  for (const RegistryValue& value : values) {
    if (!value.key.starts_with(root + "\\")) continue;
    std::string& lines = keys[value.key.substr(root.size() + 1)];
    lines +=
        fmt::format("\"{}\"=hex({:x}):{}\n", Escaped(value.name), value.type, HexBytes(value.data));
  }
  std::string text = "WINE REGISTRY Version 2\n\n#arch=win64\n";
  for (const auto& [key, lines] : keys) text += fmt::format("\n[{}] 0\n{}", Escaped(key), lines);
  return text;
}

}  // namespace loadstone
