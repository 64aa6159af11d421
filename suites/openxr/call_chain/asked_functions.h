// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_CALL_CHAIN_ASKED_FUNCTIONS_H_
#define LOADSTONE_SUITES_OPENXR_CALL_CHAIN_ASKED_FUNCTIONS_H_

#include <fmt/format.h>

#include <string>
#include <vector>

#include "suites/suites.h"

// The results that an application gets from xrGetInstanceProcAddr, a line for each call.
namespace loadstone::suites {

inline std::string Found(const std::string& name) { return name + ": 0, found"; }
inline std::string Missing(const std::string& name,
                           XrResult result = XR_ERROR_FUNCTION_UNSUPPORTED) {
  return fmt::format("{}: {}, nothing", name, static_cast<int>(result));
}

// The lines of every call of the application, in order.
inline std::vector<std::string> Answers(const Observation& seen) {
  std::vector<std::string> answers;
  for (const Event& event : seen.Select(kAppName, "xrGetInstanceProcAddr")) {
    if (event.phase() != "leave") continue;
    answers.push_back(fmt::format("{}: {}, {}", event.Text("name"), event.Number("result"),
                                  event.Flag("found") ? "found" : "nothing"));
  }
  return answers;
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_CALL_CHAIN_ASKED_FUNCTIONS_H_
