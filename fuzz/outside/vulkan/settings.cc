// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/vulkan/settings.h"

#include "fuzz/outside/corrupt.h"
#include "fuzz/outside/vulkan/names.h"
#include "harness/json/json_object.h"
#include "oracle/vulkan/settings.h"

namespace loadstone::fuzz::vulkan {
namespace {

constexpr const char* kWithoutSettings[] = {
    R"({"file_format_version": "1.0.1", "settings": {}})",
    R"({"file_format_version": "1.0.1", "settings": null})",
    R"({"file_format_version": "1.0.1", "settings": []})",
    R"({"file_format_version": "1.0.1", "settings": "none"})",
    R"({"file_format_version": "1.0.1", "settings": {)",
    R"({"file_format_version": "9.9.9", "settings": {}})",
    R"({"file_format_version": 1, "settings": {}})",
    R"({"file_format_version": "1.0.1"})",
    R"({"settings": {}})",
    "settings, please",
    "[]",
    "{}",
    "1",
    ""};

const Vocabulary& SettingsWords() {
  static const Vocabulary words = {
      {"file_format_version", "settings", "settings_array", "layers", "name", "path", "control",
       "app_keys", "stderr_log", "log_locations"},
      {"\"on\"", "\"off\"", "\"auto\"", "\"unordered_layer_location\"", "[\"error\"]", "[]", "{}"}};
  return words;
}

// Settings with members that tools write. No document says what they mean.
std::string WithSettings(const Input& input, Random& random) {
  std::string layers;
  for (size_t i = 0, count = random.Below(4); i < count; ++i) {
    const std::string path = input.files.empty() ? "/nothing" : input.files.begin()->first;
    constexpr const char* kControls[] = {"on", "off", "auto", "unordered_layer_location", ""};
    layers += (layers.empty() ? "" : ",") + JsonObject()
                                                .Set("name", LikelyName(input, random))
                                                .Set("path", path)
                                                .Set("control", random.Pick(kControls))
                                                .Line();
  }
  JsonObject settings;
  settings.SetJson("layers", "[" + layers + "]");
  if (random.Chance(30)) settings.Set("app_keys", AppKeys(random));
  if (random.Chance(30)) settings.Set("stderr_log", std::vector<std::string>{"all"});
  JsonObject file;
  file.Set("file_format_version", "1.0.0");
  if (random.Chance(50)) return file.Set("settings", settings).Line();
  return file.SetJson("settings_array", "[" + settings.Line() + "]").Line();
}

}  // namespace

void AddSettings(Input& input, Random& random) {
  const auto files = oracle::vulkan::SettingsFiles(input);
  std::string text =
      random.Chance(65) ? random.Pick(kWithoutSettings) : WithSettings(input, random);
  if (random.Chance(20)) text = Corrupt(text, SettingsWords(), random);
  input.files[files[random.Below(files.size())]] = text;
}

void RemoveSettings(Input& input) {
  for (const std::string& file : oracle::vulkan::SettingsFiles(input)) input.files.erase(file);
}

}  // namespace loadstone::fuzz::vulkan
