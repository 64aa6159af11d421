// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/support/json_mutator.h"

#include <gtest/gtest.h>

#include <set>

namespace loadstone::fuzz::inside::json_mutator_test {
namespace {

constexpr const char* kVersions[] = {"\"1.0.0\"", "\"1.2.0\""};
constexpr const char* kLists[] = {R"(["a","b"])"};
constexpr Field kFields[] = {{"file_format_version", kVersions}, {"component_layers", kLists}};
constexpr Vocabulary kVocabulary = {kFields};

constexpr char kText[] = R"({"file_format_version":"1.1.0","layer":{"name":"x","list":[1,2,"y"]}})";

std::string Mutated(uint32_t seed) {
  JsonNode tree;
  EXPECT_EQ(ParseJsonTree(kText, &tree), JsonVerdict::kTree);
  JsonMutator(kVocabulary, seed).Mutate(&tree);
  return PrintJsonTree(tree);
}

TEST(JsonMutatorTest, StaysJson) {
  JsonNode tree;
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    EXPECT_EQ(ParseJsonTree(Mutated(seed), &tree), JsonVerdict::kTree) << Mutated(seed);
  }
}

TEST(JsonMutatorTest, SameSeedSameChange) {
  for (uint32_t seed = 0; seed < 50; ++seed) EXPECT_EQ(Mutated(seed), Mutated(seed));
}

TEST(JsonMutatorTest, MakesManyDifferentTextsWithNamesAndValuesOfTheSchema) {
  std::set<std::string> texts;
  bool value = false;
  bool added = false;
  bool removed = false;
  for (uint32_t seed = 0; seed < 1000; ++seed) {
    const std::string text = Mutated(seed);
    texts.insert(text);
    value |= text.find(R"("file_format_version":"1.2.0")") != std::string::npos;
    added |= text.find(R"("component_layers":["a","b"])") != std::string::npos;
    removed |= text.find("\"layer\"") == std::string::npos;
  }
  EXPECT_GT(texts.size(), 500u);
  EXPECT_TRUE(value);
  EXPECT_TRUE(added);
  EXPECT_TRUE(removed);
}

TEST(JsonMutatorTest, NeverGrowsBeyondWhatTheParserReads) {
  JsonNode tree;
  ASSERT_EQ(ParseJsonTree(kText, &tree), JsonVerdict::kTree);
  for (uint32_t seed = 0; seed < 300; ++seed) {
    JsonMutator(kVocabulary, seed).Mutate(&tree);
    const std::string text = PrintJsonTree(tree);
    if (text.size() > 5000 || ParseJsonTree(text, &tree) != JsonVerdict::kTree) {
      ASSERT_EQ(ParseJsonTree(kText, &tree), JsonVerdict::kTree);
    }
  }
}

TEST(JsonMutatorTest, CrossOverTakesAPartOfTheOther) {
  JsonNode other;
  ASSERT_EQ(ParseJsonTree(R"({"of_the_other":1})", &other), JsonVerdict::kTree);
  JsonNode tree;
  ASSERT_EQ(ParseJsonTree(R"({"own":[]})", &tree), JsonVerdict::kTree);
  JsonMutator(kVocabulary, 1).CrossOver(&tree, &other);
  EXPECT_NE(PrintJsonTree(tree), R"({"own":[]})");
}

TEST(JsonMutatorTest, LeavesAreChangedToo) {
  bool changed = false;
  for (uint32_t seed = 0; seed < 20; ++seed) {
    JsonNode leaf;
    JsonMutator(kVocabulary, seed).Mutate(&leaf);
    changed |= leaf != JsonNode();
  }
  EXPECT_TRUE(changed);
}

}  // namespace
}  // namespace loadstone::fuzz::inside::json_mutator_test
