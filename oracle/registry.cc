// SPDX-License-Identifier: Apache-2.0
#include "oracle/registry.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace loadstone::oracle {
namespace {

// A spelling of a path that has the same form for all spellings that might lead to the same file:
// Windows ignores case, and functions of the system take either separator.
std::string Folded(std::string_view path) {
  std::string folded;
  for (const char c : path) {
    const char same =
        c == '/' ? '\\' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (same == '\\' && folded.ends_with('\\')) continue;
    if (same != ' ' && same != '"') folded += same;
  }
  return folded;
}

// Whether the text of a value, a path, leads to `file`. Drives have no case.
Tristate LeadsTo(const std::string& text, const std::string& file) {
  const std::string path = WindowsPath(file);
  if (text == path || text == "c" + path.substr(1)) return Tristate::kYes;
  return Folded(text).ends_with(Folded(path).substr(2)) ? Tristate::kMaybe : Tristate::kNo;
}

bool IsDword(const RegistryValue& value) {
  return value.type == kRegistryDword && value.data.size() == 4;
}

// Whether the data of a value makes its name count.
Tristate IsTurnedOn(const RegistryValue& value) {
  if (!IsDword(value)) return Tristate::kMaybe;
  return value.data == std::string(4, '\0') ? Tristate::kYes : Tristate::kNo;
}

// The ASCII characters of a text in UTF-16LE, without the zero at its end; others become '?'.
std::string AsciiText(const std::string& data) {
  std::string text;
  for (size_t at = 0; at + 1 < data.size(); at += 2) {
    if (data[at] == 0 && data[at + 1] == 0) break;
    text += data[at + 1] == 0 ? data[at] : '?';
  }
  return text;
}

}  // namespace

std::vector<NamedFile> NamedFiles(const Machine& machine, const std::vector<std::string>& keys) {
  std::vector<NamedFile> named;
  for (const RegistryValue& value : machine.registry) {
    if (std::find(keys.begin(), keys.end(), value.key) == keys.end()) continue;
    for (const auto& [file, text] : machine.files) {
      const Tristate sure = std::min(LeadsTo(value.name, file), IsTurnedOn(value));
      if (sure != Tristate::kNo) named.push_back({file, value.key, sure});
    }
  }
  return named;
}

std::vector<NamedFile> FilesInValue(const Machine& machine, const std::string& key,
                                    const std::string& name) {
  std::vector<NamedFile> named;
  for (const RegistryValue& value : machine.registry) {
    if (value.key != key || value.name != name) continue;
    for (const auto& [file, text] : machine.files) {
      const bool usual = value.data == RegistryText(key, name, WindowsPath(file)).data;
      const Tristate sure =
          std::min(usual ? Tristate::kYes : Tristate::kMaybe, LeadsTo(AsciiText(value.data), file));
      if (sure == Tristate::kNo) continue;
      named.push_back({file, key, value.type == kRegistryText ? sure : Tristate::kMaybe});
    }
  }
  return named;
}

}  // namespace loadstone::oracle
