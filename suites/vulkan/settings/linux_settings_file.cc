// SPDX-License-Identifier: Apache-2.0
#include "policies/reading_ids.h"
#include "suites/suites.h"
#include "suites/vulkan/settings/linux_opened_files.h"

// LoaderSettingsFile, "Linux/MacOS/BSD/QNX/Fuchsia/GNU" and "Exception for Elevated Privileges":
// where the loader searches for the settings file, as shown by which files it opens. No case has
// files in several searched places (LS_VK_SETTINGS_1.r1), or one in the home folder that the system
// has for the user of an elevated application (LS_VK_SETTINGS_2.r1).
namespace loadstone::suites::linux_settings_file {
namespace {

constexpr char kFileName[] = "/vk_loader_settings.json";
constexpr char kOtherHome[] = "/opt/other_home";
constexpr char kOtherData[] = "/opt/other_data";
constexpr char kSystem[] = "/etc/vulkan/loader_settings.d";
constexpr char kEmptySettings[] = R"({"file_format_version": "1.0.1", "settings": {}})";

std::string BelowHome(const std::string& home) {
  return home + "/.local/share/vulkan/loader_settings.d";
}
std::string BelowData(const std::string& data) { return data + "/vulkan/loader_settings.d"; }

// The settings files in `folders` that are opened while an application enumerates layers and
// creates an instance. When the loader searches for them is open: LS_VK_SETTINGS_1.r2.
std::vector<std::string> Opened(Case& c, VulkanWorld world,
                                const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) world.File(folder + kFileName, kEmptySettings);
  const Observation seen = Observe(c, world, [&folders](VulkanApp& app) {
    const FileWatch watch(folders);
    app.EnumerateLayers();
    app.CreateInstance();
  });
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS") << "an instance is created";
  return OpenedFiles(seen);
}

void JudgeFound(Case& c, const VulkanWorld& world, const std::string& folder) {
  EXPECT_SEEN(Opened(c, world, {folder}), ElementsAre(folder + kFileName))
      << "the settings file must be searched for in this folder" << reading::LS_VK_SETTINGS_1_r2;
}

VULKAN_CASE(LS_VK_SETTINGS_1, home) {
  VulkanWorld world(c.subject());
  JudgeFound(c, world.Home(kOtherHome), BelowHome(kOtherHome));
}

VULKAN_CASE(LS_VK_SETTINGS_1, data_home) {
  VulkanWorld world(c.subject());
  JudgeFound(c, world.Env("XDG_DATA_HOME", kOtherData), BelowData(kOtherData));
}

VULKAN_CASE(LS_VK_SETTINGS_1, system) { JudgeFound(c, VulkanWorld(c.subject()), kSystem); }

VULKAN_CASE(LS_VK_SETTINGS_1, system_without_home) {
  VulkanWorld world(c.subject());
  JudgeFound(c, world.Unset("HOME").Unset("XDG_DATA_HOME"), kSystem);
}

// The kinds of elevation that the loader documents name, and the prefixes of their case names.
struct Way {
  const char* prefix;
  Elevation elevation;
};
constexpr Way kElevations[] = {{"elevated", Elevation::kFileCapability},
                               {"set_user_id", Elevation::kSetUserId},
                               {"set_group_id", Elevation::kSetGroupId}};

REGISTER_CASES {
  for (const Way& way : kElevations) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_SETTINGS_1}, std::string(way.prefix) + "_system",
                 [way](Case& c) {
                   VulkanWorld world(c.subject());
                   JudgeFound(c, world.Elevated(way.elevation), kSystem);
                 });
    RegisterCase(Api::kVulkan, {policy::LS_VK_SETTINGS_2}, way.prefix, [way](Case& c) {
      VulkanWorld world(c.subject());
      world.Home(kOtherHome).Env("XDG_DATA_HOME", kOtherData).Elevated(way.elevation);
      EXPECT_SEEN(Opened(c, world, {BelowHome(kOtherHome), BelowData(kOtherData)}), IsEmpty())
          << "folders that the environment names must not be searched for an elevated application";
    });
  }
}

VULKAN_CASE(LS_VK_SETTINGS_3, no_variable_is_set) {
  VulkanWorld world(c.subject());
  world.Unset("HOME").Unset("XDG_DATA_HOME");
  EXPECT_SEEN(Opened(c, world, {BelowHome(""), BelowData("")}), IsEmpty())
      << "a place that needs a variable is not searched without it";
}

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

void JudgeHarmless(Case& c, const std::function<void(VulkanWorld&, const std::string&)>& place) {
  constexpr char kExplicit[] = "VK_LAYER_LS_explicit";
  constexpr char kImplicit[] = "VK_LAYER_LS_implicit";
  VulkanWorld world(c.subject());
  world.With(Layer(kExplicit)).With(Layer(kImplicit).Implicit());
  for (const std::string& folder : {BelowHome(world.machine().home()), std::string(kSystem)}) {
    place(world, folder + kFileName);
  }
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
}  // namespace loadstone::suites::linux_settings_file
