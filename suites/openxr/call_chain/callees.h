// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_CALL_CHAIN_CALLEES_H_
#define LOADSTONE_SUITES_OPENXR_CALL_CHAIN_CALLEES_H_

#include <string>
#include <vector>

#include "harness/case/openxr_case.h"
#include "harness/probe/app_trace.h"

namespace loadstone::suites {

// The mock layers and runtimes that were called during the application's call of `command`. A
// loader may make calls of its own at any other time.
inline std::vector<std::string> CalleesDuring(const Observation& seen, const std::string& command) {
  std::vector<std::string> names;
  bool inside = false;
  for (const Event& event : seen.events()) {
    if (event.what() != command) continue;
    if (event.who() == kAppName) {
      inside = event.phase() == "enter";
    } else if (inside && event.phase() != "leave") {
      names.push_back(event.who());
    }
  }
  return names;
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_CALL_CHAIN_CALLEES_H_
