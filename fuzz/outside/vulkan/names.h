// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_VULKAN_NAMES_H_
#define LOADSTONE_FUZZ_OUTSIDE_VULKAN_NAMES_H_

#include <string>
#include <vector>

#include "fuzz/outside/input.h"
#include "fuzz/outside/random.h"

// The names of the generator's layers, and the elements of lists of names.
namespace loadstone::fuzz::vulkan {

// The name of a layer; one in fifty has the maximum length.
std::string AnyName(Random& random);
// Mostly the name of a layer of `input`, so that what names a layer refers to an existing one.
std::string LikelyName(const Input& input, Random& random);
// The same for an element of a list: with a probability of `percent` percent a name that is only
// similar.
std::string ListedName(const Input& input, unsigned percent, Random& random);
// The application's path, or paths of other programs that are similar to it.
std::vector<std::string> AppKeys(Random& random);

}  // namespace loadstone::fuzz::vulkan

#endif  // LOADSTONE_FUZZ_OUTSIDE_VULKAN_NAMES_H_
