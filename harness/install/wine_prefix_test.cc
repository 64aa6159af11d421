// SPDX-License-Identifier: Apache-2.0
#include "harness/install/wine_prefix.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace loadstone::wine_prefix_test {
namespace {

namespace fs = std::filesystem;

class WinePrefixTest : public testing::Test {
 protected:
  WinePrefixTest() {
    fs::create_directories(prefix_ / "drive_c" / "Vendor");
    fs::create_directories(prefix_ / "dosdevices");
    fs::create_directory_symlink("../drive_c", prefix_ / "dosdevices" / "c:");
  }
  ~WinePrefixTest() override { fs::remove_all(prefix_); }

  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(prefix_ / "drive_c" / "Vendor" / name) << text;
  }
  std::string Problem(const std::string& path) const {
    return ProblemOfManifest(prefix_.string(), path);
  }

  const fs::path prefix_ =
      fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(WinePrefixTest, FilesAreFoundWhateverTheCaseOfTheirLetters) {
  Write("A.json", "{}");
  EXPECT_TRUE(FindInPrefix(prefix_.string(), "C:\\Vendor\\A.json").has_value());
  EXPECT_TRUE(FindInPrefix(prefix_.string(), "c:/VENDOR/a.JSON").has_value());
  EXPECT_FALSE(FindInPrefix(prefix_.string(), "C:\\Vendor\\B.json").has_value());
  EXPECT_FALSE(FindInPrefix(prefix_.string(), "D:\\Vendor\\A.json").has_value());
  EXPECT_FALSE(FindInPrefix(prefix_.string(), "\\Vendor\\A.json").has_value());
  EXPECT_FALSE(FindInPrefix(prefix_.string(), "").has_value());
}

TEST_F(WinePrefixTest, WhatIsNoManifestIsSaid) {
  Write("good.json", "\xef\xbb\xbf{\"a\": 1}");
  Write("bad.json", "{");
  EXPECT_EQ(Problem("C:\\Vendor\\good.json"), "");
  EXPECT_EQ(Problem("C:\\Vendor\\bad.json"), "it is not a JSON object");
  EXPECT_EQ(Problem("C:\\Vendor\\none.json"), "there is no such file");
  EXPECT_EQ(Problem("C:\\Vendor"), "it is not a regular file");
}

}  // namespace
}  // namespace loadstone::wine_prefix_test
