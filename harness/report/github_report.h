// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_GITHUB_REPORT_H_
#define LOADSTONE_HARNESS_REPORT_GITHUB_REPORT_H_

#include <string>

#include "harness/report/result.h"

namespace loadstone {

// Returns the report as workflow commands of GitHub Actions, one line for each cause. GitHub shows
// them as annotations: errors, and warnings for causes that only warn. Empty if nothing failed.
std::string GithubReport(const RunReport& report);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_GITHUB_REPORT_H_
