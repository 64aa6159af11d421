#ifndef LOADSTONE_SUITES_COMMON_LINUX_OTHER_PROCESS_H_
#define LOADSTONE_SUITES_COMMON_LINUX_OTHER_PROCESS_H_

#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "harness/sandbox/sandbox.h"

namespace loadstone::suites {

// Does `work` in another process, which then ends, while this one waits.
inline void InAnotherProcess(const std::function<void()>& work) {
  const pid_t other = fork();
  if (other < 0) throw HarnessError("the application cannot start another process");
  if (other == 0) {
    work();
    _exit(0);
  }
  waitpid(other, nullptr, 0);
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_LINUX_OTHER_PROCESS_H_
