#include "harness/runner/case_tests.h"

#include <gtest/gtest.h>

namespace loadstone {
namespace {

TEST(ReadFailureTest, TakesAMatchersMessageApart) {
  const FailureText text = ReadFailure(
      "Value of: InstanceChain(seen)\nExpected: has 1 element\n  Actual: { \"a\", \"b\" }\n"
      "a disabled layer must not be in the chain");
  EXPECT_EQ(text.expected, "has 1 element");
  EXPECT_EQ(text.observed, "\"a\", \"b\"");
  EXPECT_EQ(text.reason, "a disabled layer must not be in the chain");
}

TEST(ReadFailureTest, MakesAReasonWhereTheCaseGaveNone) {
  const FailureText text = ReadFailure("Value of: x\nExpected: is 1\n  Actual: 2");
  EXPECT_EQ(text.reason, "expected: is 1; observed: 2");
}

TEST(ReadFailureTest, PutsAnExpectationOfSeveralLinesOnOne) {
  const FailureText text =
      ReadFailure("Value of: x\nExpected: has 2 elements where\nelement #0 is 1\n  Actual: 2\nwhy");
  EXPECT_EQ(text.expected, "has 2 elements where element #0 is 1");
  EXPECT_EQ(text.reason, "why");
}

TEST(ReadFailureTest, LeavesOutWhichElementSuitsNoMatcher) {
  const FailureText text = ReadFailure(
      "Value of: x\nExpected: has 2 elements\n  Actual: { \"a\" }, where the following matchers"
      " don't match any elements:\nmatcher #1: is equal to \"b\"\nand where the following elements"
      " don't match any matchers:\nelement #0: \"a\"\nwhy");
  EXPECT_EQ(text.observed, "\"a\"");
  EXPECT_EQ(text.reason, "why");
}

TEST(ReadFailureTest, LeavesOutTheValuesOfACondition) {
  EXPECT_EQ(ReadFailure("Value of: x\n  Actual: false\nExpected: true\nwhy").reason, "why");
  EXPECT_EQ(ReadFailure("Value of: x\n  Actual: false\nExpected: true").reason,
            "Value of: x   Actual: false Expected: true");
}

TEST(ReadFailureTest, KeepsAnyOtherMessageWhole) {
  for (const char* message : {"Failed", "two\nlines", "Expected: without an actual value"}) {
    const FailureText text = ReadFailure(message);
    EXPECT_TRUE(text.expected.empty()) << message;
    EXPECT_TRUE(text.observed.empty()) << message;
    EXPECT_EQ(text.reason.size(), std::string(message).size());
    EXPECT_EQ(text.reason.find('\n'), std::string::npos);
  }
}

TEST(ReadFailureTest, EmptyMessage) { EXPECT_EQ(ReadFailure("").reason, ""); }

}  // namespace
}  // namespace loadstone
