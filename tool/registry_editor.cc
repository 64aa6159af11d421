// SPDX-License-Identifier: Apache-2.0
#include "tool/registry_editor.h"

#include <fmt/format.h>

#include <numeric>
#include <optional>

#include "harness/world/hex_bytes.h"

namespace loadstone {
namespace {

std::string Quoted(const std::string& name) {
  if (name.empty()) return "@";  // the default value of the key
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '\\' || c == '"') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

std::string FullKey(const std::string& key) {
  const bool user = key.starts_with("HKCU");
  return (user ? "HKEY_CURRENT_USER" : "HKEY_LOCAL_MACHINE") + key.substr(4);
}

// Returns the text of a null-terminated ASCII value without other nulls; std::nullopt for any other
// data.
std::optional<std::string> PlainText(const RegistryValue& value) {
  std::string text;
  for (size_t i = 0; i + 2 < value.data.size(); i += 2) {
    if (value.data[i + 1] != '\0' || value.data[i] < ' ' || value.data[i] > '~')
      return std::nullopt;
    text += value.data[i];
  }
  const bool same = RegistryText({}, {}, text).data == value.data;
  return same && value.type == kRegistryText ? std::optional(text) : std::nullopt;
}

// Formats the data after the equals sign, with texts and numbers in readable form.
std::string Data(const RegistryValue& value) {
  if (const auto text = PlainText(value)) return text->empty() ? "\"\"" : Quoted(*text);
  if (value.type == kRegistryDword && value.data.size() == sizeof(uint32_t)) {
    return "dword:" + std::accumulate(value.data.rbegin(), value.data.rend(), std::string(),
                                      [](const std::string& digits, char byte) {
                                        return digits + HexBytes(std::string(1, byte));
                                      });
  }
  return fmt::format("hex({:x}):{}", value.type, HexBytes(value.data));
}

}  // namespace

std::string RegistryEditorText(const std::vector<RegistryValue>& values) {
  std::string text = "Windows Registry Editor Version 5.00\n";
  for (const RegistryValue& value : values) {
    text += fmt::format("\n[{}]\n{}={}\n", FullKey(value.key), Quoted(value.name), Data(value));
  }
  return text;
}

std::string RegistryEditorFile(const std::vector<RegistryValue>& values) {
  std::string text;
  for (const char c : RegistryEditorText(values)) text += c == '\n' ? "\r\n" : std::string(1, c);
  std::string file = RegistryText({}, {}, text).data;
  file.resize(file.size() - 2);  // the terminating null
  return "\xff\xfe" + file;
}

std::string DescribeRegistry(const std::vector<RegistryValue>& values) {
  std::string text;
  for (const RegistryValue& value : values) {
    text += fmt::format("  {}  {} = type {}: {}\n", value.key, Quoted(value.name), value.type,
                        HexBytes(value.data));
  }
  return text;
}

}  // namespace loadstone
