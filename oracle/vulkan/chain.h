// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_CHAIN_H_
#define LOADSTONE_ORACLE_VULKAN_CHAIN_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "oracle/answer.h"
#include "oracle/fault.h"
#include "oracle/vulkan/expectation.h"

namespace loadstone::oracle::vulkan {

// The places in the chain of the instance of the layers that `expected` may mean.
std::vector<size_t> PositionsInChain(const Expected& expected, const Answer& answer);

// Two layers of the chain that stand in another order than the documents have them; nothing where
// there are none.
std::optional<Fault> FindOrderFault(const Expectation& expectation, const Answer& answer);

// A chain without layers that may have no part in that of a device, since they lack functions.
std::vector<std::string> WorkingOnes(const std::vector<Library>& libraries,
                                     std::vector<std::string> chain);

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_CHAIN_H_
