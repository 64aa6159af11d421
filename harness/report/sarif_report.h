// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_SARIF_REPORT_H_
#define LOADSTONE_HARNESS_REPORT_SARIF_REPORT_H_

#include <string>

#include "harness/report/result.h"

namespace loadstone {

// The report as SARIF 2.1.0, which code scanning services read: a rule per policy that was not
// kept, a result per case that failed, warned or could not be judged, each at the binary. A waived
// one is suppressed. A run that is incomplete has a notification and did not succeed.
std::string SarifReport(const RunReport& report);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_SARIF_REPORT_H_
