// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_DID_YOU_MEAN_H_
#define LOADSTONE_TOOL_DID_YOU_MEAN_H_

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loadstone {

// The one of `known` that `word` was probably meant to be, by how few letters are to be added, left
// out or replaced, without regard to case; nothing where all are far from it.
std::optional<std::string> Nearest(std::string_view word, const std::vector<std::string>& known);

// " (did you mean X?)" for the nearest of `known`; empty where none is near.
std::string DidYouMean(std::string_view word, const std::vector<std::string>& known);

// Of a command line that `app` refused, `words` without the name of the program: one line about the
// first verb or option that it does not know. Nothing where it knows them all.
std::optional<std::string> ExplainUnknownWord(const CLI::App& app,
                                              const std::vector<std::string>& words);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_DID_YOU_MEAN_H_
