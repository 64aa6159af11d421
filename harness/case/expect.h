// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_EXPECT_H_
#define LOADSTONE_HARNESS_CASE_EXPECT_H_

#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "harness/case/matcher.h"

namespace testing {
class TestResult;
}  // namespace testing

// How a case says what it expects, and why: EXPECT_SEEN(value, matcher) << requirement. Each is a
// failure of GoogleTest; the values of the first one are properties of the test's result.
namespace loadstone {

// The values of a failed expectation, one line each; the first two may be empty.
struct Failure {
  std::string expected = {};
  std::string observed = {};
  std::string reason = {};
  bool demanded = false;  // the reason is the requirement that was violated
};

// Records a failure with the test that runs now.
void Record(const Failure& failure, const char* file, int line);
// The first failure of a test; of one that GoogleTest's own macros recorded the message is the
// reason. The result must have a failure.
Failure FirstFailure(const testing::TestResult& result);
// A message of GoogleTest as the reason of a report.
std::string ReasonFromMessage(const std::string& message);

// Return std::nullopt if `value` matches, or `truth` is true.
std::optional<Failure> Compare(const Seen& value, const Matcher& matcher);
std::optional<Failure> CheckCondition(bool truth);

// Collects what is streamed into an expectation: the requirement, which becomes the reason of a
// failure.
class Why {
 public:
  template <typename T>
  Why& operator<<(const T& part) {
    text_ << part;
    return *this;
  }
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
};

// Its operator= has a lower precedence than <<, so that the whole requirement has been streamed.
class FailureAt {
 public:
  FailureAt(Failure failure, const char* file, int line)
      : failure_(std::move(failure)), file_(file), line_(line) {}
  void operator=(const Why& why);

 private:
  Failure failure_;
  const char* file_;
  int line_;
};

}  // namespace loadstone

#define LOADSTONE_EXPECT(mismatch, leave)                                                         \
  if (const std::optional<::loadstone::Failure> loadstone_found = (mismatch); !loadstone_found) { \
  } else /* NOLINT */                                                                             \
    leave ::loadstone::FailureAt(*loadstone_found, __FILE__, __LINE__) = ::loadstone::Why()

// Expects that `value` matches. ASSERT_SEEN returns from the function on a mismatch.
#define EXPECT_SEEN(value, matcher) LOADSTONE_EXPECT(::loadstone::Compare(value, matcher), )
#define ASSERT_SEEN(value, matcher) LOADSTONE_EXPECT(::loadstone::Compare(value, matcher), return )
// Expects a condition whose value adds nothing to the requirement.
#define EXPECT_HOLDS(condition) LOADSTONE_EXPECT(::loadstone::CheckCondition(condition), )
#define ASSERT_HOLDS(condition) LOADSTONE_EXPECT(::loadstone::CheckCondition(condition), return )

#endif  // LOADSTONE_HARNESS_CASE_EXPECT_H_
