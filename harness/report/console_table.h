// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_CONSOLE_TABLE_H_
#define LOADSTONE_HARNESS_REPORT_CONSOLE_TABLE_H_

#include <string>
#include <string_view>

#include "harness/report/console_report.h"
#include "harness/report/result.h"

namespace loadstone {

// One line for a terminal, of a length that ends somewhere; the JSON report has everything.
std::string ConsoleLine(std::string_view text);

// `text` in the colour of a verdict, if colours are wanted.
std::string Paint(std::string_view text, Verdict verdict, const ConsoleOptions& options);

// The table of a run: a row per policy with the worst verdict of its cases, how many passed of
// those that apply, and why.
std::string ConsoleTable(const RunReport& report, const ConsoleOptions& options);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_CONSOLE_TABLE_H_
