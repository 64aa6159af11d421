// SPDX-License-Identifier: Apache-2.0
#include "harness/world/drive_letter.h"

#include <gtest/gtest.h>

#include "harness/world/windows_registry.h"

namespace loadstone::drive_letter_test {
namespace {

std::string ToDriveX(const std::string& text) { return WithDrive(text, 'C', 'X'); }

TEST(DriveLetterTest, IsReplacedInPaths) {
  EXPECT_EQ(ToDriveX("C:\\a\\b.json"), "X:\\a\\b.json");
  EXPECT_EQ(ToDriveX("C:/a;C:\\b;d:\\c"), "X:/a;X:\\b;d:\\c");
  EXPECT_EQ(ToDriveX(R"({"library_path": "C:\\a.dll"})"), R"({"library_path": "X:\\a.dll"})");
  EXPECT_EQ(ToDriveX("C:relative"), "X:relative");
  EXPECT_EQ(ToDriveX("\\\\?\\C:\\a"), "\\\\?\\X:\\a");
}

TEST(DriveLetterTest, KeepsTheCaseOfTheLetter) { EXPECT_EQ(ToDriveX("c:\\a"), "x:\\a"); }

TEST(DriveLetterTest, LeavesTextsThatAreNoDrives) {
  for (const char* text : {"", "C", "abc:", "C\\:", "1C:", R"({"C": 1})", "C ;:"}) {
    EXPECT_EQ(ToDriveX(text), text);
  }
}

TEST(DriveLetterTest, IsReplacedBackAndForth) {
  const std::string text = "C:\\a\\c:\\C:";
  EXPECT_EQ(WithDrive(ToDriveX(text), 'X', 'C'), text);
}

TEST(DriveLetterTest, IsReplacedInUtf16) {
  const auto bytes = [](const std::string& text) { return RegistryText("HKLM\\A", "", text).data; };
  EXPECT_EQ(WithDriveInUtf16(bytes("C:\\ä;C:\\b"), 'C', 'X'), bytes("X:\\ä;X:\\b"));
  EXPECT_EQ(WithDriveInUtf16(bytes("aC:\\b"), 'C', 'X'), bytes("aC:\\b"));
}

TEST(DriveLetterTest, TakesBytesThatAreNoUtf16) {
  for (const std::string& bytes : {std::string(), std::string("C"), std::string("C\0:", 3)}) {
    EXPECT_EQ(WithDriveInUtf16(bytes, 'C', 'X'), bytes);
  }
}

}  // namespace
}  // namespace loadstone::drive_letter_test
