// SPDX-License-Identifier: Apache-2.0
#include "harness/report/console_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "harness/report/test_reports.h"
#include "harness/report/text.h"

namespace loadstone::console_table_test {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

// Returns the row of the table for a policy.
std::string Row(const std::string& text, const std::string& policy) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(policy + " ")) return line;
  }
  return "no row";
}

RunReport ReportOf(std::vector<CaseResult> cases) {
  RunReport report;
  report.cases = std::move(cases);
  return report;
}

TEST(ConsoleTableTest, HasARowForEachPolicy) {
  EXPECT_EQ(ConsoleTable(MakeReport(), {.color = false, .width = 160}),
            "policy              verdict  cases      why\n"
            "LLP_LOADER_2        pass     2/2\n"
            "LLP_LOADER_3        fail     0/1        violated: the layer is loaded once "
            "(LLP_LOADER_3/fails)\n"
            "LLP_LOADER_5        waived   0/1        known; waived: soon (until 2030-01-01) "
            "(LLP_LOADER_5/is_waived)\n"
            "LLP_LOADER_10       skip     1 skipped  since 1.3.296\n"
            "LLP_LOADER_11       error    0/1        the probe was lost (LLP_LOADER_11/is_lost)\n"
            "LS_VK_ROBUSTNESS_1  warn     0/1        robustness: the process did not survive "
            "(LLP_LAYER_6/warns)\n");
}

TEST(ConsoleTableTest, CountsCasesThatApplyAndFurtherFailures) {
  const RunReport report = ReportOf({MakeCase("LS_A_1/a", Verdict::kPass),
                                     MakeCase("LS_A_1/b", Verdict::kFail, "wrong order"),
                                     MakeCase("LS_A_1/c", Verdict::kFail, "other"),
                                     MakeCase("LS_A_1/d", Verdict::kSkip, "too new"),
                                     MakeCase("LS_A_1/e", Verdict::kFail, "another")});
  EXPECT_EQ(Row(ConsoleTable(report, {}), "LS_A_1"),
            "LS_A_1  fail     1/4    wrong order (LS_A_1/b, +2 more)");
}

TEST(ConsoleTableTest, SaysWhatAPassingPolicyLeftOut) {
  const RunReport report =
      ReportOf({MakeCase("LS_A_1/a", Verdict::kPass), MakeCase("LS_A_1/d", Verdict::kSkip, "new")});
  EXPECT_EQ(Row(ConsoleTable(report, {}), "LS_A_1"), "LS_A_1  pass     1/1    1 skipped: new");
}

TEST(ConsoleTableTest, KeepsTheTableWithinTheWidthAndTheIdWhole) {
  const RunReport report =
      ReportOf({MakeCase("LLP_LOADER_1/short_name", Verdict::kFail, std::string(5000, 'w'))});
  for (const std::size_t width : {80u, 100u, 160u}) {
    const std::string row =
        Row(ConsoleTable(report, {.color = false, .width = width}), "LLP_LOADER_1");
    EXPECT_EQ(Columns(row), width);
    EXPECT_THAT(row, EndsWith("www... (LLP_LOADER_1/short_name)"));
  }
}

TEST(ConsoleTableTest, EndsRowsAlsoOnTinyTerminals) {
  const RunReport report = ReportOf(
      {MakeCase("LS_A_1/" + std::string(300, 'n'), Verdict::kFail, std::string(5000, 'w'))});
  for (const std::size_t width : {0u, 1u, 40u}) {
    EXPECT_LE(Columns(Row(ConsoleTable(report, {.color = false, .width = width}), "LS_A_1")), 45u)
        << width;
  }
}

TEST(ConsoleTableTest, ColoursOnlyWhenAsked) {
  const std::string colored = ConsoleTable(MakeReport(), {.color = true, .width = 160});
  EXPECT_THAT(colored, HasSubstr("LLP_LOADER_3        \x1b[31mfail   \x1b[0m  0/1"));
  EXPECT_THAT(colored, HasSubstr("\x1b[32mpass   \x1b[0m"));
}

}  // namespace
}  // namespace loadstone::console_table_test
