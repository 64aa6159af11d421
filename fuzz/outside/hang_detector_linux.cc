// SPDX-License-Identifier: Apache-2.0
#include <time.h>

#include "fuzz/outside/hang_detector.h"
#include "harness/sandbox/process_stat.h"
#include "harness/sandbox/sandbox.h"

namespace loadstone::fuzz {
namespace {

// The processor time of all threads of a process.
double ProcessorSeconds(pid_t process) {
  clockid_t clock;
  struct timespec time = {};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

}  // namespace

HangDetector::HangDetector(pid_t process, double seconds)
    : process_(process),
      seconds_(seconds),
      begin_(ProcessorSeconds(process)),
      user_begin_(ReadProcessStat(process).value_or(ProcessStat()).user_seconds) {}

Stuck HangDetector::Look() {
  const double used = ProcessorSeconds(process_) - begin_;
  const ProcessStat stat = ReadProcessStat(process_).value_or(ProcessStat());
  if (stat.user_seconds - user_begin_ >= seconds_ || used >= seconds_ * kWallTimeFactor) {
    return Stuck::kBusy;
  }
  // Waiting for an event, not for a processor or a disk.
  const bool idle = stat.state == 'S' && used <= last_used_;
  idle_looks_ = idle ? idle_looks_ + 1 : 0;
  last_used_ = used;
  return idle_looks_ >= kLooks ? Stuck::kBlocked : Stuck::kNo;
}

}  // namespace loadstone::fuzz
