#ifndef LOADSTONE_FUZZ_OUTSIDE_VULKAN_JUDGE_H_
#define LOADSTONE_FUZZ_OUTSIDE_VULKAN_JUDGE_H_

#include <vector>

#include "fuzz/outside/answer.h"
#include "fuzz/outside/fault.h"
#include "fuzz/outside/input.h"
#include "harness/world/subject.h"

namespace loadstone::fuzz::vulkan {

// All that is wrong, in the order in which it matters. A subject that ended is asked nothing else.
std::vector<Fault> Judge(const Input& input, const Answer& answer, const Subject& subject);

}  // namespace loadstone::fuzz::vulkan

#endif  // LOADSTONE_FUZZ_OUTSIDE_VULKAN_JUDGE_H_
