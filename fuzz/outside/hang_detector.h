// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_HANG_DETECTOR_H_
#define LOADSTONE_FUZZ_OUTSIDE_HANG_DETECTOR_H_

#include <sys/types.h>

#include "oracle/answer.h"

namespace loadstone::fuzz {

using oracle::Stuck;

// Watches a process for one question. Wall time is no evidence of a hang: on a busy machine it
// passes without the process having had a processor.
class HangDetector {
 public:
  // `seconds` of processor time are what the question may take in the process's own code, and
  // kWallTimeFactor times as much with what the kernel does for it: how long that takes is a matter
  // of what else the machine has to do.
  HangDetector(pid_t process, double seconds);

  // One look; the caller waits between two. A process is only called blocked after kLooks of them.
  Stuck Look();

  static constexpr int kLooks = 10;

 private:
  const pid_t process_;
  const double seconds_;
  const double begin_;
  const double user_begin_;
  double last_used_ = 0;
  int idle_looks_ = 0;
};

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_HANG_DETECTOR_H_
