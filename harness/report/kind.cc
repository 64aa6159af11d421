// SPDX-License-Identifier: Apache-2.0
#include "harness/report/kind.h"

#include <algorithm>
#include <set>

#include "harness/report/causes.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

constexpr std::string_view kBetween = ", ";

// Returns `text` without its quoted parts, which are not Loadstone's own words.
std::string WithoutQuotes(std::string_view text) {
  std::string without;
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted) without += c;
  }
  return without;
}

// Returns `part` up to "and # more".
std::string_view WithoutMore(std::string_view part) {
  return part.substr(0, part.find(" and # more"));
}

// Returns the text from `start` to the next comma, semicolon, bracket or blank.
std::string_view WordAt(std::string_view text, std::size_t start) {
  text.remove_prefix(std::min(start, text.size()));
  return text.substr(0, text.find_first_of(" ,;)"));
}

}  // namespace

std::string KindOfText(std::string_view text) {
  const std::string pattern = Pattern(OneLine(text));
  std::set<std::string_view> parts;
  for (std::string_view rest = pattern; !rest.empty();) {
    const std::size_t end = std::min(rest.find(kBetween), rest.size());
    const std::string_view part = WithoutMore(rest.substr(0, end));
    if (!part.empty() && !part.starts_with("having used ")) parts.insert(part);
    rest.remove_prefix(std::min(end + kBetween.size(), rest.size()));
  }
  std::string kind;
  for (const std::string_view part : parts) {
    kind += (kind.empty() ? "" : ", ") + std::string(part);
  }
  return kind;
}

std::string EndingIn(std::string_view text) {
  const std::string own = WithoutQuotes(text);
  constexpr std::string_view kKilled = "it was killed by ";
  std::string how;
  std::size_t at = own.find(kKilled);
  if (at != std::string::npos) {
    how = "killed by " + std::string(WordAt(own, at + kKilled.size()));
  } else if (at = own.find("it exited with status "); at != std::string::npos) {
    how = "exited";
  } else if (at = std::min(own.find("it hung "), own.find("it had not ended ")); at < own.size()) {
    how = "did not end";
  } else {
    return "";
  }
  constexpr std::string_view kDuring = " during ";
  const std::size_t during = own.find(kDuring, at);
  if (during == std::string::npos) return how;
  return how + std::string(kDuring) + std::string(WordAt(own, during + kDuring.size()));
}

std::string EndingOf(const CaseResult& result) {
  if (result.ending.has_value()) return *result.ending;
  const std::string ending = EndingIn(result.observed);
  return ending.empty() ? EndingIn(OwnReason(result)) : ending;
}

std::string OwnReason(const CaseResult& result) {
  if (result.verdict != Verdict::kWaived) return result.reason;
  for (const std::string_view added : {kKnown, kWaivedBy}) {
    if (result.reason.starts_with(added)) return "";
    const std::size_t at = result.reason.find("; " + std::string(added));
    if (at != std::string::npos) return result.reason.substr(0, at);
  }
  return result.reason;
}

Kind KindOf(const CaseResult& result) {
  Kind kind = {BlamedPolicy(result), EndingOf(result), "", "", ""};
  if (!kind.ending.empty()) return kind;
  kind.reason = KindOfText(OwnReason(result));
  kind.expected = KindOfText(result.expected);
  kind.observed = KindOfText(result.observed);
  return kind;
}

}  // namespace loadstone
