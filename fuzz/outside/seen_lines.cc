// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/seen_lines.h"

#include <algorithm>

namespace loadstone::fuzz {
namespace {

constexpr size_t kMaxLines = 4096;

bool IsWord(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; });
}

// The plain words of a line, which come from the loader and not from the input.
std::string Words(std::string_view line) {
  std::string words;
  while (!line.empty()) {
    const size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    if (!word.empty() && IsWord(word)) words.append(word).append(1, ' ');
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return words;
}

}  // namespace

bool SeenLines::Add(std::string_view log) {
  bool news = false;
  while (!log.empty()) {
    const size_t end = std::min(log.find('\n'), log.size());
    if (seen_.size() < kMaxLines) news |= seen_.insert(Words(log.substr(0, end))).second;
    log.remove_prefix(std::min(end + 1, log.size()));
  }
  return news;
}

}  // namespace loadstone::fuzz
