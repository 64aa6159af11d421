// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/hang_detector.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "harness/sandbox/process_stat.h"

namespace loadstone::fuzz::hang_detector_test {
namespace {

// A child process that runs only `body`; the destructor ends it.
class Child {
 public:
  explicit Child(const std::function<void()>& body) : pid_(fork()) {
    if (pid_ != 0) return;
    while (true) body();
  }
  ~Child() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  pid_t pid() const { return pid_; }

 private:
  const pid_t pid_;
};

Stuck LookUntilStuck(HangDetector& detector) {
  Stuck stuck = Stuck::kNo;
  while (stuck == Stuck::kNo) stuck = detector.Look();
  return stuck;
}

TEST(HangDetector, DetectsABlockedProcess) {
  const Child child([] { pause(); });
  HangDetector detector(child.pid(), 1000);
  EXPECT_EQ(LookUntilStuck(detector), Stuck::kBlocked);
}

TEST(HangDetector, DetectsABusyProcess) {
  const Child child([] {});
  HangDetector detector(child.pid(), 0.05);
  EXPECT_EQ(LookUntilStuck(detector), Stuck::kBusy);
}

// A child that makes the kernel fill memory all the time. It is reported as busy for the time of
// its own code, or for several times as much including the kernel's work.
TEST(HangDetector, CountsTheKernelsWorkLess) {
  constexpr double kSeconds = 0.05;
  const Child child([] {
    static char bytes[1 << 20];
    static const int zeros = open("/dev/zero", O_RDONLY | O_CLOEXEC);
    if (read(zeros, bytes, sizeof(bytes)) < 0) _exit(1);
  });
  HangDetector detector(child.pid(), kSeconds);
  EXPECT_EQ(LookUntilStuck(detector), Stuck::kBusy);
  const ProcessStat used = ReadProcessStat(child.pid()).value_or(ProcessStat());
  EXPECT_TRUE(used.user_seconds >= kSeconds || used.processor_seconds >= kSeconds * 5)
      << used.user_seconds << " of " << used.processor_seconds;
}

TEST(HangDetector, CountsNoTimeWithoutAProcessor) {
  const Child child([] {});
  HangDetector detector(child.pid(), 1000);
  for (int i = 0; i < 3 * HangDetector::kLooks; ++i) ASSERT_EQ(detector.Look(), Stuck::kNo);
}

}  // namespace
}  // namespace loadstone::fuzz::hang_detector_test
