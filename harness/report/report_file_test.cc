// SPDX-License-Identifier: Apache-2.0
#include "harness/report/report_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "harness/report/json_report.h"
#include "harness/report/test_reports.h"

namespace loadstone::report_file_test {
namespace {

using ::testing::HasSubstr;

TEST(ReportFileTest, GivesBackWhatWasWritten) {
  RunReport report = MakeReport();
  report.provenance = {"0.1.0", "2030-01-02T03:04:05Z", "6.1.0"};
  report.subject.options = {"--spec", "1.4.330"};
  report.subject.sha256 = "ab";
  report.chosen = 10;
  report.shard = "2/5";
  report.strict = true;
  report.warnings = {"w"};
  const std::string text = JsonReport(report);
  const RunReport read = ParseReport(text, "r.json");
  EXPECT_EQ(JsonReport(read), text);
  EXPECT_EQ(read.cases.size(), 7u);
  EXPECT_EQ(NotRun(read), 3u);
}

TEST(ReportFileTest, TakesAReportWithoutNewerMembers) {
  const RunReport report = ParseReport(
      R"({"schema": 1, "interrupted": false,
          "subject": {"path": "/l", "api": "vulkan", "platform": "linux", "version": "1.3.0"},
          "calibration": {}, "summary": {"pass": 1, "seconds": 1.5},
          "cases": [{"id": "LS_A_1/x", "policies": ["LS_A_1"], "verdict": "fail", "seconds": 1,
                     "reason": "r", "expected": "e", "observed": "o"}]})",
      "old.json");
  EXPECT_EQ(report.cases[0].verdict, Verdict::kFail);
  EXPECT_EQ(report.subject.spec, "1.3.0");
  EXPECT_EQ(report.seconds, 1.5);
}

TEST(ReportFileTest, TakesNoAddressThatIsNoLink) {
  RunReport report = MakeReport();
  for (const char* address :
       {"javascript:alert(1)", "https://a.org/\" onclick=\"x", "https://a b"}) {
    report.policies["LLP_LOADER_3"].sources[0].url = address;
    const RunReport read = ParseReport(JsonReport(report), "r.json");
    EXPECT_EQ(read.policies.at("LLP_LOADER_3").sources[0].url, "") << address;
  }
}

std::string ErrorOf(const std::string& text) {
  try {
    ParseReport(text, "r.json");
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "none";
}

TEST(ReportFileTest, RefusesWhatIsNoReport) {
  std::string report = JsonReport(MakeReport());
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("[]"), std::string("{}"),
        std::string(R"({"schema": 2})"), std::string(100000, '['), std::string("\xff\xfe\0", 3)}) {
    const std::string error = ErrorOf(text);
    EXPECT_THAT(error, HasSubstr("r.json is not a report written by 'loadstone run --json': "));
    EXPECT_EQ(error.find('\n'), std::string::npos);
  }
  report.replace(report.find("\"skip\","), 6, "\"skipped\"");
  EXPECT_THAT(ErrorOf(report), HasSubstr("\"verdict\" is not a known value"));
}

TEST(ReportFileTest, NamesAFileThatCannotBeRead) {
  EXPECT_THROW(ReadReport("/nowhere/r.json"), std::runtime_error);
  EXPECT_THROW(ReadReport("/"), std::runtime_error);
}

}  // namespace
}  // namespace loadstone::report_file_test
