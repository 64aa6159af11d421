#ifndef LOADSTONE_HARNESS_CLI_CLI_OPTIONS_H_
#define LOADSTONE_HARNESS_CLI_CLI_OPTIONS_H_

#include <CLI/App.hpp>

#include "harness/cli/cli.h"

namespace loadstone {

// The options that say what becomes of a report, for every verb that makes one. `options` must
// outlive the parsing.
void AddReportOptions(CLI::App& verb, ReportOptions& options);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CLI_CLI_OPTIONS_H_
