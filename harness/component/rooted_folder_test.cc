// SPDX-License-Identifier: Apache-2.0
#include "harness/component/rooted_folder.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>
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

// The kernel refuses to leave a folder by ".." while anything on the machine is renamed or mounted.
TEST_F(RootedFolderTest, RenamesElsewhereChangeNothing) {
  fs::create_symlink("../../../../a/b/file", root() / "a/above");
  std::atomic<bool> done = false;
  std::thread renamer([&] {
    for (bool there = true; !done; there = !there) {
      fs::rename(base_ / (there ? "outside" : "inside/outside"),
                 base_ / (there ? "inside/outside" : "outside"));
    }
  });
  const RootedFolder folder = Folder();
  int found = 0;
  for (int i = 0; i < 20000; ++i) found += folder.HostPath("a/above").empty() ? 0 : 1;
  done = true;
  renamer.join();
  EXPECT_EQ(found, 20000);
}

TEST_F(RootedFolderTest, HostPathsHaveNoLinks) {
  fs::create_symlink("/a/b", root() / "link");
  EXPECT_EQ(Folder().HostPath("/link/file"), fs::canonical(root() / "a/b/file"));
  EXPECT_EQ(Folder().HostPath("/link"), fs::canonical(root() / "a/b"));
  EXPECT_EQ(Folder().HostPath("/"), fs::canonical(root()));
  EXPECT_EQ(Folder().HostPath("nothing"), "");
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
