// SPDX-License-Identifier: Apache-2.0
#include "harness/policy/print.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <sstream>

namespace loadstone::policy::print_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

Policy Example() {
  Policy policy;
  policy.id = "LS_VK_EXAMPLE_1";
  policy.statement = "A loader does what an example asks of it.";
  policy.sources = {{"LoaderLayerInterface", "1.4.330", "Meta-layers", {9}}};
  policy.platforms = {"linux", "fuchsia"};
  policy.since = Version{1, 3, 234};
  policy.readings = {{"r1", "Either."}};
  return policy;
}

Policy Unobservable() {
  Policy policy = Example();
  policy.id = "LS_VK_EXAMPLE_2";
  policy.since.reset();
  policy.observable = false;
  policy.unobservable = "Nothing shows \"it\".";
  return policy;
}

TEST(ExplainTest, SaysEverything) {
  EXPECT_EQ(Explain(Example(), {"LS_VK_EXAMPLE_1/one", "LS_VK_EXAMPLE_1/two"}),
            "LS_VK_EXAMPLE_1 (vulkan, loader, must)\n"
            "\n"
            "  A loader does what an example asks of it.\n"
            "\n"
            "Source:    LoaderLayerInterface 1.4.330, \"Meta-layers\", paragraph 9\n"
            "Platforms: linux, fuchsia\n"
            "Editions:  1.3.234 and later\n"
            "\n"
            "Accepted readings, where the documents allow several:\n"
            "  - LS_VK_EXAMPLE_1.r1: Either.\n"
            "\n"
            "Cases:\n"
            "  LS_VK_EXAMPLE_1/one\n"
            "  LS_VK_EXAMPLE_1/two\n");
}

TEST(ExplainTest, SaysWhyThereAreNoCases) {
  EXPECT_THAT(Explain(Unobservable(), {}),
              AllOf(HasSubstr("\nCannot be observed:\n  Nothing shows \"it\".\n"),
                    Not(HasSubstr("Cases"))));
  EXPECT_THAT(Explain(Example(), {}), HasSubstr("\nCases: none\n"));
}

TEST(ExplainTest, DescribesVersions) {
  Policy policy = Example();
  policy.until = Version{1, 4, 0};
  EXPECT_THAT(Explain(policy, {}), HasSubstr("Editions:  1.3.234 to 1.4.0\n"));
  policy.since.reset();
  EXPECT_THAT(Explain(policy, {}), HasSubstr("Editions:  up to 1.4.0\n"));
  policy.until.reset();
  EXPECT_THAT(Explain(policy, {}), HasSubstr("Editions:  all\n"));
}

TEST(ExplainTest, JoinsEditionsOfOneSection) {
  Policy policy = Example();
  policy.sources = {{"Layers", "1.3.239", "Meta-layers", {9}, "https://example.org/1.3.239"},
                    {"Layers", "1.4.330", "Meta-layers", {9}, "https://example.org/1.4.330"},
                    {"Layers", "1.4.360", "Meta-layers", {10}}};
  EXPECT_THAT(Explain(policy, {}),
              HasSubstr("Source:    Layers 1.3.239, 1.4.330, \"Meta-layers\", paragraph 9\n"
                        "           https://example.org/1.4.330\n"
                        "Source:    Layers 1.4.360, \"Meta-layers\", paragraph 10\n"));
}

TEST(ExplainTest, JoinsParagraphsThatFollowOneAnother) {
  Policy policy = Example();
  policy.sources[0].paragraphs = {1, 2, 3, 5, 7, 8};
  EXPECT_THAT(Explain(policy, {}), HasSubstr(", paragraphs 1-3, 5, 7-8\n"));
  policy.sources[0].paragraphs = {2, 4};
  EXPECT_THAT(Explain(policy, {}), HasSubstr(", paragraphs 2, 4\n"));
}

TEST(ExplainTest, WrapsAt80ColumnsAndKeepsEveryWord) {
  Policy policy = Example();
  std::string sentence;
  for (int i = 0; i < 60; ++i) sentence += "word" + std::to_string(i) + " ";
  policy.statement = sentence + "end";
  policy.readings = {{"r1", sentence}};
  policy.objections = {{sentence, sentence}};
  policy.notes = {sentence};
  policy.sources[0].section = sentence;
  const std::string text = Explain(policy, {});
  std::istringstream lines(text);
  size_t longest = 0;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 80u) << line;
    EXPECT_FALSE(!line.empty() && line.back() == ' ') << line;
    longest = std::max(longest, line.size());
  }
  EXPECT_GT(longest, 72u);
  EXPECT_THAT(text, HasSubstr("word59"));
  // The lines after the first are indented.
  EXPECT_THAT(text, AllOf(HasSubstr("\n    word"), HasSubstr("\n           word")));
}

TEST(ExplainTest, ShowsObjectionsWithTheirAnswers) {
  Policy policy = Example();
  EXPECT_THAT(Explain(policy, {}), Not(HasSubstr("object")));
  policy.objections = {{"Nobody does that.", "The section says so."}};
  EXPECT_THAT(Explain(policy, {}),
              HasSubstr("Possible objections, in a maintainer's words, and the answers:\n"
                        "  - Nobody does that.\n"
                        "    > The section says so.\n"));
}

TEST(ExplainTest, LineOfExactly80ColumnsStaysWhole) {
  Policy policy = Example();
  policy.statement = std::string(70, 'a') + " " + std::string(7, 'b') + " c";
  EXPECT_THAT(Explain(policy, {}), HasSubstr("a bbbbbbb\n  c\n"));
}

TEST(ExplainTest, WordLongerThanALineStandsAlone) {
  Policy policy = Example();
  policy.statement = "before " + std::string(200, 'x') + " after";
  EXPECT_THAT(Explain(policy, {}),
              HasSubstr("  before\n  " + std::string(200, 'x') + "\n  after\n"));
}

TEST(ListPoliciesTest, IsATable) {
  EXPECT_EQ(ListPolicies({Example(), Unobservable()}, {{"LS_VK_EXAMPLE_1", {"a", "b"}}}),
            "ID               LEVEL  SUBJECT  VERSIONS           CASES         PLATFORMS\n"
            "LS_VK_EXAMPLE_1  must   loader   1.3.234 and later  2             linux,fuchsia\n"
            "LS_VK_EXAMPLE_2  must   loader   all                unobservable  linux,fuchsia\n");
}

TEST(ListPoliciesJsonTest, HasWhatProgramsNeed) {
  const std::string text =
      ListPoliciesJson({Example(), Unobservable()}, {{"LS_VK_EXAMPLE_1", {"a", "b"}}});
  rapidjson::Document list;
  list.Parse(text.c_str());
  ASSERT_FALSE(list.HasParseError());
  ASSERT_TRUE(list.IsArray());
  ASSERT_EQ(list.Size(), 2u);
  EXPECT_STREQ(list[0]["id"].GetString(), "LS_VK_EXAMPLE_1");
  EXPECT_STREQ(list[0]["level"].GetString(), "must");
  EXPECT_STREQ(list[0]["subject"].GetString(), "loader");
  EXPECT_STREQ(list[0]["api"].GetString(), "vulkan");
  EXPECT_STREQ(list[0]["since"].GetString(), "1.3.234");
  EXPECT_TRUE(list[0]["until"].IsNull());
  ASSERT_EQ(list[0]["sources"].Size(), 1u);
  const auto& source = list[0]["sources"][0];
  EXPECT_STREQ(source["document"].GetString(), "LoaderLayerInterface");
  EXPECT_STREQ(source["edition"].GetString(), "1.4.330");
  EXPECT_STREQ(source["section"].GetString(), "Meta-layers");
  ASSERT_EQ(source["paragraphs"].Size(), 1u);
  EXPECT_EQ(source["paragraphs"][0].GetInt(), 9);
  ASSERT_EQ(list[0]["platforms"].Size(), 2u);
  EXPECT_STREQ(list[0]["platforms"][1].GetString(), "fuchsia");
  ASSERT_EQ(list[0]["cases"].Size(), 2u);
  EXPECT_STREQ(list[0]["cases"][1].GetString(), "b");
  EXPECT_FALSE(list[0].HasMember("unobservable"));
  EXPECT_TRUE(list[1]["since"].IsNull());
  EXPECT_EQ(list[1]["cases"].Size(), 0u);
  EXPECT_STREQ(list[1]["unobservable"].GetString(), "Nothing shows \"it\".");
}

TEST(ListPoliciesJsonTest, NoPoliciesIsAnEmptyArray) {
  EXPECT_EQ(ListPoliciesJson({}, {}), "[]\n");
}

}  // namespace
}  // namespace loadstone::policy::print_test
