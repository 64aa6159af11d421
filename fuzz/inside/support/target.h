// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_TARGET_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_TARGET_H_

#include <string>
#include <string_view>

#include "fuzz/inside/support/vocabulary.h"

namespace loadstone::fuzz::inside {

// The mutator's vocabulary for the target's inputs; each target with JSON inputs defines it.
const Vocabulary& TargetVocabulary();

// Ends the process with `complaint`, as a finding, unless it is empty. Invariants return the
// complaint instead of calling this, so that unit tests can check broken answers.
void Require(const std::string& complaint);

// Whether to run the checks that cost as much as everything else: for one input in eight, chosen by
// its content, and in a replay for every input.
bool NeedsExpensiveChecks(std::string_view input);
void CheckAllThoroughly();

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_TARGET_H_
