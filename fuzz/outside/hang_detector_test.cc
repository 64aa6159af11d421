#include "fuzz/outside/patience.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

namespace loadstone::fuzz {
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

Stuck LookUntilStuck(Patience& patience) {
  Stuck stuck = Stuck::kNo;
  while (stuck == Stuck::kNo) stuck = patience.Look();
  return stuck;
}

TEST(Patience, SeesWhoWaits) {
  const Child child([] { pause(); });
  Patience patience(child.pid(), 1000);
  EXPECT_EQ(LookUntilStuck(patience), Stuck::kBlocked);
}

TEST(Patience, SeesWhoWorksForTooLong) {
  const Child child([] {});
  Patience patience(child.pid(), 0.05);
  EXPECT_EQ(LookUntilStuck(patience), Stuck::kBusy);
}

TEST(Patience, HoldsNoTimeAgainstWhoHasHadNone) {
  const Child child([] {});
  Patience patience(child.pid(), 1000);
  for (int i = 0; i < 3 * Patience::kLooks; ++i) ASSERT_EQ(patience.Look(), Stuck::kNo);
}

}  // namespace
}  // namespace loadstone::fuzz
