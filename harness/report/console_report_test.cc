#include "harness/report/console_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <vector>

#include "harness/report/test_reports.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The row of the table for a policy.
std::string Row(const std::string& text, const std::string& policy) {
  for (const std::string& line : Lines(text)) {
    if (line.starts_with(policy + " ")) return line;
  }
  return "no row";
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
          "/usr/lib/libvulkan.so.1: vulkan 1.3.239 on linux",
          "  explicit layer folders: /etc/x, /usr/share/x", "",
          "policy              verdict  cases      why", "LLP_LOADER_2        pass     2/2",
          "LLP_LOADER_3        fail     0/1        the layer was not loaded (LLP_LOADER_3/fails)",
          "LLP_LOADER_5        waived   0/1        known; waived: soon (until 2030-01-01) "
          "(LLP_LOADER_5/is_waived)",
          "LLP_LOADER_10       skip     1 skipped  since 1.3.296",
          "LLP_LOADER_11       error    0/1        the probe was lost (LLP_LOADER_11/is_lost)",
          "LS_VK_ROBUSTNESS_1  warn     0/1        robustness: the process did not survive "
          "(LLP_LAYER_6/warns)",
          "", "error LLP_LOADER_11/is_lost", "  reason:    the probe was lost",
          "  reproduce: loadstone repro LLP_LOADER_11/is_lost --loader /usr/lib/libvulkan.so.1", "",
          "fail LLP_LOADER_3/fails", "  reason:    the layer was not loaded",
          "  expected:  one layer in the chain", "  observed:  none",
          "  reproduce: loadstone repro LLP_LOADER_3/fails --loader /usr/lib/libvulkan.so.1", "",
          "warn LLP_LAYER_6/warns (LS_VK_ROBUSTNESS_1, robustness)",
          "  reason:    the process did not survive", "  tried:     2 times, the last time alone",
          "  reproduce: loadstone repro LLP_LAYER_6/warns --loader /usr/lib/libvulkan.so.1", "",
          "a warning breaks a should, or what no document demands (robustness); --strict counts it "
          "as a violation",
          "2 passed, 1 failed, 1 warned, 1 waived, 1 skipped, 1 errors in 1.5 s"));
}

TEST(ConsoleReportTest, SaysThatWarningsCount) {
  RunReport report = MakeReport();
  report.strict = true;
  EXPECT_THAT(ConsoleReport(report, {}), HasSubstr("warnings count as violations (--strict)\n"));
}

TEST(ConsoleReportTest, NamesThePolicyThatTheIdDoesNot) {
  RunReport report = ReportOf({MakeCase("LS_A_1/a", Verdict::kFail, "wrong order"),
                               MakeCase("LS_A_2/a", Verdict::kWarn, "no export")});
  report.cases[0].violates = "LS_B_1";
  report.cases[1].violates = "LS_A_2";
  report.cases[1].level = "should";
  const std::string text = ConsoleReport(report, {});
  EXPECT_THAT(text, HasSubstr("\nfail LS_A_1/a (LS_B_1)\n"));
  EXPECT_THAT(text, HasSubstr("\nwarn LS_A_2/a (should)\n"));
}

TEST(ConsoleReportTest, CountsCasesThatApplyAndFurtherFailures) {
  const RunReport report = ReportOf({MakeCase("LS_A_1/a", Verdict::kPass),
                                     MakeCase("LS_A_1/b", Verdict::kFail, "wrong order"),
                                     MakeCase("LS_A_1/c", Verdict::kFail, "other"),
                                     MakeCase("LS_A_1/d", Verdict::kSkip, "too new"),
                                     MakeCase("LS_A_1/e", Verdict::kFail, "another")});
  EXPECT_EQ(Row(ConsoleReport(report, {}), "LS_A_1"),
            "LS_A_1  fail     1/4    wrong order (LS_A_1/b, +2 more)");
}

TEST(ConsoleReportTest, SaysWhatAPassingPolicyLeftOut) {
  const RunReport report =
      ReportOf({MakeCase("LS_A_1/a", Verdict::kPass), MakeCase("LS_A_1/d", Verdict::kSkip, "new")});
  EXPECT_EQ(Row(ConsoleReport(report, {}), "LS_A_1"), "LS_A_1  pass     1/1    1 skipped: new");
}

TEST(ConsoleReportTest, KeepsTheTableWithinTheWidthAndTheIdWhole) {
  const RunReport report =
      ReportOf({MakeCase("LLP_LOADER_1/short_name", Verdict::kFail, std::string(5000, 'w'))});
  for (const std::size_t width : {80u, 100u, 160u}) {
    const std::string row = Row(ConsoleReport(report, {false, width}), "LLP_LOADER_1");
    EXPECT_EQ(Columns(row), width);
    EXPECT_THAT(row, EndsWith("www... (LLP_LOADER_1/short_name)"));
  }
}

TEST(ConsoleReportTest, EndsRowsAlsoOnTinyTerminals) {
  const RunReport report = ReportOf(
      {MakeCase("LS_A_1/" + std::string(300, 'n'), Verdict::kFail, std::string(5000, 'w'))});
  for (const std::size_t width : {0u, 1u, 40u}) {
    EXPECT_LE(Columns(Row(ConsoleReport(report, {false, width}), "LS_A_1")), 45u) << width;
  }
}

TEST(ConsoleReportTest, BlocksHaveSixLinesAtMostWhateverTheTextIs) {
  RunReport report = ReportOf({MakeCase("LS_A_1/x", Verdict::kFail, "a\nb\nc\nd\ne\nf\ng")});
  report.cases[0].expected = std::string(100000, 'e');
  report.cases[0].observed = std::string(1000, '\n') + "x";
  const std::vector<std::string> lines = Lines(ConsoleReport(report, {}));
  const auto block = std::find(lines.begin(), lines.end(), "fail LS_A_1/x");
  ASSERT_NE(block, lines.end());
  EXPECT_EQ(std::find(block, lines.end(), "") - block, 5);
  EXPECT_EQ(block[1], "  reason:    a b c d e f g");
  EXPECT_LE(block[2].size(), 420u);
  EXPECT_EQ(block[3], "  observed:  x");
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
                         "  judged by the documents of: 1.4.330\n"));
  report.subject.version = "";
  EXPECT_THAT(ConsoleReport(report, {}), HasSubstr(": vulkan of an unknown version on linux\n"));
}

TEST(ConsoleReportTest, ColoursOnlyWhenAsked) {
  EXPECT_THAT(ConsoleReport(MakeReport(), {}), Not(HasSubstr("\x1b")));
  const std::string colored = ConsoleReport(MakeReport(), {true, kPlainWidth});
  EXPECT_THAT(colored, HasSubstr("LLP_LOADER_3        \x1b[31mfail   \x1b[0m  0/1"));
  EXPECT_THAT(colored, HasSubstr("\x1b[32mpass   \x1b[0m"));
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
  for (const std::string& line : Lines(ConsoleReport(report, {}))) {
    for (const char c : line) EXPECT_FALSE(static_cast<unsigned char>(c) < ' ' || c == '\x7f');
    EXPECT_EQ(ValidUtf8(line), line);
    EXPECT_THAT(line, Not(HasSubstr("\xe2\x80\xae")));
  }
}

TEST(ConsoleReportTest, SaysSoWhenNoCaseRan) {
  RunReport report;
  report.interrupted = true;
  const std::vector<std::string> lines = Lines(ConsoleReport(report, {}));
  EXPECT_THAT(lines, Contains("incomplete: interrupted before every case had run"));
  EXPECT_THAT(lines, Not(Contains(StartsWith("policy"))));
  EXPECT_EQ(lines.back(), "0 passed, 0 failed, 0 warned, 0 waived, 0 skipped, 0 errors in 0.0 s");
}

}  // namespace
}  // namespace loadstone
