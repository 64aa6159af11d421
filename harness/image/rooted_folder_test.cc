// SPDX-License-Identifier: Apache-2.0
#include "harness/image/rooted_folder.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "harness/errors.h"

namespace loadstone::rooted_folder_test {
namespace {

namespace fs = std::filesystem;

// Has a folder `inside`, and a file next to it, outside of it.
class RootedFolderTest : public testing::Test {
 protected:
  RootedFolderTest() {
    std::string name = testing::TempDir() + "/rooted_XXXXXX";
    base_ = mkdtemp(name.data());
    fs::create_directories(root() / "a/b");
    std::ofstream(base_ / "outside") << "outside";
    std::ofstream(root() / "a/b/file") << "content";
  }
  ~RootedFolderTest() override { fs::remove_all(base_); }

  fs::path root() const { return base_ / "inside"; }
  RootedFolder Folder() const { return {root(), "a folder"}; }

  fs::path base_;
};

TEST_F(RootedFolderTest, LinksStayInside) {
  fs::create_symlink("/a/b/file", root() / "absolute");
  fs::create_symlink("../../../../a/b/file", root() / "a/above");
  fs::create_symlink("../outside", root() / "out");
  fs::create_symlink((base_ / "outside").string(), root() / "far");
  fs::create_symlink("circle", root() / "circle");
  EXPECT_EQ(Folder().Read("absolute", 100), "content");
  EXPECT_EQ(Folder().Read("a/above", 100), "content");
  EXPECT_EQ(Folder().Read("/a/b/../b/file", 100), "content");
  for (const char* path : {"out", "far", "circle", "../outside", "nothing", "a"}) {
    EXPECT_EQ(Folder().Read(path, 100), std::nullopt) << path;
  }
}

TEST_F(RootedFolderTest, OnlyRegularFilesAreOpened) {
  ASSERT_EQ(mkfifo((root() / "pipe").c_str(), 0600), 0);
  EXPECT_FALSE(Folder().Open("pipe").has_value());
  EXPECT_TRUE(Folder().Open("a/b/file").has_value());
  EXPECT_TRUE(Folder().IsFolder("a/b"));
  EXPECT_FALSE(Folder().IsFolder("pipe"));
}

TEST_F(RootedFolderTest, MoreThanTheMostIsRefused) {
  EXPECT_EQ(Folder().Read("a/b/file", 7), "content");
  EXPECT_THROW(Folder().Read("a/b/file", 6), EnvironmentError);
}

TEST_F(RootedFolderTest, WalksInOrderAndThroughNoLinks) {
  fs::create_directory_symlink("/a", root() / "c");
  std::ofstream(root() / "d") << "";
  std::vector<std::string> seen;
  Folder().Walk([&](const std::string& path) { seen.push_back(path); });
  EXPECT_EQ(seen, (std::vector<std::string>{"a/b/file", "c", "d"}));
}

TEST_F(RootedFolderTest, WhatIsNoFolderIsRefused) {
  EXPECT_THROW(RootedFolder(base_ / "outside", "a folder"), EnvironmentError);
  EXPECT_THROW(RootedFolder(base_ / "nothing", "a folder"), EnvironmentError);
}

}  // namespace
}  // namespace loadstone::rooted_folder_test
