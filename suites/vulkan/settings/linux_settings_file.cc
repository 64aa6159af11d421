// SPDX-License-Identifier: Apache-2.0
#include "policies/reading_ids.h"
#include "suites/vulkan/elevations.h"
#include "suites/vulkan/settings/linux_opened_files.h"
#include "suites/vulkan/settings/settings_files.h"

// LoaderSettingsFile, "Linux/MacOS/BSD/QNX/Fuchsia/GNU" and "Exception for Elevated Privileges":
// where the loader searches for the settings file, as shown by which files it opens. No case has
// files in several searched places (LS_VK_SETTINGS_1.r1), or one in the home folder that the system
// has for the user of an elevated application (LS_VK_SETTINGS_2.r1).
namespace loadstone::suites::linux_settings_file {
namespace {

constexpr char kOtherHome[] = "/opt/other_home";
constexpr char kOtherData[] = "/opt/other_data";

std::string BelowData(const std::string& data) { return data + "/vulkan/loader_settings.d"; }

// The settings files in `folders` that are opened while an application enumerates layers and
// creates an instance. When the loader searches for them is open: LS_VK_SETTINGS_1.r2.
std::vector<std::string> Opened(Case& c, VulkanWorld world,
                                const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) world.File(folder + kSettingsFileName, kEmptySettings);
  const Observation seen = Observe(c, world, [&folders](VulkanApp& app) {
    const FileWatch watch(folders);
    app.EnumerateLayers();
    app.CreateInstance();
  });
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS") << "an instance is created";
  return OpenedFiles(seen);
}

void JudgeFound(Case& c, const VulkanWorld& world, const std::string& folder) {
  EXPECT_SEEN(Opened(c, world, {folder}), ElementsAre(folder + kSettingsFileName))
      << "the settings file must be searched for in this folder" << reading::LS_VK_SETTINGS_1_r2;
}

VULKAN_CASE(LS_VK_SETTINGS_1, home) {
  VulkanWorld world(c.subject());
  JudgeFound(c, world.Home(kOtherHome), SettingsBelowHome(kOtherHome));
}

VULKAN_CASE(LS_VK_SETTINGS_1, data_home) {
  VulkanWorld world(c.subject());
  JudgeFound(c, world.Env("XDG_DATA_HOME", kOtherData), BelowData(kOtherData));
}

VULKAN_CASE(LS_VK_SETTINGS_1, system) { JudgeFound(c, VulkanWorld(c.subject()), kSystemSettings); }

VULKAN_CASE(LS_VK_SETTINGS_1, system_without_home) {
  VulkanWorld world(c.subject());
  JudgeFound(c, world.Unset("HOME").Unset("XDG_DATA_HOME"), kSystemSettings);
}

// A variable that is not present removes only its own folder. No case has both variables and a file
// below HOME alone: the text lists both folders, the XDG specification has one replace the other.
VULKAN_CASE(LS_VK_SETTINGS_1, data_home_without_home) {
  VulkanWorld world(c.subject());
  JudgeFound(c, world.Unset("HOME").Env("XDG_DATA_HOME", kOtherData), BelowData(kOtherData));
}

// Other ways to write the folders, and folders of the user that are there without a file.
VULKAN_CASE(LS_VK_SETTINGS_1, data_home_that_ends_in_a_slash) {
  VulkanWorld world(c.subject());
  JudgeFound(c, world.Env("XDG_DATA_HOME", std::string(kOtherData) + "/"), BelowData(kOtherData));
}

VULKAN_CASE(LS_VK_SETTINGS_1, data_home_of_unusual_characters) {
  const std::string odd = "/opt/%s $HOME \"'/;,\\";
  VulkanWorld world(c.subject());
  JudgeFound(c, world.Env("XDG_DATA_HOME", odd), BelowData(odd));
}

VULKAN_CASE(LS_VK_SETTINGS_1, home_of_unusual_characters) {
  const std::string odd = "/opt/%s $HOME \"'/;,\\";
  VulkanWorld world(c.subject());
  JudgeFound(c, world.Home(odd), SettingsBelowHome(odd));
}

VULKAN_CASE(LS_VK_SETTINGS_1, data_home_that_is_a_link) {
  VulkanWorld world(c.subject());
  JudgeFound(c, world.Env("XDG_DATA_HOME", "/link").Symlink("/link", kOtherData),
             BelowData(kOtherData));
}

VULKAN_CASE(LS_VK_SETTINGS_1, system_beside_folders_without_a_file) {
  VulkanWorld world(c.subject());
  world.Home(kOtherHome)
      .Env("XDG_DATA_HOME", kOtherData)
      .Directory(SettingsBelowHome(kOtherHome))
      .Directory(BelowData(kOtherData));
  JudgeFound(c, world, kSystemSettings);
}

VULKAN_CASE(LS_VK_SETTINGS_1, system_beside_an_unreadable_folder) {
  VulkanWorld world(c.subject());
  world.Env("XDG_DATA_HOME", kOtherData).Directory(BelowData(kOtherData), 0);
  JudgeFound(c, world, kSystemSettings);
}

VULKAN_CASE(LS_VK_SETTINGS_1, data_home_beside_a_home_without_a_file) {
  VulkanWorld world(c.subject());
  world.Home(kOtherHome).Directory(SettingsBelowHome(kOtherHome));
  JudgeFound(c, world.Env("XDG_DATA_HOME", kOtherData), BelowData(kOtherData));
}

REGISTER_CASES {
  for (const NamedElevation& way : kElevations) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_SETTINGS_1}, std::string(way.name) + "_system",
                 [way](Case& c) {
                   VulkanWorld world(c.subject());
                   JudgeFound(c, world.Elevated(way.elevation), kSystemSettings);
                 });
    RegisterCase(Api::kVulkan, {policy::LS_VK_SETTINGS_2}, way.name, [way](Case& c) {
      VulkanWorld world(c.subject());
      world.Home(kOtherHome).Env("XDG_DATA_HOME", kOtherData).Elevated(way.elevation);
      EXPECT_SEEN(Opened(c, world, {SettingsBelowHome(kOtherHome), BelowData(kOtherData)}),
                  IsEmpty())
          << "folders that the environment names must not be searched for an elevated application";
    });
  }
}

VULKAN_CASE(LS_VK_SETTINGS_3, no_variable_is_set) {
  VulkanWorld world(c.subject());
  world.Unset("HOME").Unset("XDG_DATA_HOME");
  EXPECT_SEEN(Opened(c, world, {SettingsBelowHome(""), BelowData("")}), IsEmpty())
      << "a place that needs a variable is not searched without it";
}

VULKAN_CASE(LS_VK_SETTINGS_3, home_is_not_set) {
  VulkanWorld world(c.subject());
  world.Unset("HOME").Env("XDG_DATA_HOME", kOtherData);
  EXPECT_SEEN(Opened(c, world, {SettingsBelowHome("")}), IsEmpty())
      << "the place below HOME is not searched without it";
}

VULKAN_CASE(LS_VK_SETTINGS_3, data_home_is_not_set) {
  VulkanWorld world(c.subject());
  world.Home(kOtherHome).Unset("XDG_DATA_HOME");
  EXPECT_SEEN(Opened(c, world, {BelowData("")}), IsEmpty())
      << "the place below XDG_DATA_HOME is not searched without it";
}

}  // namespace
}  // namespace loadstone::suites::linux_settings_file
