// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/support/registry_text.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "fuzz/inside/support/environment_text.h"
#include "reference_loader/common/utf16.h"

namespace loadstone::fuzz::inside {
namespace {

using reference_loader::kRegistryExpandString;
using reference_loader::kRegistryMultiString;
using reference_loader::kRegistryString;
using reference_loader::Utf16FromUtf8;

bool IsText(uint32_t type) {
  return type == kRegistryString || type == kRegistryExpandString || type == kRegistryMultiString;
}

// The bytes that a registry stores for the data in a line.
std::string Stored(uint32_t type, std::string data) {
  std::string bytes;
  if (!IsText(type)) {
    for (const char c : data) bytes.push_back(static_cast<char>(c - '0'));
    return bytes;
  }
  std::replace(data.begin(), data.end(), '|', '\0');
  const std::u16string characters = Utf16FromUtf8(data).value_or(u"");
  for (const char16_t c : characters) {
    bytes.push_back(static_cast<char>(c & 0xff));
    bytes.push_back(static_cast<char>(c >> 8));
  }
  return bytes;
}

// Removes and returns the first word and the blank after it; nothing if there is no blank.
std::optional<std::string> TakeWord(std::string* line) {
  const size_t blank = line->find(' ');
  if (blank == std::string::npos) return std::nullopt;
  std::string word = line->substr(0, blank);
  line->erase(0, blank + 1);
  return word;
}

// The entry that "MACHINE KEY TYPE NAME" describes, without data.
std::optional<RegistryText::Entry> ParseName(std::string line) {
  RegistryText::Entry entry;
  const std::optional<std::string> place = TakeWord(&line);
  if (place == "MACHINE") {
    entry.place = RegistryText::Place::kMachine;
  } else if (place == "USER") {
    entry.place = RegistryText::Place::kUser;
  } else if (place == "DEVICE") {
    entry.place = RegistryText::Place::kDevice;
  } else {
    return std::nullopt;
  }
  if (entry.place != RegistryText::Place::kDevice) {
    std::optional<std::string> key = TakeWord(&line);
    if (!key) return std::nullopt;
    entry.key = *std::move(key);
  }
  const std::string type = TakeWord(&line).value_or("");
  const auto [end, error] = std::from_chars(type.data(), type.data() + type.size(), entry.type);
  if (error != std::errc() || end != type.data() + type.size()) return std::nullopt;
  entry.name = std::move(line);
  return entry;
}

}  // namespace

RegistryText RegistryText::Parse(std::string_view text) {
  RegistryText registry;
  const EnvironmentText lines = EnvironmentText::Parse(text);
  registry.elevated = lines.elevated;
  registry.narrow = lines.Variable("NARROW") == "1";
  for (const auto& [name, data] : lines.variables) {
    std::optional<Entry> entry = ParseName(name);
    if (!entry || (IsText(entry->type) && !Utf16FromUtf8(data))) continue;
    entry->data = data;
    registry.entries.push_back(*std::move(entry));
  }
  return registry;
}

void RegistryText::Install(MemoryPlatform* machine) const {
  machine->SetElevated(elevated);
  machine->Set32BitOn64BitSystem(narrow);
  for (const Entry& entry : entries) {
    RegistryValue value = {entry.name, entry.type, Stored(entry.type, entry.data)};
    if (entry.place == Place::kDevice) {
      machine->AddDeviceValue(std::move(value));
    } else {
      machine->AddRegistryValue(
          entry.place == Place::kMachine ? RegistryRoot::kLocalMachine : RegistryRoot::kCurrentUser,
          "SOFTWARE\\" + entry.key, std::move(value));
    }
  }
}

}  // namespace loadstone::fuzz::inside
