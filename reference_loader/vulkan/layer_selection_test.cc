// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/layer_selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference_loader/vulkan/layer_filters.h"
#include "reference_loader/vulkan/test_manifests.h"

namespace reference_loader::vulkan::layer_selection_test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;
using ::testing::Not;

class LayerSelectionTest : public testing::Test {
 protected:
  // The names in the chain of an application that requests `requested`.
  std::vector<std::string> Select(const std::vector<std::string>& requested = {}) {
    const Log log(platform_);
    const LayerCatalog catalog = DiscoverLayers(platform_, log);
    const LayerSelection selection = SelectLayers(platform_, catalog, requested, log);
    missing_ = selection.missing;
    with_meta_layers_.clear();
    for (const LayerManifest* layer : selection.with_meta_layers) {
      with_meta_layers_.push_back(layer->name);
    }
    std::vector<std::string> names;
    for (const ChosenLayer& chosen : selection.layers) names.push_back(chosen.layer->name);
    return names;
  }

  MemoryPlatform platform_;
  std::optional<std::string> missing_;
  std::vector<std::string> with_meta_layers_;
};

TEST_F(LayerSelectionTest, PartsOfTheChainAreInOrder) {
  AddImplicit("implicit", &platform_);
  for (const char* name : {"app", "enabled", "named", "overriding"}) AddExplicit(name, &platform_);
  AddOverride(R"("overriding")", &platform_);
  platform_.SetEnvironment("VK_INSTANCE_LAYERS", "named");
  platform_.SetEnvironment("VK_LOADER_LAYERS_ENABLE", "*nabled");
  EXPECT_THAT(Select({"app"}), ElementsAre("implicit", "overriding", "named", "enabled", "app"));
}

TEST_F(LayerSelectionTest, EachNameOnceAtItsFirstPlace) {
  AddImplicit("i", &platform_);
  AddExplicit("a", &platform_);
  AddExplicit("b", &platform_);
  platform_.SetEnvironment("VK_INSTANCE_LAYERS", "b:b:i");
  EXPECT_THAT(Select({"a", "b", "a", "i"}), ElementsAre("i", "b", "a"));
}

TEST_F(LayerSelectionTest, UnknownNameIsToldOnlyForTheApplication) {
  AddExplicit("a", &platform_);
  platform_.SetEnvironment("VK_INSTANCE_LAYERS", "unknown:a");
  EXPECT_THAT(Select(), ElementsAre("a"));
  EXPECT_EQ(missing_, std::nullopt);
  Select({"a", "x", "y"});
  EXPECT_EQ(missing_, "x");
  Select({"a", ""});
  EXPECT_EQ(missing_, "");
}

TEST_F(LayerSelectionTest, OwnVariablesSwitchAnImplicitLayer) {
  AddImplicit("i", &platform_,
              R"("enable_environment": {"ON": "1"}, "disable_environment": {"OFF": "1"})");
  EXPECT_THAT(Select(), IsEmpty());
  platform_.SetEnvironment("ON", "1");
  EXPECT_THAT(Select(), ElementsAre("i"));
  platform_.SetEnvironment("OFF", "any value");
  EXPECT_THAT(Select(), IsEmpty());
}

TEST_F(LayerSelectionTest, AnEnablingVariableNeedsItsValue) {
  AddImplicit("i", &platform_,
              R"("enable_environment": {"ON": "1"}, "disable_environment": {"OFF": "1"})");
  platform_.SetEnvironment("ON", "2");
  EXPECT_THAT(Select(), IsEmpty());
  platform_.SetEnvironment("ON", "");
  EXPECT_THAT(Select(), IsEmpty());
}

TEST_F(LayerSelectionTest, AnEnablingVariableWithoutAValueNeedsAny) {
  AddImplicit("i", &platform_,
              R"("enable_environment": {"ON": ""}, "disable_environment": {"OFF": "1"})");
  EXPECT_THAT(Select(), IsEmpty());
  platform_.SetEnvironment("ON", "2");
  EXPECT_THAT(Select(), ElementsAre("i"));
}

TEST_F(LayerSelectionTest, CandidatesAreTheLayerAndWhatIsEnabledOfItsName) {
  AddImplicit("a", &platform_);
  const auto add = [this](const char* file, const char* off) {
    platform_.AddFile(
        std::string(kImplicitFolder) + file,
        LayerJson(LayerMembers("a", std::string(R"("description": ")") + file +
                                        R"(", "disable_environment": {")" + off + R"(": "1"})")));
  };
  add("b.json", "OTHER_OFF");
  add("c.json", "OFF");
  platform_.SetEnvironment("OTHER_OFF", "1");
  const LayerCatalog catalog = DiscoverLayers(platform_, Log(platform_));
  const auto candidates = [&](LayerReason reason) {
    std::vector<std::string> descriptions;
    for (const LayerManifest* each : Candidates(platform_, catalog, {catalog.Find("a"), reason})) {
      descriptions.push_back(each->description);
    }
    return descriptions;
  };
  EXPECT_THAT(candidates(LayerReason::kImplicit), ElementsAre("", "c.json"));
  EXPECT_THAT(candidates(LayerReason::kApplication), ElementsAre("", "b.json", "c.json"));
}

TEST_F(LayerSelectionTest, BlanksAroundCommasAreIgnored) {
  for (const char* name : {"a", "b", "c"}) AddExplicit(name, &platform_);
  platform_.SetEnvironment("VK_LOADER_LAYERS_ENABLE", " a , b ");
  EXPECT_THAT(Select(), ElementsAre("a", "b"));
}

TEST_F(LayerSelectionTest, MetaLayersAreReplacedByTheirComponents) {
  for (const char* name : {"a", "b", "c"}) AddExplicit(name, &platform_);
  platform_.AddFile(std::string(kExplicitFolder) + "inner.json",
                    LayerJson(MetaLayerMembers("inner", R"("c", "a")")));
  platform_.AddFile(std::string(kExplicitFolder) + "outer.json",
                    LayerJson(MetaLayerMembers("outer", R"("b", "inner", "b")")));
  EXPECT_THAT(Select({"outer", "a"}), ElementsAre("b", "c", "a"));
  EXPECT_THAT(with_meta_layers_, ElementsAre("outer", "b", "inner", "c", "a"));
}

TEST_F(LayerSelectionTest, ComponentIgnoresItsOwnDisablingVariable) {
  AddImplicit("i", &platform_);
  platform_.AddFile(std::string(kExplicitFolder) + "m.json",
                    LayerJson(MetaLayerMembers("m", R"("i")")));
  platform_.SetEnvironment("OFF", "1");
  EXPECT_THAT(Select(), IsEmpty());
  EXPECT_THAT(Select({"m"}), ElementsAre("i"));
}

TEST_F(LayerSelectionTest, BlacklistBeatsEverything) {
  AddImplicit("i", &platform_);
  for (const char* name : {"a", "b"}) AddExplicit(name, &platform_);
  AddOverride(R"("a", "b")", &platform_, R"("blacklisted_layers": ["i", "b"])");
  platform_.SetEnvironment("VK_INSTANCE_LAYERS", "b:i");
  platform_.SetEnvironment("VK_LOADER_LAYERS_ENABLE", "*");
  EXPECT_THAT(Select({"b", "i"}), ElementsAre("a"));
  EXPECT_EQ(missing_, std::nullopt);
}

TEST_F(LayerSelectionTest, OverriddenComponentTakesThePlaceOfTheOverrideLayer) {
  AddImplicit("a_shared", &platform_);
  AddImplicit("z", &platform_);
  platform_.AddFile("/o/s.json", LayerJson(LayerMembers("a_shared")));
  AddOverride(R"("a_shared")", &platform_, R"("override_paths": ["/o"])");
  EXPECT_THAT(Select(), ElementsAre("z", "a_shared"));
}

TEST_F(LayerSelectionTest, DisablingValuesByKind) {
  AddImplicit("i", &platform_);
  AddExplicit("e", &platform_);
  platform_.SetEnvironment("VK_LOADER_LAYERS_DISABLE", "~implicit~");
  EXPECT_THAT(Select({"e"}), ElementsAre("e"));
  platform_.SetEnvironment("VK_LOADER_LAYERS_DISABLE", "~explicit~");
  EXPECT_THAT(Select({"e"}), ElementsAre("i"));
  platform_.SetEnvironment("VK_LOADER_LAYERS_DISABLE", "x,~all~");
  EXPECT_THAT(Select({"e"}), IsEmpty());
  EXPECT_EQ(missing_, std::nullopt);
  platform_.SetEnvironment("VK_LOADER_LAYERS_DISABLE", "I,*e");
  EXPECT_THAT(Select({"e"}), IsEmpty());
}

TEST_F(LayerSelectionTest, EnablingComesAfterDisabling) {
  AddExplicit("e", &platform_);
  platform_.SetEnvironment("VK_LOADER_LAYERS_DISABLE", "~all~");
  platform_.SetEnvironment("VK_LOADER_LAYERS_ENABLE", "e");
  EXPECT_THAT(Select(), ElementsAre("e"));
}

TEST_F(LayerSelectionTest, InstanceLayersOverrideDisabling) {
  AddExplicit("e", &platform_);
  platform_.SetEnvironment("VK_LOADER_LAYERS_DISABLE", "~all~");
  platform_.SetEnvironment("VK_INSTANCE_LAYERS", "e");
  EXPECT_THAT(Select(), ElementsAre("e"));
}

TEST_F(LayerSelectionTest, AllowingOnlyKeepsFromBeingDisabled) {
  AddImplicit("always", &platform_);
  AddImplicit("sometimes", &platform_,
              R"("enable_environment": {"ON": "1"}, "disable_environment": {"OFF": "1"})");
  AddExplicit("e", &platform_);
  platform_.SetEnvironment("VK_LOADER_LAYERS_DISABLE", "~all~");
  platform_.SetEnvironment("VK_LOADER_LAYERS_ALLOW", "*");
  EXPECT_THAT(Select(), ElementsAre("always"));
  platform_.SetEnvironment("ON", "1");
  EXPECT_THAT(Select({"e"}), ElementsAre("always", "sometimes", "e"));
}

TEST_F(LayerSelectionTest, EnvironmentMayNameImplicitLayers) {
  AddImplicit("i", &platform_, R"("enable_environment": {"ON": "1"}, )" + std::string(kDisable));
  platform_.SetEnvironment("VK_INSTANCE_LAYERS", "i");
  EXPECT_THAT(Select(), ElementsAre("i"));
}

TEST_F(LayerSelectionTest, SaysWhatTheFiltersDid) {
  AddExplicit("on", &platform_);
  AddExplicit("off", &platform_);
  platform_.SetEnvironment("VK_LOADER_DEBUG", "warn");
  platform_.SetEnvironment("VK_LOADER_LAYERS_ENABLE", "on");
  platform_.SetEnvironment("VK_LOADER_LAYERS_DISABLE", "~all~");
  Select();
  EXPECT_THAT(
      platform_.log(),
      Contains("[Vulkan Loader] WARNING | LAYER:  Layer \"on\" force enabled due to env var "
               "'VK_LOADER_LAYERS_ENABLE'"));
  EXPECT_THAT(platform_.log(), Contains("[Vulkan Loader] WARNING | LAYER:  Layer \"off\" disabled "
                                        "because name matches filter of env var "
                                        "'VK_LOADER_LAYERS_DISABLE'"));
  EXPECT_THAT(platform_.log(), Not(Contains(EndsWith("found"))));
}

}  // namespace
}  // namespace reference_loader::vulkan::layer_selection_test
