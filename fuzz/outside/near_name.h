// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_NEAR_NAME_H_
#define LOADSTONE_FUZZ_OUTSIDE_NEAR_NAME_H_

#include <string>

#include "fuzz/outside/random.h"

namespace loadstone::fuzz {

// A name that is similar to `name`, so that a loader that does not compare whole names confuses
// them: a beginning, an end or a part of it, or a name that contains it in this way. `name` has at
// least five characters.
std::string SimilarName(const std::string& name, Random& random);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_NEAR_NAME_H_
