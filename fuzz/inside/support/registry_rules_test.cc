// SPDX-License-Identifier: Apache-2.0
// Each invariant is tested with a broken answer, which it must reject.

#include "fuzz/inside/support/registry_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loadstone::fuzz::inside::registry_rules_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

const RegistryRule kRule = {"Key", "Value", true, false};

std::string Check(const std::string& text, const std::vector<std::string>& found) {
  return CheckRegistered(kRule, RegistryText::Parse(text), found);
}

TEST(RegistryRulesTest, EveryWrongManifestIsReported) {
  const std::string enabled = "MACHINE Khronos\\Key 4 C:\\a.json=0000";
  EXPECT_THAT(Check(enabled, {"c:/A.json"}), IsEmpty());
  EXPECT_THAT(Check(enabled, {}), HasSubstr("not found"));
  EXPECT_THAT(Check(enabled, {"C:\\a.json", "c:\\a.json"}), HasSubstr("twice"));
  for (const char* text :
       {"MACHINE Khronos\\Key 4 C:\\a.json=0001", "MACHINE Khronos\\Key 4 C:\\a.json=000",
        "MACHINE Khronos\\Key 3 C:\\a.json=0000", "MACHINE Khronos\\Other 4 C:\\a.json=0000",
        "MACHINE WOW6432Node\\Khronos\\Key 4 C:\\a.json=0000", "DEVICE 4 Value=0000",
        "DEVICE 2 Value=C:\\a.json", "DEVICE 1 ValueWow=C:\\a.json", "DEVICE 1 Value=|C:\\a.json",
        "ELEVATED=1\nUSER Khronos\\Key 4 C:\\a.json=0000"}) {
    EXPECT_THAT(Check(text, {"C:\\a.json"}), HasSubstr("not enabled")) << text;
    EXPECT_THAT(Check(text, {}), IsEmpty()) << text;
  }
}

TEST(RegistryRulesTest, OnlyManifestsWithFullPathsCount) {
  for (const char* path : {"a.json", "\\a.json", "C:a.json", "C:\\a.txt", "C:\\folder.json"}) {
    EXPECT_THAT(Check(std::string("MACHINE Khronos\\Key 4 ") + path + "=0000", {path}),
                HasSubstr("not enabled"));
  }
}

TEST(RegistryRulesTest, ListsOfDevicesEndAtAnEmptyText) {
  const std::string text = "DEVICE 7 value=C:\\a.json|C:\\b.json||C:\\c.json|";
  EXPECT_THAT(Check(text, {"C:\\a.json", "C:\\b.json"}), IsEmpty());
  EXPECT_THAT(Check(text, {"C:\\a.json"}), HasSubstr("not found"));
  EXPECT_THAT(Check("DEVICE 1 Value=C:\\a.json|C:\\b.json", {"C:\\a.json"}), IsEmpty());
}

TEST(RegistryRulesTest, NarrowProcessesHaveOtherPlaces) {
  const std::string text =
      "NARROW=1\nMACHINE WOW6432Node\\Khronos\\Key 4 C:\\a.json=0000\n"
      "MACHINE Khronos\\Key 4 C:\\b.json=0000\nDEVICE 1 ValueWow=C:\\c.json";
  EXPECT_THAT(Check(text, {"C:\\a.json", "C:\\c.json"}), IsEmpty());
}

TEST(RegistryRulesTest, EveryWrongActiveRuntimeIsReported) {
  const auto check = [](const char* text, const std::vector<std::string>& found) {
    return CheckActiveRuntime(RegistryText::Parse(text), found);
  };
  const char* const text = "MACHINE Khronos\\OpenXR\\1 1 ActiveRuntime=C:\\a.json|";
  EXPECT_THAT(check(text, {"C:\\a.json"}), IsEmpty());
  EXPECT_THAT(check(text, {}), HasSubstr("not found"));
  EXPECT_THAT(check(text, {"C:\\b.json"}), HasSubstr("not the active"));
  EXPECT_THAT(check(text, {"C:\\a.json", "C:\\a.json"}), HasSubstr("more than one"));
  for (const char* other : {"USER Khronos\\OpenXR\\1 1 ActiveRuntime=C:\\a.json",
                            "MACHINE Khronos\\OpenXR\\1 7 ActiveRuntime=C:\\a.json",
                            "MACHINE Khronos\\OpenXR\\2 1 ActiveRuntime=C:\\a.json"}) {
    EXPECT_THAT(check(other, {"C:\\a.json"}), HasSubstr("not the active")) << other;
  }
}

TEST(RegistryTextTest, LinesAreValues) {
  const RegistryText registry = RegistryText::Parse(
      "MACHINE k 4 a name=0000\nUSER k 1 t=x\nDEVICE 7 v=x|\nMACHINE k x n=1\nMACHINE k\nA=1\n"
      "USER k 1 u=\xff\nELEVATED=1\nNARROW=1");
  ASSERT_EQ(registry.entries.size(), 3u);
  EXPECT_EQ(registry.entries[1].name, "a name");
  EXPECT_TRUE(registry.elevated && registry.narrow);
  MemoryPlatform machine(kWindowsRules);
  registry.Install(&machine);
  const auto values = machine.RegistryValues(RegistryRoot::kLocalMachine, "SOFTWARE\\k");
  ASSERT_EQ(values.size(), 1u);
  EXPECT_TRUE(IsZeroDword(values[0]));
  ASSERT_EQ(machine.DeviceValues("v").size(), 1u);
  EXPECT_EQ(machine.DeviceValues("v")[0].data, std::string("x\0\0\0", 4));
}

}  // namespace
}  // namespace loadstone::fuzz::inside::registry_rules_test
