// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/support/glob_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loadstone::fuzz::inside::glob_rules_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(GlobRulesTest, FiltersMatch) {
  for (const char* filter : {"abcd", "ABCD", "*", "**", "a*", "*d", "*bc*", "*abcd*", "Ab*"}) {
    EXPECT_TRUE(MatchesFilter(filter, "abcd")) << filter;
  }
  for (const char* filter : {"", "abc", "abcde", "b*", "*c", "*x*", "a*d", "*ab"}) {
    EXPECT_FALSE(MatchesFilter(filter, "abcd")) << filter;
  }
  EXPECT_TRUE(MatchesAnyFilter("x, *d ,", "abcd"));
  EXPECT_FALSE(MatchesAnyFilter(",,", "abcd"));
}

TEST(GlobRulesTest, ListsAreSplit) {
  EXPECT_THAT(ElementsOf("a::b: c", ':', false), ElementsAre("a", "b", " c"));
  EXPECT_THAT(ElementsOf(" a , ,b ", ',', true), ElementsAre("a", "b"));
  EXPECT_THAT(ElementsOf("", ',', true), IsEmpty());
}

}  // namespace
}  // namespace loadstone::fuzz::inside::glob_rules_test
