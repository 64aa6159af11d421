// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_MINIMISE_H_
#define LOADSTONE_FUZZ_OUTSIDE_MINIMISE_H_

#include <functional>
#include <vector>

#include "fuzz/outside/input.h"

namespace loadstone::fuzz {

// Makes `input` smaller while `still_fails` holds for it: removes files, variables, elements of
// lists, actions of the application, and members of manifests. Calls `still_fails` at most `budget`
// times. The result fails like the input.
Input Minimise(Input input, size_t budget, const std::function<bool(const Input&)>& still_fails);
// Removes as many of `inputs` as possible while `fails` holds for the rest, which keeps its order:
// first halves, at last single ones. `fails` must hold for all of them.
std::vector<Input> LeaveOut(std::vector<Input> inputs,
                            const std::function<bool(const std::vector<Input>&)>& fails);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_MINIMISE_H_
