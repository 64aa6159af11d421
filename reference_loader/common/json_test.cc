// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/common/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference_loader/common/memory_platform.h"

namespace reference_loader::json_test {
namespace {

using ::testing::ElementsAre;

std::unique_ptr<JsonDocument> Parse(const std::string& text) {
  std::string error;
  auto document = JsonDocument::Parse(text, &error);
  EXPECT_EQ(document == nullptr, !error.empty()) << error;
  return document;
}

TEST(JsonTest, ReadsValuesByType) {
  const auto document =
      Parse(R"({"s": "x", "b": true, "n": 7, "t": "8", "l": ["a", 1, "b"], "o": {"k": "v"}})");
  ASSERT_NE(document, nullptr);
  const JsonValue root = document->Root();
  EXPECT_EQ(root.Get("s").String(), "x");
  EXPECT_EQ(root.Get("b").Boolean(), true);
  EXPECT_EQ(root.Get("n").Unsigned(), 7u);
  EXPECT_EQ(root.Get("t").Unsigned(), 8u);
  EXPECT_THAT(root.Get("l").Strings(), ElementsAre("a", "b"));
  ASSERT_EQ(root.Get("o").Members().size(), 1u);
  EXPECT_EQ(root.Get("o").Members()[0].first, "k");
}

TEST(JsonTest, AbsenceAndOtherTypesAreHarmless) {
  const auto document = Parse(R"({"n": -1, "s": []})");
  ASSERT_NE(document, nullptr);
  const JsonValue root = document->Root();
  EXPECT_FALSE(root.Get("x").Get("y").IsPresent());
  EXPECT_FALSE(root.Get("n").Unsigned());
  EXPECT_FALSE(root.Get("s").String());
  EXPECT_TRUE(root.Get("n").Elements().empty());
  EXPECT_FALSE(root.Get("s").Get("k").IsPresent());
}

TEST(JsonTest, StringsWithZeroBytesAreNoStrings) {
  const auto document = Parse("{\"s\": \"a\\u0000b\"}");
  ASSERT_NE(document, nullptr);
  EXPECT_FALSE(document->Root().Get("s").String());
}

TEST(JsonTest, FirstOfSeveralMembersCounts) {
  const auto document = Parse(R"({"a": 1, "a": 2})");
  ASSERT_NE(document, nullptr);
  EXPECT_EQ(document->Root().Get("a").Unsigned(), 1u);
}

TEST(JsonTest, ByteOrderMarkIsSkipped) { EXPECT_NE(Parse("\xEF\xBB\xBF{}"), nullptr); }

TEST(JsonTest, PartsOfAByteOrderMarkAreRefused) {
  for (const char* part : {"\xEF", "\xBB", "\xBF", "\xEF\xBB", "\xEF\xBF", "\xBB\xBF",
                           "\xEF\xBB\xBF\xBF", "\xEF\xBB\xBF\xEF\xBB\xBF"}) {
    EXPECT_EQ(Parse(std::string(part) + "{}"), nullptr);
  }
}

TEST(JsonTest, RefusesWhatIsNotJson) {
  for (const char* text : {"", " ", "{", "{\"a\":}", "{} {}", "[1,]", "/* */ {}"}) {
    EXPECT_EQ(Parse(text), nullptr) << text;
  }
}

TEST(JsonTest, ZeroBytesDoNotEndTheText) {
  EXPECT_EQ(Parse(std::string("{}\0", 3)), nullptr);
  EXPECT_EQ(Parse(std::string("{}\0]", 4)), nullptr);
  EXPECT_EQ(Parse(std::string("\0{}", 3)), nullptr);
}

std::string Nested(size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(JsonTest, NestingIsBounded) {
  EXPECT_NE(Parse(Nested(1000)), nullptr);
  EXPECT_EQ(Parse(Nested(1001)), nullptr);
  EXPECT_EQ(Parse(std::string(1000000, '[')), nullptr);
  const std::string objects = R"({"a": )" + Nested(999) + R"(, "b": )" + Nested(999) + "}";
  EXPECT_NE(Parse(objects), nullptr);
}

TEST(JsonTest, BracketsInStringsNestNothing) {
  EXPECT_NE(Parse(R"(["\\", "\"", ")" + std::string(2000, '[') + "\"]"), nullptr);
}

TEST(JsonTest, FilesAreBounded) {
  MemoryPlatform platform;
  platform.AddFile("/small.json", "{}");
  platform.AddFile("/large.json", "{}" + std::string(kMaximumManifestSize, ' '));
  std::string error;
  EXPECT_NE(JsonDocument::Read(platform, "/small.json", &error), nullptr);
  EXPECT_EQ(JsonDocument::Read(platform, "/large.json", &error), nullptr);
  EXPECT_FALSE(error.empty());
}

}  // namespace
}  // namespace reference_loader::json_test
