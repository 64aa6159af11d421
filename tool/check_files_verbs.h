// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_CHECK_FILES_VERBS_H_
#define LOADSTONE_TOOL_CHECK_FILES_VERBS_H_

#include <CLI/App.hpp>

#include "tool/report_verbs.h"

namespace loadstone {

// Add the verbs that judge files of platforms whose programs cannot run here. Each sets `action` if
// the command line has its verb.
void AddCheckImage(CLI::App& app, Action& action);
void AddCheckPackage(CLI::App& app, Action& action);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_CHECK_FILES_VERBS_H_
