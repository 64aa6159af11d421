// SPDX-License-Identifier: Apache-2.0
#include "fuzz/shared/break_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace loadstone::fuzz::break_text_test {
namespace {

constexpr char kManifest[] = R"({"layer": {"name": "a", "list": ["b", 1], "c": "1.3.0"}})";

// The results of `count` sequences of numbers for the text.
std::set<std::string> Broken(const std::string& text, int count) {
  std::set<std::string> texts;
  uint64_t state = 1;
  const auto below = [&](size_t bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<size_t>(state >> 33) % bound;
  };
  for (int i = 0; i < count; ++i) texts.insert(BreakText(text, below));
  return texts;
}

bool Any(const std::set<std::string>& texts,
         const std::function<bool(const std::string&)>& wanted) {
  return std::any_of(texts.begin(), texts.end(), wanted);
}

TEST(BreakTextTest, BreaksInEveryWay) {
  const std::set<std::string> texts = Broken(kManifest, 5000);
  const auto marks = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '"');
  };
  const auto has = [&](std::string_view part) {
    return Any(texts, [&](const std::string& text) { return text.find(part) != text.npos; });
  };
  EXPECT_TRUE(Any(
      texts, [&](const std::string& text) { return text.ends_with('"') && marks(text) % 2 == 1; }));
  EXPECT_TRUE(Any(texts, [](const std::string& text) {
    return text.size() == sizeof(kManifest) - 2 && text.back() == '}';
  }));
  EXPECT_TRUE(Any(texts, [](const std::string& text) { return text.ends_with("\\u12"); }));
  EXPECT_TRUE(has("\xc0\xaf"));
  EXPECT_TRUE(has(std::string_view("{\0\"\0", 4)));
  EXPECT_TRUE(has(std::string_view("\0{\0\"", 4)));
  EXPECT_TRUE(has(std::string(1000, '7')));
  EXPECT_TRUE(has(std::string_view("}\0", 2)));
  EXPECT_TRUE(has(R"("name":null,"name":)"));
  EXPECT_TRUE(has("[[[[[[[["));
  EXPECT_TRUE(has(R"({"a":{"a":)"));
  EXPECT_TRUE(
      Any(texts, [](const std::string& text) { return text.starts_with("\xef\xbb\xbf{"); }));
}

TEST(BreakTextTest, TakesWhatIsNoManifest) {
  for (const std::string& text : {std::string(), std::string("\""), std::string(":"),
                                  std::string("\":"), std::string(3, '\0')}) {
    EXPECT_GT(Broken(text, 500).size(), 20u) << text;
  }
}

TEST(BreakTextTest, StaysSmall) {
  for (const std::string& text : Broken(kManifest, 5000)) EXPECT_LT(text.size(), 5000u);
}

TEST(BreakTextTest, SameNumbersGiveTheSameText) {
  EXPECT_EQ(Broken(kManifest, 50), Broken(kManifest, 50));
}

}  // namespace
}  // namespace loadstone::fuzz::break_text_test
