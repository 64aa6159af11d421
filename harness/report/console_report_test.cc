// SPDX-License-Identifier: Apache-2.0
#include "harness/report/console_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "harness/report/test_reports.h"
#include "harness/report/text.h"

namespace loadstone::console_report_test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

RunReport ReportOf(std::vector<CaseResult> cases) {
  RunReport report;
  report.subject.path = "/l.so";
  report.cases = std::move(cases);
  return report;
}

TEST(ConsoleReportTest, IsThisForEveryVerdict) {
  EXPECT_THAT(
      Lines(ConsoleReport(MakeReport(), {})),
      ElementsAre(
          "/usr/lib/libvulkan.so.1: vulkan 1.3.239 on linux", "  cited documents: 1.4.330 (later)",
          "  explicit layer folders: /etc/x, /usr/share/x", "", "fail LLP_LOADER_3 (must): 1 case",
          "  Each layer is loaded once.",
          "  Layers 1.4.330, \"Order\", paragraphs 2-3 (later than 1.3.239)",
          "  https://example.org/Layers.md#order", "", "  - violated: the layer is loaded once",
          "    expected:  one layer in the chain", "    observed:  none",
          "    case:      LLP_LOADER_3/fails", "    source:    suites/vulkan/order.cc:12",
          "    reproduce: loadstone repro LLP_LOADER_3/fails \\",
          "               --loader /usr/lib/libvulkan.so.1", "",
          "warn LS_VK_ROBUSTNESS_1 (robustness): 1 case", "", "  - the process did not survive",
          "    case:      LLP_LAYER_6/warns", "    tried:     2 times, the last time alone",
          "    reproduce: loadstone repro LLP_LAYER_6/warns \\",
          "               --loader /usr/lib/libvulkan.so.1", "", "error LLP_LOADER_11: 1 case", "",
          "  - the probe was lost", "    case:      LLP_LOADER_11/is_lost",
          "    reproduce: loadstone repro LLP_LOADER_11/is_lost \\",
          "               --loader /usr/lib/libvulkan.so.1", "", "read first:",
          "  1. fail LLP_LOADER_3, 1 case: observed none, expected one layer in the chain",
          "     https://example.org/Layers.md#order",
          "  2. warn LS_VK_ROBUSTNESS_1, 1 case: the process did not survive",
          "  3. error LLP_LOADER_11, 1 case: the probe was lost",
          "next, a bug report for the first:",
          "    loadstone repro LLP_LOADER_3/fails --loader /usr/lib/libvulkan.so.1 \\",
          "    --markdown", "",
          "problems: 3 cases, 3 causes, 3 policies; --table lists all policies",
          "warnings are unmet SHOULDs or robustness issues; --strict treats them as", "violations",
          "2 passed, 1 failed, 1 warned, 1 waived, 1 skipped, 1 errors in 1.5 s"));
}

TEST(ConsoleReportTest, JoinsCasesOfOneCause) {
  std::vector<CaseResult> cases;
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g"}) {
    cases.push_back(MakeCase(std::string("LS_A_1/") + name, Verdict::kFail, "wrong order"));
  }
  cases.push_back(MakeCase("LS_A_1/other", Verdict::kFail, "no end"));
  const std::vector<std::string> lines = Lines(ConsoleReport(ReportOf(cases), {}));
  EXPECT_THAT(lines, Contains("fail LS_A_1: 8 cases"));
  EXPECT_EQ(std::count(lines.begin(), lines.end(), "  - wrong order"), 1);
  EXPECT_THAT(lines, Contains("    also in:   LS_A_1/b, LS_A_1/c, LS_A_1/d, LS_A_1/e and 2 more"));
  EXPECT_THAT(lines, Contains(StartsWith("problems: 8 cases, 2 causes, 1 policy;")));
}

TEST(ConsoleReportTest, KeepsWithinTheWidth) {
  RunReport report = ReportOf({MakeCase("LS_A_1/x", Verdict::kFail, "r")});
  for (int i = 0; i < 90; ++i) report.cases[0].expected += "word ";
  report.cases[0].reason = "many words " + report.cases[0].expected;
  report.subject.options = {"--spec", "1.4.330", "--search-folder", "/opt/some/where/etc"};
  for (const std::size_t width : {0u, 60u, 80u, 120u}) {
    for (const std::string& line : Lines(ConsoleReport(report, {.color = false, .width = width}))) {
      // Single words and the line of totals are not wrapped.
      EXPECT_LE(Columns(line), std::max<std::size_t>(width, 75)) << line;
    }
  }
}

TEST(ConsoleReportTest, ShortensHugeText) {
  RunReport report = ReportOf({MakeCase("LS_A_1/x", Verdict::kFail, "a\nb\nc\nd\ne\nf\ng")});
  report.cases[0].expected = std::string(100000, 'e');
  report.cases[0].observed = std::string(1000, '\n') + "x";
  const std::string text = ConsoleReport(report, {});
  EXPECT_LT(text.size(), 1000u);
  EXPECT_THAT(Lines(text), Contains("  - a b c d e f g"));
  EXPECT_THAT(Lines(text), Contains("    observed:  x"));
}

TEST(ConsoleReportTest, HasTheTableOnlyWhenAsked) {
  EXPECT_THAT(Lines(ConsoleReport(MakeReport(), {})), Not(Contains(StartsWith("policy "))));
  EXPECT_THAT(Lines(ConsoleReport(MakeReport(), {.table = true})), Contains(StartsWith("policy ")));
}

TEST(ConsoleReportTest, ColoursOnlyWhenAsked) {
  EXPECT_THAT(ConsoleReport(MakeReport(), {.table = true}), Not(HasSubstr("\x1b")));
  EXPECT_THAT(ConsoleReport(MakeReport(), {.color = true}),
              HasSubstr("\n\x1b[31mfail\x1b[0m LLP_LOADER_3 (must)"));
}

TEST(ConsoleReportTest, SaysThatWarningsCount) {
  RunReport report = MakeReport();
  report.strict = true;
  EXPECT_THAT(ConsoleReport(report, {}), HasSubstr("warnings count as violations (--strict)\n"));
}

TEST(ConsoleReportTest, SaysInTheLastLineWhatDidNotRun) {
  RunReport report = MakeReport();
  report.chosen = 10;
  const std::vector<std::string> lines = Lines(ConsoleReport(report, {}));
  EXPECT_THAT(lines, Contains("incomplete: 3 of 10 cases did not run"));
  EXPECT_EQ(lines.back(),
            "2 passed, 1 failed, 1 warned, 1 waived, 1 skipped, 1 errors, 3 did not run in 1.5 s");
}

TEST(ConsoleReportTest, TellsTheVersionOfTheSubjectFromThatOfTheDocuments) {
  RunReport report = MakeReport();
  report.subject.spec = "1.4.330";
  EXPECT_THAT(ConsoleReport(report, {}),
              StartsWith("/usr/lib/libvulkan.so.1: vulkan 1.3.239 on linux\n"
                         "  judged as: 1.4.330\n  cited documents: 1.4.330\n"));
  report.subject.version = "";
  EXPECT_THAT(ConsoleReport(report, {}), HasSubstr(": vulkan of an unknown version on linux\n"));
}

TEST(ConsoleReportTest, LetsNoTextReachTheTerminalRaw) {
  const std::string hostile = HostileText();
  RunReport report;
  report.subject = {hostile, hostile, hostile, hostile, {{hostile, hostile}}};
  for (const Verdict verdict : {Verdict::kPass, Verdict::kFail, Verdict::kWarn, Verdict::kWaived,
                                Verdict::kSkip, Verdict::kError}) {
    CaseResult result = MakeCase(hostile + VerdictName(verdict), verdict, hostile);
    result.policies = {hostile + VerdictName(verdict)};
    result.expected = result.observed = hostile;
    report.cases.push_back(result);
  }
  for (const std::string& line : Lines(ConsoleReport(report, {.table = true}))) {
    for (const char c : line) EXPECT_FALSE(static_cast<unsigned char>(c) < ' ' || c == '\x7f');
    EXPECT_EQ(ValidUtf8(line), line);
    EXPECT_THAT(line, Not(HasSubstr("\xe2\x80\xae")));
  }
}

TEST(ConsoleReportTest, TellsOneErrorOnce) {
  RunReport report = ReportOf({MakeCase("LS_A_1/a", Verdict::kError, "the host has none"),
                               MakeCase("LS_B_1/a", Verdict::kError, "the host has none"),
                               MakeCase("LS_C_1/a", Verdict::kFail, "no files of the user")});
  const std::string text = ConsoleReport(report, {});
  EXPECT_THAT(text, HasSubstr("\n2 cases of 2 policies have one error:\n  the host has none\n"
                              "    case:      LS_A_1/a\n    also in:   LS_B_1/a\n"));
  EXPECT_THAT(text, HasSubstr("\n  2. error, 2 cases: the host has none\n"));
  EXPECT_THAT(text, Not(HasSubstr("error LS_B_1")));
}

TEST(ConsoleReportTest, FoldsWhatMayBeOneFault) {
  RunReport report = ReportOf({MakeCase("LS_A_1/a", Verdict::kFail, "no files of the user"),
                               MakeCase("LS_A_1/b", Verdict::kFail, "the order is kept"),
                               MakeCase("LS_B_1/a", Verdict::kFail, "no settings of the user"),
                               MakeCase("LS_B_1/b", Verdict::kFail, "no settings of the user")});
  for (const std::size_t i : {0, 2, 3}) {
    report.cases[i].fault = "elevated";
    report.cases[i].expected = "nothing";
    report.cases[i].observed = "\"a\"";
  }
  report.faults["elevated"] = "an elevated application is not told from others";
  EXPECT_THAT(
      Lines(ConsoleReport(report, {})),
      IsSupersetOf({"3 cases of 2 policies may have one cause:",
                    "  an elevated application is not told from others", "fail LS_B_1: 2 cases"}));
  const std::string text = ConsoleReport(report, {});
  EXPECT_THAT(text, HasSubstr("  - no settings of the user\n    observed:  \"a\"\n"
                              "    case:      LS_B_1/a\n    also in:   LS_B_1/b\n\n"));
  EXPECT_THAT(text, HasSubstr("problems: 4 cases, 3 causes (perhaps 2), 2 policies;"));
}

TEST(ConsoleReportTest, NamesAtMostFiveFaultsToReadFirst) {
  std::vector<CaseResult> cases;
  for (const char* name : {"1", "2", "3", "4", "5", "6"}) {
    cases.push_back(MakeCase(std::string("LS_A_") + name + "/a", Verdict::kFail, "wrong order"));
  }
  const std::string text = ConsoleReport(ReportOf(cases), {});
  EXPECT_THAT(text, HasSubstr("\n  5. fail LS_A_5, 1 case: wrong order\nnext, "));
  EXPECT_THAT(text, Not(HasSubstr("  6. ")));
}

TEST(ConsoleReportTest, NamesNothingToReadFirstWhereNothingElseIsWrong) {
  const RunReport report = ReportOf({MakeCase("LS_A_1/a", Verdict::kFail, "wrong order")});
  EXPECT_THAT(ConsoleReport(report, {}), Not(HasSubstr("read first")));
}

TEST(ConsoleReportTest, SaysSoWhenNoCaseRan) {
  RunReport report;
  report.interrupted = true;
  const std::vector<std::string> lines = Lines(ConsoleReport(report, {}));
  EXPECT_THAT(lines, Contains("incomplete: interrupted before every case had run"));
  EXPECT_EQ(lines.back(), "0 passed, 0 failed, 0 warned, 0 waived, 0 skipped, 0 errors in 0.0 s");
}

TEST(ConsoleReportTest, NamesAnArchitectureThatIsNotTheOneOfTheProgram) {
  RunReport report = ReportOf({});
  const ConsoleOptions options = {.own_architecture = "x86_64-linux-gnu"};
  EXPECT_THAT(ConsoleReport(report, options), Not(HasSubstr("architecture")));
  report.subject.architecture = "x86_64-linux-gnu";
  EXPECT_THAT(ConsoleReport(report, options), Not(HasSubstr("architecture")));
  report.subject.architecture = "i386-linux-gnu";
  EXPECT_THAT(ConsoleReport(report, options), HasSubstr("\n  architecture: i386-linux-gnu\n"));
}

}  // namespace
}  // namespace loadstone::console_report_test
