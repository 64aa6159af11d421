// SPDX-License-Identifier: Apache-2.0
#include "harness/report/version_order.h"

#include <algorithm>

namespace loadstone {
namespace {

bool IsVersionDigit(char c) { return c >= '0' && c <= '9'; }

// Returns the rank of the first character of `text` within a run of characters that are no digits;
// the end of the run ranks between a tilde and letters.
int RankOfFirst(std::string_view text) {
  if (text.empty() || IsVersionDigit(text[0])) return 0;
  if (text[0] == '~') return -1;
  const bool letter = (text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z');
  return static_cast<unsigned char>(text[0]) + (letter ? 0 : 256);
}

// Removes the digits at the start of `text`, and returns them without leading zeros.
std::string_view TakeDigits(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), IsVersionDigit);
  std::string_view digits = text.substr(0, end - text.begin());
  text.remove_prefix(digits.size());
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

// Returns a negative number, zero or a positive number, as `a` is before, equal to or after `b`.
int ComparePart(std::string_view a, std::string_view b) {
  while (!a.empty() || !b.empty()) {
    while (RankOfFirst(a) != 0 || RankOfFirst(b) != 0) {
      const int difference = RankOfFirst(a) - RankOfFirst(b);
      if (difference != 0) return difference;
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
    const std::string_view number_a = TakeDigits(a);
    const std::string_view number_b = TakeDigits(b);
    if (number_a.size() != number_b.size()) return number_a.size() < number_b.size() ? -1 : 1;
    const int difference = number_a.compare(number_b);
    if (difference != 0) return difference;
  }
  return 0;
}

// Removes the epoch with its colon, and returns it; empty if there is none.
std::string_view TakeEpoch(std::string_view& version) {
  const std::size_t colon = version.find(':');
  if (colon == std::string_view::npos) return "";
  const std::string_view epoch = version.substr(0, colon);
  version.remove_prefix(colon + 1);
  return epoch;
}

// Splits at the last hyphen, after which is the revision of the package.
std::string_view TakeRevision(std::string_view& version) {
  const std::size_t hyphen = version.rfind('-');
  if (hyphen == std::string_view::npos) return "";
  const std::string_view revision = version.substr(hyphen + 1);
  version = version.substr(0, hyphen);
  return revision;
}

}  // namespace

bool IsEarlierVersion(std::string_view a, std::string_view b) {
  int difference = ComparePart(TakeEpoch(a), TakeEpoch(b));
  const std::string_view revision_a = TakeRevision(a);
  const std::string_view revision_b = TakeRevision(b);
  if (difference == 0) difference = ComparePart(a, b);
  if (difference == 0) difference = ComparePart(revision_a, revision_b);
  return difference < 0;
}

}  // namespace loadstone
