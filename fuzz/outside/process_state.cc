// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/process_state.h"

#include <string.h>

#include <algorithm>
#include <iterator>

namespace loadstone::fuzz {
namespace {

// In the order of the bits.
constexpr const char* kWords[] = {
    "the environment is changed",       "the working folder is changed",
    "the mask of new files is changed", "the locale is changed",
    "a signal is handled otherwise",    "a child process is left"};

}  // namespace

unsigned ProcessState::ChangesSince(const ProcessState& before) const {
  const bool changes[] = {
      environment != before.environment,
      strcmp(folder, before.folder) != 0,
      mask != before.mask,
      strcmp(locale, before.locale) != 0,
      !std::equal(std::begin(handlers), std::end(handlers), std::begin(before.handlers)),
      has_children && !before.has_children};
  static_assert(std::size(changes) == std::size(kWords));
  unsigned bits = 0;
  for (size_t i = 0; i < std::size(changes); ++i) bits |= (changes[i] ? 1u : 0u) << i;
  return bits;
}

std::vector<std::string> ChangesInWords(unsigned changes) {
  std::vector<std::string> words;
  for (size_t i = 0; i < std::size(kWords); ++i) {
    if ((changes >> i & 1u) != 0) words.emplace_back(kWords[i]);
  }
  return words;
}

}  // namespace loadstone::fuzz
