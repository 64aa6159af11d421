// SPDX-License-Identifier: Apache-2.0
// Each invariant is tested with a broken answer, which it must reject.

#include "fuzz/inside/openxr/manifest_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace loadstone::fuzz::inside::manifest_rules_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kLayerText[] = R"({"file_format_version": "1.0.0", "api_layer": {
    "name": "A", "library_path": "./a.so", "api_version": "1.0.3", "implementation_version": "1",
    "description": "d", "disable_environment": "A_OFF",
    "instance_extensions": [{"name": "XR_LS_x", "extension_version": "1"}]}})";

std::string After(const std::function<void(openxr::LayerManifest*)>& change,
                  const std::string& text = kLayerText) {
  openxr::LayerManifest layer;
  layer.manifest_path = "/etc/a.json";
  layer.kind = openxr::LayerKind::kImplicit;
  layer.name = "A";
  layer.library_path = "/etc/./a.so";
  layer.api_version = XR_MAKE_VERSION(1, 0, 0);
  layer.implementation_version = 1;
  layer.description = "d";
  layer.negotiate_function = "xrNegotiateLoaderApiLayerInterface";
  layer.disable_environment = "A_OFF";
  layer.extensions = {{"XR_LS_x", 1}};
  const openxr::LayerManifest unchanged = layer;
  change(&layer);
  EXPECT_TRUE(SameLayer(unchanged, unchanged));
  return CheckOpenxrLayer(text, layer);
}

TEST(OpenxrLayerRulesTest, EveryWrongAnswerIsReported) {
  const auto same = [](auto*) {};
  EXPECT_THAT(After(same), IsEmpty());
  EXPECT_THAT(CheckOpenxrLayer("{", std::nullopt), IsEmpty());
  EXPECT_THAT(After(same, "{"), HasSubstr("not JSON"));
  EXPECT_THAT(After(same, "{}"), HasSubstr("format"));
  EXPECT_THAT(After(same, R"({"file_format_version": "1.0.0"})"), HasSubstr("without api_layer"));
  EXPECT_THAT(After([](auto* layer) { layer->name = "B"; }), HasSubstr("name"));
  EXPECT_THAT(After([](auto* layer) { layer->name = std::string(256, 'n'); }), HasSubstr("length"));
  EXPECT_THAT(After([](auto* layer) { layer->library_path = "./a.so"; }), HasSubstr("library"));
  EXPECT_THAT(After([](auto* layer) { layer->api_version = XR_MAKE_VERSION(1, 1, 0); }),
              HasSubstr("api_version"));
  EXPECT_THAT(After([](auto* layer) { layer->description = ""; }), HasSubstr("description"));
  EXPECT_THAT(After([](auto* layer) { layer->negotiate_function = "x"; }), HasSubstr("name"));
  EXPECT_THAT(After([](auto* layer) {
                layer->extensions = {{"XR_LS_y", 1}};
              }),
              HasSubstr("not listed"));
  EXPECT_THAT(After([](auto* layer) { layer->disable_environment = "B_OFF"; }),
              HasSubstr("another variable"));
  EXPECT_THAT(After([](auto* layer) { layer->disable_environment = ""; }),
              HasSubstr("switched off"));
}

TEST(OpenxrLayerRulesTest, ReadingsAreCompared) {
  openxr::LayerManifest one;
  openxr::LayerManifest other;
  other.extensions = {{"XR_LS_x", 1}};
  EXPECT_FALSE(SameLayer(one, other));
  EXPECT_FALSE(SameLayer(one, std::nullopt));
  one.enable_environment = "x";
  EXPECT_FALSE(SameLayer(one, openxr::LayerManifest()));
}

TEST(OpenxrRuntimeRulesTest, EveryWrongAnswerIsReported) {
  const std::string text = R"({"file_format_version": "1.0.0", "runtime": {"library_path": "r.so",
      "functions": {"xrNegotiateLoaderRuntimeInterface": "f"}}})";
  const openxr::RuntimeManifest runtime = {"/etc/r.json", "r.so", "f"};
  EXPECT_THAT(CheckOpenxrRuntime(text, runtime), IsEmpty());
  EXPECT_THAT(CheckOpenxrRuntime("", std::nullopt), IsEmpty());
  EXPECT_THAT(CheckOpenxrRuntime("{", runtime), HasSubstr("not JSON"));
  EXPECT_THAT(CheckOpenxrRuntime("{}", runtime), HasSubstr("format"));
  EXPECT_THAT(CheckOpenxrRuntime(R"({"file_format_version": "1.0.0"})", runtime),
              HasSubstr("without runtime"));
  EXPECT_THAT(CheckOpenxrRuntime(text, {{"/etc/r.json", "/etc/r.so", "f"}}), HasSubstr("library"));
  EXPECT_THAT(CheckOpenxrRuntime(text, {{"/etc/r.json", "r.so", "g"}}), HasSubstr("name"));
  EXPECT_TRUE(SameRuntime(runtime, runtime));
  EXPECT_FALSE(SameRuntime(runtime, std::nullopt));
  EXPECT_FALSE(SameRuntime(runtime, {{"/etc/r.json", "r.so", "g"}}));
}

}  // namespace
}  // namespace loadstone::fuzz::inside::manifest_rules_test
