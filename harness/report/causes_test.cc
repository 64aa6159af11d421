// SPDX-License-Identifier: Apache-2.0
#include "harness/report/causes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/report/test_reports.h"

namespace loadstone::causes_test {
namespace {

using ::testing::ElementsAre;

TEST(PatternTest, LeavesOutNamesPathsAndNumbers) {
  EXPECT_EQ(Pattern("a layer of API version \"10.0.0\" must not be loaded by 1.3.239"),
            "a layer of API version \"...\" must not be loaded by #.#.#");
  EXPECT_EQ(Pattern("in /etc/x and /usr/y/z.d only the first"), "in / and / only the first");
  EXPECT_EQ(Pattern("\"a\", \"b\", \"c\""), Pattern("\"a\""));
  EXPECT_EQ(Pattern("-13, -13"), "#");
  EXPECT_EQ(Pattern("0x7ffe12ab, 0x55D0c, 0xg, 0x"), "#xg, #x");
  EXPECT_EQ(Pattern("nothing"), "nothing");
  EXPECT_EQ(Pattern(""), "");
}

TEST(PatternTest, TakesAnyText) {
  EXPECT_EQ(Pattern("an \"open quote"), "an \"open quote");
  EXPECT_EQ(Pattern("-"), "-");
  EXPECT_EQ(Pattern("/"), "/");
  EXPECT_EQ(Pattern("and/or key-value"), "and/or key-value");
  EXPECT_EQ(Pattern(std::string(1 << 20, '"')).find("..."), 1u);
}

CaseResult Failed(const std::string& id, const std::string& reason, const std::string& observed) {
  CaseResult result = MakeCase(id, Verdict::kFail, reason);
  result.observed = observed;
  return result;
}

TEST(GroupByCauseTest, JoinsWhatDiffersInParticulars) {
  RunReport report;
  report.cases = {Failed("LS_A_1/a", "of the layers in /a and /b the first is used", "\"late\""),
                  Failed("LS_A_1/b", "of the layers in /c and /d the first is used", "\"late\""),
                  Failed("LS_A_1/c", "of the layers in /c and /d the first is used", "nothing"),
                  Failed("LS_A_2/a", "of the layers in /a and /b the first is used", "\"late\"")};
  const std::vector<Cause> causes = GroupByCause(report);
  ASSERT_EQ(causes.size(), 3u);
  EXPECT_THAT(causes[0].cases, ElementsAre(&report.cases[0], &report.cases[1]));
  EXPECT_THAT(causes[1].cases, ElementsAre(&report.cases[2]));
  EXPECT_EQ(causes[2].policy, "LS_A_2");
}

// Returns the policies of each group, and its fault, if it has one.
std::vector<std::string> GroupsOf(const RunReport& report) {
  std::vector<std::string> groups;
  for (const CauseGroup& group : GroupByFault(report)) {
    std::string text = group.fault;
    for (const Cause& cause : group.causes) text += " " + cause.policy;
    groups.push_back(text);
  }
  return groups;
}

TEST(GroupWaivedTest, LeavesOutWhatWaiversAdded) {
  RunReport report;
  report.cases = {Failed("LS_A_1/a", "order; waived: soon (until 2030-01-01)", "\"a\""),
                  Failed("LS_A_1/b", "order; known from the baseline", "\"b\""),
                  Failed("LS_A_1/c", "order", "\"c\"")};
  report.cases[0].verdict = report.cases[1].verdict = Verdict::kWaived;
  const std::vector<Cause> causes = GroupWaived(report);
  ASSERT_EQ(causes.size(), 1u);
  EXPECT_EQ(causes[0].verdict, Verdict::kWaived);
  EXPECT_THAT(causes[0].cases, ElementsAre(&report.cases[0], &report.cases[1]));
}

TEST(GroupByFaultTest, JoinsWhatNamesOneFault) {
  RunReport report;
  report.cases = {Failed("LS_A_1/a", "x", ""), Failed("LS_A_1/b", "y", ""),
                  Failed("LS_B_1/a", "z", ""), Failed("LS_C_1/a", "z", "")};
  report.cases[1].fault = report.cases[3].fault = "f";
  EXPECT_THAT(GroupsOf(report), ElementsAre(" LS_A_1", "f LS_A_1 LS_C_1", " LS_B_1"));
  report.cases[3].fault = "";
  EXPECT_THAT(GroupsOf(report), ElementsAre(" LS_A_1 LS_A_1", " LS_B_1", " LS_C_1"));
}

TEST(GroupByFaultTest, JoinsCrashesInOneFunction) {
  RunReport report;
  report.cases = {Failed("LS_A_1/a", "no", ""), Failed("LS_B_1/a", "no", ""),
                  Failed("LS_C_1/a", "no", "")};
  report.cases[0].ending = report.cases[1].ending = "killed by SIGSEGV during f";
  report.cases[2].ending = "killed by SIGSEGV during g";
  const std::vector<CauseGroup> groups = GroupByFault(report);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].says, "the process was killed by SIGSEGV during f");
  EXPECT_EQ(DescribeGroup(groups[0]), "2 cases of 2 policies may have one cause");
  EXPECT_EQ(groups[1].fault, "");
}

TEST(GroupByFaultTest, JoinsErrorsThatSayTheSame) {
  RunReport report;
  report.cases = {MakeCase("LS_A_1/a", Verdict::kError, "ended after 3 s"),
                  MakeCase("LS_B_1/a", Verdict::kError, "ended after 4 s"),
                  MakeCase("LS_C_1/a", Verdict::kError, "lost")};
  const std::vector<CauseGroup> groups = GroupByFault(report);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].says, "ended after 3 s");
  EXPECT_EQ(DescribeGroup(groups[0]), "2 cases of 2 policies have one error");
  EXPECT_EQ(groups[1].fault, "");
}

TEST(GroupByFaultTest, AFaultThatIsAlsoAWarningIsOne) {
  RunReport report;
  report.cases = {Failed("LS_A_1/a", "x", ""), Failed("LS_B_1/a", "y", "")};
  report.cases[1].verdict = Verdict::kWarn;
  report.cases[0].fault = report.cases[1].fault = "f";
  EXPECT_THAT(GroupsOf(report), ElementsAre("f LS_A_1 LS_B_1"));
}

TEST(GroupBySeverityTest, BeginsWithMustsAndCrashesAndManyCases) {
  RunReport report;
  report.cases = {Failed("LS_A_1/a", "w", ""), Failed("LS_B_1/a", "x", ""),
                  Failed("LS_C_1/a", "y", ""), Failed("LS_C_1/b", "y", ""),
                  Failed("LS_D_1/a", "z", "")};
  report.cases[0].verdict = Verdict::kWarn;
  report.cases[0].ending = "killed by SIGSEGV during f";
  report.cases[4].ending = "killed by SIGSEGV during g";
  std::vector<std::string> policies;
  for (const CauseGroup& group : GroupBySeverity(report)) {
    policies.push_back(group.causes.front().policy);
  }
  EXPECT_THAT(policies, ElementsAre("LS_D_1", "LS_C_1", "LS_B_1", "LS_A_1"));
}

TEST(GroupBySeverityTest, ACauseWithAFailureComesFirstInItsGroup) {
  RunReport report;
  report.cases = {Failed("LS_A_1/a", "x", ""), Failed("LS_B_1/a", "y", ""),
                  Failed("LS_C_1/a", "z", ""), Failed("LS_C_1/b", "z", "")};
  report.cases[0].fault = report.cases[2].fault = report.cases[3].fault = "f";
  const std::vector<CauseGroup> groups = GroupBySeverity(report);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].causes[0].policy, "LS_C_1");
  EXPECT_EQ(groups[0].causes[1].policy, "LS_A_1");
}

TEST(WhatHappenedTest, SaysWhatWasObserved) {
  CaseResult result = Failed("LS_A_1/a", "the first is used", "\"late\"");
  result.expected = "\"early\" alone";
  EXPECT_EQ(WhatHappened(result), "the first is used");
  result.ending = "killed by SIGSEGV";
  EXPECT_EQ(WhatHappened(result), "the first is used: \"late\"");
  result.ending = "";
  result.demanded = true;
  EXPECT_EQ(WhatHappened(result), "observed \"late\", expected \"early\" alone");
  result.observed = std::string(200, 'x');
  EXPECT_EQ(WhatHappened(result).size(),
            80u + std::string("observed , expected \"early\" alone").size());
  result.observed = "";
  EXPECT_EQ(WhatHappened(result), "violated: the first is used");
}

TEST(WhatHappenedTest, SaysTheSameOfACondition) {
  CaseResult result = Failed("LS_A_1/a", "it ends; observed: it hung", "it hung");
  result.demanded = true;
  result.expected = "it ends";
  EXPECT_EQ(WhatHappened(result), "observed it hung");
  result.reason = "it ends";
  result.observed = "this does not hold";
  EXPECT_EQ(WhatHappened(result), "violated: it ends");
}

TEST(GroupByCauseTest, OrdersFailsWarnsAndErrorsAndLeavesOutTheRest) {
  const RunReport report = MakeReport();
  const std::vector<Cause> causes = GroupByCause(report);
  ASSERT_EQ(causes.size(), 3u);
  EXPECT_EQ(causes[0].policy, "LLP_LOADER_3");
  EXPECT_EQ(causes[1].policy, "LS_VK_ROBUSTNESS_1");
  EXPECT_EQ(causes[2].verdict, Verdict::kError);
}

}  // namespace
}  // namespace loadstone::causes_test
