// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_BUG_REPORT_H_
#define LOADSTONE_HARNESS_REPORT_BUG_REPORT_H_

#include <string>

#include "harness/report/result.h"

namespace loadstone {

// Steps that reproduce a case without Loadstone.
struct Steps {
  std::string script;   // for bash; empty if there is none
  std::string prints;   // the expected output, as far as the case determines it
  std::string missing;  // why there is no script; empty if none was requested
};

// Returns one case of a run as Markdown for the bug tracker of the subject's maintainers: the
// verdict first, then the policy, what was expected and observed, versions, and, if the report has
// evidence for the case, the files of its world, the chain of calls and the output; then `steps`.
std::string BugReport(const RunReport& report, const CaseResult& result, const Steps& steps = {});

// Returns a code block in Markdown that contains exactly `text`, whatever it is.
std::string CodeBlock(const std::string& text);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_BUG_REPORT_H_
