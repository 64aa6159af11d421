// SPDX-License-Identifier: Apache-2.0
#include "harness/world/platform.h"
#include "suites/vulkan/settings/settings_files.h"

// LoaderSettingsFile, "Example Settings File": files that set nothing, and files that are no
// settings files, at the places of the user and of the machine.
namespace loadstone::suites::settings_file_content {
namespace {

// What may be in place of the settings file.
struct Content {
  const char* name;
  const char* text;
};

constexpr Content kContents[] = {
    {"no_settings", kEmptySettings},
    {"empty_file", ""},
    {"no_json", "settings, please"},
    {"breaks_off", R"({"file_format_version": "1.0.1", "settings": {)"},
    {"list", "[]"},
    {"number", "1"},
    {"no_members", "{}"},
    {"no_format", R"({"settings": {}})"},
    {"format_of_the_future", R"({"file_format_version": "9.9.9", "settings": {}})"},
    {"format_is_a_number", R"({"file_format_version": 1, "settings": {}})"},
    {"settings_are_missing", R"({"file_format_version": "1.0.1"})"},
    {"settings_are_null", R"({"file_format_version": "1.0.1", "settings": null})"},
    {"settings_are_a_list", R"({"file_format_version": "1.0.1", "settings": []})"},
    {"settings_are_a_text", R"({"file_format_version": "1.0.1", "settings": "none"})"},
};

// The paths of the settings files of the user and of the machine; on Windows, values name them.
std::vector<std::string> SettingsFiles(const Case& c, VulkanWorld& world) {
  if (c.subject().platform != kWindows) {
    return {SettingsBelowHome(world.machine().home()) + kSettingsFileName,
            std::string(kSystemSettings) + kSettingsFileName};
  }
  const std::string of_user = std::string("/users/me") + kSettingsFileName;
  const std::string of_machine = std::string("/program data") + kSettingsFileName;
  world.Registry(RegistryDword(kUserSettingsKey, WindowsPath(of_user), 0));
  world.Registry(RegistryDword(kMachineSettingsKey, WindowsPath(of_machine), 0));
  return {of_user, of_machine};
}

void JudgeHarmless(Case& c, const std::function<void(VulkanWorld&, const std::string&)>& place) {
  constexpr char kExplicit[] = "VK_LAYER_LS_explicit";
  constexpr char kImplicit[] = "VK_LAYER_LS_implicit";
  VulkanWorld world(c.subject());
  world.With(Layer(kExplicit)).With(Layer(kImplicit).Implicit());
  for (const std::string& path : SettingsFiles(c, world)) place(world, path);
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = {kExplicit}});
  });
  EXPECT_SEEN(EnumeratedLayers(seen), IsSupersetOf({kExplicit, kImplicit}))
      << "a settings file that sets nothing hides no layer";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kImplicit, kExplicit))
      << "a settings file that sets nothing changes no layer";
  EXPECT_SEEN(DriversReached(seen), ElementsAre(kDefaultDriver))
      << "a settings file that sets nothing changes no driver";
}

REGISTER_CASES {
  for (const Content& content : kContents) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_SETTINGS_4}, content.name, [&content](Case& c) {
      JudgeHarmless(c, [&content](VulkanWorld& world, const std::string& path) {
        world.File(path, content.text);
      });
    });
  }
}

VULKAN_CASE(LS_VK_SETTINGS_4, deeply_nested) {
  const std::string deep = R"({"file_format_version": "1.0.1", "settings": )" +
                           std::string(100000, '[') + std::string(100000, ']') + "}";
  JudgeHarmless(c,
                [&deep](VulkanWorld& world, const std::string& path) { world.File(path, deep); });
}

VULKAN_CASE(LS_VK_SETTINGS_4, folder) {
  JudgeHarmless(c, [](VulkanWorld& world, const std::string& path) { world.Directory(path); });
}

VULKAN_CASE(LS_VK_SETTINGS_4, pipe_without_a_writer) {
  JudgeHarmless(c, [](VulkanWorld& world, const std::string& path) { world.machine().Fifo(path); });
}

}  // namespace
}  // namespace loadstone::suites::settings_file_content
