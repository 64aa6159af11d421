#ifndef LOADSTONE_FUZZ_OUTSIDE_PATIENCE_H_
#define LOADSTONE_FUZZ_OUTSIDE_PATIENCE_H_

#include <sys/types.h>

namespace loadstone::fuzz {

// Why a process that does not come back will not.
enum class Stuck {
  kNo,       // it may yet: it has not had its processor time
  kBusy,     // it has had the processor for all the time that it may take
  kBlocked,  // it waits, and has done nothing at all for several looks
};

// Watches a process for one question. The time of the clock accuses nobody: on a busy machine it
// passes without the process having had a processor.
class Patience {
 public:
  // `seconds` of processor time are what the question may take.
  Patience(pid_t process, double seconds);

  // One look; the caller waits between two. A process is only called blocked after kLooks of them.
  Stuck Look();

  static constexpr int kLooks = 10;

 private:
  const pid_t process_;
  const double seconds_;
  const double begin_;
  double last_used_ = 0;
  int idle_looks_ = 0;
};

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_PATIENCE_H_
