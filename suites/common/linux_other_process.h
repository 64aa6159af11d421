// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_LINUX_OTHER_PROCESS_H_
#define LOADSTONE_SUITES_COMMON_LINUX_OTHER_PROCESS_H_

#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string>

#include "harness/errors.h"
#include "suites/common/changed_files.h"

namespace loadstone::suites {

// Runs `work` in another process, which then ends, while this one waits.
inline void RunInOtherProcess(const std::function<void()>& work) {
  const pid_t other = fork();
  if (other < 0) throw HarnessError("the application cannot start another process");
  if (other == 0) {
    work();
    _exit(0);
  }
  waitpid(other, nullptr, 0);
}

// Two processes enumerate an implicit and an explicit layer of the kind `OneLayer` with `function`;
// the first process continues while the second one enumerates. The names begin with `prefix`. Other
// cases judge whether implicit layers are listed.
template <typename App, typename OneLayer, typename World>
void JudgeSecondProcess(Case& c, World world, const std::string& prefix, const char* function) {
  const std::string implicit_layer = prefix + "implicit", explicit_layer = prefix + "explicit";
  world.With(OneLayer(implicit_layer).Implicit()).With(OneLayer(explicit_layer));
  const Observation seen = Observe(c, world, [](App& app) {
    app.EnumerateLayers();
    RunInOtherProcess([&] { app.EnumerateLayers(); });
  });
  const auto lists = EnumeratedLists(seen, function);
  ASSERT_SEEN(lists, SizeIs(2)) << "both calls return";
  EXPECT_SEEN(lists[0], IsSupersetOf({explicit_layer})) << "the explicit layer is listed";
  EXPECT_SEEN(lists[1], UnorderedElementsAreArray(lists[0]))
      << "a process finds the same layers as another process";
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_LINUX_OTHER_PROCESS_H_
