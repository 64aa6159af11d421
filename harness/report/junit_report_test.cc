// SPDX-License-Identifier: Apache-2.0
#include "harness/report/junit_report.h"

#include <gtest/gtest.h>

#include <pugixml.hpp>

#include "harness/report/test_reports.h"
#include "harness/report/text.h"

namespace loadstone::junit_report_test {
namespace {

// Owns the document of a parsed report.
class JunitReportTest : public ::testing::Test {
 protected:
  pugi::xml_node Parse(const std::string& text) {
    const pugi::xml_parse_result result = document_.load_buffer(text.data(), text.size());
    EXPECT_TRUE(result) << result.description() << " at " << result.offset;
    return document_.child("testsuites");
  }

  pugi::xml_node Suite(const char* policy) {
    return document_.child("testsuites").find_child_by_attribute("testsuite", "name", policy);
  }

  pugi::xml_document document_;
};

TEST_F(JunitReportTest, HasASuitePerPolicyInNaturalOrder) {
  const pugi::xml_node root = Parse(JunitReport(MakeReport()));
  std::string names;
  for (const pugi::xml_node suite : root.children("testsuite")) {
    names += std::string(suite.attribute("name").value()) + " ";
  }
  EXPECT_EQ(
      names,
      "loadstone LLP_LAYER_6 LLP_LOADER_2 LLP_LOADER_3 LLP_LOADER_5 LLP_LOADER_10 LLP_LOADER_11 ");
  EXPECT_STREQ(root.attribute("tests").value(), "7");
  EXPECT_STREQ(root.attribute("failures").value(), "1");
  EXPECT_STREQ(root.attribute("errors").value(), "1");
  EXPECT_EQ(root.attribute("time").as_double(), 1.5);
}

TEST_F(JunitReportTest, CountsWithinTheSuite) {
  Parse(JunitReport(MakeReport()));
  EXPECT_STREQ(Suite("LLP_LOADER_2").attribute("tests").value(), "2");
  EXPECT_EQ(Suite("LLP_LOADER_2").attribute("time").as_double(), 0.5);
  EXPECT_STREQ(Suite("LLP_LOADER_3").attribute("failures").value(), "1");
  EXPECT_STREQ(Suite("LLP_LOADER_5").attribute("skipped").value(), "1");
  EXPECT_STREQ(Suite("LLP_LOADER_10").attribute("skipped").value(), "1");
  EXPECT_STREQ(Suite("LLP_LOADER_11").attribute("errors").value(), "1");
}

TEST_F(JunitReportTest, PassingCaseHasNoOutcome) {
  Parse(JunitReport(MakeReport()));
  const pugi::xml_node testcase = Suite("LLP_LOADER_2").child("testcase");
  EXPECT_STREQ(testcase.attribute("classname").value(), "LLP_LOADER_2");
  EXPECT_STREQ(testcase.attribute("name").value(), "passes");
  EXPECT_EQ(testcase.attribute("time").as_double(), 0.25);
  EXPECT_FALSE(testcase.first_child());
}

TEST_F(JunitReportTest, FailureSaysWhatWasExpectedAndObserved) {
  Parse(JunitReport(MakeReport()));
  const pugi::xml_node failure = Suite("LLP_LOADER_3").child("testcase").child("failure");
  EXPECT_STREQ(failure.attribute("message").value(), "violated: the layer is loaded once");
  EXPECT_STREQ(
      failure.child_value(),
      "case: LLP_LOADER_3/fails\nwritten in: suites/vulkan/order.cc:12\npolicy: LLP_LOADER_3\n"
      "violates: LLP_LOADER_3\nlevel: must\n"
      "statement: Each layer is loaded once.\n"
      "source: Layers 1.4.330, \"Order\", paragraphs 2-3 (later than 1.3.239)\n"
      "see: https://example.org/Layers.md#order\n"
      "violated: the layer is loaded once\nexpected: one layer in the chain\n"
      "observed: none\n"
      "reproduce: loadstone repro LLP_LOADER_3/fails --loader /usr/lib/libvulkan.so.1\n");
}

TEST_F(JunitReportTest, WarningIsOutputOfATestThatPassed) {
  const pugi::xml_node root = Parse(JunitReport(MakeReport()));
  EXPECT_STREQ(root.attribute("failures").value(), "1");
  const pugi::xml_node testcase = Suite("LLP_LAYER_6").child("testcase");
  EXPECT_FALSE(testcase.child("failure"));
  EXPECT_STREQ(testcase.child("system-out").child_value(),
               "warn (robustness): the process did not survive\n"
               "case: LLP_LAYER_6/warns\npolicy: LLP_LAYER_6\n"
               "violates: LS_VK_ROBUSTNESS_1\nlevel: robustness\n"
               "reason: the process did not survive\ntries: 2\n"
               "reproduce: loadstone repro LLP_LAYER_6/warns --loader /usr/lib/libvulkan.so.1\n");
}

TEST_F(JunitReportTest, StrictWarningIsAFailure) {
  RunReport report = MakeReport();
  report.strict = true;
  const pugi::xml_node root = Parse(JunitReport(report));
  EXPECT_STREQ(root.attribute("failures").value(), "2");
  const pugi::xml_node testcase = Suite("LLP_LAYER_6").child("testcase");
  EXPECT_STREQ(testcase.child("failure").attribute("type").value(), "warn");
  EXPECT_FALSE(testcase.child("system-out"));
}

TEST_F(JunitReportTest, OtherVerdictsHaveTheirElements) {
  Parse(JunitReport(MakeReport()));
  const auto message = [&](const char* policy, const char* element) {
    return std::string(Suite(policy).child("testcase").child(element).attribute("message").value());
  };
  EXPECT_EQ(message("LLP_LOADER_5", "skipped"), "known; waived: soon (until 2030-01-01)");
  EXPECT_EQ(message("LLP_LOADER_10", "skipped"), "since 1.3.296");
  EXPECT_EQ(message("LLP_LOADER_11", "error"), "the probe was lost");
}

TEST_F(JunitReportTest, TheFirstSuiteAloneNamesSubjectAndCalibration) {
  const pugi::xml_node root = Parse(JunitReport(MakeReport()));
  const pugi::xml_node suite = root.first_child();
  const pugi::xml_node properties = suite.child("properties");
  const auto value = [&](const char* name) {
    return std::string(
        properties.find_child_by_attribute("property", "name", name).attribute("value").value());
  };
  EXPECT_EQ(value("subject.path"), "/usr/lib/libvulkan.so.1");
  EXPECT_EQ(value("subject.api"), "vulkan");
  EXPECT_EQ(value("subject.platform"), "linux");
  EXPECT_EQ(value("subject.version"), "1.3.239");
  EXPECT_EQ(value("calibration.explicit layer folders"), "/etc/x, /usr/share/x");
  EXPECT_STREQ(suite.attribute("tests").value(), "0");
  EXPECT_FALSE(suite.child("testcase"));
  for (pugi::xml_node other = suite.next_sibling(); other; other = other.next_sibling()) {
    EXPECT_FALSE(other.child("properties"));
  }
}

TEST_F(JunitReportTest, ARunThatIsNotWholeHasAnError) {
  RunReport report = MakeReport();
  report.chosen = 9;
  report.interrupted = true;
  const pugi::xml_node root = Parse(JunitReport(report));
  EXPECT_STREQ(root.attribute("errors").value(), "2");
  EXPECT_STREQ(root.attribute("tests").value(), "8");
  EXPECT_STREQ(Suite("loadstone").child("testcase").child("error").attribute("message").value(),
               "interrupted before every case had run: 2 of 9 cases did not run");
}

TEST_F(JunitReportTest, OfNoCasesIsWellFormed) {
  const pugi::xml_node root = Parse(JunitReport(RunReport()));
  EXPECT_STREQ(root.attribute("tests").value(), "1");
  EXPECT_STREQ(Suite("loadstone").child("testcase").child("error").attribute("message").value(),
               "no case ran");
}

// Checks that every character reference and every raw character is allowed by XML 1.0. The parser
// used above is more lenient, so this test examines the text itself.
TEST_F(JunitReportTest, HoldsNoForbiddenCharacter) {
  const std::string hostile = HostileText();
  RunReport report;
  report.subject = {hostile, hostile, hostile, hostile, {{hostile, hostile}}};
  for (const Verdict verdict :
       {Verdict::kPass, Verdict::kFail, Verdict::kWaived, Verdict::kSkip, Verdict::kError}) {
    CaseResult result = MakeCase("LS_A_1/" + hostile, verdict, hostile);
    result.policies = {hostile};
    result.expected = result.observed = hostile;
    report.cases.push_back(result);
  }
  const std::string text = JunitReport(report);
  EXPECT_EQ(XmlText(text), text);
  for (std::size_t at = text.find("&#"); at != std::string::npos; at = text.find("&#", at + 1)) {
    const int code = std::stoi(text.substr(at + 2));
    EXPECT_TRUE(code == '\t' || code == '\n' || code == '\r' || code >= ' ') << code;
  }
  const pugi::xml_node suite = Parse(text).child("testsuite").next_sibling();
  EXPECT_EQ(suite.attribute("name").value(), XmlText(hostile));
  EXPECT_NE(std::string(suite.child("testcase").next_sibling().child_value("failure"))
                .find("\"quoted\" 'single' <a&b> ]]>"),
            std::string::npos);
}

TEST_F(JunitReportTest, ShortensHugeText) {
  const std::string huge(20 << 20, 'x');
  RunReport report;
  report.cases = {MakeCase("LS_A_1/x", Verdict::kFail, huge)};
  report.cases[0].observed = huge;
  const std::string text = JunitReport(report);
  EXPECT_LT(text.size(), 1u << 20);
  EXPECT_TRUE(Parse(text).child("testsuite").next_sibling().child("testcase").child("failure"));
}

}  // namespace
}  // namespace loadstone::junit_report_test
