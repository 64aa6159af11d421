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

// Functions for cases that judge a layer, a driver or a runtime.

// Skips the case if `reason`, a SkipReason or a text, is not empty.
#define SKIP_FOR(reason)                                                            \
  if (const ::loadstone::SkipReason why_skipped = (reason); !why_skipped.empty()) { \
    ::loadstone::RecordSkip(why_skipped);                                           \
    GTEST_SKIP() << why_skipped.text;                                               \
  }                                                                                 \
  static_assert(true)
// Skips the case for `reason`.
#define SKIP_WITH(reason)                                 \
  do {                                                    \
    const ::loadstone::SkipReason why_skipped = (reason); \
    ::loadstone::RecordSkip(why_skipped);                 \
    GTEST_SKIP() << why_skipped.text;                     \
  } while (false)

namespace loadstone {

// Returns the layer, driver or runtime that the case judges. Throws HarnessError if the subject is
// a loader.
const ComponentUnderTest& ComponentOf(const Case& c);

// Returns why a case that runs the component's library must be skipped; empty if it can run.
SkipReason WhyNoLibrary(const Case& c);
// Returns why a case that reads the exports of the library must be skipped; empty if they are
// known. The library may be for another system.
SkipReason WhyNoExports(const Case& c);
// Returns why a case that reads the members of the manifest must be skipped; empty if it can read
// them.
SkipReason WhyNoMembers(const Case& c);

// The limit on address space (not memory) for worlds that load a component's libraries: drivers
// contain compilers.
inline constexpr uint64_t kLibraryAddressSpaceBytes = uint64_t{8} << 30;

// Adds to `world` the files and folders that the component's library needs to be loaded. Throws
// HarnessError if the library starts on the host but not in worlds.
void AddComponentLibrary(World& world, const ComponentUnderTest& component);

// Loads the component's library; called in the probe. Throws HarnessError if the linker refuses it.
void* OpenComponent(const ComponentUnderTest& component);
// Loads the library as OpenComponent does, but if the linker refuses it, traces kRefused with "why"
// and ends the process: another case judges whether the library can be loaded.
inline constexpr char kRefused[] = "library refused";
void* OpenComponentOrEnd(const ComponentUnderTest& component);

// Runs `app` in a world that has the component's library, without a loader. The case judges how the
// process ends.
Observation RunWithoutLoader(Case& c, const std::function<void(const ComponentUnderTest&)>& app);
// Runs `app` as RunWithoutLoader does, in `world`, to which the library is added.
Observation RunWithoutLoaderIn(Case& c, World world,
                               const std::function<void(const ComponentUnderTest&)>& app);

// Returns why an observation cannot be judged: the application did not finish. `owner` is the case
// that fails for this, `others` are further such cases, `accused` is as for Unjudged. Empty if the
// application finished.
SkipReason WhyNotFinished(const Observation& seen, const std::string& owner,
                          const std::vector<std::string>& others = {},
                          const std::string& accused = {});

// Returns whether the process ended or hung during one of these calls of the application.
bool EndedDuring(const Observation& seen, const std::vector<std::string>& calls);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_COMPONENT_CASE_H_
