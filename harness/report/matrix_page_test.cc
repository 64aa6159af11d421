// SPDX-License-Identifier: Apache-2.0
#include "harness/report/matrix_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pugixml.hpp>
#include <tuple>

#include "harness/report/matrix_parts.h"
#include "harness/report/matrix_style.h"
#include "harness/report/test_matrices.h"

namespace loadstone::matrix_page_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// The page is well-formed XML as well, so the tests examine it with an XML parser.
class MatrixPageTest : public ::testing::Test {
 protected:
  pugi::xml_node Body(const std::vector<MatrixInput>& inputs) {
    text_ = MatrixPage(MakeMatrix(inputs));
    const pugi::xml_parse_result result = document_.load_buffer(text_.data(), text_.size());
    EXPECT_TRUE(result) << result.description() << " at " << result.offset;
    return document_.child("html").child("body").child("main");
  }

  std::string text_;
  pugi::xml_document document_;
};

std::string TextOf(pugi::xml_node node) { return node.text().get(); }

TEST_F(MatrixPageTest, HasARowForEachPolicyAndACellForEachSubject) {
  const pugi::xml_node body = Body(MakeInputs());
  EXPECT_THAT(text_, StartsWith("<!DOCTYPE html>"));
  EXPECT_EQ(body.select_nodes("//tr[@data-policy]").size(), 3u);
  EXPECT_EQ(body.select_nodes("//thead//a").size(), 3u);
  const pugi::xml_node row = body.select_node("//tr[@data-policy='LLP_LOADER_3']").node();
  EXPECT_STREQ(row.attribute("data-verdicts").value(), "fail skip");
  EXPECT_STREQ(row.child("th").child("span").child_value(), " Each layer is loaded once");
  EXPECT_EQ(row.select_nodes("td").size(), 3u);
  const pugi::xml_node second = row.select_node("td[2]").node();
  EXPECT_STREQ(second.attribute("class").value(), "fail");
  EXPECT_STREQ(second.attribute("data-causes").value(), "0 1");
  EXPECT_EQ(TextOf(second), "fail 2/2");
  EXPECT_FALSE(row.select_node("td[3]").node().attribute("data-causes"));
}

TEST_F(MatrixPageTest, AnErrorHidesNoFailureFromTheFilter) {
  std::vector<MatrixInput> inputs = {MakeInputs()[1]};
  inputs[0].report.cases[2] = MakeCase("LLP_LOADER_3/b", Verdict::kError, "lost");
  const pugi::xml_node row = Body(inputs).select_node("//tr[@data-policy='LLP_LOADER_3']").node();
  EXPECT_STREQ(row.attribute("data-verdicts").value(), "error fail");
  EXPECT_EQ(TextOf(row.child("td")), "error 1/2");
}

TEST_F(MatrixPageTest, RowsStandBelowDocumentAndSection) {
  const pugi::xml_node body = Body(MakeInputs());
  const pugi::xml_node section =
      body.select_node("//tbody[tr/@data-policy='LLP_LOADER_3']/tr[@class='section']/th").node();
  EXPECT_EQ(TextOf(section), "Layers: Order");
  EXPECT_STREQ(section.attribute("colspan").value(), "4");
  EXPECT_EQ(body.select_nodes("//tbody").size(), 2u);
}

TEST_F(MatrixPageTest, SectionsOfADocumentFollowOneAnother) {
  std::vector<MatrixInput> inputs = {MakeInputs()[0]};
  RunReport& report = inputs[0].report;
  report.cases.clear();
  for (const auto& [id, document, section] :
       {std::tuple("LS_A_1", "One", "First"), std::tuple("LS_A_2", "Two", "First"),
        std::tuple("LS_A_3", "One", "Second"), std::tuple("LS_A_4", "One", "First")}) {
    report.cases.push_back(MakeCase(std::string(id) + "/x", Verdict::kPass));
    report.policies[id] = {"must", "It is so.", {{document, "1.0.0", section, {1}}}};
  }
  std::vector<std::string> titles;
  for (const pugi::xpath_node& each : Body(inputs).select_nodes("//tr[@class='section']/th")) {
    titles.push_back(TextOf(each.node()));
  }
  EXPECT_EQ(titles, (std::vector<std::string>{"One: First", "One: Second", "Two: First"}));
}

TEST_F(MatrixPageTest, PartOfAPolicyHasItsSentenceAndItsCausesBySubject) {
  const pugi::xml_node part =
      Body(MakeInputs()).select_node("//details[@id='LLP_LOADER_3']").node();
  EXPECT_STREQ(part.select_node("p[@class='source']/a").node().attribute("href").value(),
               "https://example.org/1.10.0");
  EXPECT_EQ(part.select_nodes("div[@class='cause']").size(), 2u);
  const pugi::xml_node cause = part.select_node("div[p/span[@id='cause-0']]").node();
  EXPECT_TRUE(cause.select_node(
      "p[.='in libvulkan.so 1.3.239.0-1 (1 case), libvulkan.so 1.4.309.0-1 (1 case)']"));
  EXPECT_TRUE(cause.select_node("p[.='observed: nothing of \"a\"']"));
}

TEST_F(MatrixPageTest, PartOfASubjectHasItsFactsAndPolicies) {
  std::vector<MatrixInput> inputs = MakeInputs();
  inputs[2].report.chosen = 9;
  const pugi::xml_node part = Body(inputs).select_node("//details[@id='subject-1']").node();
  EXPECT_EQ(TextOf(part.select_node("summary/b").node()), "libvulkan.so 1.4.309.0-1");
  EXPECT_TRUE(part.select_node("summary[contains(., '1 error, 2 fail (incomplete)')]"));
  EXPECT_TRUE(part.select_node(".//tr[td='incomplete' and td='6 of 9 cases did not run']"));
  EXPECT_TRUE(part.select_node("div[a='LLP_LOADER_3' and contains(., 'and 1 other cause')]"));
  EXPECT_TRUE(part.select_node("div[a[@href='#LLP_LOADER_10']='LLP_LOADER_10']"));
}

TEST_F(MatrixPageTest, EachKindOfSubjectHasItsTable) {
  std::vector<MatrixInput> inputs = MakeInputs();
  inputs[0].report.subject.kind = "layer";
  inputs[0].report.subject.layer = "VK_LAYER_a";
  const pugi::xml_node body = Body(inputs);
  EXPECT_EQ(body.select_nodes("//table[@class='cells']").size(), 2u);
  EXPECT_TRUE(body.select_node("//h2[.='Vulkan layers']"));
  EXPECT_EQ(body.select_nodes("//select[@id='left']/optgroup").size(), 2u);
  EXPECT_STREQ(body.select_node("//select[@id='right']//option[@selected]")
                   .node()
                   .attribute("value")
                   .value(),
               "1:2")
      << "two subjects of one kind are chosen";
}

TEST_F(MatrixPageTest, HasTheHistoryOfEachName) {
  const pugi::xml_node body = Body(MakeInputs());
  const pugi::xml_node row =
      body.select_node("//tr[td='order' or td[contains(., 'order')]]").node();
  EXPECT_TRUE(row.select_node("self::tr[td[3]='1.4.309.0-1' and td[5]='1.3.239.0-1']"));
  EXPECT_TRUE(body.select_node("nav/a[@href='#history']"));
  EXPECT_FALSE(Body({MakeInputs()[0]}).select_node("//*[.='History']"));
}

TEST_F(MatrixPageTest, NeedsNoOtherFile) {
  Body(MakeInputs());
  for (const char* other : {"src=", "<link", "url(", "@import"}) {
    EXPECT_THAT(text_, Not(HasSubstr(other)));
  }
  EXPECT_THAT(text_, HasSubstr("default-src 'none'"));
  const std::string style = kMatrixStyle, script = kMatrixScript;
  EXPECT_EQ((style + script).find_first_of("<>&"), std::string::npos);
}

TEST_F(MatrixPageTest, LetsNoTextBecomeMarkup) {
  const std::string hostile = "</script><script>alert(1)</script>" + HostileText();
  std::vector<MatrixInput> inputs = MakeInputs();
  inputs[1].report.subject.path = inputs[1].report.subject.package = hostile;
  inputs[1].report.subject.layer = inputs[1].report.subject.kind = hostile;
  CaseResult& violation = inputs[1].report.cases[1];
  violation.reason = violation.observed = violation.violates = hostile;
  inputs[1].report.policies[hostile] = {hostile, hostile, {{hostile, hostile, hostile, {1}}}};
  EXPECT_EQ(Body(inputs).parent().select_nodes("//script").size(), 1u);
}

// The number of elements depends on policies and subjects only.
TEST_F(MatrixPageTest, IsBounded) {
  std::vector<MatrixInput> inputs = {MakeInputs()[0]};
  std::vector<CaseResult>& cases = inputs[0].report.cases;
  const std::size_t few = Body(inputs).select_nodes("//*").size();
  cases.clear();
  for (char a = 'a'; a <= 'z'; ++a) {
    for (char b = 'a'; b <= 'z'; ++b) {
      const std::string name = std::string(100, a) + b;
      cases.push_back(MakeViolation("LLP_LOADER_3/" + name, Verdict::kFail, name));
    }
  }
  const pugi::xml_node body = Body(inputs);
  EXPECT_EQ(body.select_nodes("//div[@class='cause']").size(), kMostCausesOfPolicy);
  EXPECT_TRUE(body.select_node("//p[contains(., 'has 666 more causes')]"));
  EXPECT_LT(body.select_nodes("//*").size(), few + 10 * kMostCausesOfPolicy);
}

}  // namespace
}  // namespace loadstone::matrix_page_test
