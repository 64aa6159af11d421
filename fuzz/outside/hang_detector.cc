#include "fuzz/outside/hang_detector.h"

#include <time.h>

#include "harness/sandbox/process_stat.h"

namespace loadstone::fuzz {
namespace {

// Of all threads of a process.
double ProcessorSeconds(pid_t process) {
  clockid_t clock;
  struct timespec time = {};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

// Whether the process waits for an event, and neither for a processor nor for a disk. False where
// nothing is known.
bool IsWaiting(pid_t process) {
  const auto stat = ReadProcessStat(process);
  return stat.has_value() && stat->state == 'S';
}

}  // namespace

HangDetector::HangDetector(pid_t process, double seconds)
    : process_(process), seconds_(seconds), begin_(ProcessorSeconds(process)) {}

Stuck HangDetector::Look() {
  const double used = ProcessorSeconds(process_) - begin_;
  if (used >= seconds_) return Stuck::kBusy;
  const bool idle = IsWaiting(process_) && used <= last_used_;
  idle_looks_ = idle ? idle_looks_ + 1 : 0;
  last_used_ = used;
  return idle_looks_ >= kLooks ? Stuck::kBlocked : Stuck::kNo;
}

}  // namespace loadstone::fuzz
