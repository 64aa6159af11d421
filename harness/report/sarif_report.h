// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_SARIF_REPORT_H_
#define LOADSTONE_HARNESS_REPORT_SARIF_REPORT_H_

#include <string>

#include "harness/report/result.h"

namespace loadstone {

// Returns the report as SARIF 2.1.0, which code scanning services read: a rule per violated policy,
// a result per case that failed, warned or could not be judged, each located at the binary. Waived
// results are suppressed. For an incomplete run, there is a notification, and executionSuccessful
// is false.
std::string SarifReport(const RunReport& report);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_SARIF_REPORT_H_
