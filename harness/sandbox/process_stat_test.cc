// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/process_stat.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace loadstone::process_stat_test {
namespace {

TEST(ProcessStatTest, OwnProcess) {
  const auto own = ReadProcessStat(getpid());
  ASSERT_TRUE(own.has_value());
  EXPECT_EQ(own->state, 'R');
  EXPECT_EQ(own->parent, getppid());
}

TEST(ProcessStatTest, NameMayHoldParenthesesAndStates) {
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_NAME, ") R 1 2 (x)");
    raise(SIGSTOP);
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, WUNTRACED), child);
  const auto stopped = ReadProcessStat(child);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  ASSERT_TRUE(stopped.has_value());
  EXPECT_EQ(stopped->state, 'T');
  EXPECT_EQ(stopped->parent, getpid());
  EXPECT_FALSE(ReadProcessStat(child).has_value()) << "it has ended";
}

TEST(ProcessStatTest, CountsTicksOfTheProcessAndItsChildren) {
  const std::filesystem::path folder =
      testing::TempDir() + "process_stat_test_" + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  const auto write = [&](const char* text) { std::ofstream(folder / "stat") << text; };
  write("7 (name) D 3 7 7 0 -1 0 0 0 0 0 100 20 3 1 20 0 1 0 5 0 0\n");
  const auto stat = ReadProcessStat(folder);
  ASSERT_TRUE(stat.has_value());
  EXPECT_EQ(stat->state, 'D');
  EXPECT_EQ(stat->parent, 3);
  EXPECT_DOUBLE_EQ(stat->processor_seconds, 124.0 / static_cast<double>(sysconf(_SC_CLK_TCK)));
  EXPECT_DOUBLE_EQ(stat->user_seconds, 103.0 / static_cast<double>(sysconf(_SC_CLK_TCK)));
  for (const char* torn :
       {"", "7 (name", "7 (name) D", "7 (name) D 3 7 7 0 -1 0 0 0 0 0 100 20 3"}) {
    write(torn);
    EXPECT_FALSE(ReadProcessStat(folder).has_value()) << torn;
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace loadstone::process_stat_test
