// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/common/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference_loader/common/memory_platform.h"
#include "reference_loader/common/test_registry.h"

namespace reference_loader::registry_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(RegistryTest, OnlyTheDwordZeroEnables) {
  EXPECT_TRUE(IsZeroDword(DwordValue("", 0)));
  EXPECT_FALSE(IsZeroDword(DwordValue("", 1)));
  EXPECT_FALSE(IsZeroDword({"", kRegistryDword, "\xff\xff\xff\xff"}));
  EXPECT_FALSE(IsZeroDword({"", kRegistryDword, std::string({0, 0, 0, 1})}));
  EXPECT_FALSE(IsZeroDword({"", kRegistryDword, std::string()}));
  EXPECT_FALSE(IsZeroDword({"", kRegistryDword, std::string(2, '\0')}));
  EXPECT_FALSE(IsZeroDword({"", kRegistryQword, std::string(8, '\0')}));
  EXPECT_FALSE(IsZeroDword({"", kRegistryBinary, std::string(4, '\0')}));
  EXPECT_FALSE(IsZeroDword(StringValue("", "0")));
}

TEST(RegistryTest, TextsMayLackTheirEnd) {
  EXPECT_THAT(TextsOf(StringValue("", "C:\\a")), ElementsAre("C:\\a"));
  EXPECT_THAT(TextsOf({"", kRegistryString, RegistryText("C:\\a")}), ElementsAre("C:\\a"));
  EXPECT_THAT(TextsOf({"", kRegistryString, RegistryText("ab") + "c"}), ElementsAre("ab"));
  EXPECT_THAT(TextsOf({"", kRegistryString, "a"}), IsEmpty());
  EXPECT_THAT(TextsOf(StringValue("", "")), IsEmpty());
  EXPECT_THAT(TextsOf({"", kRegistryString, ""}), IsEmpty());
  EXPECT_THAT(TextsOf({"", kRegistryString, RegistryText(std::string_view("a\0b", 3))}),
              ElementsAre("a"));
}

TEST(RegistryTest, ListsEndAtAnEmptyText) {
  EXPECT_THAT(TextsOf(MultiStringValue("", {"a", "b", "c"})), ElementsAre("a", "b", "c"));
  EXPECT_THAT(TextsOf(MultiStringValue("", {})), IsEmpty());
  EXPECT_THAT(TextsOf(MultiStringValue("", {"a", "", "b"})), ElementsAre("a"));
  EXPECT_THAT(TextsOf({"", kRegistryMultiString, RegistryText(std::string_view("a\0b", 3))}),
              ElementsAre("a", "b"));
}

TEST(RegistryTest, OtherTypesHoldNoTexts) {
  for (const uint32_t type : {kRegistryExpandString, kRegistryBinary, kRegistryDword}) {
    EXPECT_THAT(TextsOf({"", type, RegistryText("C:\\a")}), IsEmpty());
  }
}

TEST(RegistryTest, HalvesOfCharactersAreNoText) {
  EXPECT_THAT(TextsOf({"", kRegistryString, std::string("\x00\xd8", 2)}), IsEmpty());
  EXPECT_THAT(
      TextsOf({"", kRegistryMultiString, std::string("\x00\xd8\x00\x00", 4) + RegistryText("a")}),
      ElementsAre("a"));
}

TEST(RegistryTest, A32BitProcessHasKeysOfItsOwn) {
  MemoryPlatform platform(kWindowsRules);
  EXPECT_EQ(KhronosKey(platform, "Vulkan\\Drivers"), "SOFTWARE\\Khronos\\Vulkan\\Drivers");
  platform.Set32BitOn64BitSystem(true);
  EXPECT_EQ(KhronosKey(platform, "OpenXR\\1"), "SOFTWARE\\WOW6432Node\\Khronos\\OpenXR\\1");
}

TEST(RegistryTest, ManifestsAreAbsolutePathsOfFiles) {
  MemoryPlatform platform(kWindowsRules);
  platform.AddFile("C:\\folder.json\\a.json", "");
  const char* const names[] = {"C:\\m\\b.json",   "relative.json",       "\\rooted.json",
                               "C:drive.json",    "C:\\folder.json",     "",
                               "C:\\m\\text.txt", "//host/share/u.JSON", "d:/m/a.json",
                               "/m/linux.json"};
  for (const char* name : names) {
    platform.AddRegistryValue(RegistryRoot::kLocalMachine, "Key", DwordValue(name, 0));
  }
  platform.AddRegistryValue(RegistryRoot::kCurrentUser, "Key", DwordValue("C:\\user.json", 0));
  EXPECT_THAT(ManifestsInKey(platform, RegistryRoot::kLocalMachine, "KEY"),
              ElementsAre("C:\\m\\b.json", "//host/share/u.JSON", "d:/m/a.json"));
  EXPECT_THAT(ManifestsInKey(platform, RegistryRoot::kLocalMachine, "Other"), IsEmpty());
}

TEST(RegistryTest, DevicesNameManifestsForEachWordSize) {
  MemoryPlatform platform(kWindowsRules);
  platform.AddDeviceValue(StringValue("Name", "C:\\a.json"));
  platform.AddDeviceValue(MultiStringValue("name", {"C:\\b.json", "c.json", "C:\\d.json"}));
  platform.AddDeviceValue(DwordValue("Name", 0));
  platform.AddDeviceValue(StringValue("NameWow", "C:\\wow.json"));
  EXPECT_THAT(ManifestsOfDevices(platform, "Name"),
              ElementsAre("C:\\a.json", "C:\\b.json", "C:\\d.json"));
  platform.Set32BitOn64BitSystem(true);
  EXPECT_THAT(ManifestsOfDevices(platform, "Name"), ElementsAre("C:\\wow.json"));
}

}  // namespace
}  // namespace reference_loader::registry_test
