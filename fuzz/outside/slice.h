// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_SLICE_H_
#define LOADSTONE_FUZZ_OUTSIDE_SLICE_H_

#include "fuzz/outside/order.h"
#include "harness/world/subject.h"

namespace loadstone::fuzz {

// Asks the subject one input after the other, until the order's number of inputs or its time is
// reached, and tells what is wrong, then how many there were, and which inputs are worth keeping.
void RunSlice(const Subject& subject, const Order& order);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_SLICE_H_
