// SPDX-License-Identifier: Apache-2.0
#include "harness/component/host_devices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace loadstone::host_devices_test {
namespace {

namespace fs = std::filesystem;

TEST(HostDevicesTest, AreNodesAndNothingElse) {
  std::string pattern = testing::TempDir() + "loadstone_devices_XXXXXX";
  ASSERT_NE(mkdtemp(pattern.data()), nullptr);
  const fs::path dev = pattern;
  fs::create_directories(dev / "dri/by-path");
  std::ofstream(dev / "nvidia0") << "a file";
  std::ofstream(dev / "dri/card0") << "a file";
  fs::create_symlink("/dev/null", dev / "nvidiactl");
  EXPECT_THAT(GraphicsDevices(dev), testing::IsEmpty());
  EXPECT_THAT(GraphicsDevices(dev / "missing"), testing::IsEmpty());
  fs::remove_all(dev);
}

TEST(HostDevicesTest, OfThisMachineAreBelowDev) {
  for (const std::string& node : GraphicsDevices()) {
    EXPECT_TRUE(fs::is_character_file(node)) << node;
    EXPECT_THAT(node, testing::StartsWith("/dev/"));
  }
}

}  // namespace
}  // namespace loadstone::host_devices_test
