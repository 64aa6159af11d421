// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "reference_loader/common/platform.h"

namespace reference_loader::linux_platform_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class LinuxPlatformTest : public testing::Test {
 protected:
  LinuxPlatformTest() {
    char name[] = "/tmp/linux_platform_test.XXXXXX";
    folder_ = mkdtemp(name);
  }
  ~LinuxPlatformTest() override { std::filesystem::remove_all(folder_); }

  std::string Write(const std::string& name, const std::string& content) {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path) << content;
    return path;
  }

  const Platform& platform_ = HostPlatform();
  std::string folder_;
};

TEST_F(LinuxPlatformTest, ReadsFilesUpToTheLimit) {
  const std::string path = Write("a", "12345");
  EXPECT_EQ(platform_.ReadFile(path, 5), "12345");
  EXPECT_FALSE(platform_.ReadFile(path, 4));
  EXPECT_EQ(platform_.ReadFile(Write("empty", ""), 5), "");
  EXPECT_FALSE(platform_.ReadFile(folder_ + "/missing", 5));
}

TEST_F(LinuxPlatformTest, ReadsFilesThatReportNoSize) {
  EXPECT_FALSE(platform_.ReadFile("/proc/self/status", 1 << 20).value_or("").empty());
  EXPECT_FALSE(platform_.ReadFile("/proc/self/status", 8));
}

// With standard input closed, the next file that is opened gets its descriptor.
TEST_F(LinuxPlatformTest, ReadsFilesWithoutStandardInput) {
  const std::string path = Write("a", "12345");
  const int input = dup(STDIN_FILENO);
  close(STDIN_FILENO);
  const std::optional<std::string> content = platform_.ReadFile(path, 5);
  const bool closed = fcntl(STDIN_FILENO, F_GETFD) == -1;
  if (input >= 0) {
    EXPECT_EQ(dup2(input, STDIN_FILENO), STDIN_FILENO);
    close(input);
  }
  EXPECT_EQ(content, "12345");
  EXPECT_TRUE(closed) << "the file is left open";
}

TEST_F(LinuxPlatformTest, NeverBlocksOnWhatIsNoFile) {
  const std::string fifo = folder_ + "/fifo.json";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_FALSE(platform_.ReadFile(fifo, 100));
  EXPECT_FALSE(platform_.ReadFile(folder_, 100));
  EXPECT_FALSE(platform_.ReadFile("/dev/zero", 100));
}

TEST_F(LinuxPlatformTest, ListsManifestsInOrder) {
  Write("b.json", "");
  Write("a.json", "");
  Write("c.txt", "");
  EXPECT_THAT(platform_.ListManifests(folder_), ElementsAre("a.json", "b.json"));
  EXPECT_THAT(platform_.ListManifests(folder_ + "/missing"), IsEmpty());
}

TEST_F(LinuxPlatformTest, KnowsFoldersFromFiles) {
  EXPECT_TRUE(platform_.IsFolder(folder_));
  EXPECT_FALSE(platform_.IsFolder(Write("a", "")));
}

TEST_F(LinuxPlatformTest, TellsTheExecutable) {
  EXPECT_EQ(platform_.ExecutablePath(), std::filesystem::read_symlink("/proc/self/exe").string());
}

TEST_F(LinuxPlatformTest, OpensLibraries) {
  std::string error;
  EXPECT_EQ(platform_.OpenLibrary(Write("bad.so", "no library"), &error), nullptr);
  EXPECT_FALSE(error.empty());
  void* library = platform_.OpenLibrary("libc.so.6", &error);
  ASSERT_NE(library, nullptr);
  EXPECT_NE(platform_.Symbol(library, "getpid"), nullptr);
  EXPECT_EQ(platform_.Symbol(library, "no_such_function"), nullptr);
  platform_.CloseLibrary(library);
}

TEST_F(LinuxPlatformTest, UndefinedAndEmptyVariablesDiffer) {
  setenv("LOADSTONE_TEST_VARIABLE", "", 1);
  EXPECT_EQ(platform_.Environment("LOADSTONE_TEST_VARIABLE"), "");
  unsetenv("LOADSTONE_TEST_VARIABLE");
  EXPECT_FALSE(platform_.Environment("LOADSTONE_TEST_VARIABLE"));
}

}  // namespace
}  // namespace reference_loader::linux_platform_test
