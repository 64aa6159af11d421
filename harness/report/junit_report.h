// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_JUNIT_REPORT_H_
#define LOADSTONE_HARNESS_REPORT_JUNIT_REPORT_H_

#include <string>

#include "harness/report/result.h"

namespace loadstone {

// Returns the report as JUnit XML for GitLab, Jenkins and GitHub: one testsuite per owning policy,
// one testcase per case (classname is the policy, name the part of the ID after the slash). A fail
// is a <failure>, an error an <error>, a skip or a waived fail a <skipped> with the reason. Subject
// and calibration are properties of every testsuite, the only place where all readers support them.
// Well-formed for any report: characters that XML forbids become U+FFFD. Long text is truncated,
// because readers refuse large nodes; the JSON report has it in full.
std::string JunitReport(const RunReport& report);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_JUNIT_REPORT_H_
