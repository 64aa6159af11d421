// SPDX-License-Identifier: Apache-2.0
#include "harness/world/vulkan_components.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidjson/document.h>

namespace loadstone::vulkan_components_test {
namespace {

using testing::ElementsAre;

// Parses the manifest of a layer or a driver; the library is "/lib.so" and the version "1.3.0".
rapidjson::Document Parse(const std::string& text) {
  rapidjson::Document json;
  json.Parse(text.c_str());
  EXPECT_FALSE(json.HasParseError()) << text;
  return json;
}

rapidjson::Document Manifest(const Layer& layer) {
  return Parse(layer.ManifestText("/lib.so", "1.3.0"));
}

std::vector<std::string> Strings(const rapidjson::Value& list) {
  std::vector<std::string> strings;
  for (const auto& element : list.GetArray()) strings.push_back(element.GetString());
  return strings;
}

TEST(LayerTest, IsExplicitAndCompleteWithoutFurtherWords) {
  const Layer layer("VK_LAYER_LS_a");
  EXPECT_FALSE(layer.implicit());
  EXPECT_FALSE(layer.meta());
  EXPECT_EQ(layer.who(), "VK_LAYER_LS_a");
  EXPECT_EQ(layer.binary(), "vulkan_layer");
  EXPECT_EQ(layer.folder(), "");
  EXPECT_EQ(layer.manifest_file(), "VK_LAYER_LS_a.json");
  const auto json = Manifest(layer);
  EXPECT_TRUE(json["file_format_version"].IsString());
  EXPECT_STREQ(json["layer"]["name"].GetString(), "VK_LAYER_LS_a");
  EXPECT_STREQ(json["layer"]["type"].GetString(), "INSTANCE");
  EXPECT_STREQ(json["layer"]["library_path"].GetString(), "/lib.so");
  EXPECT_STREQ(json["layer"]["api_version"].GetString(), "1.3.0");
  EXPECT_TRUE(json["layer"].HasMember("implementation_version"));
  EXPECT_TRUE(json["layer"].HasMember("description"));
  EXPECT_FALSE(json["layer"].HasMember("disable_environment"));
}

TEST(LayerTest, ImplicitOneCanAlwaysBeDisabled) {
  const Layer layer = Layer("VK_LAYER_LS_a").Implicit();
  EXPECT_TRUE(layer.implicit());
  EXPECT_EQ(layer.DisableVariable(), "DISABLE_VK_LAYER_LS_a");
  const auto json = Manifest(layer);
  EXPECT_STREQ(json["layer"]["disable_environment"]["DISABLE_VK_LAYER_LS_a"].GetString(), "1");
}

TEST(LayerTest, ImplicitOneUnlessTold) {
  EXPECT_FALSE(
      Manifest(Layer("a").Implicit().NotDisablable())["layer"].HasMember("disable_environment"));
  EXPECT_TRUE(
      Manifest(Layer("a").Implicit().DisabledBy("NO_A"))["layer"]["disable_environment"].HasMember(
          "NO_A"));
}

TEST(LayerTest, EnabledByAVariable) {
  const auto json = Manifest(Layer("a").Implicit().EnabledBy("WITH_A", "yes"));
  EXPECT_STREQ(json["layer"]["enable_environment"]["WITH_A"].GetString(), "yes");
}

TEST(LayerTest, MetaLayerHasComponentsAndNoLibrary) {
  const Layer layer = Layer::Meta("VK_LAYER_LS_meta", {"b", "c"});
  EXPECT_TRUE(layer.meta());
  EXPECT_FALSE(layer.implicit());
  const auto json = Manifest(layer);
  EXPECT_THAT(Strings(json["layer"]["component_layers"]), ElementsAre("b", "c"));
  EXPECT_FALSE(json["layer"].HasMember("library_path"));
}

TEST(LayerTest, OverrideLayerIsAnImplicitMetaLayer) {
  const Layer layer =
      Layer::Override({"b"}).AppKeys({"/opt/app"}).OverridePaths({"/opt/layers"}).Blacklist({"x"});
  EXPECT_TRUE(layer.meta() && layer.implicit());
  const auto json = Manifest(layer);
  EXPECT_STREQ(json["layer"]["name"].GetString(), kOverrideLayer);
  EXPECT_THAT(Strings(json["layer"]["app_keys"]), ElementsAre("/opt/app"));
  EXPECT_THAT(Strings(json["layer"]["override_paths"]), ElementsAre("/opt/layers"));
  EXPECT_THAT(Strings(json["layer"]["blacklisted_layers"]), ElementsAre("x"));
  EXPECT_TRUE(json["layer"].HasMember("disable_environment"));
}

TEST(LayerTest, ManifestChangesComeInOrderAndCanRemove) {
  const auto json =
      Manifest(Layer("a")
                   .Manifest(R"({"api_version": "9.9.9", "x": 1})")
                   .Manifest(R"({"x": 2, "description": null, "library_path": null})"));
  EXPECT_STREQ(json["layer"]["api_version"].GetString(), "9.9.9");
  EXPECT_EQ(json["layer"]["x"].GetInt(), 2);
  EXPECT_FALSE(json["layer"].HasMember("description"));
  EXPECT_FALSE(json["layer"].HasMember("library_path"));
}

TEST(LayerTest, VersionsOfItsOwn) {
  const auto json = Manifest(Layer("a").Api("1.1.5").FileFormat("1.0.0"));
  EXPECT_STREQ(json["layer"]["api_version"].GetString(), "1.1.5");
  EXPECT_STREQ(json["file_format_version"].GetString(), "1.0.0");
}

TEST(LayerTest, RawManifestIsTakenAsItIs) {
  const std::string text("{\0broken", 8);
  EXPECT_EQ(Layer("a").RawManifest(text).Manifest("{}").ManifestText("/lib.so", "1.3.0"), text);
  EXPECT_EQ(Layer("a").RawManifest("").ManifestText("/lib.so", "1.3.0"), "");
}

TEST(LayerTest, StandsWhereItIsTold) {
  const Layer layer = Layer("a").In("/x").ManifestFile("b.json").Binary("variant").Who("c");
  EXPECT_EQ(layer.folder(), "/x");
  EXPECT_EQ(layer.manifest_file(), "b.json");
  EXPECT_EQ(layer.binary(), "variant");
  EXPECT_EQ(layer.who(), "c");
}

TEST(LayerTest, BehaviourIsGathered) {
  const Layer layer = Layer("a").Behaviour(R"({"x": 1})").Behaviour(R"({"y": 2, "x": null})");
  EXPECT_EQ(layer.behaviour().Line(), R"({"y":2})");
}

TEST(DriverTest, IsCompleteWithoutFurtherWords) {
  const Driver driver("driver");
  EXPECT_EQ(driver.binary(), "vulkan_driver");
  const auto json = Parse(driver.ManifestText("/driver.so"));
  EXPECT_TRUE(json["file_format_version"].IsString());
  EXPECT_STREQ(json["ICD"]["library_path"].GetString(), "/driver.so");
  EXPECT_TRUE(json["ICD"]["api_version"].IsString());
}

TEST(DriverTest, CanBeChanged) {
  const Driver driver =
      Driver("d").Manifest(R"({"api_version": null})").In("/x").Binary("v").Behaviour(R"({"a":1})");
  EXPECT_FALSE(Parse(driver.ManifestText("/d.so"))["ICD"].HasMember("api_version"));
  EXPECT_EQ(driver.folder(), "/x");
  EXPECT_EQ(driver.binary(), "v");
  EXPECT_EQ(driver.behaviour().Line(), R"({"a":1})");
}

}  // namespace
}  // namespace loadstone::vulkan_components_test
