// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_STEPS_TOLD_H_
#define LOADSTONE_TOOL_STEPS_TOLD_H_

#include <stdexcept>
#include <string>

#include "harness/case/observation.h"

namespace loadstone {

// Why there can be no script that shows the same as a case.
class Impossible : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// What the application of a script is told to do, and what is printed then if the loader does what
// it did in the observation.
struct Told {
  std::string words;
  std::string prints;
};

// Both throw Impossible for an application that does more than list layers and create an instance.
Told TellVulkan(const Observation& seen);
Told TellOpenXr(const Observation& seen);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_STEPS_TOLD_H_
