// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_NEAR_NAME_H_
#define LOADSTONE_FUZZ_OUTSIDE_NEAR_NAME_H_

#include <string>

#include "fuzz/outside/random.h"

namespace loadstone::fuzz {

// Another name that looks like this one to whoever does not compare names whole: a beginning, an
// end or a part of it, or one of which it is that. `name` has at least five characters.
std::string NearName(const std::string& name, Random& random);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_NEAR_NAME_H_
