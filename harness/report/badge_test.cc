// SPDX-License-Identifier: Apache-2.0
#include "harness/report/badge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pugixml.hpp>

#include "harness/report/test_matrices.h"

namespace loadstone::badge_test {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> FilesOf(const std::vector<MatrixInput>& inputs) {
  std::vector<std::string> files;
  for (const Badge& badge : MakeBadges(MakeMatrix(inputs))) files.push_back(badge.file);
  return files;
}

TEST(BadgeTest, FileIsNamedForTheSubject) {
  std::vector<MatrixInput> inputs = MakeInputs();
  EXPECT_THAT(FilesOf(inputs), ElementsAre("vulkan-loader-libvulkan.so-1.3.239.0-1.svg",
                                           "vulkan-loader-libvulkan.so-1.4.309.0-1.svg",
                                           "vulkan-loader-libvulkan.so-1.10.0.0-1.svg"));
  EXPECT_THAT(FilesOf({inputs[0]}), ElementsAre("vulkan-loader-libvulkan.so.svg"));
}

TEST(BadgeTest, FileNamesAreSafeAndDifferent) {
  std::vector<MatrixInput> inputs = {MakeInputs()[0], MakeInputs()[0]};
  inputs[0].report.subject.layer = "../../etc/a*b";
  inputs[1].report.subject.layer = "../../etc/a?b";
  EXPECT_THAT(FilesOf(inputs), ElementsAre("vulkan-loader-..-..-etc-a-b-1.10.0.0-1.svg",
                                           "vulkan-loader-..-..-etc-a-b-1.10.0.0-1-2.svg"));
}

std::string TextFor(std::vector<CaseResult> cases, std::size_t not_run = 0) {
  MatrixInput input = MakeInputs()[0];
  input.report.cases = std::move(cases);
  input.report.chosen = input.report.cases.size() + not_run;
  return BadgeText(MakeMatrix({input}).subjects.front());
}

TEST(BadgeTest, ShowsTheWorstResult) {
  const CaseResult pass = MakeCase("LS_A_1/a", Verdict::kPass);
  EXPECT_EQ(TextFor({pass}), "1 passed");
  EXPECT_EQ(TextFor({pass, MakeCase("LS_A_1/b", Verdict::kWaived)}), "1 waived");
  EXPECT_EQ(TextFor({pass, MakeCase("LS_A_1/b", Verdict::kWarn)}), "1 warned");
  EXPECT_EQ(TextFor({pass, MakeCase("LS_A_1/b", Verdict::kError)}), "1 errors");
  EXPECT_EQ(
      TextFor({pass, MakeCase("LS_A_1/b", Verdict::kError), MakeCase("LS_A_1/c", Verdict::kFail)}),
      "1 failed");
}

TEST(BadgeTest, DoesNotPassWhatIsIncomplete) {
  EXPECT_EQ(TextFor({MakeCase("LS_A_1/a", Verdict::kPass)}, 1), "incomplete");
  EXPECT_EQ(TextFor({MakeCase("LS_A_1/a", Verdict::kSkip)}), "incomplete");
  EXPECT_EQ(TextFor({MakeCase("LS_A_1/a", Verdict::kFail)}, 1), "1 failed");
}

TEST(BadgeTest, IsAPictureThatContainsTheText) {
  std::vector<MatrixInput> inputs = {MakeInputs()[1]};
  inputs[0].report.subject.layer = HostileText();
  const Badge badge = MakeBadges(MakeMatrix(inputs)).front();
  pugi::xml_document document;
  ASSERT_TRUE(document.load_buffer(badge.svg.data(), badge.svg.size()));
  const pugi::xml_node svg = document.child("svg");
  EXPECT_STREQ(svg.attribute("xmlns").value(), "http://www.w3.org/2000/svg");
  EXPECT_STREQ(svg.select_node("text[2]").node().child_value(), "1 failed");
  EXPECT_EQ(svg.select_nodes("rect").size(), 2u);
  EXPECT_EQ(svg.attribute("width").as_uint(),
            svg.select_node("rect[1]").node().attribute("width").as_uint() +
                svg.select_node("rect[2]").node().attribute("width").as_uint());
}

}  // namespace
}  // namespace loadstone::badge_test
