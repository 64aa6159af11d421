// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_VULKAN_SOME_DRIVERS_H_
#define LOADSTONE_FUZZ_OUTSIDE_VULKAN_SOME_DRIVERS_H_

#include <vector>

#include "fuzz/outside/input.h"
#include "fuzz/outside/random.h"

namespace loadstone::fuzz::vulkan {

// Some drivers at random, the good one mostly among them.
std::vector<const Library*> SomeDrivers(Random& random);

}  // namespace loadstone::fuzz::vulkan

#endif  // LOADSTONE_FUZZ_OUTSIDE_VULKAN_SOME_DRIVERS_H_
