#ifndef LOADSTONE_HARNESS_REPORT_BUG_REPORT_H_
#define LOADSTONE_HARNESS_REPORT_BUG_REPORT_H_

#include <string>

#include "harness/report/result.h"

namespace loadstone {

// One case of a run as Markdown, to be pasted into the bug tracker of those who make the subject:
// the verdict first, then the policy, what was expected and observed, versions, and, where the
// report has evidence of the case, the files of its world, the chain of calls and what was written.
std::string BugReport(const RunReport& report, const CaseResult& result);

// A block of code in Markdown that holds exactly `text`, whatever it is.
std::string CodeBlock(const std::string& text);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_BUG_REPORT_H_
