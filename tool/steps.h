// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_STEPS_H_
#define LOADSTONE_TOOL_STEPS_H_

#include <string>
#include <vector>

#include "harness/case/observation.h"
#include "harness/report/bug_report.h"
#include "harness/world/subject.h"
#include "harness/world/world.h"
#include "tool/steps_told.h"

namespace loadstone {

// Returns steps that reproduce a case without Loadstone: scripts that make the world's files, with
// minimal layers, drivers and runtimes in place of the mocks, and run a minimal application on the
// loader; and the output to expect if the loader behaves as in the case. `subject` has the binary's
// path on this machine. If the case needs more than such an application and such layers can do,
// there are no scripts, and `Steps::missing` says why.
Steps StepsOf(const std::string& case_id, const Subject& subject, const World& world,
              const Observation& seen);

// Both return the files of the steps and throw Impossible. For Linux that is one script, for bash.
// For Windows there are a script for bash and Wine, one for cmd, the registry, and the sources.
std::vector<Steps::File> LinuxSteps(const std::string& case_id, const Subject& subject,
                                    const World& world, const Told& told);
std::vector<Steps::File> WindowsSteps(const std::string& case_id, const Subject& subject,
                                      const World& world, const Told& told);

// Sources that the steps contain (see tool/steps.cmake).
extern const char kStepsApplication[];
extern const char kStepsLayer[];
extern const char kStepsDriver[];
extern const char kStepsXrApplication[];
extern const char kStepsXrInterfaces[];
extern const char kStepsXrLayer[];
extern const char kStepsXrRuntime[];
extern const char kStepsWindows[];      // replacements for Linux functions that the others use
extern const char kStepsWindowsCase[];  // a program that writes the files and runs the application

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_STEPS_H_
