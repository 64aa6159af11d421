// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_TARGET_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_TARGET_H_

#include <string>
#include <string_view>

#include "fuzz/inside/support/vocabulary.h"

namespace loadstone::fuzz::inside {

// What the mutator knows of the target's inputs; each target whose inputs are JSON defines it.
const Vocabulary& TargetVocabulary();

// Ends the process with the complaint when there is one: a finding. Invariants return an empty
// complaint for what is right, so that unit tests can hold broken answers against them.
void Require(const std::string& complaint);

// Of a fuzzer's inputs one in eight, chosen by its content, undergoes the checks that cost as much
// as all else; when files are replayed, each of them does.
bool IsForThoroughChecks(std::string_view input);
void CheckAllThoroughly();

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_TARGET_H_
