// SPDX-License-Identifier: Apache-2.0
#include "harness/report/json_report.h"

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "harness/report/test_reports.h"
#include "harness/report/text.h"

namespace loadstone::json_report_test {
namespace {

// Parses strictly, including the encoding; throws, which fails the test, instead of returning an
// incomplete document.
rapidjson::Document Parse(const std::string& text) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseValidateEncodingFlag | rapidjson::kParseFullPrecisionFlag>(
      text.data(), text.size());
  if (document.HasParseError()) {
    throw std::runtime_error("no JSON at byte " + std::to_string(document.GetErrorOffset()));
  }
  return document;
}

std::string Text(const rapidjson::Value& value) {
  return std::string(value.GetString(), value.GetStringLength());
}

TEST(JsonReportTest, HasTheMembersOfSchemaOne) {
  const rapidjson::Document json = Parse(JsonReport(MakeReport()));
  EXPECT_EQ(json["schema"].GetInt(), 1);
  EXPECT_FALSE(json["interrupted"].GetBool());
  EXPECT_EQ(Text(json["subject"]["path"]), "/usr/lib/libvulkan.so.1");
  EXPECT_EQ(Text(json["subject"]["api"]), "vulkan");
  EXPECT_EQ(Text(json["subject"]["platform"]), "linux");
  EXPECT_EQ(Text(json["subject"]["version"]), "1.3.239");
  EXPECT_EQ(Text(json["calibration"]["explicit layer folders"]), "/etc/x, /usr/share/x");
  EXPECT_EQ(json["summary"]["pass"].GetInt(), 2);
  for (const char* name : {"fail", "warn", "waived", "skip", "error"}) {
    EXPECT_EQ(json["summary"][name].GetInt(), 1) << name;
  }
  EXPECT_EQ(json["summary"]["seconds"].GetDouble(), 1.5);
}

TEST(JsonReportTest, HasEveryCaseWithAllMembers) {
  const rapidjson::Document json = Parse(JsonReport(MakeReport()));
  ASSERT_EQ(json["cases"].Size(), 7u);
  const rapidjson::Value* failed = nullptr;
  for (const rapidjson::Value& entry : json["cases"].GetArray()) {
    EXPECT_EQ(entry.MemberCount(), 20u);
    if (Text(entry["id"]) == "LLP_LOADER_3/fails") failed = &entry;
  }
  ASSERT_NE(failed, nullptr);
  EXPECT_EQ(Text((*failed)["policies"][0]), "LLP_LOADER_3");
  EXPECT_EQ(Text((*failed)["place"]), "suites/vulkan/order.cc:12");
  EXPECT_EQ(Text((*failed)["verdict"]), "fail");
  EXPECT_EQ(Text((*failed)["level"]), "must");
  EXPECT_EQ(Text((*failed)["violates"]), "LLP_LOADER_3");
  EXPECT_EQ((*failed)["tries"].GetInt(), 1);
  EXPECT_EQ((*failed)["seconds"].GetDouble(), 0.25);
  EXPECT_EQ(Text((*failed)["reason"]), "the layer is loaded once");
  EXPECT_EQ(Text((*failed)["expected"]), "one layer in the chain");
  EXPECT_TRUE((*failed)["demanded"].GetBool());
  EXPECT_EQ(Text((*failed)["ending"]), "");
  EXPECT_EQ(Text((*failed)["observed"]), "none");
  EXPECT_EQ(Text((*failed)["statement"]), "Each layer is loaded once.");
  EXPECT_EQ(Text((*failed)["section"]),
            "Layers 1.4.330, \"Order\", paragraphs 2-3 (later than 1.3.239)");
  EXPECT_EQ(Text((*failed)["reproduce"]),
            "loadstone repro LLP_LOADER_3/fails --loader /usr/lib/libvulkan.so.1");
  const rapidjson::Value& policy = json["policies"]["LLP_LOADER_3"];
  EXPECT_EQ(policy["sources"][0]["paragraphs"][1].GetInt(), 3);
  EXPECT_EQ(Text(policy["sources"][0]["url"]), "https://example.org/Layers.md#order");
}

TEST(JsonReportTest, SaysWhatIsCitedAndWhatMayBeOneFault) {
  RunReport report = MakeReport();
  report.cases[2].fault = report.cases[3].fault = "elevated";
  report.faults["elevated"] = "it is not told from others";
  const rapidjson::Document json = Parse(JsonReport(report));
  EXPECT_EQ(Text(json["documents"]), "1.4.330 (later)");
  ASSERT_EQ(json["faults"].Size(), 1u);
  EXPECT_EQ(Text(json["faults"][0]["says"]), "it is not told from others");
  EXPECT_EQ(json["faults"][0]["policies"].Size(), 2u);
  EXPECT_EQ(Text(json["faults"][0]["cases"][0]), "LLP_LOADER_3/fails");
}

TEST(JsonReportTest, SaysWhatJudgedWhat) {
  RunReport report = MakeReport();
  report.provenance = {"0.1.0", "2030-01-02T03:04:05Z", "6.1.0"};
  report.subject.build_id = "ab12";
  report.chosen = 10;
  const rapidjson::Document json = Parse(JsonReport(report));
  EXPECT_EQ(Text(json["tool"]["version"]), "0.1.0");
  EXPECT_EQ(Text(json["date"]), "2030-01-02T03:04:05Z");
  EXPECT_EQ(Text(json["kernel"]), "6.1.0");
  EXPECT_EQ(Text(json["subject"]["build_id"]), "ab12");
  EXPECT_EQ(json["summary"]["not_run"].GetInt(), 3);
}

TEST(JsonReportTest, DoesNotDependOnTheOrderOfTheCases) {
  RunReport report = MakeReport();
  const std::string text = JsonReport(report);
  std::reverse(report.cases.begin(), report.cases.end());
  EXPECT_EQ(JsonReport(report), text);
  const rapidjson::Document json = Parse(text);
  for (rapidjson::SizeType i = 1; i < json["cases"].Size(); ++i) {
    EXPECT_LT(Text(json["cases"][i - 1]["id"]), Text(json["cases"][i]["id"]));
  }
}

TEST(JsonReportTest, OfNoCasesIsComplete) {
  RunReport report;
  report.interrupted = true;
  const rapidjson::Document json = Parse(JsonReport(report));
  EXPECT_TRUE(json["cases"].Empty());
  EXPECT_TRUE(json["interrupted"].GetBool());
  EXPECT_EQ(json["calibration"].MemberCount(), 0u);
}

TEST(JsonReportTest, IsValidWhateverTheTextsAre) {
  const std::string hostile = HostileText();
  RunReport report;
  report.subject = {hostile, hostile, hostile, hostile, {{hostile, hostile}}};
  CaseResult result = MakeCase(hostile, Verdict::kFail, hostile);
  result.policies = {hostile, hostile};
  result.expected = result.observed = hostile;
  report.cases = {result};
  const rapidjson::Document json = Parse(JsonReport(report));
  EXPECT_EQ(Text(json["cases"][0]["observed"]), ValidUtf8(hostile));
  EXPECT_EQ(Text(json["calibration"].MemberBegin()->name), ValidUtf8(hostile));
}

TEST(JsonReportTest, TurnsTimesThatAreNoNumbersIntoZero) {
  RunReport report = MakeReport();
  report.seconds = std::nan("");
  report.cases[0].seconds = std::numeric_limits<double>::infinity();
  const rapidjson::Document json = Parse(JsonReport(report));
  EXPECT_EQ(json["summary"]["seconds"].GetDouble(), 0);
  EXPECT_EQ(json["cases"].Size(), 7u);
}

TEST(JsonReportTest, NamesNoMemberOfTheCalibrationTwice) {
  RunReport report;
  report.subject.calibration = {{"folder", "/a"}, {"other", "x"}, {"folder", "/b"}};
  const rapidjson::Document json = Parse(JsonReport(report));
  EXPECT_EQ(json["calibration"].MemberCount(), 2u);
  EXPECT_EQ(Text(json["calibration"]["folder"]), "/a; /b");
}

TEST(JsonReportTest, KeepsHugeTextWhole) {
  RunReport report;
  report.cases = {MakeCase("LS_A_1/x", Verdict::kFail, std::string(4 << 20, 'x'))};
  const rapidjson::Document json = Parse(JsonReport(report));
  EXPECT_EQ(json["cases"][0]["reason"].GetStringLength(), 4u << 20);
}

}  // namespace
}  // namespace loadstone::json_report_test
