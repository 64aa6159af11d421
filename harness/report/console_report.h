// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_CONSOLE_REPORT_H_
#define LOADSTONE_HARNESS_REPORT_CONSOLE_REPORT_H_

#include <cstddef>
#include <string>

#include "harness/report/result.h"
#include "harness/report/terminal.h"

namespace loadstone {

struct ConsoleOptions {
  bool color = false;               // colour verdicts (ECMA-48 SGR)
  std::size_t width = kPlainWidth;  // columns; TerminalWidth() of the output
  bool table = false;               // add a table with a row per policy before the totals
  // The architecture of this program, which is not worth a line if the subject has the same.
  std::string own_architecture = {};
};

// Returns the report for people, printed after the run: the subject and the results of calibration;
// each violated policy with its statement and sources, and under it the causes, each with one case,
// the command that reproduces it, and the names of some others; the table, if requested; and the
// totals. Lines have at most `width` columns, except for single longer words. Any text in `report`
// is made safe for a terminal.
std::string ConsoleReport(const RunReport& report, const ConsoleOptions& options);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_CONSOLE_REPORT_H_
