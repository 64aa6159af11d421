// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/support/world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fuzz/inside/support/manifest_text.h"

namespace loadstone::fuzz::inside::world_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(WorldTest, ReadsAllItsParts) {
  const auto world = World::Parse(R"({
      "environment": {"A": "1", "A": "2", "B": 3, "C\u0000": "x"}, "elevated": true,
      "executable": "/x", "files": {"/a.json": {"layer": {"name": "n"}}, "/b.json": "{"},
      "libraries": {"/l.so": {"kind": "layer", "result": -3, "stops": true}, "/m.so": 1},
      "application": {"layers": ["L", 1], "extensions": [], "api_version": "1.2.3"}})");
  ASSERT_TRUE(world);
  EXPECT_EQ(world->Variable("A"), "2");
  EXPECT_EQ(world->Variable("B"), "");
  EXPECT_TRUE(world->machine.elevated);
  EXPECT_EQ(world->machine.files.at("/a.json"), R"({"layer":{"name":"n"}})");
  EXPECT_EQ(world->machine.files.at("/b.json"), "{");
  ASSERT_EQ(world->libraries.size(), 1u);
  EXPECT_EQ(NumberOf(world->libraries[0].behaviour, "result", 0), -3);
  EXPECT_EQ(NumberOf(world->libraries[0].behaviour, "kind", 7), 7);
  EXPECT_TRUE(IsSet(world->libraries[0].behaviour, "stops"));
  EXPECT_THAT(world->machine.layers, ElementsAre("L"));
  EXPECT_EQ(world->api_version, "1.2.3");
  ASSERT_EQ(world->Components("layer").size(), 1u);
  EXPECT_EQ(world->Components("layer")[0].object->StringOf("name"), "n");

  MemoryPlatform machine;
  world->Install(&machine);
  EXPECT_EQ(machine.ReadFile("/b.json", 10), "{");
  EXPECT_EQ(machine.Environment("A"), "2");
  EXPECT_TRUE(machine.Elevated());
}

TEST(WorldTest, NonsenseIsNoWorldOrAnEmptyOne) {
  EXPECT_FALSE(World::Parse(""));
  EXPECT_FALSE(World::Parse("[]"));
  const auto world = World::Parse(R"({"environment": [], "files": 1, "application": "x"})");
  ASSERT_TRUE(world);
  EXPECT_THAT(world->machine.files, IsEmpty());
}

std::vector<std::string> made;

MemoryPlatform::Library Make(int index, const JsonNode& behaviour) {
  made.push_back(std::to_string(index) + std::string(behaviour.StringOf("exports")));
  return {};
}

TEST(WorldTest, LibrariesAreNumberedByKindAndLimited) {
  const auto world = World::Parse(R"({"libraries": {
    "/a.so": {"kind": "layer", "exports": "a"}, "/d.so": {"kind": "driver", "exports": "d"},
    "/a.so": {"exports": "again"}, "/b.so": {"exports": "b"},
    "/e.so": {"kind": "driver", "exports": "beyond"},
    "/c.so": {"kind": "layer", "exports": "beyond"}}})");
  ASSERT_TRUE(world);
  MemoryPlatform machine;
  made.clear();
  EXPECT_THAT(world->InstallLibraries("driver", {1, Make}, {2, Make}, &machine),
              ElementsAre("/a.so", "/b.so"));
  EXPECT_THAT(made, ElementsAre("0d", "0a", "1b"));
}

TEST(WorldTest, TellsTheOracleOfWhatIsPlain) {
  const auto world = World::Parse(R"({"environment": {"HOME": "/home/u"}, "executable": "/x",
      "libraries": {"/a.so": {"kind": "layer"}, "/x/../b.so": {"kind": "layer"}}})");
  ASSERT_TRUE(world);
  const auto installation = world->InstallationWith(world->Layers("driver", 4));
  ASSERT_TRUE(installation);
  EXPECT_EQ(installation->home, "/home/u");
  EXPECT_EQ(installation->executable, "/x");
  ASSERT_EQ(installation->libraries.size(), 1u);
  EXPECT_EQ(installation->libraries.front().path, "/a.so");
  EXPECT_TRUE(world->AllWellBehaved());
  for (const char* odd : {R"({"environment": {"HOME": "home"}})", R"({"files": {"a.json": ""}})",
                          R"({"executable": "x"})"}) {
    EXPECT_FALSE(World::Parse(odd)->InstallationWith({})) << odd;
  }
  EXPECT_FALSE(World::Parse(R"({"libraries": {"/a.so": {"stops": true}}})")->AllWellBehaved());
}

TEST(ManifestTextTest, Versions) {
  VersionParts parts;
  EXPECT_TRUE(IsVersion("1.20.300", &parts));
  EXPECT_THAT(parts, ElementsAre(1, 20, 300));
  for (const char* text : {"", "1", "1.2", "1.2.3.4", "1..2", ".1.2", "1.2.", "1.2.x", "-1.2.3"}) {
    EXPECT_FALSE(IsVersion(text, &parts)) << text;
  }
}

TEST(ManifestTextTest, Libraries) {
  EXPECT_TRUE(IsLibraryOf("/etc/m.json", "/lib/a.so", "/lib/a.so"));
  EXPECT_TRUE(IsLibraryOf("/etc/m.json", "a.so", "a.so"));
  EXPECT_TRUE(IsLibraryOf("/etc/m.json", "./a.so", "/etc/./a.so"));
  EXPECT_FALSE(IsLibraryOf("/etc/m.json", "./a.so", "./a.so"));
  EXPECT_FALSE(IsLibraryOf("/etc/m.json", "a.so", "/etc/a.so"));
}

}  // namespace
}  // namespace loadstone::fuzz::inside::world_test
