// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_CHANGED_FILES_H_
#define LOADSTONE_FUZZ_OUTSIDE_CHANGED_FILES_H_

#include <vector>

#include "fuzz/outside/api.h"

namespace loadstone::fuzz {

// Whether the answer of a subject to `input`, in a process that was asked `before`, has the fault
// with `match` whichever of the machines counts: this one, or the files, the environment or both of
// one before. What a subject keeps from earlier questions it may keep, but an answer for a mixture
// is right for no machine. Ends of processes and what is left behind are no such faults.
bool IsMixture(const FuzzedApi& api, const Subject& subject, const std::vector<Input>& before,
               const Input& input, const Answer& answer, const std::string& match);

// The fault as the policy of changed files names it; `match` stays.
Fault NameMixture(const FuzzedApi& api, Fault fault);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_CHANGED_FILES_H_
