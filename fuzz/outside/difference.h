// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_DIFFERENCE_H_
#define LOADSTONE_FUZZ_OUTSIDE_DIFFERENCE_H_

#include <optional>
#include <string>

#include "fuzz/outside/input.h"

namespace loadstone::fuzz {

// What two loaders do differently with one machine where the documents allow both.

// The first difference between an answer of the subject and one of the other loader, in the order
// in which the application sees things: a fault without a policy, whose `match` is the kind of
// difference, `observed` the subject's side and `expected` that of the other. Answers of processes
// that ended are not compared: that is a fault of one of them.
std::optional<Fault> FindDifference(const Answer& subject, const Answer& other);

bool IsDifference(const Fault& fault);

// A difference with a cause that says what is on the smallest machine that shows it: the variables,
// the members of manifests beside those that each has, texts that are no JSON. Differences of one
// kind with different reasons are told apart by this.
Fault DescribeMachine(Fault difference, const Input& smallest);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_DIFFERENCE_H_
