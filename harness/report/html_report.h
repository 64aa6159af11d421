// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_HTML_REPORT_H_
#define LOADSTONE_HARNESS_REPORT_HTML_REPORT_H_

#include <string>

#include "harness/report/result.h"

namespace loadstone {

// Returns the report as one self-contained HTML page: the subject, the matrix of policies, and each
// cause with its policy, one case and, if the report has evidence for it, the world as a tree of
// files, the call chain, the trace and the output of the process. The causes can be filtered by
// verdict and text, also by the fragment of the URL: #warn, #LLP_LOADER_3.
std::string HtmlReport(const RunReport& report);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_HTML_REPORT_H_
