#ifndef LOADSTONE_HARNESS_CLI_CLI_OPTIONS_H_
#define LOADSTONE_HARNESS_CLI_CLI_OPTIONS_H_

#include <CLI/App.hpp>

#include "harness/cli/cli.h"

namespace loadstone::inline cli {

// What every verb that judges says at the end of its help.
inline constexpr char kExitStatuses[] =
    "Exit status: 0 conforms, perhaps with warnings, 1 at least one violation, 2 wrong usage\n"
    "or an environment that cannot run it, 3 the harness could not tell.";

// The options that choose cases. `policies` and `cases` must outlive the parsing.
void AddSelection(CLI::App& verb, std::vector<std::string>& policies,
                  std::vector<std::string>& cases);

// The options that say what becomes of a report, for every verb that makes one. `options` must
// outlive the parsing.
void AddReportOptions(CLI::App& verb, ReportOptions& options);

}  // namespace loadstone::inline cli

#endif  // LOADSTONE_HARNESS_CLI_CLI_OPTIONS_H_
