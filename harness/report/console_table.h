// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_CONSOLE_TABLE_H_
#define LOADSTONE_HARNESS_REPORT_CONSOLE_TABLE_H_

#include <string>
#include <string_view>

#include "harness/report/console_report.h"
#include "harness/report/result.h"

namespace loadstone {

// Returns the text as one line for a terminal, truncated; the JSON report has the whole text.
std::string ConsoleLine(std::string_view text);

// Returns `text` in the colour of a verdict, if colours are enabled.
std::string Paint(std::string_view text, Verdict verdict, const ConsoleOptions& options);

// Returns the table of a run: a row per policy with the worst verdict of its cases, how many of the
// applicable cases passed, and why.
std::string ConsoleTable(const RunReport& report, const ConsoleOptions& options);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_CONSOLE_TABLE_H_
