// SPDX-License-Identifier: Apache-2.0
#include "harness/report/html_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pugixml.hpp>

#include "harness/report/html_page.h"
#include "harness/report/test_reports.h"

namespace loadstone::html_report_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// The page is well-formed XML as well, so the tests examine it with an XML parser.
class HtmlReportTest : public ::testing::Test {
 protected:
  pugi::xml_node Body(const RunReport& report) {
    text_ = HtmlReport(report);
    const pugi::xml_parse_result result = document_.load_buffer(text_.data(), text_.size());
    EXPECT_TRUE(result) << result.description() << " at " << result.offset;
    return document_.child("html").child("body").child("main");
  }

  std::string text_;
  pugi::xml_document document_;
};

Evidence SomeEvidence() {
  Evidence evidence;
  evidence.application = "/opt/app";
  evidence.environment = {"HOME=/home/user"};
  evidence.files = {{"/etc/vulkan/icd.d/d.json", "", "{\"ICD\": {}}"},
                    {"/opt/l.so", "copy of vulkan_layer.so", ""}};
  evidence.calls = {{"vkCreateInstance", "layers VK_LAYER_LS_a", {"VK_LAYER_LS_a", "driver"}, true},
                    {"vkDestroyInstance", {}, {}, false}};
  evidence.trace = "app: start";
  evidence.log = "loader says";
  return evidence;
}

TEST_F(HtmlReportTest, HasARowForEachPolicyAndASectionForEachCause) {
  const pugi::xml_node body = Body(MakeReport());
  EXPECT_THAT(text_, StartsWith("<!DOCTYPE html>"));
  EXPECT_EQ(body.select_nodes("table[@class='policies']/tbody/tr[@id]").size(), 5u);
  EXPECT_EQ(body.select_nodes("details/table[@class='policies']/tbody/tr[@id]").size(), 1u);
  EXPECT_TRUE(body.select_node("details//tr[@id='policy-LLP_LOADER_10']"));
  const pugi::xml_node row = body.select_node("table/tbody/tr[@id='policy-LLP_LOADER_3']").node();
  EXPECT_STREQ(row.select_node("td/span[@class='badge fail']").node().child_value(), "fail");
  EXPECT_TRUE(row.select_node("td[.='Each layer is loaded once']"));
  EXPECT_STREQ(row.parent().select_node("tr/th").node().child_value(), "Layers: Order");
  EXPECT_EQ(body.select_nodes("section").size(), 3u);
  const pugi::xml_node failed = body.select_node("section[@data-verdict='fail']").node();
  EXPECT_STREQ(failed.select_node("p[@class='statement']").node().child_value(),
               "Each layer is loaded once.");
  EXPECT_THAT(failed.child("h3").text().get(),
              HasSubstr("LLP_LOADER_3 (must): observed none, expected one layer in the chain"));
  EXPECT_TRUE(failed.select_node("p[.='violated: the layer is loaded once']"));
  EXPECT_STREQ(failed.attribute("id").value(), "LLP_LOADER_3/fails");
  const pugi::xml_node source = failed.select_node("p[@class='source']/a").node();
  EXPECT_STREQ(source.attribute("href").value(), "https://example.org/Layers.md#order");
  EXPECT_STREQ(source.child_value(),
               "Layers 1.4.330, \"Order\", paragraphs 2-3 (later than 1.3.239)");
  EXPECT_STREQ(failed.child("pre").child_value(),
               "loadstone repro LLP_LOADER_3/fails --loader /usr/lib/libvulkan.so.1");
}

TEST_F(HtmlReportTest, ShowsTheEvidence) {
  RunReport report = MakeReport();
  report.evidence["LLP_LOADER_3/fails"] = SomeEvidence();
  const pugi::xml_node failed = Body(report).select_node("section[@data-verdict='fail']").node();
  EXPECT_TRUE(
      failed.select_node(".//li[code='/etc/']//li[code='icd.d/']//details[summary='d.json']/"
                         "pre[contains(., 'ICD')]"));
  const pugi::xml_node chain = failed.select_node(".//div[@class='chain']").node();
  EXPECT_EQ(chain.select_nodes("span[@class='box']").size(), 3u);
  EXPECT_EQ(failed.select_nodes(".//span[@class='lost']").size(), 1u);
  EXPECT_THAT(text_, HasSubstr("loader says"));
}

TEST_F(HtmlReportTest, NeedsNoOtherFile) {
  Body(MakeReport());
  EXPECT_THAT(text_, Not(HasSubstr("src=")));
  EXPECT_THAT(text_, Not(HasSubstr("<link")));
  EXPECT_THAT(text_, Not(HasSubstr("url(")));
  EXPECT_THAT(text_, Not(HasSubstr("@import")));
  const std::string style = kHtmlStyle, script = kHtmlScript;
  EXPECT_EQ((style + script).find_first_of("<>&"), std::string::npos);
}

TEST_F(HtmlReportTest, LetsNoTextBecomeMarkup) {
  const std::string hostile = "</script><script>alert(1)</script>" + HostileText();
  RunReport report = MakeReport();
  report.subject.path = report.subject.package = hostile;
  report.cases[2].reason = report.cases[2].observed = report.cases[2].violates = hostile;
  Evidence evidence = SomeEvidence();
  evidence.files.push_back({"/" + hostile, hostile, hostile});
  evidence.log = evidence.trace = hostile;
  report.evidence[report.cases[2].id] = evidence;
  const pugi::xml_node body = Body(report).parent();
  EXPECT_EQ(body.select_nodes("//script").size(), 1u);
}

TEST_F(HtmlReportTest, SaysThatTheRunIsIncomplete) {
  const pugi::xml_node body = Body(RunReport());
  EXPECT_STREQ(body.select_node("p[@class='incomplete']").node().child_value(),
               "incomplete: no case ran");
}

}  // namespace
}  // namespace loadstone::html_report_test
