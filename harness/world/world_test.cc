// SPDX-License-Identifier: Apache-2.0
#include "harness/world/world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace loadstone::world_test {
namespace {

using testing::ElementsAre;
using testing::Pair;
using testing::SizeIs;

const Node* Find(const World& world, const std::string& path) {
  for (const Node& node : world.nodes()) {
    if (node.path == path) return &node;
  }
  return nullptr;
}

TEST(WorldTest, HoldsAHomeAndNothingElse) {
  const World world;
  EXPECT_EQ(world.home(), "/home/user");
  EXPECT_THAT(world.environment(), ElementsAre(Pair("HOME", "/home/user")));
  ASSERT_THAT(world.nodes(), SizeIs(1));
  EXPECT_EQ(world.nodes()[0].path, "/home/user");
  EXPECT_EQ(world.nodes()[0].kind, Node::Kind::kDirectory);
  EXPECT_FALSE(world.elevated());
  EXPECT_FALSE(world.application().empty());
}

TEST(WorldTest, KeepsWhatWasAddedInOrder) {
  World world;
  world.Directory("/a", 0700)
      .File("/a/file", std::string("b\0c", 3), 0600)
      .Copy("/a/copy", "mock.so")
      .Symlink("/a/link", "../elsewhere")
      .Fifo("/a/fifo", 0620)
      .Sparse("/a/sparse", 1000);
  ASSERT_THAT(world.nodes(), SizeIs(7));
  EXPECT_EQ(world.nodes()[1].kind, Node::Kind::kDirectory);
  EXPECT_EQ(world.nodes()[1].mode, 0700u);
  EXPECT_EQ(world.nodes()[2].text, std::string("b\0c", 3));
  EXPECT_EQ(world.nodes()[2].mode, 0600u);
  EXPECT_EQ(world.nodes()[3].kind, Node::Kind::kCopy);
  EXPECT_EQ(world.nodes()[3].text, "mock.so");
  EXPECT_EQ(world.nodes()[4].kind, Node::Kind::kSymlink);
  EXPECT_EQ(world.nodes()[4].text, "../elsewhere");
  EXPECT_EQ(world.nodes()[5].kind, Node::Kind::kFifo);
  EXPECT_EQ(world.nodes()[5].mode, 0620u);
  EXPECT_EQ(world.nodes()[6].kind, Node::Kind::kSparse);
  EXPECT_EQ(world.nodes()[6].size, 1000u);
}

TEST(WorldTest, AddingAPathAgainReplacesIt) {
  World world;
  world.File("/a", "first").File("/b", "x").Directory("/a");
  ASSERT_THAT(world.nodes(), SizeIs(3));
  EXPECT_EQ(Find(world, "/a")->kind, Node::Kind::kDirectory);
  EXPECT_EQ(world.nodes().back().path, "/a");
}

TEST(WorldTest, GivesAwayWhatWasAddedLast) {
  World world;
  world.File("/a", "").File("/b", "").OwnedByOtherUser().File("/c", "");
  EXPECT_EQ(Find(world, "/a")->owner, Owner::kApplication);
  EXPECT_EQ(Find(world, "/b")->owner, Owner::kOther);
  EXPECT_EQ(Find(world, "/c")->owner, Owner::kApplication);
}

TEST(WorldTest, PathsMustBeAbsoluteAndPlain) {
  const std::string with_zero("/a\0b", 4);
  for (const std::string& path :
       {std::string(), std::string("/"), std::string("a"), std::string("./a"), std::string("/a/"),
        std::string("//a"), std::string("/a//b"), std::string("/a/../b"), std::string("/.."),
        std::string("/a/."), std::string("/./a"), with_zero}) {
    World world;
    EXPECT_THROW(world.File(path, ""), std::invalid_argument) << path;
    EXPECT_THROW(world.Directory(path), std::invalid_argument) << path;
    EXPECT_THROW(world.Symlink(path, "x"), std::invalid_argument) << path;
    EXPECT_THROW(world.Application(path), std::invalid_argument) << path;
    EXPECT_THROW(world.Home(path), std::invalid_argument) << path;
    EXPECT_THAT(world.nodes(), SizeIs(1)) << path;
  }
}

TEST(WorldTest, UnusualNamesAreGood) {
  World world;
  for (const char* path : {"/...", "/a..b", "/..a", "/a b\n", "/\xff\xfe", "/.hidden"}) {
    EXPECT_NO_THROW(world.File(path, "")) << path;
  }
}

TEST(WorldTest, EnvironmentIsSetReplacedAndUnset) {
  World world;
  world.Env("A", "1").Env("B", "").Env("A", "2").Unset("HOME").Unset("NEVER_SET");
  EXPECT_THAT(world.environment(), ElementsAre(Pair("A", "2"), Pair("B", "")));
}

TEST(WorldTest, RefusesVariablesThatNoEnvironmentCanHold) {
  World world;
  EXPECT_THROW(world.Env("", "x"), std::invalid_argument);
  EXPECT_THROW(world.Env("A=B", "x"), std::invalid_argument);
  EXPECT_THROW(world.Env(std::string("A\0", 2), "x"), std::invalid_argument);
  EXPECT_THROW(world.Env("A", std::string("x\0y", 3)), std::invalid_argument);
  EXPECT_NO_THROW(world.Env("A", "x=y"));
}

TEST(WorldTest, AnotherHome) {
  World world;
  world.Home("/srv/home");
  EXPECT_EQ(world.home(), "/srv/home");
  EXPECT_EQ(world.environment().at("HOME"), "/srv/home");
  ASSERT_NE(Find(world, "/srv/home"), nullptr);
}

TEST(WorldTest, AnotherApplication) {
  World world;
  world.Application("/srv/app").Elevated();
  EXPECT_EQ(world.application(), "/srv/app");
  EXPECT_TRUE(world.elevated());
}

TEST(WorldTest, ManifestsBelowAKeyAreNamedByIt) {
  World world;
  world.File("HKLM\\A/a.json", "1").File("HKLM\\A/a.json", "2").File("HKLM\\A/in/a.json", "");
  EXPECT_EQ(world.nodes().at(1).path, "/manifests/HKLM/A/a.json");
  EXPECT_EQ(World::FolderOf("HKLM\\A"), "/manifests/HKLM/A");
  EXPECT_EQ(World::FolderOf("/a/b"), "/a/b");
  EXPECT_EQ(world.nodes().at(1).text, "2");
  EXPECT_EQ(world.nodes().at(2).path, "/manifests/HKLM/A/in/a.json");
  ASSERT_EQ(world.registry().size(), 1U);
  EXPECT_EQ(world.registry().front().key, "HKLM\\A");
  EXPECT_EQ(world.registry().front().name, "C:\\manifests\\HKLM\\A\\a.json");
  EXPECT_EQ(world.registry().front().data, std::string(4, '\0'));
}

}  // namespace
}  // namespace loadstone::world_test
