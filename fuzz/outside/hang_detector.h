// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_HANG_DETECTOR_H_
#define LOADSTONE_FUZZ_OUTSIDE_HANG_DETECTOR_H_

#include <sys/types.h>

#include "oracle/answer.h"

namespace loadstone::fuzz {

using oracle::Stuck;

// Watches a process for one question. Wall time is no evidence of a hang: on a busy machine it
// passes while the process gets no processor.
class HangDetector {
 public:
  // The question may take `seconds` of processor time in the process's own code, and
  // kWallTimeFactor times as much including the kernel's work, whose duration depends on the load
  // of the machine.
  HangDetector(pid_t process, double seconds);

  // Looks once; the caller waits between two calls. A process is reported as blocked only after
  // kLooks calls.
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
