// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/support/registry_rules.h"

#include <algorithm>
#include <cctype>

namespace loadstone::fuzz::inside {
namespace {

using Place = RegistryText::Place;

// A normal form of texts that Windows treats as equal.
std::string Spelled(std::string text) {
  for (char& c : text) {
    c = c == '/' ? '\\' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return text;
}

bool IsAbsoluteWindowsPath(const std::string& path) {
  const std::string spelled = Spelled(path);
  if (spelled.size() < 3) return false;
  if (spelled.starts_with("\\\\")) return true;
  return spelled[0] >= 'a' && spelled[0] <= 'z' && spelled.substr(1, 2) == ":\\";
}

bool IsManifest(const std::string& path) {
  const std::string spelled = Spelled(path);
  return IsAbsoluteWindowsPath(path) && spelled.ends_with(".json") &&
         spelled != Spelled(kFolderManifest);
}

// The strings in the data of an entry, each terminated by "|", up to the first empty one.
std::vector<std::string> Texts(const RegistryText::Entry& entry) {
  std::vector<std::string> texts;
  std::string rest = entry.data;
  while (!rest.empty() && rest[0] != '|') {
    texts.push_back(rest.substr(0, rest.find('|')));
    if (entry.type == 1 || rest.find('|') == std::string::npos) break;
    rest.erase(0, rest.find('|') + 1);
  }
  return entry.type == 1 || entry.type == 7 ? texts : std::vector<std::string>();
}

// The key as a line names it, for a process with the registry's word size.
std::string KeyOf(const RegistryText& registry, const std::string& key) {
  return Spelled((registry.narrow ? "WOW6432Node\\Khronos\\" : "Khronos\\") + key);
}

std::vector<std::string> Enabled(const RegistryRule& rule, const RegistryText& registry) {
  std::vector<std::string> paths;
  const bool users = rule.of_users && (rule.of_elevated_users || !registry.elevated);
  for (const RegistryText::Entry& entry : registry.entries) {
    if (entry.place == Place::kDevice) {
      if (rule.device_value.empty() ||
          Spelled(entry.name) != Spelled(rule.device_value + (registry.narrow ? "Wow" : ""))) {
        continue;
      }
      for (const std::string& text : Texts(entry)) paths.push_back(Spelled(text));
    } else if ((entry.place == Place::kMachine || users) && entry.type == 4 &&
               entry.data == "0000" && Spelled(entry.key) == KeyOf(registry, rule.key)) {
      paths.push_back(Spelled(entry.name));
    }
  }
  std::erase_if(paths, [](const std::string& path) { return !IsManifest(path); });
  return paths;
}

}  // namespace

std::string CheckRegistered(const RegistryRule& rule, const RegistryText& registry,
                            const std::vector<std::string>& found) {
  const std::vector<std::string> enabled = Enabled(rule, registry);
  std::vector<std::string> spelled;
  for (const std::string& path : found) {
    if (std::find(enabled.begin(), enabled.end(), Spelled(path)) == enabled.end()) {
      return path + " is not enabled";
    }
    if (std::find(spelled.begin(), spelled.end(), Spelled(path)) != spelled.end()) {
      return path + " is found twice";
    }
    spelled.push_back(Spelled(path));
  }
  for (const std::string& path : enabled) {
    if (std::find(spelled.begin(), spelled.end(), path) == spelled.end()) {
      return path + " is not found";
    }
  }
  return "";
}

std::string CheckActiveRuntime(const RegistryText& registry,
                               const std::vector<std::string>& found) {
  std::vector<std::string> named;
  for (const RegistryText::Entry& entry : registry.entries) {
    if (entry.place != Place::kMachine || entry.type != 1 ||
        Spelled(entry.name) != "activeruntime" ||
        Spelled(entry.key) != KeyOf(registry, "OpenXR\\1")) {
      continue;
    }
    for (const std::string& text : Texts(entry)) {
      if (IsAbsoluteWindowsPath(text)) named.push_back(text);
    }
  }
  if (found.size() > 1) return "there is more than one active runtime";
  if (found.empty()) return named.empty() ? "" : "the active runtime is not found";
  return std::find(named.begin(), named.end(), found[0]) != named.end()
             ? ""
             : found[0] + " is not the active runtime";
}

}  // namespace loadstone::fuzz::inside
