// SPDX-License-Identifier: Apache-2.0
#include "harness/json/json_object.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace loadstone::json_object_test {
namespace {

TEST(JsonObjectTest, IsEmptyAtFirst) {
  EXPECT_EQ(JsonObject().Line(), "{}");
  EXPECT_FALSE(JsonObject().Has("a"));
}

TEST(JsonObjectTest, SetsEveryKindOfValue) {
  const JsonObject object = JsonObject()
                                .Set("text", "a")
                                .Set("texts", std::vector<std::string>{"b", "c"})
                                .Set("none", std::vector<std::string>{})
                                .Set("object", JsonObject().Set("d", "e"))
                                .SetJson("number", "12")
                                .SetJson("null", "null");
  EXPECT_EQ(
      object.Line(),
      R"({"text":"a","texts":["b","c"],"none":[],"object":{"d":"e"},"number":12,"null":null})");
}

TEST(JsonObjectTest, SettingAgainReplacesInItsPlace) {
  EXPECT_EQ(JsonObject().Set("a", "1").Set("b", "2").SetJson("a", "[]").Line(),
            R"({"a":[],"b":"2"})");
}

TEST(JsonObjectTest, ReversesTheOrderOfItsMembersAlone) {
  const JsonObject inner = JsonObject().Set("b", "1").Set("c", "2");
  EXPECT_EQ(JsonObject().Set("a", "1").Set("d", inner).SetJson("e", "[1,2]").Reverse().Line(),
            R"({"e":[1,2],"d":{"b":"1","c":"2"},"a":"1"})");
  EXPECT_EQ(JsonObject().Reverse().Line(), "{}");
}

TEST(JsonObjectTest, RemovesAMember) {
  const JsonObject object = JsonObject().Set("a", "1").Set("b", "2").Remove("a").Remove("c");
  EXPECT_EQ(object.Line(), R"({"b":"2"})");
  EXPECT_FALSE(object.Has("a"));
  EXPECT_TRUE(object.Has("b"));
}

TEST(JsonObjectTest, MergesAndRemovesWhatIsNull) {
  JsonObject object = JsonObject().Set("a", "1").Set("b", "2");
  object.Merge(R"({"b": null, "c": {"d": [1.5, true]}, "a": "3"})");
  EXPECT_EQ(object.Line(), R"({"a":"3","c":{"d":[1.5,true]}})");
}

TEST(JsonObjectTest, KeepsTextWithEveryCharacter) {
  const std::string text("quote \" backslash \\ zero \0 line\n", 32);
  EXPECT_EQ(JsonObject().Set("a", text).Line(),
            R"({"a":"quote \" backslash \\ zero \u0000 line\n"})");
}

TEST(JsonObjectTest, CopiesAreIndependent) {
  JsonObject first = JsonObject().Set("a", "1");
  JsonObject second = first;
  second.Set("a", "2");
  first = first;  // NOLINT: assigning to itself must do nothing
  EXPECT_EQ(first.Line(), R"({"a":"1"})");
  EXPECT_EQ(second.Line(), R"({"a":"2"})");
  first = second;
  second.Set("a", "3");
  EXPECT_EQ(first.Line(), R"({"a":"2"})");
}

TEST(JsonObjectTest, TextIsForPeople) {
  EXPECT_EQ(JsonObject().Set("a", "1").Text(), "{\n  \"a\": \"1\"\n}");
}

TEST(JsonObjectTest, RefusesWhatIsNoJson) {
  JsonObject object;
  EXPECT_THROW(object.SetJson("a", ""), std::invalid_argument);
  EXPECT_THROW(object.SetJson("a", "{"), std::invalid_argument);
  EXPECT_THROW(object.Merge("[]"), std::invalid_argument);
  EXPECT_THROW(object.Merge("{} x"), std::invalid_argument);
  EXPECT_EQ(object.Line(), "{}");
}

}  // namespace
}  // namespace loadstone::json_object_test
