// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_COMPONENT_APP_H_
#define LOADSTONE_SUITES_COMMON_COMPONENT_APP_H_

#include <cstdint>

#include "harness/probe/app_trace.h"

// What applications that use a driver or runtime without a loader have in common.
namespace loadstone::suites {

// Traces the call of `name` that `call` makes, and what comes back: a result of either API.
template <typename Call>
auto Traced(const char* name, const Call& call) {
  AppEvent(name, "enter");
  const auto result = call();
  AppEvent(name, "leave").Add("result", int64_t{result});
  return result;
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_COMPONENT_APP_H_
