// SPDX-License-Identifier: Apache-2.0
#include "harness/case/expect.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

namespace loadstone::expect_test {
namespace {

// The failure that `body` records.
template <typename Body>
Failure FailureOf(const Body& body) {
  testing::TestPartResultArray results;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(&results);
    body();
  }
  if (results.size() != 1) return {.reason = std::to_string(results.size()) + " failures"};
  return FromMessage(results.GetTestPartResult(0).message());
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
  EXPECT_EQ(FailureOf([] {
              EXPECT_SEEN(1, 1) << "why";
              EXPECT_HOLDS(true) << "why";
            }).reason,
            "0 failures");
}

TEST(ExpectTest, MakesAReasonWhereTheCaseGaveNone) {
  EXPECT_EQ(FailureOf([] { EXPECT_SEEN(1, 2); }).reason, "expected: 2; observed: 1");
  EXPECT_FALSE(FailureOf([] { EXPECT_SEEN(1, 2); }).demanded);
}

TEST(ExpectTest, AConditionHasItsReasonAlone) {
  const Failure failure = FailureOf([] { EXPECT_HOLDS(1 > 2) << "why"; });
  EXPECT_EQ(failure.reason, "why");
  EXPECT_EQ(failure.expected + failure.observed, "");
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

TEST(FailureTest, SurvivesTheWayThroughGoogleTest) {
  const Failure failure =
      FromMessage(ToMessage({.expected = "a\nreason: x", .observed = "", .reason = "b\nc"}));
  EXPECT_EQ(failure.expected, "a reason: x");
  EXPECT_EQ(failure.observed, "");
  EXPECT_EQ(failure.reason, "b c");
}

TEST(FailureTest, HasNoEndOfLine) {
  const std::string message = ToMessage({.expected = "a", .observed = "b", .reason = "c"});
  EXPECT_EQ(FromMessage("Failed\n" + message + '\n').reason, "c");
  EXPECT_EQ(FromMessage("it does not apply\n").reason, "it does not apply");
}

TEST(FailureTest, AnyOtherMessageIsAReason) {
  for (const char* message : {"", "some words", "expected: a", "expected: a\nreason: b"}) {
    const Failure failure = FromMessage(message);
    EXPECT_EQ(failure.reason.substr(0, 4), std::string(message).substr(0, 4));
    EXPECT_EQ(failure.expected + failure.observed, "");
  }
}

}  // namespace
}  // namespace loadstone::expect_test
