// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_JUDGE_H_
#define LOADSTONE_ORACLE_VULKAN_JUDGE_H_

#include <vector>

#include "harness/world/subject.h"
#include "oracle/answer.h"
#include "oracle/fault.h"
#include "oracle/machine.h"

namespace loadstone::oracle::vulkan {

// All that is wrong, in the order in which it matters. A subject that ended is asked nothing else.
std::vector<Fault> Judge(const Machine& machine, const Answer& answer, const Subject& subject);

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_JUDGE_H_
