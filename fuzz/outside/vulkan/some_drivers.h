// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_VULKAN_SOME_DRIVERS_H_
#define LOADSTONE_FUZZ_OUTSIDE_VULKAN_SOME_DRIVERS_H_

#include <vector>

#include "fuzz/outside/input.h"
#include "fuzz/outside/random.h"

namespace loadstone::fuzz::vulkan {

// A random choice of drivers, mostly with the good one.
std::vector<const Library*> RandomDrivers(Random& random);
// Adds a random choice to the environment. An application of a driver whose lists are odd mostly
// uses a device.
void SetRandomDrivers(Input& input, Random& random);

}  // namespace loadstone::fuzz::vulkan

#endif  // LOADSTONE_FUZZ_OUTSIDE_VULKAN_SOME_DRIVERS_H_
