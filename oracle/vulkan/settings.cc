// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/settings.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "oracle/path_list.h"
#include "policies/policy_ids.h"

namespace loadstone::oracle::vulkan {
namespace {

constexpr char kFolder[] = "/vulkan/loader_settings.d";
constexpr char kName[] = "/vk_loader_settings.json";

// A text with none of these words cannot be read as settings, however tolerant the parser is. A
// decoded escape may be any letter.
constexpr std::string_view kOfSettings[] = {"layer", "driver", "device", "settings_array", "app",
                                            "log",   "\\",     "stderr", "control",        "path"};

bool SetsNothing(const std::string& text) {
  return std::none_of(std::begin(kOfSettings), std::end(kOfSettings),
                      [&](std::string_view word) { return text.find(word) != text.npos; });
}

}  // namespace

Settings SettingsOf(const Machine& machine) {
  Settings settings = Settings::kNone;
  for (const auto& [path, text] : machine.files) {
    if (!path.ends_with(kName)) continue;
    settings = std::max(settings, SetsNothing(text) ? Settings::kSetsNothing : Settings::kUnknown);
  }
  return settings;
}

std::vector<std::string> SettingsFiles(const Machine& machine) {
  std::vector<std::string> files = {"/etc" + std::string(kFolder) + kName,
                                    kHome + ("/.local/share" + std::string(kFolder)) + kName};
  const auto data = machine.environment.find("XDG_DATA_HOME");
  if (data != machine.environment.end() && IsPlainPath(data->second) &&
      !data->second.starts_with("/dev/")) {
    files.push_back(data->second + kFolder + kName);
  }
  return files;
}

void AttributeToSettings(std::vector<Fault>& faults) {
  for (Fault& fault : faults) {
    if (fault.memory || fault.policy == policy::LS_VK_ROBUSTNESS_3.text) continue;
    fault.policy = policy::LS_VK_SETTINGS_4.text;
    fault.cause += ", with a settings file that sets nothing";
    fault.unclear = true;
    fault.file.clear();
  }
}

}  // namespace loadstone::oracle::vulkan
