// SPDX-License-Identifier: Apache-2.0
#include "harness/report/bug_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/report/test_reports.h"

namespace loadstone::bug_report_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(CodeBlockTest, HoldsTextsThatHoldFences) {
  EXPECT_EQ(CodeBlock("a\n"), "```\na\n```\n");
  EXPECT_EQ(CodeBlock("````\nb"), "`````\n````\nb\n`````\n");
}

TEST(BugReportTest, SaysWhatAMaintainerAsks) {
  RunReport report = MakeReport();
  report.subject.package = "libvulkan1 1.3.239.0-1";
  report.subject.build_id = "ab12";
  Evidence& evidence = report.evidence["LLP_LOADER_3/fails"];
  evidence.environment = {"HOME=/home/user"};
  evidence.files = {{"/etc/vulkan/icd.d/d.json", "", "{\"ICD\": {}}"},
                    {"/l.so", "copy of x.so", ""}};
  evidence.calls = {{"vkCreateInstance", "layers VK_LAYER_LS_a", {"driver"}, false}};
  const std::string text = BugReport(report, report.cases[2]);
  EXPECT_THAT(
      text, StartsWith("# libvulkan1 1.3.239.0-1: fail (LLP_LOADER_3), must\n\n"
                       "violated: the layer is loaded once\n\n- expected: one layer in the chain\n"
                       "- observed: none\n"));
  EXPECT_THAT(text, HasSubstr("> Each layer is loaded once.\n\n- [Layers 1.4.330, \"Order\", "
                              "paragraphs 2-3 (later than 1.3.239)]"
                              "(https://example.org/Layers.md#order)\n"));
  EXPECT_THAT(text, HasSubstr("- build ID: ab12\n"));
  EXPECT_THAT(text, HasSubstr("\n/etc/vulkan/icd.d/d.json\n\n```\n{\"ICD\": {}}\n```\n"));
  EXPECT_THAT(text, HasSubstr("a small component of Loadstone"));
  EXPECT_THAT(text, HasSubstr("- file: /l.so: copy of x.so\n"));
  EXPECT_THAT(text, HasSubstr("vkCreateInstance (layers VK_LAYER_LS_a): application -> driver, did "
                              "not return\n"));
  EXPECT_THAT(text, HasSubstr("loadstone repro LLP_LOADER_3/fails --loader "
                              "/usr/lib/libvulkan.so.1\n"));
}

TEST(BugReportTest, TakesAnyText) {
  RunReport report = MakeReport();
  report.cases[2].observed = "<b>|x\n# heading";
  const std::string text = BugReport(report, report.cases[2]);
  EXPECT_THAT(text, HasSubstr("- observed: \\<b\\>\\|x # heading\n"));
  EXPECT_THAT(BugReport(report, MakeCase("LS_A_1/x", Verdict::kPass)), Not(HasSubstr("Set up")));
}

}  // namespace
}  // namespace loadstone::bug_report_test
