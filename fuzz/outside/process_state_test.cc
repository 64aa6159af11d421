// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/process_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <future>
#include <string>
#include <thread>
#include <vector>

namespace loadstone::fuzz::process_state_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> ChangesBy(const std::function<void()>& work) {
  const ProcessState before = ProcessState::Now();
  work();
  return ChangesInWords(ProcessState::Now().ChangesSince(before));
}

TEST(ProcessState, IsTheSameWhereNothingIsDone) {
  EXPECT_THAT(ChangesBy([] {}), IsEmpty());
}

TEST(ProcessState, ShowsEachChange) {
  EXPECT_THAT(ChangesBy([] { setenv("LOADSTONE_TEST", "1", 1); }),
              ElementsAre("the environment is changed"));
  EXPECT_THAT(ChangesBy([] { unsetenv("LOADSTONE_TEST"); }),
              ElementsAre("the environment is changed"));
  const mode_t mask = umask(0123);
  EXPECT_THAT(ChangesBy([&] { umask(mask); }), ElementsAre("the mask of new files is changed"));
  setlocale(LC_ALL, "C");
  EXPECT_THAT(ChangesBy([] { setlocale(LC_ALL, "C.UTF-8"); }),
              ElementsAre("the locale is changed"));
  setlocale(LC_ALL, "C");
  EXPECT_THAT(ChangesBy([] { signal(SIGUSR1, SIG_IGN); }),
              ElementsAre("a signal is handled otherwise"));
  signal(SIGUSR1, SIG_DFL);
  char folder[4096];
  ASSERT_NE(getcwd(folder, sizeof(folder)), nullptr);
  EXPECT_THAT(ChangesBy([] { EXPECT_EQ(chdir("/"), 0); }),
              ElementsAre("the working folder is changed"));
  ASSERT_EQ(chdir(folder), 0);
}

TEST(ProcessState, ShowsAChildThatNobodyWaitedFor) {
  pid_t child = -1;
  EXPECT_THAT(ChangesBy([&] {
                child = fork();
                if (child == 0) _exit(0);
              }),
              ElementsAre("a child process is left"));
  EXPECT_EQ(waitpid(child, nullptr, 0), child);
}

TEST(ProcessState, CountsThreads) {
  EXPECT_EQ(ThreadsNow(), 1);
  std::promise<void> end;
  std::thread other([&] { end.get_future().wait(); });
  EXPECT_EQ(ThreadsNow(), 2);
  end.set_value();
  other.join();
}

}  // namespace
}  // namespace loadstone::fuzz::process_state_test
