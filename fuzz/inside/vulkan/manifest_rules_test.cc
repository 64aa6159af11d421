// SPDX-License-Identifier: Apache-2.0
// Each invariant is tested with a broken answer, which it must reject.

#include "fuzz/inside/vulkan/manifest_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace loadstone::fuzz::inside::manifest_rules_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr char kLayerText[] = R"({"file_format_version": "1.2.0", "layers": [1, {
    "name": "VK_LAYER_LS_a", "type": "GLOBAL", "library_path": "./a.so", "api_version": "1.3.4",
    "implementation_version": "1", "description": "d", "disable_environment": {"LS_OFF": "1"},
    "instance_extensions": [{"name": "VK_LS_x", "spec_version": "1"}]}]})";

vulkan::LayerManifest Layer() {
  vulkan::LayerManifest layer;
  layer.manifest_path = "/etc/vulkan/input.json";
  layer.name = "VK_LAYER_LS_a";
  layer.library_path = "/etc/vulkan/./a.so";
  layer.api_version = {1, 3, 4};
  layer.implicit = true;
  layer.disable_environment = {{"LS_OFF", "1"}};
  layer.instance_extensions = {{"VK_LS_x", 1}};
  return layer;
}

// The complaint about the layer after `change`.
std::string After(const std::function<void(vulkan::LayerManifest*)>& change,
                  const std::string& text = kLayerText) {
  vulkan::LayerManifest layer = Layer();
  change(&layer);
  return CheckVulkanLayers(ManifestText(text), {layer});
}

TEST(VulkanLayerRulesTest, RightAnswersPass) {
  EXPECT_THAT(CheckVulkanLayers(ManifestText(kLayerText), {Layer()}), IsEmpty());
  EXPECT_THAT(CheckVulkanLayers(ManifestText("nonsense"), {}), IsEmpty());
}

TEST(VulkanLayerRulesTest, EveryWrongFieldIsReported) {
  EXPECT_THAT(After([](auto* layer) { layer->name = "other"; }), HasSubstr("in no manifest"));
  EXPECT_THAT(After([](auto* layer) { layer->library_path = "/a.so"; }), HasSubstr("library"));
  EXPECT_THAT(After([](auto* layer) { layer->library_path.clear(); }), HasSubstr("meta-layer"));
  EXPECT_THAT(After([](auto* layer) { layer->api_version = {1, 3, 5}; }), HasSubstr("api_version"));
  EXPECT_THAT(After([](auto* layer) { layer->disable_environment.clear(); }),
              HasSubstr("switched off"));
  EXPECT_THAT(After([](auto* layer) {
                layer->enable_environment = {{"X", ""}};
              }),
              HasSubstr("variables"));
  EXPECT_THAT(After([](auto* layer) {
                layer->instance_extensions = {{"VK_LS_y", 1}};
              }),
              HasSubstr("extensions"));
  EXPECT_THAT(After([](auto* layer) {
                layer->device_extensions = {{"VK_LS_x", 1}};
              }),
              HasSubstr("extensions"));
  EXPECT_THAT(After([](auto* layer) { layer->component_layers = {"VK_LAYER_LS_b"}; }),
              HasSubstr("other layers"));
  EXPECT_THAT(After([](auto* layer) { layer->blacklisted_layers = {"VK_LAYER_LS_b"}; }),
              HasSubstr("other layers"));
}

TEST(VulkanLayerRulesTest, TextsThatGiveNoLayerAreNoticed) {
  const auto same = [](auto*) {};
  const auto with = [](const char* from, const char* to) {
    std::string text = kLayerText;
    return text.replace(text.find(from), std::string(from).size(), to);
  };
  EXPECT_THAT(After(same, "{"), HasSubstr("not JSON"));
  EXPECT_THAT(After(same, with("1.2.0", "2.2.0")), HasSubstr("file_format_version"));
  EXPECT_THAT(After(same, with("GLOBAL", "DEVICE")), HasSubstr("type"));
  EXPECT_THAT(After(same, with("\"description\"", "\"library_arch\": \"32\", \"d\"")),
              HasSubstr("architecture"));
  EXPECT_THAT(After(same, with("\"description\": \"d\"", "\"component_layers\": []")),
              HasSubstr("as well as"));
  EXPECT_THAT(After(
                  [](auto* layer) {
                    layer->api_version = {2, 0, 0};
                  },
                  with("1.3.4", "2.0.0")),
              HasSubstr("incompatible"));
  EXPECT_THAT(CheckVulkanLayers(ManifestText(kLayerText), {Layer(), Layer()}),
              HasSubstr("in no manifest"));
}

TEST(VulkanLayerRulesTest, NamesOfInvalidLengthAreReported) {
  const std::string name(256, 'n');
  const std::string text =
      R"({"file_format_version": "1.2.0", "layer": {"name": ")" + name + R"(", "type": "GLOBAL"}})";
  EXPECT_THAT(After([&](auto* layer) { layer->name = name; }, text), HasSubstr("length"));
}

TEST(VulkanLayerRulesTest, ReadingsAreCompared) {
  const std::vector<vulkan::LayerManifest> layers = {Layer()};
  EXPECT_TRUE(SameLayers(layers, {Layer()}));
  EXPECT_FALSE(SameLayers(layers, {}));
  const auto differs = [&](const std::function<void(vulkan::LayerManifest*)>& change) {
    vulkan::LayerManifest other = Layer();
    change(&other);
    return !SameLayers(layers, {other});
  };
  EXPECT_TRUE(differs([](auto* layer) { layer->description = "x"; }));
  EXPECT_TRUE(differs([](auto* layer) { layer->disable_environment[0].value = "2"; }));
  EXPECT_TRUE(differs([](auto* layer) { layer->instance_extensions[0].spec_version = 2; }));
  EXPECT_TRUE(differs([](auto* layer) { layer->app_keys = {"x"}; }));
}

TEST(VulkanLayerRulesTest, OnlyImplicitLayersAreNoticed) {
  EXPECT_THAT(CheckImplicitAgainstExplicit({Layer()}, {Layer()}), IsEmpty());
  EXPECT_THAT(CheckImplicitAgainstExplicit({}, {Layer()}), IsEmpty());
  EXPECT_THAT(CheckImplicitAgainstExplicit({Layer()}, {}), HasSubstr("only usable"));
  EXPECT_THAT(CheckImplicitAgainstExplicit({Layer(), Layer()}, {Layer()}), Not(IsEmpty()));
}

constexpr char kDriverText[] = R"({"file_format_version": "1.0.1", "ICD": {
    "library_path": "/lib/d.so", "api_version": "1.3.0", "is_portability_driver": true}})";

std::string DriverAfter(const std::function<void(vulkan::DriverManifest*)>& change,
                        const std::string& text = kDriverText) {
  vulkan::DriverManifest driver = {"/etc/d.json", "/lib/d.so", {1, 3, 0}, true};
  change(&driver);
  return CheckVulkanDriver(text, driver);
}

TEST(VulkanDriverRulesTest, EveryWrongAnswerIsReported) {
  const auto same = [](auto*) {};
  EXPECT_THAT(DriverAfter(same), IsEmpty());
  EXPECT_THAT(CheckVulkanDriver("{", std::nullopt), IsEmpty());
  EXPECT_THAT(DriverAfter(same, "{"), HasSubstr("not JSON"));
  EXPECT_THAT(DriverAfter(same, "{}"), HasSubstr("file_format_version"));
  EXPECT_THAT(DriverAfter(same, R"({"file_format_version": "1.0.0"})"), HasSubstr("ICD"));
  EXPECT_THAT(DriverAfter([](auto* driver) { driver->library_path = "d.so"; }),
              HasSubstr("library"));
  EXPECT_THAT(DriverAfter([](auto* driver) {
                driver->api_version = {1, 2, 0};
              }),
              HasSubstr("api_version"));
  EXPECT_THAT(DriverAfter([](auto* driver) { driver->is_portability_driver = false; }),
              HasSubstr("portability"));
  const vulkan::DriverManifest driver = {"/etc/d.json", "/lib/d.so", {1, 3, 0}, true};
  EXPECT_TRUE(SameDriver(driver, driver));
  EXPECT_FALSE(SameDriver(driver, std::nullopt));
}

}  // namespace
}  // namespace loadstone::fuzz::inside::manifest_rules_test
