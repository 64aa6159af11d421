// SPDX-License-Identifier: Apache-2.0
#include "harness/case/unjudged.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loadstone::unjudged_case_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(UnjudgedTest, AccusesThePolicyOfTheFirstJudge) {
  const Skip skip = SkipFromMessage(Unjudged("it crashed", {"LS_A_1/x", "LS_B_2"}));
  EXPECT_TRUE(skip.unjudged);
  EXPECT_EQ(skip.reason, "it crashed");
  EXPECT_EQ(skip.accused, "LS_A_1");
  EXPECT_THAT(skip.judges, ElementsAre("LS_A_1/x", "LS_B_2"));
}

TEST(UnjudgedTest, AccusesAnotherPolicyWhereItIsNamed) {
  EXPECT_EQ(SkipFromMessage(Unjudged("it crashed", {"LS_A_1/x"}, "LS_C_3")).accused, "LS_C_3");
}

TEST(UntoldTest, AccusesNobody) {
  const Skip skip = SkipFromMessage(Untold("no instance"));
  EXPECT_TRUE(skip.unjudged);
  EXPECT_EQ(skip.reason, "no instance");
  EXPECT_EQ(skip.accused, "");
  EXPECT_THAT(skip.judges, IsEmpty());
}

TEST(SkipFromMessageTest, KeepsWhatStandsInFrontOfIt) {
  EXPECT_EQ(SkipFromMessage("first, " + Untold("no instance") + "\n").reason, "first, no instance");
}

TEST(SkipFromMessageTest, TakesAnyOtherTextForTheReason) {
  for (const char* text : {"does not apply", "accused: x", ""}) {
    const Skip skip = SkipFromMessage(text);
    EXPECT_FALSE(skip.unjudged);
    EXPECT_EQ(skip.reason, text);
  }
}

}  // namespace
}  // namespace loadstone::unjudged_case_test
