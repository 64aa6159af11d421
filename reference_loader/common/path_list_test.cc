// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/common/path_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reference_loader::path_list_test {
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

TEST(PathListTest, WindowsHasTwoSeparatorsAndWritesOne) {
  EXPECT_EQ(JoinPath("C:\\a\\/", "\\b.json", kWindowsRules), "C:\\a\\b.json");
  EXPECT_EQ(JoinPath("C:/a", "b/c.json", kWindowsRules), "C:/a\\b/c.json");
  EXPECT_EQ(ParentFolder("C:\\a/b.json", kWindowsRules), "C:\\a");
  EXPECT_EQ(ParentFolder("C:\\b.json", kWindowsRules), "C:");
  EXPECT_EQ(ParentFolder("\\b.json", kWindowsRules), "\\");
  EXPECT_EQ(FileName("C:/a\\b.json", kWindowsRules), "b.json");
  EXPECT_EQ(FileName("C:\\a/b.json", kWindowsRules), "b.json");
}

TEST(PathListTest, OnlyWindowsIgnoresTheCaseOfLetters) {
  EXPECT_TRUE(HasManifestSuffix("A.JSON", kWindowsRules));
  EXPECT_FALSE(HasManifestSuffix("A.JSON"));
  EXPECT_EQ(PathIdentity("C:/A\\b", kWindowsRules), PathIdentity("c:\\a/B", kWindowsRules));
  EXPECT_NE(PathIdentity("C:\\a", kWindowsRules), PathIdentity("C:\\b", kWindowsRules));
  EXPECT_EQ(PathIdentity("/A\\b"), "/A\\b");
}

TEST(PathListTest, AbsolutePathsDependOnNothing) {
  EXPECT_TRUE(IsAbsolutePath("/a"));
  for (const char* path : {"", "a", "./a", "C:\\a"}) EXPECT_FALSE(IsAbsolutePath(path)) << path;
  for (const char* path :
       {"A:\\a", "C:\\a", "Z:/a", "a:\\a", "z:/a", "\\\\host\\share\\a", "//host/share/a"}) {
    EXPECT_TRUE(IsAbsolutePath(path, kWindowsRules)) << path;
  }
  for (const char* path : {"", "a", ".\\a", "\\a", "/a", "C:", "C:a", "1:\\a", "\\", "@:\\a",
                           "[:\\a", "`:\\a", "{:\\a"}) {
    EXPECT_FALSE(IsAbsolutePath(path, kWindowsRules)) << path;
  }
  // Text after the end of the string_view is not part of the path.
  EXPECT_FALSE(IsAbsolutePath(std::string_view("C:\\a", 2), kWindowsRules));
}

TEST(PathListTest, LibrariesOnWindowsMayHaveADrive) {
  const char* const manifest = "C:\\m\\a.json";
  for (const char* path :
       {"D:\\l.dll", "D:/l.dll", "D:l.dll", "\\l.dll", "\\\\h\\s\\l.dll", "l.dll"}) {
    EXPECT_EQ(ResolveLibraryPath(manifest, path, kWindowsRules), path);
  }
  EXPECT_EQ(ResolveLibraryPath(manifest, ".\\l.dll", kWindowsRules), "C:\\m\\.\\l.dll");
  EXPECT_EQ(ResolveLibraryPath(manifest, "../l/l.dll", kWindowsRules), "C:\\m\\../l/l.dll");
  EXPECT_EQ(ResolveLibraryPath("C:\\a.json", "l/l.dll", kWindowsRules), "C:\\l/l.dll");
  // A backslash is part of a file name on Linux.
  EXPECT_EQ(ResolveLibraryPath("/m/a.json", "l\\l.so"), "l\\l.so");
  EXPECT_EQ(ResolveLibraryPath("/m/a.json", "D:/l.so"), "/m/D:/l.so");
}

}  // namespace
}  // namespace reference_loader::path_list_test
