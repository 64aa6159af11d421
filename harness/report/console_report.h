// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_CONSOLE_REPORT_H_
#define LOADSTONE_HARNESS_REPORT_CONSOLE_REPORT_H_

#include <cstddef>
#include <string>

#include "harness/report/result.h"
#include "harness/report/terminal.h"

namespace loadstone {

struct ConsoleOptions {
  bool color = false;               // verdicts in colour (ECMA-48 SGR)
  std::size_t width = kPlainWidth;  // columns; TerminalWidth() of where it is printed
  bool table = false;               // with a row for each policy, before the totals
};

// The report for a person, printed after the run: the subject and what calibration found; each
// policy that was not kept, with what it says and where that is written, and under it the causes,
// each with one case, the command that repeats it, and the names of some others; if asked for, the
// table; and the totals. Lines are as long as `width` says, except where a single word is longer.
// Any text in `report` comes out harmless to a terminal.
std::string ConsoleReport(const RunReport& report, const ConsoleOptions& options);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_CONSOLE_REPORT_H_
