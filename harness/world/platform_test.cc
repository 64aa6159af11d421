// SPDX-License-Identifier: Apache-2.0
#include "harness/world/platform.h"

#include <gtest/gtest.h>

namespace loadstone::platform_test {
namespace {

Subject For(const std::string& platform) {
  Subject subject;
  subject.platform = platform;
  return subject;
}

TEST(PlatformTest, PathsOfLinuxStayAsTheyAre) {
  EXPECT_EQ(NativePath(For("linux"), "/a/b"), "/a/b");
  EXPECT_EQ(NativeList(For("linux"), "/a:/b"), "/a:/b");
  EXPECT_EQ(LibraryFile(For("linux"), "a"), "liba.so");
}

TEST(PlatformTest, PathsOfWindowsHaveADriveAndBackslashes) {
  EXPECT_EQ(NativePath(For("windows"), "/a/b c"), "C:\\a\\b c");
  EXPECT_EQ(NativePath(For("windows"), "a/b"), "a/b") << "no absolute path, and left alone";
  EXPECT_EQ(LibraryFile(For("windows"), "a"), "a.dll");
}

TEST(PlatformTest, LibrariesOfWindowsAreDlls) {
  EXPECT_EQ(NativeLibraryPath(For("windows"), "./a b/c.so"), ".\\a b\\c.dll");
  EXPECT_EQ(NativeLibraryPath(For("windows"), "/a/c.so"), "C:\\a\\c.dll");
  EXPECT_EQ(NativeLibraryPath(For("linux"), "./a/c.so"), "./a/c.so");
  EXPECT_EQ(WithLibrarySuffix(For("windows"), "/a/c.so"), "/a/c.dll");
  EXPECT_EQ(WithLibrarySuffix(For("windows"), "/a/c.dat"), "/a/c.dat");
}

TEST(PlatformTest, ListsOfPathsKeepTheirElements) {
  EXPECT_EQ(NativeList(For("windows"), "/a:/b"), "C:\\a;C:\\b");
  EXPECT_EQ(NativeList(For("windows"), "::/a: :"), ";;C:\\a; ;");
  EXPECT_EQ(NativeList(For("windows"), ""), "");
  EXPECT_EQ(NativeList(For("windows"), "C:\\a:b;D:\\c"), "C:\\a:b;D:\\c") << "native already";
}

TEST(PlatformTest, TheActiveRuntimeIsAText) {
  World world;
  AddActiveRuntime(world, "HKLM\\A", "a.json", "{}");
  ASSERT_EQ(world.registry().size(), 1U);
  EXPECT_EQ(world.registry().front().name, "ActiveRuntime");
  EXPECT_EQ(world.registry().front().type, 1U);
}

TEST(PlatformTest, ManifestsOfSeveralKeysAreSeveralFiles) {
  World world;
  AddActiveRuntime(world, "HKLM\\A", "a.json", "{}");
  AddActiveRuntime(world, "HKCU\\A", "a.json", "{}");
  EXPECT_NE(world.registry().front().data, world.registry().back().data);
}

TEST(PlatformTest, ARuntimeInAFolderIsNoActiveOne) {
  World world;
  AddActiveRuntime(world, "/opt/a", "a.json", "{}");
  EXPECT_EQ(world.nodes().back().path, "/opt/a/a.json");
  EXPECT_TRUE(world.registry().empty());
}

TEST(PlatformTest, VariablesBecomeNative) {
  World world;
  world.Env("VK_LAYER_PATH", "/a:/b").Env("VK_INSTANCE_LAYERS", "a:b").Env("A", "/a:/b");
  world.Env("XR_RUNTIME_JSON", "/a b:/c.json");
  MakeVariablesNative(world, For("windows"));
  EXPECT_EQ(world.environment().at("VK_LAYER_PATH"), "C:\\a;C:\\b");
  EXPECT_EQ(world.environment().at("VK_INSTANCE_LAYERS"), "a;b");
  EXPECT_EQ(world.environment().at("XR_RUNTIME_JSON"), "C:\\a b:\\c.json") << "one path";
  EXPECT_EQ(world.environment().at("A"), "/a:/b");
}

}  // namespace
}  // namespace loadstone::platform_test
