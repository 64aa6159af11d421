#include "fuzz/outside/hang_detector.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

namespace loadstone::fuzz::hang_detector_test {
namespace {

// A child that does nothing but `body`, and goes with this.
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

TEST(HangDetector, CountsNoTimeWithoutAProcessor) {
  const Child child([] {});
  HangDetector detector(child.pid(), 1000);
  for (int i = 0; i < 3 * HangDetector::kLooks; ++i) ASSERT_EQ(detector.Look(), Stuck::kNo);
}

}  // namespace
}  // namespace loadstone::fuzz::hang_detector_test
