// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_BUG_REPORT_H_
#define LOADSTONE_HARNESS_REPORT_BUG_REPORT_H_

#include <string>

#include "harness/report/result.h"

namespace loadstone {

// How to see the same without Loadstone.
struct Steps {
  std::string script;   // for bash; empty where there is none
  std::string prints;   // what it printed here, as far as can be told from the case
  std::string missing;  // why there is no script; empty where nobody looked for one
};

// One case of a run as Markdown, to be pasted into the bug tracker of those who make the subject:
// the verdict first, then the policy, what was expected and observed, versions, and, where the
// report has evidence of the case, the files of its world, the chain of calls and what was written;
// then `steps`.
std::string BugReport(const RunReport& report, const CaseResult& result, const Steps& steps = {});

// A block of code in Markdown that holds exactly `text`, whatever it is.
std::string CodeBlock(const std::string& text);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_BUG_REPORT_H_
