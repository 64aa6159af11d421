// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_MATRIX_VERB_H_
#define LOADSTONE_TOOL_MATRIX_VERB_H_

#include <CLI/App.hpp>

#include "tool/report_verbs.h"

namespace loadstone {

// Adds the verb that shows the reports of many subjects as one matrix. It sets `action` if the
// command line has its verb.
void AddMatrix(CLI::App& app, Action& action);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_MATRIX_VERB_H_
