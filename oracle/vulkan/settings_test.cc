// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vulkan/vulkan.h>

#include "oracle/vulkan/judge.h"
#include "oracle/vulkan/test_subject.h"

namespace loadstone::oracle::vulkan::settings_test {
namespace {

using testing::Contains;
using testing::IsEmpty;

constexpr char kLayer[] = "VK_LAYER_LS_a";

Machine WithSettings(const std::string& text) {
  Machine machine;
  machine.files[std::string(kExplicitFolder) + "/a.json"] = Manifest(kLayer, 0);
  machine.files[SettingsFiles(machine).front()] = text;
  return machine;
}

std::vector<Fault> FaultsWithoutLayers(const Machine& machine) {
  return Judge(machine, Answer(), TestSubject());
}

TEST(SettingsTest, FilesWithoutSettingsSetNothing) {
  EXPECT_EQ(SettingsOf(Machine()), Settings::kNone);
  for (const char* text : {"", "[]", "settings, please", R"({"settings": {}})", R"({"settings": )",
                           R"({"file_format_version": "9.9.9", "settings": null})"}) {
    EXPECT_EQ(SettingsOf(WithSettings(text)), Settings::kSetsNothing) << text;
  }
}

TEST(SettingsTest, WhatMayBeSettingsMaySetAnything) {
  for (const char* text : {R"({"settings": {"layers": []}})", R"({"settings_array": [{}]})",
                           R"({"settings": {"\u006cayers": []}})", R"({"settings": {"layers)"}) {
    EXPECT_EQ(SettingsOf(WithSettings(text)), Settings::kUnknown) << text;
  }
  Machine both = WithSettings("{}");
  both.files[SettingsFiles(both).back()] = R"({"settings": {"layers": []}})";
  EXPECT_EQ(SettingsOf(both), Settings::kUnknown);
}

TEST(SettingsTest, FilesAreWhereTheVariablesSay) {
  Machine machine;
  machine.environment["XDG_DATA_HOME"] = "/data";
  EXPECT_THAT(SettingsFiles(machine),
              Contains("/data/vulkan/loader_settings.d/vk_loader_settings.json"));
  for (const char* odd : {"", "/dev/null", "relative", ":"}) {
    machine.environment["XDG_DATA_HOME"] = odd;
    EXPECT_EQ(SettingsFiles(machine).size(), 2U) << odd;
  }
}

TEST(SettingsTest, FaultsBesideOneThatSetsNothingAreItsOwn) {
  const std::vector<Fault> plain = FaultsWithoutLayers(WithSettings(R"({"settings": {}})"));
  ASSERT_EQ(plain.size(), 1U);
  EXPECT_EQ(plain[0].policy, "LS_VK_SETTINGS_4");
  EXPECT_TRUE(plain[0].unclear);
  Machine without = WithSettings("");
  without.files.erase(SettingsFiles(without).front());
  const std::vector<Fault> clear = FaultsWithoutLayers(without);
  ASSERT_EQ(clear.size(), 1U);
  EXPECT_EQ(clear[0].match, plain[0].match) << "so that the settings file can be left out";
  EXPECT_FALSE(clear[0].unclear);
}

TEST(SettingsTest, WithSettingsOnlyTheEndIsJudged) {
  const Machine machine = WithSettings(R"({"settings": {"layers": []}})");
  EXPECT_THAT(FaultsWithoutLayers(machine), IsEmpty());
  Answer answer;
  answer.ending = Answer::Ending::kSignal;
  answer.value = 11;
  const std::vector<Fault> faults = Judge(machine, answer, TestSubject());
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].policy, "LS_VK_ROBUSTNESS_1");
}

}  // namespace
}  // namespace loadstone::oracle::vulkan::settings_test
