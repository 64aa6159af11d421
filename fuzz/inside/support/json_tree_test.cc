// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/support/json_tree.h"

#include <gtest/gtest.h>

namespace loadstone::fuzz::inside::json_tree_test {
namespace {

JsonVerdict Parse(std::string_view text) {
  JsonNode tree;
  return ParseJsonTree(text, &tree);
}

TEST(JsonTreeTest, PrintsWhatItParsed) {
  for (const char* text :
       {"null", "true", "false", "0", "-1.5e+7", "\"\"", "[]", "{}", R"(["a",{"b":[1,2]},null])",
        R"({"a":1,"a":2,"":{}})", R"("\u0000\u001f\"\\/")"}) {
    JsonNode tree;
    ASSERT_EQ(ParseJsonTree(text, &tree), JsonVerdict::kTree) << text;
    EXPECT_EQ(PrintJsonTree(tree), text);
  }
}

TEST(JsonTreeTest, DecodesStrings) {
  JsonNode tree;
  ASSERT_EQ(ParseJsonTree(R"("\b\f\n\r\t\/\u0041\u00e9\u20AC\ud83d\ude00")", &tree),
            JsonVerdict::kTree);
  EXPECT_EQ(tree.text, "\b\f\n\r\t/A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
}

TEST(JsonTreeTest, SpaceAndByteOrderMarkMayBeThere) {
  EXPECT_EQ(Parse("\xEF\xBB\xBF \t\r\n{ \"a\" : [ 1 , 2 ] } \n"), JsonVerdict::kTree);
}

TEST(JsonTreeTest, RefusesWhatIsNotJson) {
  for (const char* text : {"",
                           " ",
                           "{",
                           "[1,]",
                           "{\"a\":1,}",
                           "{a:1}",
                           "01",
                           "1.",
                           "+1",
                           "1e",
                           "nul",
                           "'a'",
                           "\"a",
                           "\"\\x\"",
                           "\"\\ud800\"",
                           "\"\\ud800\\u0041\"",
                           "\"\\u12g4\"",
                           "\"\n\"",
                           "[] []",
                           "// a\n1"}) {
    EXPECT_EQ(Parse(text), JsonVerdict::kNotJson) << text;
  }
}

TEST(JsonTreeTest, DepthIsBounded) {
  const std::string deep(kMaximumJsonDepth, '[');
  EXPECT_EQ(Parse(deep + "1" + std::string(kMaximumJsonDepth, ']')), JsonVerdict::kTree);
  EXPECT_EQ(Parse(std::string(100000, '[')), JsonVerdict::kTooDeep);
}

TEST(JsonTreeTest, FirstMemberCounts) {
  JsonNode tree;
  ASSERT_EQ(ParseJsonTree(R"({"a":"x","a":"y","b":1})", &tree), JsonVerdict::kTree);
  EXPECT_EQ(tree.StringOf("a"), "x");
  EXPECT_EQ(tree.StringOf("b"), "");
  ASSERT_EQ(ParseJsonTree(R"({"a":"x\u0000"})", &tree), JsonVerdict::kTree);
  EXPECT_EQ(tree.StringOf("a"), "");
  EXPECT_EQ(tree.Find("c"), nullptr);
  EXPECT_EQ(tree.elements[0].Find("a"), nullptr);
}

}  // namespace
}  // namespace loadstone::fuzz::inside::json_tree_test
