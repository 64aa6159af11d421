// SPDX-License-Identifier: Apache-2.0
#include "harness/report/output_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <vector>

namespace loadstone::output_file_test {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

std::string Read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void Write(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

// Creates a separate folder for each test.
class OutputFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = ::testing::TempDir() + "loadstone_output_XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      names.push_back(entry.path().filename());
    }
    return names;
  }

  // Returns the error of opening the path, with the test's folder replaced by @.
  std::string ErrorOf(const std::string& path) const {
    try {
      OutputFile file(path, "JSON report");
    } catch (const std::runtime_error& error) {
      std::string message = error.what();
      const std::size_t at = message.find(folder_.string());
      if (at != std::string::npos) message.replace(at, folder_.string().size(), "@");
      return message;
    }
    return "no error";
  }

  fs::path folder_;
};

TEST_F(OutputFileTest, AppearsOnlyAtCommit) {
  const fs::path path = folder_ / "r.json";
  OutputFile file(path, "JSON report");
  EXPECT_FALSE(fs::exists(path));
  file.Commit("new");
  EXPECT_EQ(Read(path), "new");
  EXPECT_THAT(Names(), ElementsAre("r.json"));
}

TEST_F(OutputFileTest, LeavesAnOlderReportWithoutCommit) {
  const fs::path path = folder_ / "r.json";
  Write(path, "old");
  { const OutputFile file(path, "JSON report"); }
  EXPECT_EQ(Read(path), "old");
  EXPECT_THAT(Names(), ElementsAre("r.json"));
}

TEST_F(OutputFileTest, ReplacesAnOlderReportAndKeepsItsPermissions) {
  const fs::path path = folder_ / "r.json";
  Write(path, "something older and longer");
  fs::permissions(path, fs::perms(0640));
  OutputFile(path, "JSON report").Commit("new");
  EXPECT_EQ(Read(path), "new");
  EXPECT_EQ(fs::status(path).permissions(), fs::perms(0640));
}

TEST_F(OutputFileTest, ObeysTheUmask) {
  const mode_t before = umask(027);
  OutputFile(folder_ / "r.json", "JSON report").Commit("new");
  umask(before);
  EXPECT_EQ(fs::status(folder_ / "r.json").permissions(), fs::perms(0640));
}

TEST_F(OutputFileTest, WritesThroughSymbolicLinks) {
  fs::create_directory(folder_ / "real");
  Write(folder_ / "real/old.json", "old");
  fs::create_symlink("real/old.json", folder_ / "link");
  fs::create_symlink("real/missing.json", folder_ / "dangling");
  OutputFile(folder_ / "link", "JSON report").Commit("a");
  OutputFile(folder_ / "dangling", "JSON report").Commit("b");
  EXPECT_EQ(Read(folder_ / "real/old.json"), "a");
  EXPECT_EQ(Read(folder_ / "real/missing.json"), "b");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "dangling"));
}

TEST_F(OutputFileTest, TakesTheLongestName) {
  const fs::path path = folder_ / std::string(255, 'n');
  OutputFile(path, "JSON report").Commit("new");
  EXPECT_EQ(Read(path), "new");
}

TEST_F(OutputFileTest, StaysWhereItWasWhenTheWorkingFolderChanges) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  OutputFile file("r.json", "JSON report");
  fs::current_path(before);
  file.Commit("new");
  EXPECT_EQ(Read(folder_ / "r.json"), "new");
}

TEST_F(OutputFileTest, TakesHugeContent) {
  const std::string huge(32 << 20, 'x');
  OutputFile(folder_ / "r.json", "JSON report").Commit(huge);
  EXPECT_EQ(fs::file_size(folder_ / "r.json"), huge.size());
}

TEST_F(OutputFileTest, SaysWhatIsWrongWithThePath) {
  Write(folder_ / "file", "old");
  Write(folder_ / "read_only", "old");
  fs::permissions(folder_ / "read_only", fs::perms(0444));
  fs::create_symlink("loop", folder_ / "loop");
  const std::string at = folder_.string();
  const std::string start = "cannot write the JSON report to @";
  EXPECT_EQ(ErrorOf(""), "the path of the JSON report is empty");
  EXPECT_EQ(ErrorOf(at), start + ": Is a directory");
  EXPECT_EQ(ErrorOf(at + "/no/r.json"), start + "/no/r.json: No such file or directory");
  EXPECT_EQ(ErrorOf(at + "/no/"), start + "/no/: No such file or directory");
  EXPECT_EQ(ErrorOf(at + "/file/r.json"), start + "/file/r.json: Not a directory");
  EXPECT_EQ(ErrorOf(at + "/read_only"), start + "/read_only: Permission denied");
  EXPECT_EQ(ErrorOf(at + "/loop"), start + "/loop: Too many levels of symbolic links");
  EXPECT_EQ(ErrorOf(at + "/" + std::string(300, 'n')),
            start + "/" + std::string(300, 'n') + ": File name too long");
  EXPECT_EQ(ErrorOf(at + "/no\n\x1b/r"), start + "/no \\x1b/r: No such file or directory");
  EXPECT_EQ(ErrorOf(at + std::string("/a\0b", 4)), start + "/a\\x00b: Invalid argument");
  EXPECT_EQ(ErrorOf("/dev/fd/987654"),
            "cannot write the JSON report to /dev/fd/987654: Bad file descriptor");
  EXPECT_THAT(Names(), UnorderedElementsAre("file", "read_only", "loop"));
}

TEST_F(OutputFileTest, WritesDevicesDirectly) {
  OutputFile("/dev/null", "JSON report").Commit("gone");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(OutputFileTest, ReportsAFullDevice) {
  OutputFile file("/dev/full", "JSON report");
  try {
    file.Commit("x");
    FAIL() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(),
                 "cannot write the JSON report to /dev/full: No space left on device");
  }
}

TEST_F(OutputFileTest, WritesAFifoDirectly) {
  const fs::path path = folder_ / "fifo";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const int reader = open(path.c_str(), O_RDONLY | O_NONBLOCK);
  OutputFile(path, "JSON report").Commit("through");
  char buffer[16] = {};
  EXPECT_EQ(read(reader, buffer, sizeof buffer), 7);
  EXPECT_STREQ(buffer, "through");
  close(reader);
  EXPECT_TRUE(fs::is_fifo(path));
}

TEST_F(OutputFileTest, SurvivesAPipeWithoutReader) {
  const fs::path path = folder_ / "fifo";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  const int reader = open(path.c_str(), O_RDONLY | O_NONBLOCK);
  OutputFile file(path, "JSON report");
  close(reader);
  EXPECT_THROW(file.Commit("nobody reads"), std::runtime_error);
}

TEST_F(OutputFileTest, ContinuesOnANamedDescriptor) {
  const fs::path path = folder_ / "log";
  const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_EQ(write(descriptor, "before ", 7), 7);
  OutputFile("/dev/fd/" + std::to_string(descriptor), "JSON report").Commit("report ");
  ASSERT_EQ(write(descriptor, "after", 5), 5);
  close(descriptor);
  EXPECT_EQ(Read(path), "before report after");
  const int read_only = open(path.c_str(), O_RDONLY);
  EXPECT_EQ(ErrorOf("/proc/self/fd/" + std::to_string(read_only)),
            "cannot write the JSON report to /proc/self/fd/" + std::to_string(read_only) +
                ": Bad file descriptor");
  close(read_only);
}

// Redirects standard output to a file for the duration of a test.
class OutputFileToStdoutTest : public OutputFileTest {
 protected:
  void SetUp() override {
    OutputFileTest::SetUp();
    std::fflush(stdout);
    saved_ = dup(STDOUT_FILENO);
    const int log = open((folder_ / "log").c_str(), O_WRONLY | O_CREAT, 0600);
    dup2(log, STDOUT_FILENO);
    close(log);
  }
  void TearDown() override {
    Restore();
    OutputFileTest::TearDown();
  }
  void Restore() {
    if (saved_ < 0) return;
    std::fflush(stdout);
    dup2(saved_, STDOUT_FILENO);
    close(saved_);
    saved_ = -1;
  }

  int saved_ = -1;
};

TEST_F(OutputFileToStdoutTest, FollowsWhatWasPrintedBefore) {
  for (const std::string& path :
       {std::string("-"), std::string("/dev/stdout"), (folder_ / "log").string()}) {
    OutputFile file(path, "JSON report");
    std::fputs("printed ", stdout);
    file.Commit("report ");
  }
  std::fputs("end", stdout);
  Restore();
  EXPECT_EQ(Read(folder_ / "log"), "printed report printed report printed report end");
  EXPECT_THAT(Names(), ElementsAre("log"));
}

}  // namespace
}  // namespace loadstone::output_file_test
