// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_REPORT_VERBS_H_
#define LOADSTONE_TOOL_REPORT_VERBS_H_

#include <CLI/App.hpp>
#include <functional>

namespace loadstone {

// Runs the verb of a command line; returns the exit status.
using Action = std::function<int()>;

// Adds the verbs that read reports and run nothing: merge, diff and waivers. Each sets `action` if
// the command line has its verb.
void AddReportVerbs(CLI::App& app, Action& action);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_REPORT_VERBS_H_
