// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_PROCESS_STATE_H_
#define LOADSTONE_FUZZ_OUTSIDE_PROCESS_STATE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace loadstone::fuzz {

// What all that is loaded into a process shares, and nobody may change for the others. Taking it
// allocates nothing.
struct ProcessState {
  static constexpr int kSignals = 32;

  uint64_t environment = 0;  // a hash of all variables
  char folder[512] = {};
  unsigned mask = 0;  // of new files
  char locale[128] = {};
  uintptr_t handlers[kSignals] = {};  // by signal
  bool has_children = false;

  // That of the calling process.
  static ProcessState Now();
  // Takes the environment of now for what was there before.
  void RenewEnvironment();
  // One bit for each kind of difference.
  unsigned ChangesSince(const ProcessState& before) const;
};

// How many threads the calling process has; one that has just ended may still count.
int ThreadsNow();

// The changes of ChangesSince in words.
std::vector<std::string> ChangesInWords(unsigned changes);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_PROCESS_STATE_H_
