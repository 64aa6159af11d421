#include "harness/runner/plain_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace loadstone {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

using Names = std::vector<std::string>;

// The words of GoogleMock itself, so that a new version of it cannot make ours idle unseen.
std::string Described(const testing::Matcher<const Names&>& matcher) {
  std::string text = testing::DescribeMatcher<const Names&>(matcher);
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  return PlainExpected(text);
}

TEST(PlainExpectedTest, ListsWhatMustBeThere) {
  EXPECT_EQ(Described(ElementsAre("a", "b", "c")), R"("a", "b", "c", in this order)");
  EXPECT_EQ(Described(UnorderedElementsAre("a", "b")), R"("a", "b", in any order)");
  EXPECT_EQ(Described(ElementsAre("a")), R"("a" alone)");
  EXPECT_EQ(Described(UnorderedElementsAre("a")), R"("a" alone)");
  EXPECT_EQ(Described(IsEmpty()), "nothing");
}

TEST(PlainExpectedTest, SaysWhatMustBeAmongOthers) {
  EXPECT_EQ(Described(Contains("a")), R"("a" among them)");
  EXPECT_EQ(Described(Not(Contains("a"))), R"("a" not among them)");
}

TEST(PlainExpectedTest, KnowsSingleValues) {
  EXPECT_EQ(PlainExpected(R"(is equal to "a \" b")"), R"("a \" b")");
  EXPECT_EQ(PlainExpected("is equal to -3"), "-3");
}

TEST(PlainExpectedTest, NamesWhatMayStandAmongOthers) {
  EXPECT_EQ(Described(testing::IsSupersetOf({"a", "b"})), R"("a", "b", among others)");
}

TEST(PlainExpectedTest, NamesEachAlternative) {
  EXPECT_EQ(Described(testing::AnyOf(ElementsAre("a) or"), IsEmpty(), Contains("b"))),
            R"-("a) or" alone; or nothing; or "b" among them)-");
}

TEST(PlainExpectedTest, ComparesNumbers) {
  EXPECT_EQ(PlainExpected("is < 3"), "less than 3");
  EXPECT_EQ(PlainExpected("is >= 3"), "3 at least");
}

TEST(PlainExpectedTest, CutsLongLists) {
  const Names many(40, "a");
  EXPECT_THAT(Described(testing::ElementsAreArray(many)),
              testing::EndsWith(R"("a", "a" and 24 more, in this order)"));
}

TEST(PlainExpectedTest, LeavesWhatItDoesNotKnow) {
  for (const char* text :
       {"", "is equal to", R"(is equal to "open)", R"(is equal to "open\)", "has 2 elements where ",
        R"(has 2 elements where element #0 starts with "a", element #1 is equal to "b")",
        "(is empty) or (", "(is empty)", "is < ",
        "a surjection from elements to requirements exists such that: - an element starts with",
        R"(has 1 element that is equal to "a" or is equal to "b")",
        R"(has 2 elements where element #0 is equal to "a"; element #1 is equal to "b")",
        "the application comes to its end"}) {
    EXPECT_EQ(PlainExpected(text), text);
  }
}

TEST(PlainObservedTest, ListsWhatWasThere) {
  EXPECT_EQ(PlainObserved("{}"), "nothing");
  EXPECT_EQ(PlainObserved(R"({ "a", "b" })"), R"("a", "b")");
  EXPECT_EQ(PlainObserved(R"({ "a", "b" }, which has 2 elements)"), R"("a", "b")");
  EXPECT_EQ(PlainObserved(R"({ "a }, who" }, whose element #0 doesn't match)"), R"("a }, who")");
  EXPECT_EQ(PlainObserved("{ 1, 2 }"), "1, 2");
  EXPECT_EQ(PlainObserved("1000 (of type long)"), "1000");
}

TEST(PlainObservedTest, LeavesWhatItDoesNotKnow) {
  for (const char* text : {"", "{", "{ ", "{ }", R"({ "a)",
                           R"({ "a" })"
                           " 4",
                           "{}4", "{ { 1 } }", R"("a")", "it was killed by SIGSEGV"}) {
    EXPECT_EQ(PlainObserved(text), text);
  }
}

}  // namespace
}  // namespace loadstone
