// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_CLI_OPTIONS_H_
#define LOADSTONE_TOOL_CLI_OPTIONS_H_

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <string>
#include <vector>

#include "harness/policy/kinds.h"
#include "tool/cli.h"

namespace loadstone {

// The end of the help of every verb that judges.
inline constexpr char kExitStatuses[] =
    "Exit status: 0: conforms, possibly with warnings; 1: at least one violation; 2: wrong usage,\n"
    "or Loadstone cannot run in this environment; 3: Loadstone could not reach a verdict.";

// The help of --guard, for verbs that run each case in a separate process.
inline constexpr char kGuardHelp[] =
    "Guard the heap of each case's process to detect memory errors of the loader, layer, driver or "
    "runtime under test";

// What --api is for a verb that runs a loader.
inline constexpr char kApiHelp[] = "The API of the loader: vulkan or openxr";

// Takes a number from `least` to `most`. CLI11's own range has room for "nan".
CLI::Validator Between(double least, double most);

// The variables that the options refer to must outlive parsing.

// --api, for verbs whose API has a default, and for others.
void AddApiOption(CLI::App& verb, Api& api, const std::string& help);
void AddApiOption(CLI::App& verb, std::optional<Api>& api, const std::string& help);
// Which loader is judged, and by what.
void AddSubjectOptions(CLI::App& verb, std::string& loader, std::string& spec,
                       std::vector<std::string>& folders);
// Adds the option for the loader's platform.
void AddPlatformOption(CLI::App& verb, std::string& platform);
// Adds --with-devices, --env and --show, for verbs that run what a manifest describes.
void AddWorldOptions(CLI::App& verb, WorldOptions& options);
// Adds --root, for verbs that run `what`, such as "loader".
void AddRootOption(CLI::App& verb, std::string& root, const std::string& what);
// Adds the option for folders that are searched first for a library that a manifest names without a
// folder.
void AddLibraryPathOption(CLI::App& verb, std::vector<std::string>& folders);
// Adds the option for policies and cases of a vendor.
void AddRulesOption(CLI::App& verb, std::vector<std::string>& rules);
// Adds the options for which cases run, and how.
void AddCaseOptions(CLI::App& verb, CaseOptions& options);
// Adds the options for which cases are listed, for a verb that runs none.
void AddSelection(CLI::App& verb, std::vector<std::string>& policies,
                  std::vector<std::string>& cases);

// Adds the options for reports, for every verb that makes one.
void AddReportOptions(CLI::App& verb, ReportOptions& options);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_CLI_OPTIONS_H_
