// SPDX-License-Identifier: Apache-2.0
#include "harness/report/merge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "harness/report/test_reports.h"

namespace loadstone::merge_test {
namespace {

RunReport Part(const std::string& shard, std::vector<CaseResult> cases) {
  RunReport report;
  report.subject.sha256 = "ab";
  report.shard = shard;
  report.cases = std::move(cases);
  report.seconds = 1;
  return report;
}

TEST(ParseShardTest, TakesPartsThatExist) {
  ASSERT_TRUE(ParseShard("2/5").has_value());
  EXPECT_EQ(ParseShard("2/5")->number, 2u);
  EXPECT_EQ(ParseShard("2/5")->count, 5u);
  for (const char* text : {"", "/", "2", "2/", "/5", "6/5", "0/5", "-1/5", "2/5x", "1/99999999999",
                           "1/20000", " 1/2", "1//2"}) {
    EXPECT_FALSE(ParseShard(text).has_value()) << text;
  }
}

TEST(MergeReportsTest, HasTheCasesOfAllParts) {
  const RunReport merged = MergeReports({Part("2/2", {MakeCase("LS_A_1/b", Verdict::kFail)}),
                                         Part("1/2", {MakeCase("LS_A_1/a", Verdict::kPass)})});
  ASSERT_EQ(merged.cases.size(), 2u);
  EXPECT_EQ(merged.cases[0].id, "LS_A_1/a");
  EXPECT_EQ(merged.seconds, 2);
  EXPECT_EQ(merged.shard, "");
  EXPECT_EQ(WhyIncomplete(merged), "");
}

TEST(MergeReportsTest, SaysWhichShardsAreMissing) {
  const RunReport merged = MergeReports({Part("2/4", {MakeCase("LS_A_1/b", Verdict::kPass)}),
                                         Part("1/4", {MakeCase("LS_A_1/a", Verdict::kPass)})});
  EXPECT_EQ(WhyIncomplete(merged), "there is no report of shard 3/4, 4/4");
  EXPECT_EQ(ExitStatus(merged), 3);
}

TEST(MergeReportsTest, KeepsWhatDidNotRun) {
  RunReport part = Part("", {MakeCase("LS_A_1/a", Verdict::kPass)});
  part.chosen = 3;
  EXPECT_EQ(NotRun(MergeReports({part})), 2u);
}

TEST(MergeReportsTest, OfARepeatedCaseTheWorstCounts) {
  const RunReport merged = MergeReports({Part("", {MakeCase("LS_A_1/a", Verdict::kFail)}),
                                         Part("", {MakeCase("LS_A_1/a", Verdict::kPass)})});
  ASSERT_EQ(merged.cases.size(), 1u);
  EXPECT_EQ(merged.cases[0].verdict, Verdict::kFail);
  EXPECT_TRUE(merged.cases[0].flaky);
}

TEST(MergeReportsTest, AWorseResultReplacesOneThatIsNoPass) {
  for (const Verdict before : {Verdict::kSkip, Verdict::kWarn}) {
    CaseResult known = MakeCase("LS_A_1/a", before);
    CaseResult result = MakeCase("LS_A_1/a", Verdict::kFail);
    result.observed = "of the failure";
    MergeResult(result, known);
    EXPECT_EQ(known.verdict, Verdict::kFail);
    EXPECT_EQ(known.observed, "of the failure");
    MergeResult(MakeCase("LS_A_1/a", before), known);
    EXPECT_EQ(known.verdict, Verdict::kFail);
    EXPECT_TRUE(known.flaky);
  }
}

TEST(MergeReportsTest, RefusesOtherSubjectsAndNothing) {
  RunReport other = Part("", {});
  other.subject.sha256 = "cd";
  EXPECT_THROW(MergeReports({Part("", {}), other}), std::runtime_error);
  EXPECT_THROW(MergeReports({}), std::runtime_error);
}

}  // namespace
}  // namespace loadstone::merge_test
