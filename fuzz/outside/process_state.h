// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_PROCESS_STATE_H_
#define LOADSTONE_FUZZ_OUTSIDE_PROCESS_STATE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace loadstone::fuzz {

// The state of a process that all its libraries share, and that a library must not change for the
// others. Taking it allocates no memory.
struct ProcessState {
  static constexpr int kSignals = 32;

  uint64_t environment = 0;  // a hash of all variables
  char folder[512] = {};
  unsigned mask = 0;  // umask
  char locale[128] = {};
  uintptr_t handlers[kSignals] = {};  // by signal
  bool has_children = false;

  // The state of the calling process.
  static ProcessState Now();
  // Replaces the recorded environment by the present one.
  void RenewEnvironment();
  // One bit for each kind of difference.
  unsigned ChangesSince(const ProcessState& before) const;
};

// The number of threads of the calling process; one that has just ended may still be counted.
int ThreadsNow();

// The changes of ChangesSince in words.
std::vector<std::string> ChangesInWords(unsigned changes);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_PROCESS_STATE_H_
