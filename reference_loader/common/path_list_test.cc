#include "reference_loader/common/path_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loadstone {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(PathListTest, EmptyElementsDisappear) {
  EXPECT_THAT(SplitList(":/a::/b:", ':'), ElementsAre("/a", "/b"));
  EXPECT_THAT(SplitList("", ':'), IsEmpty());
  EXPECT_THAT(SplitList(":::", ':'), IsEmpty());
}

TEST(PathListTest, SpacesAreOnlyTrimmedWhenAsked) {
  EXPECT_THAT(SplitList(" a , b", ',', true), ElementsAre("a", "b"));
  EXPECT_THAT(SplitList(" a ", ','), ElementsAre(" a "));
}

TEST(PathListTest, JoinedPathsHaveOneSeparator) {
  EXPECT_EQ(JoinPath("/usr/share/", "vulkan"), "/usr/share/vulkan");
  EXPECT_EQ(JoinPath("/", "a"), "/a");
}

TEST(PathListTest, PartsOfAPath) {
  EXPECT_EQ(ParentFolder("/a/b.json"), "/a");
  EXPECT_EQ(ParentFolder("/b.json"), "/");
  EXPECT_EQ(ParentFolder("b.json"), ".");
  EXPECT_EQ(FileName("/a/b.json"), "b.json");
}

TEST(PathListTest, OnlyManifestsEndInJson) {
  EXPECT_TRUE(HasManifestSuffix("a.json"));
  EXPECT_FALSE(HasManifestSuffix("a.json.bak"));
  EXPECT_FALSE(HasManifestSuffix("json"));
}

TEST(PathListTest, LibrariesAreAbsoluteRelativeOrSearchedFor) {
  EXPECT_EQ(ResolveLibraryPath("/m/a.json", "/lib/l.so"), "/lib/l.so");
  EXPECT_EQ(ResolveLibraryPath("/m/a.json", "./l.so"), "/m/./l.so");
  EXPECT_EQ(ResolveLibraryPath("/m/a.json", "../l/l.so"), "/m/../l/l.so");
  EXPECT_EQ(ResolveLibraryPath("/m/a.json", "l.so"), "l.so");
}

}  // namespace
}  // namespace loadstone
