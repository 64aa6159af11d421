// SPDX-License-Identifier: Apache-2.0
#include "harness/case/openxr_calibration.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

namespace loadstone::openxr_calibration_test {
namespace {

namespace fs = std::filesystem;

// Returns the claimed version of a file of that name.
std::string Claimed(const std::string& name) {
  char pattern[] = "/tmp/loadstone_claimed_XXXXXX";
  const fs::path folder = mkdtemp(pattern);
  std::ofstream(folder / name) << "library";
  fs::create_symlink(name, folder / "link");
  const std::string direct = ClaimedOpenXrVersion(folder / name).ToString();
  EXPECT_EQ(ClaimedOpenXrVersion(folder / "link").ToString(), direct);
  fs::remove_all(folder);
  return direct;
}

TEST(ClaimedOpenXrVersion, IsTheSuffixOfTheFileBehindLinks) {
  EXPECT_EQ(Claimed("libopenxr_loader.so.1.0.20"), "1.0.20");
  EXPECT_EQ(Claimed("libopenxr_loader.so.1.1.61"), "1.1.61");
}

TEST(ClaimedOpenXrVersion, IsTheFirstWhereTheNameSaysNothing) {
  for (const char* name : {"libopenxr_loader.so.1", "libopenxr_loader.so", "loader",
                           "libopenxr_loader.so.", "libopenxr_loader.so.new"}) {
    EXPECT_EQ(Claimed(name), "1.0.0") << name;
  }
  EXPECT_EQ(ClaimedOpenXrVersion("/no/such/file.so.1.0.20").ToString(), "1.0.0");
}

}  // namespace
}  // namespace loadstone::openxr_calibration_test
