// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_COVERAGE_VERB_H_
#define LOADSTONE_TOOL_COVERAGE_VERB_H_

#include <CLI/App.hpp>

#include "tool/report_verbs.h"

namespace loadstone {

// Adds the verb that prints what the worlds of a policy vary in, and what no case combines. It sets
// `action` if the command line has its verb.
void AddCoverage(CLI::App& app, Action& action);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_COVERAGE_VERB_H_
