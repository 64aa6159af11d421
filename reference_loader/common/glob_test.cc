// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/common/glob.h"

#include <gtest/gtest.h>

namespace reference_loader::glob_test {
namespace {

TEST(GlobTest, WholeStringMatchesOnlyItself) {
  EXPECT_TRUE(GlobMatches("VK_LAYER_a", "VK_LAYER_a"));
  EXPECT_FALSE(GlobMatches("VK_LAYER_a", "VK_LAYER_a2"));
  EXPECT_FALSE(GlobMatches("VK_LAYER_a2", "VK_LAYER_a"));
}

TEST(GlobTest, StarAtTheEndsOpensThem) {
  EXPECT_TRUE(GlobMatches("VK_*", "VK_LAYER_a"));
  EXPECT_FALSE(GlobMatches("LAYER*", "VK_LAYER_a"));
  EXPECT_TRUE(GlobMatches("*_a", "VK_LAYER_a"));
  EXPECT_FALSE(GlobMatches("*LAYER", "VK_LAYER_a"));
  EXPECT_TRUE(GlobMatches("*LAYER*", "VK_LAYER_a"));
  EXPECT_FALSE(GlobMatches("*LAYERS*", "VK_LAYER_a"));
}

TEST(GlobTest, StarElsewhereStandsForItself) {
  EXPECT_FALSE(GlobMatches("VK*a", "VK_LAYER_a"));
  EXPECT_TRUE(GlobMatches("VK*a", "VK*a"));
}

TEST(GlobTest, StarsAloneMatchEverything) {
  EXPECT_TRUE(GlobMatches("*", "anything"));
  EXPECT_TRUE(GlobMatches("**", ""));
}

TEST(GlobTest, LetterCaseDoesNotMatter) { EXPECT_TRUE(GlobMatches("*BOB*", "a Bob b")); }

TEST(GlobTest, AnyOfSeveral) {
  EXPECT_TRUE(AnyGlobMatches({"x", "*b"}, "ab"));
  EXPECT_FALSE(AnyGlobMatches({}, "ab"));
}

}  // namespace
}  // namespace reference_loader::glob_test
