// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/installation.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace loadstone::installation_test {
namespace {

namespace fs = std::filesystem;

TEST(InstallationTest, FollowsTheWaysFromTheFolderOfTheProgram) {
  const Installation found =
      InstallationOf("/opt/ls/bin/loadstone", {"../lib/x86_64-linux-gnu", "../lib", "../data"});
  EXPECT_EQ(found.program, "/opt/ls/bin/loadstone");
  EXPECT_EQ(found.mocks, "/opt/ls/lib/x86_64-linux-gnu/loadstone");
  EXPECT_EQ(found.reference_loaders, "/opt/ls/lib/x86_64-linux-gnu/loadstone/reference");
  EXPECT_EQ(found.keeper, "/opt/ls/lib/loadstone/keeper");
  EXPECT_EQ(found.probe, "/opt/ls/lib/loadstone/probe");
  EXPECT_EQ(found.windows_mocks, "/opt/ls/lib/x86_64-linux-gnu/loadstone/windows");
  EXPECT_EQ(found.policies, "/opt/ls/data/loadstone/policies");
}

TEST(InstallationTest, FollowsWaysOutOfThePrefix) {
  const Installation found =
      InstallationOf("/opt/ls/bin/loadstone", {"../../../nix/lib", "../libexec", "../share"});
  EXPECT_EQ(found.mocks, "/nix/lib/loadstone");
}

TEST(InstallationTest, BuildHasFoldersOfItsOwn) {
  const fs::path build =
      fs::path(testing::TempDir()) / ("installation_test_" + std::to_string(getpid()));
  fs::create_directories(build);
  std::ofstream(build / "CMakeCache.txt") << "x";
  const Installation found =
      InstallationOf(build / "bin/loadstone", {"../lib64", "../lib", "../data"});
  fs::remove_all(build);
  EXPECT_EQ(found.mocks, (build / "lib/loadstone").string());
  EXPECT_EQ(fs::path(found.reference_loaders) / "l.so", build / "lib/l.so");
  EXPECT_EQ(found.keeper, (build / "libexec/loadstone/keeper").string());
  EXPECT_EQ(found.policies, (build / "share/loadstone/policies").string());
}

TEST(InstallationTest, PartsForAnotherArchitectureAreBelowItsName) {
  const Installation here =
      InstallationOf("/opt/l/bin/loadstone", {"../lib", "../libexec", "../share"});
  const Installation parts = WithPartsFor(here, {.elf_class = 1, .machine = 3});
  EXPECT_EQ(parts.probe, "/opt/l/libexec/loadstone/i386-linux-gnu/probe");
  EXPECT_EQ(parts.mocks, "/opt/l/lib/loadstone/i386-linux-gnu");
  EXPECT_EQ(parts.reference_loaders, "/opt/l/lib/loadstone/i386-linux-gnu/reference");
  EXPECT_EQ(parts.windows_probe, "/opt/l/libexec/loadstone/windows-i386/probe.exe");
  EXPECT_EQ(parts.windows_mocks, "/opt/l/lib/loadstone/windows-i386");
  EXPECT_EQ(parts.keeper, here.keeper);
  EXPECT_EQ(WithPartsFor(here, OwnArchitecture()).probe, here.probe);
}

}  // namespace
}  // namespace loadstone::installation_test
