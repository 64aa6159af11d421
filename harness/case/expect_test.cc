// SPDX-License-Identifier: Apache-2.0
#include "harness/case/expect.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

namespace loadstone::expect_test {
namespace {

// The first failure that `body` records, of which there are `count`. It is taken out of the test
// that runs now: its properties are there, and GoogleTest does not see that it failed.
template <typename Body>
Failure FailureOf(const Body& body, int count = 1) {
  testing::TestPartResultArray results;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(&results);
    body();
  }
  EXPECT_EQ(results.size(), count);
  const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
  return FirstFailure(*test->result());
}

TEST(ExpectTest, TellsWhatWasExpectedAndObservedAndWhy) {
  const Failure failure = FailureOf([] {
    EXPECT_SEEN(std::vector<std::string>({"b"}), ElementsAre("a", "b")) << "the order " << 1;
  });
  EXPECT_EQ(failure.expected, R"("a", "b", in this order)");
  EXPECT_EQ(failure.observed, R"("b")");
  EXPECT_EQ(failure.reason, "the order 1");
  EXPECT_TRUE(failure.demanded);
}

TEST(ExpectTest, SaysNothingOfWhatHolds) {
  const Failure failure = FailureOf(
      [] {
        EXPECT_SEEN(1, 1) << "why";
        EXPECT_HOLDS(true) << "why";
      },
      0);
  EXPECT_EQ(failure.reason, "");
}

TEST(ExpectTest, MakesAReasonWhereTheCaseGaveNone) {
  const Failure failure = FailureOf([] { EXPECT_SEEN(1, 2); });
  EXPECT_EQ(failure.reason, "expected: 2; observed: 1");
  EXPECT_FALSE(failure.demanded);
}

TEST(ExpectTest, TheRequirementOfAConditionIsWhatWasExpected) {
  const Failure failure = FailureOf([] { EXPECT_HOLDS(1 > 2) << "why"; });
  EXPECT_EQ(failure.reason, "why");
  EXPECT_EQ(failure.expected, "why");
  EXPECT_EQ(failure.observed, "this does not hold");
  EXPECT_TRUE(failure.demanded);
}

TEST(ExpectTest, TheRequirementOfAConditionMaySayWhatWasObserved) {
  const Failure failure = FailureOf([] { EXPECT_HOLDS(1 > 2) << "it ends; observed: it hung"; });
  EXPECT_EQ(failure.reason, "it ends; observed: it hung");
  EXPECT_EQ(failure.expected, "it ends");
  EXPECT_EQ(failure.observed, "it hung");
}

TEST(ExpectTest, AnAssertionLeavesTheFunction) {
  bool left = true;
  FailureOf([&] {
    ASSERT_SEEN(1, 2) << "why";
    left = false;
  });
  FailureOf([&] {
    ASSERT_HOLDS(false) << "why";
    left = false;
  });
  EXPECT_TRUE(left);
}

TEST(ExpectTest, IsAStatementInABranch) {
  const Failure failure = FailureOf([] {
    if (false)
      EXPECT_SEEN(1, 2) << "not reached";
    else
      EXPECT_SEEN(1, 3) << "reached";
  });
  EXPECT_EQ(failure.reason, "reached");
}

TEST(FailureTest, IsOfOneLineEach) {
  const Failure failure = FailureOf(
      [] { Record({.expected = "a\nreason: x", .observed = "", .reason = "b\nc"}, "file", 1); });
  EXPECT_EQ(failure.expected, "a reason: x");
  EXPECT_EQ(failure.observed, "");
  EXPECT_EQ(failure.reason, "b c");
  EXPECT_FALSE(failure.demanded);
}

TEST(FailureTest, OfAMessageIsAReason) {
  EXPECT_EQ(ReasonFromMessage("Failed\nwhy\n"), "why");
  EXPECT_EQ(ReasonFromMessage("it does not apply\n"), "it does not apply");
  EXPECT_EQ(ReasonFromMessage("some\nwords"), "some words");
  EXPECT_EQ(ReasonFromMessage(""), "");
}

}  // namespace
}  // namespace loadstone::expect_test
