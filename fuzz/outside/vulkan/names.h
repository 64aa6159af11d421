// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_VULKAN_NAMES_H_
#define LOADSTONE_FUZZ_OUTSIDE_VULKAN_NAMES_H_

#include <string>
#include <vector>

#include "fuzz/outside/input.h"
#include "fuzz/outside/random.h"

// The names of the generator's layers, and what stands in lists of them.
namespace loadstone::fuzz::vulkan {

// The name of a layer; one in fifty is as long as names can be.
std::string AnyName(Random& random);
// Mostly a name that a layer of `input` has, so that what names a layer means one.
std::string LikelyName(const Input& input, Random& random);
// The same for an element of a list: in `near` of a hundred cases a name that is only like it.
std::string ListedName(const Input& input, unsigned near, Random& random);
// The application's path, or paths of other programs that may look like it.
std::vector<std::string> AppKeys(Random& random);

}  // namespace loadstone::fuzz::vulkan

#endif  // LOADSTONE_FUZZ_OUTSIDE_VULKAN_NAMES_H_
