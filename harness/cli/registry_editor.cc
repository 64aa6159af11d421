#include "harness/cli/registry_editor.h"

#include <fmt/format.h>

#include "harness/world/hex_bytes.h"

namespace loadstone {
namespace {

std::string Quoted(const std::string& name) {
  if (name.empty()) return "@";  // the value without a name
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

}  // namespace

std::string RegistryEditorFile(const std::vector<RegistryValue>& values) {
  std::string text = "Windows Registry Editor Version 5.00\r\n";
  for (const RegistryValue& value : values) {
    text += fmt::format("\r\n[{}]\r\n{}=hex({:x}):{}\r\n", FullKey(value.key), Quoted(value.name),
                        value.type, HexBytes(value.data));
  }
  std::string file = RegistryText({}, {}, text).data;
  file.resize(file.size() - 2);  // the zero at the end of a text
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
