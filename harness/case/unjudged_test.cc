// SPDX-License-Identifier: Apache-2.0
#include "harness/case/unjudged.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loadstone::unjudged_case_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(UnjudgedTest, AccusesThePolicyOfTheFirstJudge) {
  const SkipReason reason = Unjudged("it crashed", {"LS_A_1/x", "LS_B_2"});
  EXPECT_TRUE(reason.unjudged);
  EXPECT_EQ(reason.text, "it crashed");
  EXPECT_EQ(reason.accused, "LS_A_1");
  EXPECT_THAT(reason.judges, ElementsAre("LS_A_1/x", "LS_B_2"));
}

TEST(UnjudgedTest, AccusesAnotherPolicyWhereItIsNamed) {
  EXPECT_EQ(Unjudged("it crashed", {"LS_A_1/x"}, "LS_C_3").accused, "LS_C_3");
}

TEST(UntoldTest, AccusesNobody) {
  const SkipReason reason = Untold("no instance");
  EXPECT_TRUE(reason.unjudged);
  EXPECT_EQ(reason.text, "no instance");
  EXPECT_EQ(reason.accused, "");
  EXPECT_THAT(reason.judges, IsEmpty());
}

TEST(SkipReasonTest, KeepsItsJudgesBehindAnotherText) {
  const SkipReason reason = "first, " + Unjudged("no instance", {"LS_A_1/x"});
  EXPECT_EQ(reason.text, "first, no instance");
  EXPECT_THAT(reason.judges, ElementsAre("LS_A_1/x"));
}

TEST(SkipReasonTest, IsAPlainTextWithoutASubjectThatDoesNotWork) {
  const SkipReason reason = "accused: x";
  EXPECT_FALSE(reason.unjudged);
  EXPECT_EQ(reason.text, "accused: x");
  EXPECT_TRUE(SkipReason().empty());
}

TEST(SkipReasonTest, IsReadFromTheResultOfATest) {
  RecordSkip(Unjudged("it crashed", {"LS_A_1/x", "LS_B_2"}, "LS_C_3"));
  const testing::TestResult& result =
      *testing::UnitTest::GetInstance()->current_test_info()->result();
  const SkipReason reason = SkipReasonOf(result);
  EXPECT_TRUE(reason.unjudged);
  EXPECT_THAT(reason.judges, ElementsAre("LS_A_1/x", "LS_B_2"));
  EXPECT_EQ(reason.accused, "LS_C_3");
}

}  // namespace
}  // namespace loadstone::unjudged_case_test
