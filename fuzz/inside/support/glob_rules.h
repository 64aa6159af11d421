// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_GLOB_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_GLOB_RULES_H_

#include <string>
#include <string_view>
#include <vector>

// A second implementation of the documents' rules for lists and globs in the environment, which the
// loaders' answers are checked against.
namespace loadstone::fuzz::inside {

// Whether `text` matches the filter: letter case is ignored, and an asterisk at either end matches
// any text (LoaderInterfaceArchitecture, Filter Environment Variable Behaviors).
bool MatchesFilter(std::string_view filter, std::string_view text);

// The elements of a list without empty ones; if `trim` is set, without surrounding spaces.
std::vector<std::string> ElementsOf(std::string_view list, char separator, bool trim);

// Whether `text` is one of the elements.
bool Contains(const std::vector<std::string>& list, std::string_view text);

// Whether one of the comma-separated filters matches.
bool MatchesAnyFilter(std::string_view filters, std::string_view text);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_GLOB_RULES_H_
