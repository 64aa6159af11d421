#ifndef LOADSTONE_FUZZ_OUTSIDE_MINIMISE_H_
#define LOADSTONE_FUZZ_OUTSIDE_MINIMISE_H_

#include <functional>

#include "fuzz/outside/input.h"

namespace loadstone::fuzz {

// Makes `input` smaller as long as `still_fails` holds of it: drops files, variables, elements of
// lists, what the application does, and members of manifests. Asks at most `budget` times. The
// result fails like the input.
Input Minimise(Input input, size_t budget, const std::function<bool(const Input&)>& still_fails);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_MINIMISE_H_
