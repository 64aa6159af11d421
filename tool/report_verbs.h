// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_REPORT_VERBS_H_
#define LOADSTONE_TOOL_REPORT_VERBS_H_

#include <CLI/App.hpp>
#include <functional>

namespace loadstone {

// What a command line asks for; gives the exit status.
using Action = std::function<int()>;

// The verbs that read reports and run nothing: merge, diff and waivers. Each sets `action` when the
// command line asks for it.
void AddReportVerbs(CLI::App& app, Action& action);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_REPORT_VERBS_H_
