// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_GLOB_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_GLOB_RULES_H_

#include <string>
#include <string_view>
#include <vector>

// The documents' rules for lists and globs in the environment, written a second time in another
// way, to hold the loaders' answers against.
namespace loadstone::fuzz::inside {

// True when `text` matches the filter: letter case does not matter, one star at each end stands for
// anything (LoaderInterfaceArchitecture, Filter Environment Variable Behaviors).
bool MatchesFilter(std::string_view filter, std::string_view text);

// The elements of a list, without empty ones; without the spaces around them if `trim` is set.
std::vector<std::string> ElementsOf(std::string_view list, char separator, bool trim);

// True when the text is one of the elements.
bool Contains(const std::vector<std::string>& list, std::string_view text);

// True when one of the comma-separated filters matches.
bool MatchesAnyFilter(std::string_view filters, std::string_view text);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_GLOB_RULES_H_
