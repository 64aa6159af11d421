// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_DID_YOU_MEAN_H_
#define LOADSTONE_TOOL_DID_YOU_MEAN_H_

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loadstone {

// Returns the element of `known` that is most similar to `word`, by the number of letters to
// insert, delete or replace, ignoring case; std::nullopt if none is similar.
std::optional<std::string> Nearest(std::string_view word, const std::vector<std::string>& known);

// Returns " (did you mean X?)" for the most similar element of `known`; empty if none is similar.
std::string DidYouMean(std::string_view word, const std::vector<std::string>& known);

// Returns one line about the first verb or option that `app` does not have; std::nullopt if it has
// all. `words` is a refused command line without the program's name.
std::optional<std::string> ExplainUnknownWord(const CLI::App& app,
                                              const std::vector<std::string>& words);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_DID_YOU_MEAN_H_
