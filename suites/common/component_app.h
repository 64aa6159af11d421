// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_COMPONENT_APP_H_
#define LOADSTONE_SUITES_COMMON_COMPONENT_APP_H_

#include <cstdint>

#include "harness/probe/app_trace.h"

// Code shared by applications that use a driver or runtime without a loader.
namespace loadstone::suites {

// Calls `call` and traces it as `name` with its result, of either API.
template <typename Call>
auto Traced(const char* name, const Call& call) {
  AppEvent(name, "enter");
  const auto result = call();
  AppEvent(name, "leave").Add("result", int64_t{result});
  return result;
}

// The same for a call without a result.
template <typename Call>
void TracedVoid(const char* name, const Call& call) {
  AppEvent(name, "enter");
  call();
  AppEvent(name, "leave");
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_COMPONENT_APP_H_
