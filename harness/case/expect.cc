// SPDX-License-Identifier: Apache-2.0
#include "harness/case/expect.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace loadstone {
namespace {

// What GoogleTest puts before the message of a failure.
constexpr char kFailed[] = "Failed\n";
constexpr char kExpected[] = "expected: ";
constexpr char kObserved[] = "observed: ";
constexpr char kReason[] = "reason: ";
constexpr char kDemanded[] = "demanded: ";

}  // namespace

std::string ToMessage(const Failure& failure) {
  return fmt::format("{}{}\n{}{}\n{}{}", kExpected, OnOneLine(failure.expected), kObserved,
                     OnOneLine(failure.observed), failure.demanded ? kDemanded : kReason,
                     OnOneLine(failure.reason));
}

Failure FromMessage(const std::string& text) {
  std::string message =
      text.starts_with(kFailed) ? text.substr(std::char_traits<char>::length(kFailed)) : text;
  // GoogleTest ends messages with a newline since 1.13.
  if (message.ends_with('\n')) message.pop_back();
  const size_t observed = message.find(std::string("\n") + kObserved);
  const bool demanded = message.find(std::string("\n") + kDemanded) != std::string::npos;
  const char* const kind = demanded ? kDemanded : kReason;
  const size_t reason = message.find(std::string("\n") + kind);
  if (!message.starts_with(kExpected) || observed == std::string::npos ||
      reason == std::string::npos || reason < observed) {
    return {.reason = OnOneLine(message)};
  }
  const auto between = [&](size_t start, const char* word, size_t end) {
    start += std::char_traits<char>::length(word);
    return message.substr(start, end - start);
  };
  return {.expected = between(0, kExpected, observed),
          .observed = between(observed + 1, kObserved, reason),
          .reason = between(reason + 1, kind, std::string::npos),
          .demanded = demanded};
}

void Record(const Failure& failure, const char* file, int line) {
  ADD_FAILURE_AT(file, line) << ToMessage(failure);
}

std::optional<Failure> Compare(const Seen& value, const Matcher& matcher) {
  if (matcher.Matches(value)) return std::nullopt;
  return Failure{.expected = matcher.rule().Describe(), .observed = value.Describe()};
}

std::optional<Failure> CompareTruth(bool truth) {
  return truth ? std::nullopt : std::optional(Failure{});
}

void FailureAt::operator=(const Why& why) {
  failure_.reason = why.text();
  failure_.demanded = !failure_.reason.empty();
  if (failure_.reason.empty()) {
    failure_.reason =
        fmt::format("expected: {}; observed: {}", failure_.expected, failure_.observed);
  }
  Record(failure_, file_, line_);
}

}  // namespace loadstone
