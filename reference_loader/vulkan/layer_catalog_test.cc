// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/layer_catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference_loader/vulkan/test_manifests.h"

namespace reference_loader::vulkan::layer_catalog_test {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

std::vector<std::string> Names(const LayerCatalog& catalog) {
  std::vector<std::string> names;
  for (const LayerManifest& layer : catalog.layers()) names.push_back(layer.name);
  return names;
}

LayerCatalog Discover(const MemoryPlatform& platform) {
  return DiscoverLayers(platform, Log(platform));
}

void AddMeta(const std::string& name, const std::string& components, MemoryPlatform* platform,
             const std::string& api_version = "1.3.0") {
  platform->AddFile(kExplicitFolder + name + ".json",
                    LayerJson(MetaLayerMembers(name, components, "", api_version)));
}

TEST(LayerCatalogTest, ImplicitLayersComeFirst) {
  MemoryPlatform platform;
  AddExplicit("e", &platform);
  AddImplicit("i", &platform);
  EXPECT_THAT(Names(Discover(platform)), ElementsAre("i", "e"));
}

TEST(LayerCatalogTest, FirstOfAnameCounts) {
  MemoryPlatform platform;
  platform.AddFile("/etc/xdg/vulkan/explicit_layer.d/z.json",
                   LayerJson(LayerMembers("a", R"("description": "first")")));
  AddExplicit("a", &platform, R"("description": "second")");
  const LayerCatalog catalog = Discover(platform);
  EXPECT_THAT(Names(catalog), ElementsAre("a"));
  EXPECT_EQ(catalog.Find("a")->description, "first");
}

TEST(LayerCatalogTest, OthersOfAnameAreFoundAfterTheFirst) {
  MemoryPlatform platform;
  platform.AddFile("/etc/xdg/vulkan/explicit_layer.d/z.json", LayerJson(LayerMembers("a")));
  AddExplicit("a", &platform, R"("description": "second")");
  AddImplicit("a", &platform);
  AddExplicit("b", &platform);
  const LayerCatalog catalog = Discover(platform);
  EXPECT_THAT(Names(catalog), ElementsAre("a", "a", "b"));
  const std::vector<const LayerManifest*> after = catalog.FoundAfter(catalog.layers()[1]);
  ASSERT_EQ(after.size(), 1u);
  EXPECT_EQ(after[0]->description, "second");
  EXPECT_THAT(catalog.FoundAfter(catalog.layers()[0]), IsEmpty());
  EXPECT_THAT(catalog.FoundAfter(catalog.layers()[2]), IsEmpty());
}

TEST(LayerCatalogTest, LayersOfTheExplicitPathAreExplicit) {
  MemoryPlatform platform;
  platform.SetEnvironment("VK_LAYER_PATH", "/p");
  platform.AddFile("/p/a.json", LayerJson(LayerMembers("a", kDisable)));
  ASSERT_NE(Discover(platform).Find("a"), nullptr);
  EXPECT_FALSE(Discover(platform).Find("a")->implicit);
}

TEST(LayerCatalogTest, TellsWhatDisablesAnImplicitLayer) {
  MemoryPlatform platform;
  AddImplicit("i", &platform);
  AddExplicit("e", &platform, kDisable);
  platform.SetEnvironment("VK_LOADER_DEBUG", "layer");
  Discover(platform);
  EXPECT_THAT(platform.log(), Contains(AllOf(HasSubstr("\"i\""), HasSubstr("'OFF'"))));
  EXPECT_THAT(platform.log(), Not(Contains(AllOf(HasSubstr("\"e\""), HasSubstr("'OFF'")))));
}

TEST(LayerCatalogTest, MetaLayerNeedsAllItsComponents) {
  MemoryPlatform platform;
  AddExplicit("a", &platform);
  AddMeta("good", R"("a")", &platform);
  AddMeta("bad", R"("a", "missing")", &platform);
  EXPECT_THAT(Names(Discover(platform)), ElementsAre("a", "good"));
}

TEST(LayerCatalogTest, ComponentsMayNotBeOlder) {
  MemoryPlatform platform;
  AddExplicit("a", &platform);
  AddMeta("newer", R"("a")", &platform, "1.3.200");
  AddMeta("older", R"("a")", &platform, "1.2.0");
  platform.AddFile(std::string(kExplicitFolder) + "old.json",
                   LayerJson(LayerMembers("old", "", "1.1.300")));
  AddMeta("over_old", R"("old")", &platform, "1.2.0");
  EXPECT_THAT(Names(Discover(platform)), ElementsAre("a", "newer", "old", "older"));
}

TEST(LayerCatalogTest, AmetaLayerOfABadOneIsBad) {
  MemoryPlatform platform;
  AddMeta("a_outer", R"("inner")", &platform);
  AddMeta("inner", R"("missing")", &platform);
  EXPECT_THAT(Names(Discover(platform)), IsEmpty());
}

TEST(LayerCatalogTest, LoopsOfMetaLayersEnd) {
  MemoryPlatform platform;
  AddExplicit("a", &platform);
  AddMeta("self", R"("a", "self")", &platform);
  AddMeta("x", R"("a", "y")", &platform);
  AddMeta("y", R"("a", "x")", &platform);
  EXPECT_THAT(Names(Discover(platform)), ElementsAre("a"));
}

TEST(LayerCatalogTest, OverrideLayerAppliesToItsApplications) {
  MemoryPlatform platform;
  AddExplicit("a", &platform);
  AddOverride(R"("a")", &platform, R"("app_keys": ["/usr/bin/one", "/usr/bin/two"])");
  EXPECT_EQ(Discover(platform).OverrideLayer(), nullptr);
  platform.SetExecutablePath("/usr/bin/two");
  EXPECT_NE(Discover(platform).OverrideLayer(), nullptr);
}

TEST(LayerCatalogTest, OverrideLayerWithoutKeysAppliesToAll) {
  MemoryPlatform platform;
  AddExplicit("a", &platform);
  AddOverride(R"("a")", &platform, R"("app_keys": [])");
  EXPECT_NE(Discover(platform).OverrideLayer(), nullptr);
  platform.SetEnvironment("OVERRIDE_OFF", "1");
  EXPECT_EQ(Discover(platform).OverrideLayer(), nullptr);
}

TEST(LayerCatalogTest, TheFirstOverrideLayerThatAppliesIsTheOnlyOne) {
  MemoryPlatform platform;
  AddExplicit("a", &platform);
  AddExplicit("b", &platform);
  AddOverride(R"("a")", &platform);
  platform.AddFile(std::string(kImplicitFolder) + "z_override.json",
                   LayerJson(MetaLayerMembers("VK_LAYER_LUNARG_override", R"("b")", kDisable)));
  const LayerCatalog catalog = Discover(platform);
  EXPECT_THAT(Names(catalog), UnorderedElementsAre("VK_LAYER_LUNARG_override", "a", "b"));
  EXPECT_THAT(catalog.OverrideLayer()->component_layers, ElementsAre("a"));
}

TEST(LayerCatalogTest, OverridePathsReplaceTheExplicitOnes) {
  MemoryPlatform platform;
  platform.SetEnvironment("VK_LAYER_PATH", "/p");
  platform.AddFile("/p/b.json", LayerJson(LayerMembers("b")));
  platform.AddFile("/o/a.json", LayerJson(LayerMembers("a", R"("description": "overridden")")));
  AddImplicit("a", &platform);
  AddOverride(R"("a")", &platform, R"("override_paths": ["/o"])");
  const LayerCatalog catalog = Discover(platform);
  ASSERT_NE(catalog.OverrideLayer(), nullptr);
  EXPECT_EQ(catalog.Find("b"), nullptr);
  EXPECT_EQ(catalog.FindComponent(*catalog.OverrideLayer(), "a")->description, "overridden");
}

TEST(LayerCatalogTest, OverrideLayerIsGoneWhenItsPathsLackAComponent) {
  MemoryPlatform platform;
  AddExplicit("a", &platform);
  platform.AddFile("/o/b.json", LayerJson(LayerMembers("b")));
  AddOverride(R"("a")", &platform, R"("override_paths": ["/o"])");
  const LayerCatalog catalog = Discover(platform);
  EXPECT_EQ(catalog.OverrideLayer(), nullptr);
  EXPECT_THAT(Names(catalog), ElementsAre("a"));
}

TEST(LayerCatalogTest, BlacklistIsThatOfTheOverrideLayer) {
  MemoryPlatform platform;
  AddExplicit("a", &platform);
  AddOverride(R"("a")", &platform, R"("blacklisted_layers": ["x", "y"])");
  EXPECT_TRUE(Discover(platform).IsBlacklisted("y"));
  EXPECT_FALSE(Discover(platform).IsBlacklisted("a"));
  platform.SetEnvironment("OVERRIDE_OFF", "1");
  EXPECT_FALSE(Discover(platform).IsBlacklisted("y"));
}

}  // namespace
}  // namespace reference_loader::vulkan::layer_catalog_test
