// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_CLI_LINUX_H_
#define LOADSTONE_TOOL_CLI_LINUX_H_

#include <CLI/App.hpp>

#include "tool/report_verbs.h"

namespace loadstone {

// Add the verbs that the tool has on Linux only: fuzz; check-layer, check-driver and check-runtime;
// check-install; doctor. `action` becomes the verb that the command line names.
void AddFuzz(CLI::App& app, Action& action);
void AddChecks(CLI::App& app, Action& action);
void AddCheckInstall(CLI::App& app, Action& action);
void AddDoctor(CLI::App& app, Action& action);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_CLI_LINUX_H_
