// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/linux_activity.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace loadstone::linux_activity_test {
namespace {

double ProcessorSeconds() {
  struct timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
}

// A child that uses this much processor time and then sleeps until it is killed by the destructor.
class Child {
 public:
  explicit Child(double seconds) : pid_(fork()) {
    if (pid_ != 0) return;
    while (ProcessorSeconds() < seconds) {
    }
    while (true) pause();
  }
  ~Child() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_;
};

TEST(LinuxActivityTest, SeesWhatWasUsedAndThatItSleeps) {
  const Child child(0.05);
  // A process becomes a sleeper slightly before the last of its time is counted. Repeats until two
  // reads in a row are equal.
  Activity activity;
  do {
    activity = ReadProcessActivity(child.pid());
  } while (!activity.asleep || ReadProcessActivity(child.pid()) != activity);
  EXPECT_GE(activity.processor_seconds, 0.03);
  EXPECT_GT(activity.switches, 0u);
}

TEST(LinuxActivityTest, OneThatRunsIsNotAsleep) {
  const Activity own = ReadProcessActivity(getpid());
  EXPECT_FALSE(own.asleep);
}

TEST(LinuxActivityTest, CountsDescendants) {
  const Child child(0.05);
  while (!ReadProcessActivity(child.pid()).asleep) {
  }
  EXPECT_GE(ReadProcessActivity(getpid()).processor_seconds, 0.03);
}

TEST(LinuxActivityTest, ProcessesMayEndMeanwhile) {
  for (int i = 0; i < 50; ++i) {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    EXPECT_FALSE(ReadProcessActivity(getpid()).asleep);
    waitpid(child, nullptr, 0);
  }
}

TEST(LinuxActivityTest, NobodyIsNotAsleep) { EXPECT_EQ(ReadProcessActivity(-1), Activity()); }

}  // namespace
}  // namespace loadstone::linux_activity_test
