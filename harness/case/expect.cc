// SPDX-License-Identifier: Apache-2.0
#include "harness/case/expect.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string_view>

namespace loadstone {
namespace {

// The prefix that GoogleTest adds to the message of a failure.
constexpr char kFailed[] = "Failed\n";
// The properties of a result.
constexpr char kExpected[] = "expected";
constexpr char kObserved[] = "observed";
constexpr char kReason[] = "reason";
constexpr char kDemanded[] = "demanded";

// What was observed instead of a condition, unless the case says more.
constexpr char kDoesNotHold[] = "this does not hold";
// In the requirement of a condition, the words before what was observed.
constexpr std::string_view kAndObserved = "; observed: ";

// Sets what was expected and observed if a condition failed: its requirement is both.
void CompleteCondition(Failure& failure) {
  const std::size_t at = failure.reason.find(kAndObserved);
  failure.expected = failure.reason.substr(0, at);
  failure.observed =
      at == std::string::npos ? kDoesNotHold : failure.reason.substr(at + kAndObserved.size());
}

}  // namespace

void Record(const Failure& failure, const char* file, int line) {
  if (!testing::Test::HasFailure()) {
    testing::Test::RecordProperty(kExpected, WithoutLineBreaks(failure.expected));
    testing::Test::RecordProperty(kObserved, WithoutLineBreaks(failure.observed));
    testing::Test::RecordProperty(kReason, WithoutLineBreaks(failure.reason));
    if (failure.demanded) testing::Test::RecordProperty(kDemanded, "");
  }
  ADD_FAILURE_AT(file, line) << failure.reason << "\nexpected: " << failure.expected
                             << "\nobserved: " << failure.observed;
}

Failure FirstFailure(const testing::TestResult& result) {
  Failure failure;
  bool recorded = false;
  for (int i = 0; i < result.test_property_count(); ++i) {
    const testing::TestProperty& property = result.GetTestProperty(i);
    const std::string_view key = property.key();
    if (key == kExpected) failure.expected = property.value();
    if (key == kObserved) failure.observed = property.value();
    if (key == kReason) failure.reason = property.value();
    if (key == kDemanded) failure.demanded = true;
    recorded = recorded || key == kReason;
  }
  for (int i = 0; i < result.total_part_count() && !recorded; ++i) {
    const testing::TestPartResult& part = result.GetTestPartResult(i);
    if (part.failed()) return {.reason = ReasonFromMessage(part.message())};
  }
  return failure;
}

std::string ReasonFromMessage(const std::string& message) {
  std::string reason = message.starts_with(kFailed) ? message.substr(sizeof kFailed - 1) : message;
  // GoogleTest ends messages with a newline since 1.13.
  if (reason.ends_with('\n')) reason.pop_back();
  return WithoutLineBreaks(reason);
}

std::optional<Failure> Compare(const Seen& value, const Matcher& matcher) {
  if (matcher.Matches(value)) return std::nullopt;
  return Failure{.expected = matcher.rule().Describe(), .observed = value.Describe()};
}

std::optional<Failure> CheckCondition(bool truth) {
  return truth ? std::nullopt : std::optional(Failure{});
}

void FailureAt::operator=(const Why& why) {
  failure_.reason = why.text();
  failure_.demanded = !failure_.reason.empty();
  if (failure_.reason.empty()) {
    failure_.reason =
        fmt::format("expected: {}; observed: {}", failure_.expected, failure_.observed);
  } else if (failure_.expected.empty() && failure_.observed.empty()) {
    CompleteCondition(failure_);
  }
  Record(failure_, file_, line_);
}

}  // namespace loadstone
