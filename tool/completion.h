// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_COMPLETION_H_
#define LOADSTONE_TOOL_COMPLETION_H_

#include <CLI/App.hpp>
#include <string>

namespace loadstone {

// Return scripts with which a shell completes the verbs of `app`, their options, and values from a
// fixed set; any other word is completed as a file name.
std::string BashCompletion(const CLI::App& app);
std::string ZshCompletion(const CLI::App& app);
std::string FishCompletion(const CLI::App& app);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_COMPLETION_H_
