// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_MANUAL_H_
#define LOADSTONE_TOOL_MANUAL_H_

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "tool/report_verbs.h"

namespace loadstone {

// Returns the verbs that the help of `app` lists, in its order.
std::vector<const CLI::App*> PublicVerbs(const CLI::App& app);

// An option or positional argument of a verb.
struct OptionText {
  std::vector<std::string> names;  // "--jobs" and "-j"; one name for a positional argument
  bool positional = false;
  bool takes_value = false;
  std::vector<std::string> choices;  // the allowed values, if they are a fixed set
  std::string description;
};
// Returns the options that the help of `verb` lists, in its order.
std::vector<OptionText> OptionsText(const CLI::App& verb);

// Return the manual pages of the tool and of one verb, as roff.
std::string ToolPage(const CLI::App& app);
std::string VerbPage(const CLI::App& app, const CLI::App& verb);

// Adds the verb `manual`, which is for packaging and not listed in the help: it writes manual pages
// and shell completions below a folder, laid out as a prefix's share/.
void AddManual(CLI::App& app, Action& action);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_MANUAL_H_
