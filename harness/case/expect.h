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

// What a case that does not hold tells: each a line, the first two maybe empty.
struct Failure {
  std::string expected = {};
  std::string observed = {};
  std::string reason = {};
  bool demanded = false;  // the reason is the requirement that did not hold
};

// Records a failure with the test that runs now.
void Record(const Failure& failure, const char* file, int line);
// The first failure of a test; of one that GoogleTest's own macros recorded the message is the
// reason. The result must have a failure.
Failure FirstFailure(const testing::TestResult& result);
// A message of GoogleTest as the reason of a report.
std::string ReasonFromMessage(const std::string& message);

// Nothing where `value` matches.
std::optional<Failure> Compare(const Seen& value, const Matcher& matcher);
std::optional<Failure> CompareTruth(bool truth);

// What is streamed into an expectation: the requirement, which is the reason if it does not hold.
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

// Binds weaker than <<, so that the whole requirement has been streamed.
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

// A value that should match. The second form leaves the function where it does not.
#define EXPECT_SEEN(value, matcher) LOADSTONE_EXPECT(::loadstone::Compare(value, matcher), )
#define ASSERT_SEEN(value, matcher) LOADSTONE_EXPECT(::loadstone::Compare(value, matcher), return )
// A condition, which says nothing that the requirement does not say.
#define EXPECT_HOLDS(condition) LOADSTONE_EXPECT(::loadstone::CompareTruth(condition), )
#define ASSERT_HOLDS(condition) LOADSTONE_EXPECT(::loadstone::CompareTruth(condition), return )

#endif  // LOADSTONE_HARNESS_CASE_EXPECT_H_
