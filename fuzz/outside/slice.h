// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_SLICE_H_
#define LOADSTONE_FUZZ_OUTSIDE_SLICE_H_

#include "fuzz/outside/order.h"
#include "harness/world/subject.h"

namespace loadstone::fuzz {

// Runs one input after the other, until the order's number of inputs or its time is reached, and
// reports faults, then the number of inputs, and which inputs are worth keeping.
void RunSlice(const Subject& subject, const Order& order);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_SLICE_H_
