// SPDX-License-Identifier: Apache-2.0
#include "harness/case/matcher.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <stdexcept>

namespace loadstone::matcher_test {
namespace {

using Names = std::vector<std::string>;

const Names kNames = {"a", "b", "c"};

std::string Expected(const Matcher& matcher) { return matcher.rule().Describe(); }

TEST(SeenTest, DescribesItself) {
  EXPECT_EQ(Seen("a \" b").Describe(), R"("a \" b")");
  EXPECT_EQ(Seen(-3).Describe(), "-3");
  EXPECT_EQ(Seen(true).Describe(), "true");
  EXPECT_EQ(Seen(Names{}).Describe(), "nothing");
  EXPECT_EQ(Seen(kNames).Describe(), R"("a", "b", "c")");
  EXPECT_EQ(Seen(std::vector<Names>{{"a", "b"}, {}}).Describe(), R"({ "a", "b" }, {})");
  EXPECT_EQ(Seen(std::map<std::string, int>{{"a", 1}}).Describe(), R"(("a", 1))");
  EXPECT_EQ(Seen(std::optional<int>()).Describe(), "nothing");
  EXPECT_EQ(Seen(std::string("two\nlines")).Describe(), R"("two\nlines")");
}

TEST(SeenTest, OfDifferentKindsAreNotCompared) {
  EXPECT_THROW((void)(Seen(1) == Seen("1")), std::logic_error);
  EXPECT_THROW((void)(Seen(true) == Seen(1)), std::logic_error);
  EXPECT_THROW(Contains("a").Matches("a"), std::logic_error);
  EXPECT_THROW(Gt(1).Matches("2"), std::logic_error);
  EXPECT_FALSE(Seen(std::optional<int>()) == Seen(1));
  EXPECT_THROW(Seen(UINT64_MAX), std::out_of_range);
}

TEST(MatcherTest, ComparesAValue) {
  EXPECT_TRUE(Matcher("a").Matches("a"));
  EXPECT_FALSE(Matcher("a").Matches("b"));
  EXPECT_TRUE(Eq(std::optional<int>(7)).Matches(7));
  EXPECT_TRUE(Ne(7).Matches(8));
  EXPECT_FALSE(Ne(7).Matches(7));
  EXPECT_EQ(Expected(Ne(7)), "anything but 7");
  EXPECT_EQ(Expected(Not(Ne(7))), "7");
}

TEST(MatcherTest, ComparesNumbers) {
  EXPECT_TRUE(Lt(3).Matches(2) && Le(3).Matches(3) && Gt(3).Matches(4) && Ge(3).Matches(3));
  EXPECT_FALSE(Lt(3).Matches(3) || Le(3).Matches(4) || Gt(3).Matches(3) || Ge(3).Matches(2));
  EXPECT_EQ(Expected(Lt(3)), "less than 3");
  EXPECT_EQ(Expected(Le(3)), "3 at most");
  EXPECT_EQ(Expected(Gt(3)), "more than 3");
  EXPECT_EQ(Expected(Ge(3)), "3 at least");
}

TEST(MatcherTest, LooksIntoTexts) {
  EXPECT_TRUE(StartsWith("ab").Matches("abc") && EndsWith("bc").Matches("abc") &&
              HasSubstr("b").Matches("abc") && MatchesRegex("a.?c|x").Matches("abc"));
  EXPECT_FALSE(StartsWith("b").Matches("abc") || EndsWith("b").Matches("abc") ||
               HasSubstr("d").Matches("abc") || MatchesRegex("b|x").Matches("abc"));
  EXPECT_EQ(Expected(Not(HasSubstr("b"))), R"(not a text with "b" in it)");
  EXPECT_THROW(MatchesRegex("("), std::logic_error);
}

TEST(MatcherTest, ComparesListsInOrder) {
  EXPECT_TRUE(ElementsAre("a", "b", "c").Matches(kNames));
  EXPECT_FALSE(ElementsAre("a", "c", "b").Matches(kNames));
  EXPECT_FALSE(ElementsAre("a", "b").Matches(kNames));
  EXPECT_TRUE(ElementsAreArray(kNames).Matches(std::array{"a", "b", "c"}));
  EXPECT_TRUE(Matcher(kNames).Matches(kNames));
  EXPECT_TRUE(ElementsAre("a", Not("a"), "c").Matches(kNames));
  EXPECT_EQ(Expected(ElementsAre("a", "b")), R"("a", "b", in this order)");
  EXPECT_EQ(Expected(ElementsAre("a")), R"("a" alone)");
  EXPECT_EQ(Expected(ElementsAre("a", Not("a"))), R"("a", (anything but "a"), in this order)");
}

TEST(MatcherTest, ComparesListsInAnyOrder) {
  EXPECT_TRUE(UnorderedElementsAre("c", "a", "b").Matches(kNames));
  EXPECT_FALSE(UnorderedElementsAre("c", "a", "a").Matches(kNames));
  EXPECT_FALSE(UnorderedElementsAre("c", "a").Matches(kNames));
  // The first matcher matches every element, but each other matcher must still get one.
  EXPECT_TRUE(UnorderedElementsAre(Ne("x"), "a", "b").Matches(kNames));
  EXPECT_TRUE(UnorderedElementsAre(Ne("x"), Ne("c"), "a").Matches(kNames));
  EXPECT_FALSE(UnorderedElementsAre(Ne("x"), "a", "a").Matches(kNames));
  EXPECT_EQ(Expected(UnorderedElementsAre("a", "b")), R"("a", "b", in any order)");
}

TEST(MatcherTest, LooksForElements) {
  EXPECT_TRUE(IsSupersetOf({"c", "a"}).Matches(kNames));
  EXPECT_FALSE(IsSupersetOf({"c", "c"}).Matches(kNames));
  EXPECT_TRUE(Contains("b").Matches(kNames) && Each(Ne("x")).Matches(kNames));
  EXPECT_FALSE(Contains("x").Matches(kNames) || Each(Ne("a")).Matches(kNames));
  EXPECT_TRUE(ContainsOnce("b").Matches(kNames));
  EXPECT_FALSE(ContainsOnce("x").Matches(kNames) || ContainsOnce("b").Matches(Names{"b", "b"}));
  EXPECT_EQ(Expected(ContainsOnce("b")), R"("b" once among them)");
  EXPECT_EQ(Expected(IsSupersetOf({"a", "b"})), R"("a", "b", among others)");
  EXPECT_EQ(Expected(Contains("a")), R"("a" among them)");
  EXPECT_EQ(Expected(Not(Contains("a"))), R"("a" not among them)");
}

TEST(MatcherTest, CountsElements) {
  EXPECT_TRUE(IsEmpty().Matches(Names{}) && IsEmpty().Matches("") && SizeIs(3).Matches(kNames));
  EXPECT_FALSE(IsEmpty().Matches(kNames) || SizeIs(Lt(3)).Matches(kNames));
  EXPECT_EQ(Expected(IsEmpty()), "nothing");
  EXPECT_EQ(Expected(Not(IsEmpty())), "something");
  EXPECT_EQ(Expected(SizeIs(Ge(2))), "a length of 2 at least");
}

TEST(MatcherTest, Combines) {
  EXPECT_TRUE(AnyOf("a", "b").Matches("b") && AllOf(Ne("a"), Ne("b")).Matches("c"));
  EXPECT_FALSE(AnyOf("a", "b").Matches("c") || AllOf(Ne("a"), Ne("b")).Matches("b"));
  EXPECT_EQ(Expected(AnyOf(ElementsAre("a"), IsEmpty(), Contains("b"))),
            R"("a" alone; or nothing; or "b" among them)");
  EXPECT_EQ(Expected(AllOf(Gt(0), Lt(3))), "more than 0; and less than 3");
  EXPECT_TRUE(Contains(Pair("a", Gt(0))).Matches(std::map<std::string, int>{{"a", 1}}));
  EXPECT_FALSE(Contains(Pair("a", Gt(1))).Matches(std::map<std::string, int>{{"a", 1}}));
}

TEST(MatcherTest, CountsWhatIsTooMuchToRead) {
  EXPECT_EQ(Expected(ElementsAreArray(std::vector<int>(20, 7))).substr(39),
            "7, 7, 7 and 4 more, in this order");
}

}  // namespace
}  // namespace loadstone::matcher_test
