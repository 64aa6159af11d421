// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_DIFFERENCE_H_
#define LOADSTONE_FUZZ_OUTSIDE_DIFFERENCE_H_

#include <optional>
#include <string>

#include "fuzz/outside/input.h"

namespace loadstone::fuzz {

// Differences between the answers of two loaders for one machine where the documents allow both.

// The first difference between an answer of the subject and one of the other loader, in the order
// in which the application sees the results: a fault without a policy, whose `match` is the kind of
// difference, `observed` the subject's answer and `expected` the other one. Answers of processes
// that ended are not compared: such an end is a fault of that loader.
std::optional<Fault> FindDifference(const Answer& subject, const Answer& other);

bool IsDifference(const Fault& fault);

// Sets the cause of a difference to what is on the smallest machine that shows it: the variables,
// the unusual members of manifests, texts that are not JSON. This distinguishes differences of one
// kind with different reasons.
Fault DescribeMachine(Fault difference, const Input& smallest);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_DIFFERENCE_H_
