// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_RESULT_TEXT_H_
#define LOADSTONE_ORACLE_VULKAN_RESULT_TEXT_H_

#include <string>

#include "oracle/answer.h"

namespace loadstone::oracle::vulkan {

// The name of a VkResult, or its number.
std::string ResultText(int result);
// The name of the call of a step.
const char* StepName(Step step);

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_RESULT_TEXT_H_
