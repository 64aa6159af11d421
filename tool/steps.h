// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_STEPS_H_
#define LOADSTONE_TOOL_STEPS_H_

#include <string>

#include "harness/case/observation.h"
#include "harness/report/bug_report.h"
#include "harness/world/subject.h"
#include "harness/world/world.h"

namespace loadstone {

// What shows the same as a case, without Loadstone: a script for bash that makes the world's files
// below a folder, with small layers, drivers and runtimes in place of the mocks, and runs a small
// application on the loader there, and what that prints if the loader does what it did in the case.
// For a loader for Windows the script does so under Wine, with a file of the registry that Windows
// imports as well. `subject` has the binary's path on this machine. Where the case does more than
// such an application and such layers can, there is no script, and `Steps::missing` says why.
Steps StepsOf(const std::string& case_id, const Subject& subject, const World& world,
              const Observation& seen);

// Sources that scripts have in them (see harness/CMakeLists.txt).
extern const char kStepsApplication[];
extern const char kStepsLayer[];
extern const char kStepsDriver[];
extern const char kStepsXrApplication[];
extern const char kStepsXrInterfaces[];
extern const char kStepsXrLayer[];
extern const char kStepsXrRuntime[];
extern const char kStepsWindows[];  // what the others need of Linux

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_STEPS_H_
