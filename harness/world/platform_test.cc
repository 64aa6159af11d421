#include "harness/world/platform.h"

#include <gtest/gtest.h>

namespace loadstone {
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

TEST(PlatformTest, ListsOfPathsKeepTheirElements) {
  EXPECT_EQ(NativeList(For("windows"), "/a:/b"), "C:\\a;C:\\b");
  EXPECT_EQ(NativeList(For("windows"), "::/a: :"), ";;C:\\a; ;");
  EXPECT_EQ(NativeList(For("windows"), ""), "");
}

TEST(PlatformTest, TheActiveRuntimeIsAText) {
  World world;
  AddActiveRuntime(world, For("windows"), "HKLM\\A", "a.json", "{}");
  ASSERT_EQ(world.registry().size(), 1U);
  EXPECT_EQ(world.registry().front().name, "ActiveRuntime");
  EXPECT_EQ(world.registry().front().type, 1U);
}

TEST(PlatformTest, ListVariablesBecomeNative) {
  World world;
  world.Env("VK_LAYER_PATH", "/a:/b").Env("VK_INSTANCE_LAYERS", "a:b").Env("A", "/a:/b");
  MakeListVariablesNative(world, For("windows"));
  EXPECT_EQ(world.environment().at("VK_LAYER_PATH"), "C:\\a;C:\\b");
  EXPECT_EQ(world.environment().at("VK_INSTANCE_LAYERS"), "a;b");
  EXPECT_EQ(world.environment().at("A"), "/a:/b");
}

}  // namespace
}  // namespace loadstone
