// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_MINIMISE_H_
#define LOADSTONE_FUZZ_OUTSIDE_MINIMISE_H_

#include <functional>
#include <vector>

#include "fuzz/outside/input.h"

namespace loadstone::fuzz {

// Makes `input` smaller as long as `still_fails` holds of it: drops files, variables, elements of
// lists, what the application does, and members of manifests. Asks at most `budget` times. The
// result fails like the input.
Input Minimise(Input input, size_t budget, const std::function<bool(const Input&)>& still_fails);
// Leaves out of `inputs` as many as can be while `fails` holds of the rest, which keeps its order:
// by halves, and at last one by one. `fails` holds of all of them.
std::vector<Input> LeaveOut(std::vector<Input> inputs,
                            const std::function<bool(const std::vector<Input>&)>& fails);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_MINIMISE_H_
