// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_ALONE_H_
#define LOADSTONE_FUZZ_OUTSIDE_ALONE_H_

#include <vector>

#include "fuzz/outside/api.h"
#include "fuzz/outside/input.h"
#include "fuzz/outside/order.h"
#include "fuzz/outside/subject_pair.h"

namespace loadstone::fuzz {

// Runs single inputs, each in a fresh process, and returns the faults in the answers.
class Alone {
 public:
  // `subject` and `order` must outlive it.
  Alone(const Subject& subject, const Order& order, bool guard);

  const FuzzedApi& api() const { return api_; }

  // With the guard's inexpensive checks for memory errors only.
  std::vector<Fault> Ask(const Input& input) { return AskOnce(input, {}); }
  // With all checks of the guard.
  std::vector<Fault> RunWithFullGuard(const Input& input);
  // Runs several inputs in one process, and returns the faults of the last one.
  std::vector<Fault> RunAfterInputs(const std::vector<Input>& before, const Input& input);

  // Whether the fault of the last answer, to `input` after `before`, is a mixture of changed files
  // (see IsMixture).
  bool IsLastMixture(const std::vector<Input>& before, const Input& input,
                     const Fault& fault) const;

  // The fault that is an end of the process, or nullptr.
  static const Fault* EndOf(const std::vector<Fault>& faults);

 private:
  std::vector<Fault> AskOnce(const Input& input, GuardMode mode,
                             const std::vector<Input>& before = {});

  const FuzzedApi& api_;
  bool concurrent_;  // whether two processes are asked as well
  double seconds_;
  bool guard_;
  SubjectPair pair_;
  Answer answer_;
};

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_ALONE_H_
