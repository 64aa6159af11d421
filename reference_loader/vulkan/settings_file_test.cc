// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/settings_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference_loader/common/memory_platform.h"
#include "reference_loader/common/test_registry.h"

namespace reference_loader::vulkan::settings_file_test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kGood[] = R"({"file_format_version": "1.0.1", "settings": {}})";
constexpr char kOfHome[] = "/home/me/.local/share/vulkan/loader_settings.d/vk_loader_settings.json";
constexpr char kOfDataHome[] = "/data/vulkan/loader_settings.d/vk_loader_settings.json";
constexpr char kOfSystem[] = "/etc/vulkan/loader_settings.d/vk_loader_settings.json";
constexpr char kKey[] = "SOFTWARE\\Khronos\\Vulkan\\LoaderSettings";

// A machine with two places for settings files of its user.
class SettingsFileTest : public testing::Test {
 protected:
  SettingsFileTest() {
    platform_.SetEnvironment("VK_LOADER_DEBUG", "all");
    platform_.SetEnvironment("HOME", "/home/me");
    platform_.SetEnvironment("XDG_DATA_HOME", "/data");
  }

  // The messages about the existing files.
  std::vector<std::string> Read() {
    ReadSettingsFile(platform_, Log(platform_));
    return platform_.log();
  }

  MemoryPlatform platform_;
};

TEST_F(SettingsFileTest, EachPlaceIsSearched) {
  for (const char* path : {kOfSystem, kOfDataHome, kOfHome}) {
    platform_.AddFile(path, kGood);
    EXPECT_THAT(Read().back(), HasSubstr(path));  // each precedes those added before it
  }
}

TEST_F(SettingsFileTest, ElevatedProcessesHaveThatOfTheSystemAlone) {
  for (const char* path : {kOfHome, kOfDataHome, kOfSystem}) platform_.AddFile(path, kGood);
  platform_.SetElevated(true);
  EXPECT_THAT(Read(), ElementsAre(HasSubstr(kOfSystem)));
  EXPECT_THAT(platform_.files_read(), ElementsAre(kOfSystem));
}

TEST_F(SettingsFileTest, VariablesThatAreNotSetNameNoPlace) {
  platform_.SetEnvironment("HOME", "");
  platform_.SetEnvironment("XDG_DATA_HOME", "");
  EXPECT_THAT(Read(), IsEmpty());
  EXPECT_THAT(platform_.files_read(), ElementsAre(kOfSystem));
}

TEST_F(SettingsFileTest, SaysWhyAFileIsNone) {
  for (const char* text : {"", "{", "[]", R"({"settings": {}})",
                           R"({"file_format_version": "1.0.0", "settings": []})"}) {
    MemoryPlatform platform;
    platform.SetEnvironment("VK_LOADER_DEBUG", "all");
    platform.AddFile(kOfSystem, text);
    ReadSettingsFile(platform, Log(platform));
    EXPECT_THAT(platform.log(), ElementsAre(HasSubstr("ignored"))) << text;
  }
  platform_.AddFile(kOfSystem, kGood);
  EXPECT_THAT(Read(), ElementsAre(HasSubstr(kOfSystem)));
}

TEST(WindowsSettingsFile, TheRegistryNamesIt) {
  constexpr char kUser[] = "C:\\me\\vk_loader_settings.json";
  constexpr char kMachine[] = "C:\\all\\vk_loader_settings.json";
  for (const bool elevated : {false, true}) {
    MemoryPlatform platform(kWindowsRules);
    for (const char* path : {kUser, kMachine, "C:\\me\\other.json"}) platform.AddFile(path, kGood);
    platform.AddRegistryValue(RegistryRoot::kCurrentUser, kKey,
                              DwordValue("C:\\me\\other.json", 0));
    platform.AddRegistryValue(RegistryRoot::kCurrentUser, kKey, DwordValue(kUser, 0));
    platform.AddRegistryValue(RegistryRoot::kLocalMachine, kKey, DwordValue(kMachine, 0));
    platform.SetElevated(elevated);
    ReadSettingsFile(platform, Log(platform));
    EXPECT_THAT(platform.files_read(), ElementsAre(elevated ? kMachine : kUser));
  }
}

TEST(WindowsSettingsFile, TheMachinesIsReadWhereTheUsersIsMissing) {
  constexpr char kMachine[] = "C:\\all\\VK_Loader_Settings.JSON";  // letters may be upper case
  MemoryPlatform platform(kWindowsRules);
  platform.AddFile(kMachine, kGood);
  platform.AddRegistryValue(RegistryRoot::kCurrentUser, kKey,
                            DwordValue("C:\\me\\vk_loader_settings.json", 0));
  platform.AddRegistryValue(RegistryRoot::kLocalMachine, kKey, DwordValue(kMachine, 0));
  ReadSettingsFile(platform, Log(platform));
  EXPECT_THAT(platform.files_read(), Contains(kMachine));
}

}  // namespace
}  // namespace reference_loader::vulkan::settings_file_test
