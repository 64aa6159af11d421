// SPDX-License-Identifier: Apache-2.0
#include "harness/report/sarif_report.h"

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include "harness/report/test_reports.h"
#include "harness/report/text.h"

namespace loadstone::sarif_report_test {
namespace {

// Returns the only run of a report, which must be JSON in UTF-8.
class SarifReportTest : public ::testing::Test {
 protected:
  const rapidjson::Value& Run(const RunReport& report) {
    document_.Parse<rapidjson::kParseValidateEncodingFlag>(SarifReport(report).c_str());
    EXPECT_FALSE(document_.HasParseError());
    EXPECT_STREQ(document_["version"].GetString(), "2.1.0");
    return document_["runs"][0];
  }

  rapidjson::Document document_;
};

TEST_F(SarifReportTest, HasAResultForEachCaseThatWentWrong) {
  const rapidjson::Value& results = Run(MakeReport())["results"];
  ASSERT_EQ(results.Size(), 4u);
  EXPECT_STREQ(results[0]["ruleId"].GetString(), "LLP_LOADER_3");
  EXPECT_STREQ(results[0]["level"].GetString(), "error");
  EXPECT_STREQ(
      results[0]["message"]["text"].GetString(),
      "violated: the layer is loaded once\nexpected: one layer in the chain\nobserved: none\n"
      "reproduce: loadstone repro LLP_LOADER_3/fails --loader /usr/lib/libvulkan.so.1");
  EXPECT_STREQ(
      results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].GetString(),
      "file:///usr/lib/libvulkan.so.1");
  EXPECT_STREQ(results[0]["partialFingerprints"]["loadstoneCase/v1"].GetString(),
               "LLP_LOADER_3/fails");
  EXPECT_STREQ(results[1]["level"].GetString(), "warning");
  EXPECT_STREQ(results[2]["suppressions"][0]["kind"].GetString(), "external");
}

TEST_F(SarifReportTest, RulesAreThePoliciesThatWereNotKept) {
  const rapidjson::Value& run = Run(MakeReport());
  const rapidjson::Value& rules = run["tool"]["driver"]["rules"];
  ASSERT_EQ(rules.Size(), 4u);
  for (const rapidjson::Value& result : run["results"].GetArray()) {
    EXPECT_STREQ(rules[result["ruleIndex"].GetUint()]["id"].GetString(),
                 result["ruleId"].GetString());
  }
  EXPECT_STREQ(rules[0]["shortDescription"]["text"].GetString(), "Each layer is loaded once.");
  EXPECT_STREQ(rules[0]["helpUri"].GetString(), "https://example.org/Layers.md#order");
  EXPECT_FALSE(rules[1].HasMember("helpUri"));
}

TEST_F(SarifReportTest, SaysWhereTheCaseIsWritten) {
  RunReport report = MakeReport();
  const rapidjson::Value& place =
      Run(report)["results"][0]["relatedLocations"][0]["physicalLocation"];
  EXPECT_STREQ(place["artifactLocation"]["uri"].GetString(), "suites/vulkan/order.cc");
  EXPECT_EQ(place["region"]["startLine"].GetInt(), 12);
  for (const char* unusable : {"", "order.cc", "order.cc:", "order.cc:0", "order.cc:x"}) {
    report.cases[2].place = unusable;
    EXPECT_FALSE(Run(report)["results"][0].HasMember("relatedLocations")) << unusable;
  }
}

TEST_F(SarifReportTest, MarksARunThatIsNotWhole) {
  RunReport report = MakeReport();
  EXPECT_TRUE(Run(report)["invocations"][0]["executionSuccessful"].GetBool());
  report.chosen = 100;
  const rapidjson::Value& invocation = Run(report)["invocations"][0];
  EXPECT_FALSE(invocation["executionSuccessful"].GetBool());
  EXPECT_EQ(invocation["toolExecutionNotifications"].Size(), 1u);
}

TEST_F(SarifReportTest, TakesAnyText) {
  RunReport report = MakeReport();
  report.subject.path = "/a b/" + HostileText();
  report.cases[2].reason = report.cases[2].violates = HostileText();
  const rapidjson::Value& result = Run(report)["results"][0];
  const std::string rule(result["ruleId"].GetString(), result["ruleId"].GetStringLength());
  EXPECT_EQ(rule, ValidUtf8(HostileText()));
  const std::string uri =
      result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].GetString();
  EXPECT_EQ(uri.substr(0, 26), "file:///a%20b/%22quoted%22");
  EXPECT_EQ(uri.find_first_of(" <>\"\\\x7f"), std::string::npos);
}

}  // namespace
}  // namespace loadstone::sarif_report_test
