// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/support/glob_rules.h"

#include <algorithm>

namespace loadstone::fuzz::inside {
namespace {

bool SameLetter(char a, char b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return lower(a) == lower(b);
}

// True when `text` starts with `word`.
bool StartsWith(std::string_view text, std::string_view word) {
  if (text.size() < word.size()) return false;
  for (size_t i = 0; i < word.size(); ++i) {
    if (!SameLetter(text[i], word[i])) return false;
  }
  return true;
}

}  // namespace

bool MatchesFilter(std::string_view filter, std::string_view text) {
  const bool anywhere = filter.substr(0, 1) == "*";
  if (anywhere) filter.remove_prefix(1);
  const bool goes_on = !filter.empty() && filter[filter.size() - 1] == '*';
  if (goes_on) filter.remove_suffix(1);
  // Compares `word` at each position where the filter allows it to begin.
  const size_t last = anywhere ? text.size() : 0;
  for (size_t start = 0; start <= last; ++start) {
    const std::string_view rest = text.substr(start);
    if (StartsWith(rest, filter) && (goes_on || rest.size() == filter.size())) return true;
  }
  return false;
}

std::vector<std::string> ElementsOf(std::string_view list, char separator, bool trim) {
  std::vector<std::string> elements(1);
  for (const char c : list) {
    if (c == separator) {
      elements.emplace_back();
    } else {
      elements.back() += c;
    }
  }
  std::vector<std::string> kept;
  for (std::string& element : elements) {
    while (trim && !element.empty() && element.front() == ' ') element.erase(0, 1);
    while (trim && !element.empty() && element.back() == ' ') element.pop_back();
    if (!element.empty()) kept.push_back(std::move(element));
  }
  return kept;
}

bool Contains(const std::vector<std::string>& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

bool MatchesAnyFilter(std::string_view filters, std::string_view text) {
  for (const std::string& filter : ElementsOf(filters, ',', true)) {
    if (MatchesFilter(filter, text)) return true;
  }
  return false;
}

}  // namespace loadstone::fuzz::inside
