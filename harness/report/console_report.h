#ifndef LOADSTONE_HARNESS_REPORT_CONSOLE_REPORT_H_
#define LOADSTONE_HARNESS_REPORT_CONSOLE_REPORT_H_

#include <cstddef>
#include <string>

#include "harness/report/result.h"
#include "harness/report/terminal.h"

namespace loadstone {

struct ConsoleOptions {
  bool color = false;               // verdicts in colour (ECMA-48 SGR)
  std::size_t width = kPlainWidth;  // columns of the table; TerminalWidth() of where it is printed
};

// The report for a person, printed after the run: the subject and what calibration found; a table
// with one row per owning policy (the worst verdict of its cases, cases passed of those that apply,
// and why); a block for each case that failed or could not be judged, with the command that
// repeats it alone; and the line of totals. Any text in `report` comes out harmless to a terminal.
std::string ConsoleReport(const RunReport& report, const ConsoleOptions& options);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_CONSOLE_REPORT_H_
