// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_STEPS_TOLD_H_
#define LOADSTONE_TOOL_STEPS_TOLD_H_

#include <stdexcept>
#include <string>
#include <vector>

#include "harness/case/observation.h"

namespace loadstone {

// Thrown with the reason why no script can reproduce a case.
class Impossible : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The arguments of a script's application, and the output to expect if the loader behaves as in the
// observation.
struct Told {
  std::vector<std::string> words;
  std::string prints;
};

// Both throw Impossible if the application does more than list layers and create an instance.
Told ConvertVulkanCalls(const Observation& seen);
Told ConvertOpenXrCalls(const Observation& seen);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_STEPS_TOLD_H_
