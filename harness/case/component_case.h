// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_COMPONENT_CASE_H_
#define LOADSTONE_HARNESS_CASE_COMPONENT_CASE_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "harness/case/expect.h"
#include "harness/case/unjudged.h"
#include "harness/probe/app_trace.h"

// What cases that judge a layer, a driver or a runtime have in common.

// Ends a case as skipped where `reason`, a text, is not empty.
#define SKIP_FOR(reason) \
  if (const std::string why_skipped = (reason); !why_skipped.empty()) GTEST_SKIP() << why_skipped

namespace loadstone {

// The layer, driver or runtime that the case judges. Throws HarnessError where a loader is judged.
const ComponentUnderTest& ComponentOf(const Case& c);

// Why nothing can be told that needs the component's library to run; empty where it can.
std::string WhyNoLibrary(const Case& c);
// Likewise of what the file of the library says, which may be for another system.
std::string WhyNoExports(const Case& c);
// Why nothing can be told that needs the members of the manifest.
std::string WhyNoMembers(const Case& c);

// Address space, not memory, for what the libraries of components bring: drivers have compilers.
inline constexpr uint64_t kRoomForLibraries = uint64_t{8} << 30;

// Gives `world` what the component's library needs in order to be loaded. Throws HarnessError where
// that is not known: the library starts on the host, and not in worlds.
void ShowLibrary(World& world, const ComponentUnderTest& component);

// In the probe: loads the component's library. Throws HarnessError where the linker refuses.
void* OpenComponent(const ComponentUnderTest& component);
// Likewise, but where the linker refuses, traces kRefused with "why" and ends the process: whether
// the library can be loaded is then judged by a case of its own.
inline constexpr char kRefused[] = "library refused";
void* OpenComponentOrEnd(const ComponentUnderTest& component);

// Runs `app` in a world that has the component's library, and no loader is asked for anything. How
// the process ends is left to the case.
Observation RunAlone(Case& c, const std::function<void(const ComponentUnderTest&)>& app);
// Likewise in `world`, which gets the library as well.
Observation RunAloneIn(Case& c, World world,
                       const std::function<void(const ComponentUnderTest&)>& app);

// Why an observation tells nothing: the application did not come to its end, which is the matter of
// `owner`, the case that fails for it, or of the `others`; `accused` is as for Unjudged. Empty
// where it did.
std::string WhyNotSeen(const Observation& seen, const std::string& owner,
                       const std::vector<std::string>& others = {},
                       const std::string& accused = {});

// Whether the process ended, or hung, in one of those calls of the application.
bool EndedDuring(const Observation& seen, const std::vector<std::string>& calls);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_COMPONENT_CASE_H_
