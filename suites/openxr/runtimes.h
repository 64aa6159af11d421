// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_RUNTIMES_H_
#define LOADSTONE_SUITES_OPENXR_RUNTIMES_H_

#include <string>

#include "harness/case/openxr_case.h"

// Code shared by the suites about runtimes.
namespace loadstone::suites {

// Judges an application that used one instance, where the documents let a loader either use the
// runtime `who` or return an error.
inline void ExpectRuntimeOrError(const Observation& seen, const std::string& who) {
  EXPECT_SEEN(RuntimesReached(seen), AnyOf(ElementsAre(who), IsEmpty()))
      << "no other runtime may replace the chosen one";
  if (RuntimesReached(seen).empty()) {
    EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), IsXrError())
        << "without a runtime no instance can be created";
  } else {
    EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_SUCCESS")
        << "a runtime that created an instance was not passed on to the application";
  }
}

// Judges an application that used one instance of the runtime `who`.
inline void ExpectRuntime(const Observation& seen, const std::string& who, const char* why) {
  EXPECT_SEEN(RuntimesReached(seen), ElementsAre(who)) << why;
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_SUCCESS") << why;
}

// The same on a machine without API layers that has other runtimes, which are not active
// (LS_XR_RUNTIME_DISCOVERY_1).
inline void ExpectOnlyRuntime(const Observation& seen, const std::string& who, const char* why) {
  ExpectRuntime(seen, who, why);
  EXPECT_SEEN(Loaded(seen), ElementsAre(who))
      << "only the active runtime is loaded, as if no other were installed";
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_RUNTIMES_H_
