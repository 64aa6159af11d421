// SPDX-License-Identifier: Apache-2.0
#include "harness/report/unjudged.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/report/test_reports.h"

namespace loadstone::unjudged_test {
namespace {

constexpr char kWhy[] = "the application did not finish (it was killed by SIGSEGV during vkA)";

// Returns a case that could not judge because of a crash, which the case LS_A_1/survives reports,
// if it fails.
CaseResult Unjudged(const std::string& id) {
  CaseResult result = MakeCase(id, Verdict::kSkip);
  result.reason = kWhy;
  result.unjudged = true;
  result.judges = {"LS_A_1/survives"};
  result.accused = "LS_A_1";
  return result;
}

RunReport ReportOf(std::vector<CaseResult> cases) {
  RunReport report;
  report.subject.kind = "layer";
  report.cases = std::move(cases);
  return report;
}

void Settle(RunReport& report, policy::Level level = policy::Level::kMust, bool robustness = true) {
  ResolveUnjudged(
      report, [level](const std::string&) { return level; }, robustness);
}

TEST(SettleUnjudgedTest, NamesTheCaseThatFailed) {
  RunReport report = ReportOf({Unjudged("LS_B_2/x"), MakeCase("LS_A_1/survives", Verdict::kFail)});
  Settle(report);
  EXPECT_EQ(report.cases[0].verdict, Verdict::kSkip);
  EXPECT_EQ(report.cases[0].see, "LS_A_1/survives");
  EXPECT_EQ(report.cases[0].reason, std::string(kWhy) + ", see LS_A_1/survives");
}

TEST(SettleUnjudgedTest, AccusesInTheFirstCaseWhereNobodyDid) {
  // In natural order, whatever their order in the report.
  RunReport report = ReportOf(
      {Unjudged("LS_B_10/x"), Unjudged("LS_B_2/x"), MakeCase("LS_A_1/survives", Verdict::kPass)});
  Settle(report);
  const CaseResult& first = report.cases[1];
  EXPECT_EQ(first.verdict, Verdict::kFail);
  EXPECT_EQ(first.violates, "LS_A_1");
  EXPECT_EQ(first.level, "must");
  EXPECT_EQ(first.ending, "killed by SIGSEGV during vkA");
  EXPECT_EQ(first.expected, "the application finishes");
  EXPECT_EQ(first.observed, kWhy);
  EXPECT_EQ(report.cases[0].verdict, Verdict::kSkip);
  EXPECT_EQ(report.cases[0].see, "LS_B_2/x");
  EXPECT_EQ(ExitStatus(report), 1);
}

TEST(SettleUnjudgedTest, KnowsCasesOfAPolicy) {
  CaseResult judged = Unjudged("LS_B_2/x");
  judged.judges = {"LS_A_1", "LS_C_3"};
  judged.accused = "";
  RunReport report = ReportOf(
      {judged, MakeCase("LS_C_3/y", Verdict::kWarn), MakeCase("LS_A_10/z", Verdict::kFail)});
  Settle(report);
  EXPECT_EQ(report.cases[0].see, "LS_C_3/y");
}

TEST(SettleUnjudgedTest, LeavesWhatAccusesNobodyIncomplete) {
  CaseResult judged = Unjudged("LS_B_2/x");
  judged.accused = "";
  RunReport report = ReportOf({judged, MakeCase("LS_C_3/y", Verdict::kPass)});
  Settle(report);
  EXPECT_EQ(report.cases[0].verdict, Verdict::kSkip);
  EXPECT_EQ(report.cases[0].reason, kWhy);
  EXPECT_EQ(WhyIncomplete(report), std::string("1 of 2 cases could not be judged: ") + kWhy);
  EXPECT_EQ(ExitStatus(report), 3);
}

TEST(SettleUnjudgedTest, RobustnessIsAWarningAndTheRunIncomplete) {
  RunReport report = ReportOf({Unjudged("LS_B_2/x"), MakeCase("LS_C_3/y", Verdict::kPass)});
  RunReport without = report;
  Settle(report, policy::Level::kRobustness);
  EXPECT_EQ(report.cases[0].verdict, Verdict::kWarn);
  EXPECT_EQ(ExitStatus(report), 3);
  Settle(without, policy::Level::kRobustness, /*robustness=*/false);
  EXPECT_EQ(without.cases[0].verdict, Verdict::kSkip);
  EXPECT_EQ(ExitStatus(without), 3);
}

TEST(WhyUnjudgedTest, CountsNothingThatIsWaived) {
  RunReport report = ReportOf({Unjudged("LS_B_2/x"), Unjudged("LS_B_3/x")});
  Settle(report);
  EXPECT_EQ(WhyUnjudged(report),
            std::string("1 of 2 cases could not be judged: ") + kWhy + ", see LS_B_2/x");
  report.cases[0].verdict = Verdict::kWaived;
  EXPECT_EQ(WhyUnjudged(report), "");
}

TEST(WhyUnjudgedTest, CountsNoFinding) {
  RunReport failed = ReportOf({Unjudged("LS_B_2/x")});
  Settle(failed);
  EXPECT_EQ(WhyUnjudged(failed), "");
  EXPECT_EQ(ExitStatus(failed), 1);
  RunReport warned = ReportOf({Unjudged("LS_B_2/x")});
  Settle(warned, policy::Level::kRobustness);
  EXPECT_EQ(WhyUnjudged(warned), std::string(kWhy) + ", see LS_B_2/x");
  EXPECT_EQ(ExitStatus(warned), 3);
}

TEST(WhyUnjudgedTest, TellsOfTheEndOfTheProcessOfAComponent) {
  CaseResult ended = MakeCase("LS_B_2/x", Verdict::kWarn);
  ended.ending = "killed by SIGSEGV during vkA";
  RunReport report = ReportOf({ended});
  EXPECT_EQ(WhyUnjudged(report), "the layer ended the process, see LS_B_2/x");
  EXPECT_EQ(ExitStatus(report), 3);
  report.subject.kind = "loader";
  EXPECT_EQ(WhyUnjudged(report), "");
}

}  // namespace
}  // namespace loadstone::unjudged_test
