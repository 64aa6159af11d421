// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_COMBINATIONS_COMBINED_CASE_H_
#define LOADSTONE_SUITES_VULKAN_COMBINATIONS_COMBINED_CASE_H_

#include "suites/suites.h"
#include "suites/vulkan/combinations/combined_machine.h"

namespace loadstone::suites {

// Describes the machine of a row; called in the tool and in the probe.
using DescribeMachine = void (*)(const RowValues& row, CombinedMachine& machine);

// Registers a case for each row of the space: an application enumerates layers and extensions,
// requests what the row says, and creates an instance and a device; the oracle judges all answers.
// A case cites the policy of its ID and those that decide what the oracle expects of the layers.
void RegisterCombinations(const char* space, DescribeMachine describe);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_COMBINATIONS_COMBINED_CASE_H_
