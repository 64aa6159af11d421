// SPDX-License-Identifier: Apache-2.0
#include "harness/report/result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/report/test_reports.h"

namespace loadstone::result_test {
namespace {

using ::testing::ElementsAre;

RunReport ReportOf(std::vector<Verdict> verdicts) {
  RunReport report;
  for (const Verdict verdict : verdicts) report.cases.push_back(MakeCase("LS_A_1/x", verdict));
  return report;
}

TEST(VerdictNameTest, NamesEveryVerdict) {
  EXPECT_STREQ(VerdictName(Verdict::kPass), "pass");
  EXPECT_STREQ(VerdictName(Verdict::kFail), "fail");
  EXPECT_STREQ(VerdictName(Verdict::kWarn), "warn");
  EXPECT_STREQ(VerdictName(Verdict::kWaived), "waived");
  EXPECT_STREQ(VerdictName(Verdict::kSkip), "skip");
  EXPECT_STREQ(VerdictName(Verdict::kError), "error");
}

TEST(VerdictNameTest, IsReversible) {
  for (const Verdict verdict : {Verdict::kPass, Verdict::kFail, Verdict::kWarn, Verdict::kWaived,
                                Verdict::kSkip, Verdict::kError}) {
    EXPECT_EQ(VerdictFromName(VerdictName(verdict)), verdict);
  }
}

TEST(VerdictNameTest, RefusesOtherText) {
  for (const char* name : {"", "Pass", "pas", "pass ", "passed"}) {
    EXPECT_EQ(VerdictFromName(name), std::nullopt) << name;
  }
}

TEST(CountTest, CountsEachVerdict) {
  RunReport report = MakeReport();
  const Summary summary = Count(report);
  EXPECT_EQ(summary.pass, 2u);
  EXPECT_EQ(summary.fail, 1u);
  EXPECT_EQ(summary.warn, 1u);
  EXPECT_EQ(summary.waived, 1u);
  EXPECT_EQ(summary.skip, 1u);
  EXPECT_EQ(summary.error, 1u);
  EXPECT_EQ(summary.total(), 7u);
}

TEST(SummaryTest, WorstFollowsTheOrderOfSeverity) {
  const Verdict order[] = {Verdict::kSkip, Verdict::kPass, Verdict::kWaived,
                           Verdict::kWarn, Verdict::kFail, Verdict::kError};
  Summary summary;
  EXPECT_EQ(summary.Worst(), Verdict::kSkip);
  for (const Verdict verdict : order) {
    summary.Add(verdict);
    EXPECT_EQ(summary.Worst(), verdict);
  }
}

TEST(ExitStatusTest, IsZeroForPassSkipAndWaived) {
  EXPECT_EQ(ExitStatus(ReportOf({Verdict::kPass, Verdict::kSkip, Verdict::kWaived})), 0);
}

TEST(ExitStatusTest, WarningsCountWhereTheReportIsStrict) {
  RunReport report = ReportOf({Verdict::kPass, Verdict::kWarn});
  EXPECT_EQ(ExitStatus(report), 0);
  report.strict = true;
  EXPECT_EQ(ExitStatus(report), 1);
}

TEST(ExitStatusTest, IsOneWithAFailWhateverElseHappened) {
  RunReport report = ReportOf({Verdict::kPass, Verdict::kError, Verdict::kFail});
  EXPECT_EQ(ExitStatus(report), 1);
  report.interrupted = true;
  EXPECT_EQ(ExitStatus(report), 1);
}

TEST(ExitStatusTest, IsThreeWhereTheHarnessCouldNotTell) {
  EXPECT_EQ(ExitStatus(ReportOf({Verdict::kPass, Verdict::kError})), 3);
  RunReport interrupted = ReportOf({Verdict::kPass});
  interrupted.interrupted = true;
  EXPECT_EQ(ExitStatus(interrupted), 3);
  EXPECT_EQ(ExitStatus(RunReport()), 3);
}

TEST(ExitStatusTest, IsThreeForARunThatJudgedLessThanItWasAskedTo) {
  RunReport report = ReportOf({Verdict::kPass});
  report.chosen = 2;
  EXPECT_EQ(NotRun(report), 1u);
  EXPECT_EQ(WhyIncomplete(report), "1 of 2 cases did not run");
  EXPECT_EQ(ExitStatus(report), 3);
  EXPECT_EQ(ExitStatus(ReportOf({Verdict::kSkip, Verdict::kSkip})), 3);
}

TEST(WhyIncompleteTest, IsEmptyForARunThatIsWhole) {
  RunReport report = ReportOf({Verdict::kPass, Verdict::kSkip});
  report.chosen = 2;
  EXPECT_EQ(WhyIncomplete(report), "");
  report.interrupted = true;
  EXPECT_EQ(WhyIncomplete(report), "interrupted before every case had run");
}

TEST(OwningPolicyTest, IsTheFirstCitedOne) {
  CaseResult result = MakeCase("LS_A_1/x", Verdict::kPass);
  result.policies = {"LS_B_2", "LS_A_1"};
  EXPECT_EQ(OwningPolicy(result), "LS_B_2");
}

TEST(OwningPolicyTest, FallsBackToTheId) {
  CaseResult result;
  result.id = "LS_A_1/x";
  EXPECT_EQ(OwningPolicy(result), "LS_A_1");
  result.id = "no slash";
  EXPECT_EQ(OwningPolicy(result), "no slash");
}

TEST(BlamedPolicyTest, IsTheOneThatWasNotKept) {
  CaseResult result = MakeCase("LS_A_1/x", Verdict::kPass);
  EXPECT_EQ(BlamedPolicy(result), "LS_A_1");
  result.violates = "LS_B_2";
  EXPECT_EQ(BlamedPolicy(result), "LS_B_2");
}

TEST(ShortNameTest, IsWhatFollowsTheFirstSlash) {
  EXPECT_EQ(ShortName(MakeCase("LS_A_1/x/y", Verdict::kPass)), "x/y");
  EXPECT_EQ(ShortName(MakeCase("bare", Verdict::kPass)), "bare");
  EXPECT_EQ(ShortName(CaseResult()), "");
}

TEST(CitedEditionsTest, TellsWhatIsLaterThanTheSubject) {
  RunReport report = MakeReport();
  report.policies["LS_A_1"] = {
      "must", "x", {{"Layers", "1.3.239", "A", {1}}, {"Other", "undated", "B", {1}}}};
  report.policies["LS_B_1"] = {"must", "x", {{"Layers", "1.4.360", "A", {1}}}};
  report.cases.push_back(MakeCase("LS_A_1/x", Verdict::kPass));
  report.cases.push_back(MakeCase("LS_B_1/x", Verdict::kSkip));
  EXPECT_EQ(CitedEditions(report), "1.3.239, 1.4.330 (later)");
  EXPECT_EQ(DescribeSources(report, report.policies["LS_A_1"]),
            "Layers 1.3.239, \"A\", paragraph 1; Other (undated), \"B\", paragraph 1");
  report.subject.spec = "1.4.364";
  EXPECT_EQ(CitedEditions(report), "1.3.239, 1.4.330");
  report.policies.clear();
  EXPECT_EQ(CitedEditions(report), "");
}

TEST(GroupByPolicyTest, OrdersPoliciesAndCasesNaturally) {
  RunReport report;
  for (const char* id : {"LLP_LOADER_10/a", "LLP_LOADER_2/layer_10", "LLP_LOADER_2/layer_9"}) {
    report.cases.push_back(MakeCase(id, Verdict::kPass));
  }
  const std::vector<PolicyGroup> groups = GroupByPolicy(report, OwningPolicy);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].policy, "LLP_LOADER_2");
  EXPECT_EQ(groups[1].policy, "LLP_LOADER_10");
  EXPECT_THAT(groups[0].cases, ElementsAre(&report.cases[2], &report.cases[1]));
  EXPECT_EQ(groups[0].Count().pass, 2u);
}

TEST(GroupByPolicyTest, GroupsByWhatItIsTold) {
  RunReport report;
  report.cases = {MakeCase("LS_A_1/a", Verdict::kFail), MakeCase("LS_B_1/a", Verdict::kPass)};
  report.cases[0].violates = "LS_B_1";
  EXPECT_EQ(GroupByPolicy(report, OwningPolicy).size(), 2u);
  const std::vector<PolicyGroup> groups = GroupByPolicy(report, BlamedPolicy);
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].policy, "LS_B_1");
}

TEST(GroupByPolicyTest, OfNoCasesIsEmpty) {
  EXPECT_TRUE(GroupByPolicy(RunReport(), OwningPolicy).empty());
}

}  // namespace
}  // namespace loadstone::result_test
