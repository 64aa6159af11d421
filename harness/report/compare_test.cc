// SPDX-License-Identifier: Apache-2.0
#include "harness/report/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "harness/report/test_reports.h"

namespace loadstone::compare_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

RunReport ReportOf(std::vector<CaseResult> cases) {
  RunReport report;
  report.subject.api = "vulkan";
  report.cases = std::move(cases);
  return report;
}

// Returns a case that violates its own policy.
CaseResult Broken(const std::string& id, Verdict verdict) {
  CaseResult result = MakeCase(id, verdict, "wrong order");
  result.violates = result.policies.front();
  result.level = verdict == Verdict::kFail ? "must" : "should";
  return result;
}

Change Only(const CaseResult& before, const CaseResult& after) {
  const RunReport first = ReportOf({before});
  const RunReport second = ReportOf({after});
  const std::vector<Difference> differences = Compare(first, second);
  EXPECT_EQ(differences.size(), 1u);
  return differences.at(0).change;
}

TEST(CompareTest, TellsWorseFromBetter) {
  const CaseResult pass = MakeCase("LS_A_1/x", Verdict::kPass);
  const CaseResult skip = MakeCase("LS_A_1/x", Verdict::kSkip, "too new");
  const CaseResult fail = Broken("LS_A_1/x", Verdict::kFail);
  const CaseResult warn = Broken("LS_A_1/x", Verdict::kWarn);
  EXPECT_EQ(Only(pass, fail), Change::kWorse);
  EXPECT_EQ(Only(skip, fail), Change::kWorse);
  EXPECT_EQ(Only(warn, fail), Change::kWorse);
  EXPECT_EQ(Only(fail, warn), Change::kBetter);
  EXPECT_EQ(Only(fail, pass), Change::kBetter);
  EXPECT_EQ(Only(fail, skip), Change::kOther);
  EXPECT_EQ(Only(pass, skip), Change::kOther);
  EXPECT_EQ(Only(fail, MakeCase("LS_A_1/x", Verdict::kError, "lost")), Change::kOther);
}

TEST(CompareTest, OfTheSameIsEmpty) {
  const RunReport report = MakeReport();
  EXPECT_TRUE(Compare(report, report).empty());
}

TEST(CompareTest, AnotherPolicyIsWorse) {
  CaseResult after = Broken("LS_A_1/x", Verdict::kFail);
  after.violates = "LS_B_1";
  EXPECT_EQ(Only(Broken("LS_A_1/x", Verdict::kFail), after), Change::kWorse);
}

// Returns a case that fails with a wrong list.
CaseResult WrongList(const std::string& observed = "\"b\", \"a\"") {
  CaseResult result = Broken("LS_A_1/x", Verdict::kFail);
  result.expected = "\"a\", \"b\", in this order";
  result.observed = observed;
  result.ending = "";
  return result;
}

CaseResult Crash(const std::string& ending, Verdict verdict = Verdict::kFail) {
  CaseResult result = Broken("LS_A_1/x", verdict);
  result.reason = "the process did not survive";
  result.ending = ending;
  return result;
}

TEST(CompareTest, AnotherKindIsWorse) {
  EXPECT_EQ(Only(WrongList(), Crash("killed by SIGSEGV during f")), Change::kWorse);
  // Robustness is less severe than the MUST that was violated before, but its violation is new.
  CaseResult robustness = Crash("killed by SIGSEGV during f", Verdict::kWarn);
  robustness.violates = "LS_R_1";
  EXPECT_EQ(Only(WrongList(), robustness), Change::kWorse);
  EXPECT_EQ(Only(Crash("killed by SIGSEGV during f"), Crash("did not end during f")),
            Change::kWorse);
  EXPECT_EQ(Only(Crash("killed by SIGSEGV during f"), Crash("killed by SIGSEGV during g")),
            Change::kWorse);
  EXPECT_EQ(Only(Crash("killed by SIGSEGV during f"), WrongList()), Change::kWorse);
  EXPECT_EQ(Only(WrongList(), WrongList("nothing")), Change::kWorse);
  CaseResult another = WrongList();
  another.reason = "wrong devices";
  EXPECT_EQ(Only(WrongList(), another), Change::kWorse);
}

TEST(CompareTest, WhatVariesIsTheSame) {
  const auto same = [](const CaseResult& before, const CaseResult& after) {
    return Compare(ReportOf({before}), ReportOf({after})).empty();
  };
  EXPECT_TRUE(same(WrongList(), WrongList("\"c\", \"b\", \"a\"")));
  CaseResult waived = WrongList();
  waived.verdict = Verdict::kWaived;
  waived.reason += "; known from the baseline";
  EXPECT_TRUE(same(waived, WrongList()));
  EXPECT_TRUE(same(Crash("did not end"), Crash("did not end")));
}

TEST(CompareTest, AnOlderVersionMayPutItInOtherWords) {
  CaseResult older = WrongList();
  older.reason = "the order was wrong";
  older.expected = "a, then b";
  EXPECT_EQ(Only(older, WrongList()), Change::kWorse);
  RunReport before = ReportOf({older});
  before.provenance.tool = "0.0.1";
  EXPECT_TRUE(Compare(before, ReportOf({WrongList()})).empty());
  before.cases[0].observed = "";
  EXPECT_TRUE(Compare(before, ReportOf({WrongList()})).empty());
  older.ending = std::nullopt;
  EXPECT_TRUE(Compare(ReportOf({older}), ReportOf({WrongList()})).empty());
  // Without `ending`, the texts say how the process ended.
  EXPECT_EQ(Only(older, Crash("killed by SIGSEGV during f")), Change::kWorse);
  older.observed = "it was killed by SIGSEGV during f";
  EXPECT_TRUE(Compare(ReportOf({older}), ReportOf({Crash("killed by SIGSEGV during f")})).empty());
}

TEST(CompareTest, AWaiverHidesNothing) {
  CaseResult waived = Broken("LS_A_1/x", Verdict::kFail);
  waived.verdict = Verdict::kWaived;
  EXPECT_TRUE(Compare(ReportOf({Broken("LS_A_1/x", Verdict::kFail)}), ReportOf({waived})).empty());
  EXPECT_EQ(Only(MakeCase("LS_A_1/x", Verdict::kPass), waived), Change::kWorse);
}

TEST(CompareTest, ACaseOfOneRunAloneIsWorseOnlyWhereItFails) {
  const RunReport empty = ReportOf({});
  const RunReport some =
      ReportOf({MakeCase("LS_A_1/a", Verdict::kPass), Broken("LS_A_1/b", Verdict::kFail)});
  const std::vector<Difference> differences = Compare(empty, some);
  ASSERT_EQ(differences.size(), 2u);
  EXPECT_EQ(differences[0].id, "LS_A_1/b");
  EXPECT_EQ(differences[0].change, Change::kWorse);
  EXPECT_EQ(differences[0].before, nullptr);
  EXPECT_EQ(Compare(some, empty)[0].change, Change::kOther);
}

TEST(ApplyBaselineTest, LeavesOnlyWhatGotWorse) {
  RunReport report =
      ReportOf({Broken("LS_A_1/known", Verdict::kFail), Broken("LS_A_1/new", Verdict::kFail),
                Broken("LS_A_1/worse", Verdict::kFail), MakeCase("LS_A_1/mended", Verdict::kPass)});
  ApplyBaseline(
      ReportOf({Broken("LS_A_1/known", Verdict::kFail), Broken("LS_A_1/worse", Verdict::kWarn),
                Broken("LS_A_1/mended", Verdict::kFail)}),
      report);
  EXPECT_EQ(report.cases[0].verdict, Verdict::kWaived);
  EXPECT_THAT(report.cases[0].reason, HasSubstr("wrong order; known from the baseline"));
  EXPECT_EQ(report.cases[1].verdict, Verdict::kFail);
  EXPECT_EQ(report.cases[2].verdict, Verdict::kFail);
  EXPECT_THAT(report.better, ElementsAre("LS_A_1/mended"));
}

TEST(ApplyBaselineTest, HidesNoNewCrash) {
  RunReport report = ReportOf({Crash("killed by SIGSEGV during f", Verdict::kWarn)});
  ApplyBaseline(ReportOf({WrongList()}), report);
  EXPECT_EQ(report.cases[0].verdict, Verdict::kWarn);
  EXPECT_TRUE(report.better.empty());
}

TEST(ApplyBaselineTest, RefusesOneOfAnotherKind) {
  RunReport report = ReportOf({});
  RunReport other = ReportOf({});
  other.subject.api = "openxr";
  EXPECT_THROW(ApplyBaseline(other, report), std::runtime_error);
  other.subject.api = "vulkan";
  other.subject.kind = "layer";
  EXPECT_THROW(ApplyBaseline(other, report), std::runtime_error);
}

TEST(DiffTest, ShowsBothSides) {
  RunReport before = ReportOf({MakeCase("LS_A_1/x", Verdict::kPass)});
  RunReport after = ReportOf({Broken("LS_A_1/x", Verdict::kFail)});
  before.subject.path = "/old.so";
  after.subject.path = "/new_|.so";
  after.cases[0].observed = "a|b\nc";
  EXPECT_EQ(DiffText(before, after),
            "before: /old.so: vulkan\nafter:  /new_|.so: vulkan\n\nworse:\n"
            "  LS_A_1/x: pass -> fail\n    wrong order; observed: a|b c\n\n"
            "1 worse, 0 better, 0 not comparable\n");
  const std::string markdown = DiffMarkdown(before, after);
  EXPECT_THAT(markdown, HasSubstr("- after: /new\\_\\|.so: vulkan"));
  EXPECT_THAT(markdown, HasSubstr("| LS_A_1/x | pass | fail | wrong order; observed: a\\|b c |\n"));
  EXPECT_THAT(DiffMarkdown(before, before), HasSubstr("No case differs."));
}

TEST(DiffTest, ShowsWhatWasKnownOfAnotherKind) {
  const RunReport before = ReportOf({WrongList()});
  const RunReport after = ReportOf({Crash("killed by SIGSEGV")});
  EXPECT_THAT(DiffText(before, after),
              HasSubstr("  LS_A_1/x: fail -> fail\n    the process did not survive\n"
                        "    before: wrong order; observed: \"b\", \"a\"\n"));
  EXPECT_THAT(DiffMarkdown(before, after),
              HasSubstr("| the process did not survive; before: wrong order; observed: "));
}

TEST(DiffTest, PageShowsBothSidesAndEscapes) {
  RunReport before = ReportOf({MakeCase("LS_A_1/x", Verdict::kPass)});
  RunReport after = ReportOf({Broken("LS_A_1/x", Verdict::kFail)});
  after.subject.path = "/<new>.so";
  const std::string page = DiffHtml(before, after);
  EXPECT_THAT(page, HasSubstr("<h2>worse: 1</h2>"));
  EXPECT_THAT(page, HasSubstr("<td>LS_A_1/x</td><td><span class=\"badge pass\">pass</span>"
                              "<span class=\"badge fail\">fail</span></td><td>wrong order</td>"));
  EXPECT_THAT(page, HasSubstr("after: /&lt;new&gt;.so: vulkan"));
  EXPECT_THAT(page, HasSubstr("<h2>better: 0</h2>"));
}

}  // namespace
}  // namespace loadstone::compare_test
