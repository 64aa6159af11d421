// SPDX-License-Identifier: Apache-2.0
#include "harness/report/github_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/report/test_reports.h"

namespace loadstone::github_report_test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(GithubReportTest, IsALineForEachCause) {
  const std::string text = GithubReport(MakeReport());
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
  EXPECT_THAT(text,
              StartsWith("::error title=fail LLP_LOADER_3 (must)::violated: the layer is loaded "
                         "once%0Aexpected: one layer in the chain%0Aobserved: none%0Areproduce: "
                         "loadstone repro LLP_LOADER_3/fails --loader /usr/lib/libvulkan.so.1\n"));
  EXPECT_THAT(text, HasSubstr("\n::error title=error LLP_LOADER_11 ()::the probe was lost"));
  EXPECT_THAT(text, HasSubstr("\n::warning title=warn LS_VK_ROBUSTNESS_1 (robustness)::"));
}

TEST(GithubReportTest, LetsNoTextEndTheCommand) {
  RunReport report;
  report.cases = {MakeCase("LS_A_1/x", Verdict::kFail, "50%\n::error::forged")};
  report.cases[0].violates = "LS_A_1,file=x::y";
  const std::string text = GithubReport(report);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
  EXPECT_THAT(text, StartsWith("::error title=fail LS_A_1%2Cfile=x%3A%3Ay ()::50%25 ::error"));
}

TEST(GithubReportTest, SaysThatTheRunIsIncomplete) {
  RunReport report;
  report.cases = {MakeCase("LS_A_1/x", Verdict::kPass)};
  EXPECT_EQ(GithubReport(report), "");
  report.chosen = 2;
  EXPECT_EQ(GithubReport(report), "::error title=incomplete run::1 of 2 cases did not run\n");
}

}  // namespace
}  // namespace loadstone::github_report_test
