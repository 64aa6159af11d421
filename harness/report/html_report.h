// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_HTML_REPORT_H_
#define LOADSTONE_HARNESS_REPORT_HTML_REPORT_H_

#include <string>

#include "harness/report/result.h"

namespace loadstone {

// The report as one page of HTML that needs no other file: what was judged, the matrix of policies,
// and each cause with its policy, one case and, where the report has evidence of it, the world as a
// tree of files, the call chain, the trace and what the process wrote. The causes can be filtered
// by verdict and text, also by the address: #warn, #LLP_LOADER_3.
std::string HtmlReport(const RunReport& report);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_HTML_REPORT_H_
