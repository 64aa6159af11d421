// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_MANUAL_H_
#define LOADSTONE_TOOL_MANUAL_H_

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "tool/report_verbs.h"

namespace loadstone {

// The verbs of `app` that are in its help, in its order.
std::vector<const CLI::App*> PublicVerbs(const CLI::App& app);

// One option or positional argument of a verb.
struct OptionText {
  std::vector<std::string> names;  // "--jobs" and "-j"; the one name of a positional argument
  bool positional = false;
  bool takes_value = false;
  std::vector<std::string> choices;  // the only values, where there are few
  std::string description;
};
// Those of `verb` that are in its help, in its order.
std::vector<OptionText> OptionsText(const CLI::App& verb);

// The manual page of the tool, and of one of its verbs, as roff.
std::string ToolPage(const CLI::App& app);
std::string VerbPage(const CLI::App& app, const CLI::App& verb);

// Adds the verb `manual`, which is for packaging and not in the help: it writes manual pages and
// the completions of shells below a folder, each where a prefix's share/ has it.
void AddManual(CLI::App& app, Action& action);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_MANUAL_H_
