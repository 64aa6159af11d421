// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_STEPS_H_
#define LOADSTONE_TOOL_STEPS_H_

#include <string>

#include "harness/case/observation.h"
#include "harness/report/bug_report.h"
#include "harness/world/subject.h"
#include "harness/world/world.h"

namespace loadstone {

// Returns steps that reproduce a case without Loadstone: a bash script that creates the world's
// files below a folder, with minimal layers, drivers and runtimes in place of the mocks, and runs a
// minimal application on the loader; and the output to expect if the loader behaves as in the case.
// For a Windows loader the script does so under Wine, and includes a registry file that Windows can
// import. `subject` has the binary's path on this machine. If the case needs more than such an
// application and such layers can do, there is no script, and `Steps::missing` says why.
Steps StepsOf(const std::string& case_id, const Subject& subject, const World& world,
              const Observation& seen);

// Sources that the scripts embed (see harness/CMakeLists.txt).
extern const char kStepsApplication[];
extern const char kStepsLayer[];
extern const char kStepsDriver[];
extern const char kStepsXrApplication[];
extern const char kStepsXrInterfaces[];
extern const char kStepsXrLayer[];
extern const char kStepsXrRuntime[];
extern const char kStepsWindows[];  // replacements for Linux functions that the other sources use

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_STEPS_H_
