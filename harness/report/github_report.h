// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_GITHUB_REPORT_H_
#define LOADSTONE_HARNESS_REPORT_GITHUB_REPORT_H_

#include <string>

#include "harness/report/result.h"

namespace loadstone {

// The report as workflow commands of GitHub Actions, one line for each cause, which its pages show
// as annotations: errors, and warnings for what warned. Empty for a run in which all went well.
std::string GithubReport(const RunReport& report);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_GITHUB_REPORT_H_
