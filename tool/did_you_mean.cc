// SPDX-License-Identifier: Apache-2.0
#include "tool/did_you_mean.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <numeric>

namespace loadstone {
namespace {

char Lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Returns the Levenshtein distance, ignoring case, computed row by row.
size_t Distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (Lower(a[i]) == Lower(b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
    }
  }
  return row[b.size()];
}

// Returns every option name of a verb: "--loader", "-j".
std::vector<std::string> OptionsOf(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

bool AnyVerb(const CLI::App*) { return true; }

}  // namespace

std::optional<std::string> Nearest(std::string_view word, const std::vector<std::string>& known) {
  // A word of which more than a third must change is not similar to the candidate. A word longer
  // than this resembles none of them, and its distance is expensive to compute.
  constexpr size_t kByteLimit = 100;
  if (word.size() > kByteLimit) return std::nullopt;
  size_t least = std::max<size_t>(1, word.size() / 3) + 1;
  std::optional<std::string> nearest;
  for (const std::string& candidate : known) {
    const size_t distance = Distance(word, candidate);
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

std::string DidYouMean(std::string_view word, const std::vector<std::string>& known) {
  const std::optional<std::string> nearest = Nearest(word, known);
  return nearest.has_value() ? fmt::format(" (did you mean {}?)", *nearest) : "";
}

std::optional<std::string> ExplainUnknownWord(const CLI::App& app,
                                              const std::vector<std::string>& words) {
  const auto first = std::find_if(words.begin(), words.end(),
                                  [](const std::string& word) { return !word.starts_with('-'); });
  if (first == words.end()) return std::nullopt;
  const std::vector<const CLI::App*> verbs = app.get_subcommands(AnyVerb);
  const auto verb = std::find_if(verbs.begin(), verbs.end(),
                                 [&](const CLI::App* each) { return each->get_name() == *first; });
  if (verb == verbs.end()) {
    std::vector<std::string> names;
    for (const CLI::App* each : verbs) names.push_back(each->get_name());
    return fmt::format("there is no verb '{}'{}", *first, DidYouMean(*first, names));
  }
  const std::vector<std::string> options = OptionsOf(**verb);
  for (auto word = std::next(first); word != words.end(); ++word) {
    const std::string name = word->substr(0, word->find('='));
    if (!name.starts_with("--") || name == "--") continue;
    if (std::find(options.begin(), options.end(), name) != options.end()) continue;
    return fmt::format("{} has no option {}{}", *first, name, DidYouMean(name, options));
  }
  return std::nullopt;
}

}  // namespace loadstone
