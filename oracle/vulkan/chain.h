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

// The positions, in the chain of the instance, of the layers to which `expected` may refer.
std::vector<size_t> PositionsInChain(const Expected& expected, const Answer& answer);

// The fault of two layers in the chain that are not in the order of the documents; nothing if there
// are none.
std::optional<Fault> FindOrderFault(const Expectation& expectation, const Answer& answer);

// The chain without layers that lack functions, which may be absent from the chain of a device.
std::vector<std::string> WithoutIncompleteLayers(const std::vector<Library>& libraries,
                                                 std::vector<std::string> chain);

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_CHAIN_H_
