// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_BUG_REPORT_H_
#define LOADSTONE_HARNESS_REPORT_BUG_REPORT_H_

#include <string>
#include <vector>

#include "harness/report/result.h"

namespace loadstone {

// Steps that reproduce a case without Loadstone.
struct Steps {
  struct File {
    std::string name;
    std::string text;
  };
  std::vector<File> files;  // scripts and what they need; empty if there are none
  std::string usage;        // a sentence that ends before `prints`
  std::string prints;       // the expected output, as far as the case determines it
  std::string missing;      // why there are no files; empty if none were requested
};

// Returns one case of a run as Markdown for the bug tracker of the subject's maintainers: the
// verdict first, then the policy, what was expected and observed, versions, and, if the report has
// evidence for the case, the files of its world, the chain of calls and the output; then `steps`.
std::string BugReport(const RunReport& report, const CaseResult& result, const Steps& steps = {});

// Returns a code block in Markdown that contains exactly `text`, whatever it is.
std::string CodeBlock(const std::string& text);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_BUG_REPORT_H_
