// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_INTERFACES_WINDOWS_FNMATCH_H_
#define LOADSTONE_INTERFACES_WINDOWS_FNMATCH_H_

// The part of <fnmatch.h> that the tool uses, for Windows: *, ?, [...] with ranges and !, a
// backslash before a literal character, and with FNM_EXTMATCH also @(a|b), whose alternatives have
// no parentheses. Only builds for Windows have this folder in their include path.

#include <string>
#include <string_view>

#define FNM_EXTMATCH 1

namespace loadstone::windows {

// Whether a set, which begins behind its bracket, contains `c`; moves `glob` behind the set. A set
// without an end is a literal bracket.
inline bool TakeSet(std::string_view& glob, char c) {
  size_t at = 1;
  const bool inverted = at < glob.size() && (glob[at] == '!' || glob[at] == '^');
  if (inverted) ++at;
  bool found = false;
  for (const size_t first = at; at < glob.size() && (glob[at] != ']' || at == first); ++at) {
    if (at + 2 < glob.size() && glob[at + 1] == '-' && glob[at + 2] != ']') {
      found |= glob[at] <= c && c <= glob[at + 2];
      at += 2;
    } else {
      found |= glob[at] == c;
    }
  }
  if (at >= glob.size()) {
    glob.remove_prefix(1);
    return c == '[';
  }
  glob.remove_prefix(at + 1);
  return found != inverted;
}

inline bool MatchesGlob(std::string_view glob, std::string_view text, bool extended) {
  while (!glob.empty()) {
    if (glob.front() == '*') {
      glob.remove_prefix(1);
      for (size_t i = 0; i <= text.size(); ++i) {
        if (MatchesGlob(glob, text.substr(i), extended)) return true;
      }
      return false;
    }
    if (extended && glob.starts_with("@(")) {
      const size_t end = glob.find(')');
      if (end == std::string_view::npos) return false;
      std::string_view alternatives = glob.substr(2, end - 2);
      const std::string_view rest = glob.substr(end + 1);
      while (true) {
        const size_t bar = alternatives.find('|');
        const std::string one = std::string(alternatives.substr(0, bar)) + std::string(rest);
        if (MatchesGlob(one, text, extended)) return true;
        if (bar == std::string_view::npos) return false;
        alternatives.remove_prefix(bar + 1);
      }
    }
    if (text.empty()) return false;
    if (glob.front() == '[') {
      if (!TakeSet(glob, text.front())) return false;
    } else {
      if (glob.front() == '\\' && glob.size() > 1) {
        glob.remove_prefix(1);
        if (glob.front() != text.front()) return false;
      } else if (glob.front() != '?' && glob.front() != text.front()) {
        return false;
      }
      glob.remove_prefix(1);
    }
    text.remove_prefix(1);
  }
  return text.empty();
}

}  // namespace loadstone::windows

// Returns 0 if the text matches.
inline int fnmatch(const char* glob, const char* text, int flags) {
  return loadstone::windows::MatchesGlob(glob, text, (flags & FNM_EXTMATCH) != 0) ? 0 : 1;
}

#endif  // LOADSTONE_INTERFACES_WINDOWS_FNMATCH_H_
