// SPDX-License-Identifier: Apache-2.0
// Manifests of runtimes and of layers.

#include "reference_loader/openxr/manifest.h"

#include <gtest/gtest.h>

#include "reference_loader/common/memory_platform.h"
#include "reference_loader/openxr/layer_manifest.h"
#include "reference_loader/openxr/runtime_manifest.h"

namespace reference_loader::openxr::manifest_test {
namespace {

constexpr char kPath[] = "/folder/a.json";

std::string ManifestWithFormat(const std::string& rest, const std::string& format = "\"1.0.0\"") {
  return R"({"file_format_version": )" + format + ", " + rest + "}";
}

std::optional<RuntimeManifest> ReadRuntime(const std::string& text) {
  MemoryPlatform platform;
  platform.AddFile(kPath, text);
  platform.SetEnvironment("XR_RUNTIME_JSON", kPath);
  const Log log(platform, "test");
  std::optional<RuntimeManifest> runtime = FindActiveRuntime(platform, log);
  EXPECT_EQ(platform.log().empty(), runtime.has_value());
  return runtime;
}

// A layer object with all required members of an explicit layer, except `leaving_out`.
std::string Layer(const std::string& leaving_out, const std::string& more = "") {
  std::string members;
  for (const auto& [name, value] :
       std::vector<std::pair<std::string, std::string>>{{"name", "\"XR_APILAYER_LS_a\""},
                                                        {"library_path", "\"./a.so\""},
                                                        {"api_version", "\"1.0\""},
                                                        {"implementation_version", "\"3\""},
                                                        {"description", "\"text\""}}) {
    if (name != leaving_out) members += "\"" + name + "\": " + value + ", ";
  }
  members += more.empty() ? "\"end\": 0" : more;
  return R"("api_layer": {)" + members + "}";
}

std::optional<LayerManifest> ReadLayer(const std::string& text,
                                       LayerKind kind = LayerKind::kExplicit) {
  MemoryPlatform platform;
  platform.AddFile(kPath, text);
  platform.SetEnvironment("XR_LOADER_DEBUG", "warn");
  const Log log(platform, "test");
  std::optional<LayerManifest> layer = ReadLayerManifest(platform, kPath, kind, log);
  EXPECT_EQ(platform.log().empty(), layer.has_value());
  return layer;
}

TEST(RuntimeManifestTest, FieldsAreRead) {
  auto runtime = ReadRuntime(ManifestWithFormat(R"("runtime": {"library_path": "lib/r.so"})"));
  ASSERT_TRUE(runtime);
  EXPECT_EQ(runtime->library_path, "/folder/lib/r.so");
  EXPECT_EQ(runtime->negotiate_function, "xrNegotiateLoaderRuntimeInterface");
  runtime = ReadRuntime(ManifestWithFormat(
      R"("runtime": {"name": 5, "library_path": "r.so",
         "functions": {"xrNegotiateLoaderRuntimeInterface": "other"}, "VENDOR_x": []})"));
  ASSERT_TRUE(runtime);
  EXPECT_EQ(runtime->library_path, "r.so");
  EXPECT_EQ(runtime->negotiate_function, "other");
}

TEST(RuntimeManifestTest, WhatIsNotARuntimeIsRefused) {
  for (const char* rest : {R"("runtime": {})", R"("runtime": {"library_path": ""})",
                           R"("runtime": {"library_path": 1})", R"("runtime": [])",
                           R"("runtimes": {"library_path": "a"})"}) {
    EXPECT_FALSE(ReadRuntime(ManifestWithFormat(rest))) << rest;
  }
  for (const char* format : {"\"1.0\"", "1.0", "\"2.0.0\"", "null", "\"\""}) {
    EXPECT_FALSE(ReadRuntime(ManifestWithFormat(R"("runtime": {"library_path": "a"})", format)))
        << format;
  }
  for (const char* text : {"", "{", "[]", "null", "\xff\xfe{}", "{\"runtime\": {"}) {
    EXPECT_FALSE(ReadRuntime(text)) << text;
  }
}

TEST(RuntimeManifestTest, FirstManifestCountsEvenIfItIsBroken) {
  MemoryPlatform platform;
  const Log log(platform, "test");
  platform.AddFile("/etc/openxr/1/active_runtime.json",
                   ManifestWithFormat(R"("runtime": {"library_path": "general.so"})"));
  ASSERT_TRUE(FindActiveRuntime(platform, log));
  EXPECT_EQ(FindActiveRuntime(platform, log)->library_path, "general.so");
  platform.AddFile("/etc/openxr/1/active_runtime.x86_64.json",
                   ManifestWithFormat(R"("runtime": {"library_path": "own.so"})"));
#if defined(__x86_64__) && !defined(__ILP32__)
  EXPECT_EQ(FindActiveRuntime(platform, log)->library_path, "own.so");
#endif
  platform.AddFile("/etc/xdg/openxr/1/active_runtime.json", "{");
  EXPECT_FALSE(FindActiveRuntime(platform, log));
}

TEST(LayerManifestTest, FieldsAreRead) {
  const auto layer = ReadLayer(ManifestWithFormat(Layer("", R"(
      "functions": {"xrNegotiateLoaderApiLayerInterface": "other"},
      "instance_extensions": [{"name": "XR_LS_a", "extension_version": "7"},
                              {"name": "XR_LS_b", "extension_version": 8},
                              {"name": "XR_LS_c"}, {"extension_version": "1"}, 5])")));
  ASSERT_TRUE(layer);
  EXPECT_EQ(layer->name, "XR_APILAYER_LS_a");
  EXPECT_EQ(layer->library_path, "/folder/./a.so");
  EXPECT_EQ(layer->api_version, XR_MAKE_VERSION(1, 0, 0));
  EXPECT_EQ(layer->implementation_version, 3u);
  EXPECT_EQ(layer->description, "text");
  EXPECT_EQ(layer->negotiate_function, "other");
  ASSERT_EQ(layer->extensions.size(), 2u);
  EXPECT_EQ(layer->extensions[0].name, "XR_LS_a");
  EXPECT_EQ(layer->extensions[0].version, 7u);
  EXPECT_EQ(layer->extensions[1].version, 8u);
}

TEST(LayerManifestTest, EveryRequiredFieldIsRequired) {
  for (const char* field :
       {"name", "library_path", "api_version", "implementation_version", "description"}) {
    EXPECT_FALSE(ReadLayer(ManifestWithFormat(Layer(field)))) << field;
    const std::string wrong_type = "\"" + std::string(field) + "\": {}";
    EXPECT_FALSE(ReadLayer(ManifestWithFormat(Layer(field, wrong_type)))) << field;
  }
}

TEST(LayerManifestTest, VersionsAreChecked) {
  const auto read = [](const std::string& version) {
    return ReadLayer(
        ManifestWithFormat(Layer("api_version", "\"api_version\": \"" + version + "\"")));
  };
  EXPECT_TRUE(read("1.1"));
  ASSERT_TRUE(read("1.0.20"));
  EXPECT_EQ(read("1.0.20")->api_version, XR_MAKE_VERSION(1, 0, 0));
  for (const char* version : {"0.9", "2.0", "1", "1.", ".0", "1.x", "", "1.70000", "1.0.0.0"}) {
    EXPECT_FALSE(read(version)) << version;
  }
}

TEST(LayerManifestTest, NamesAreBounded) {
  const auto read = [](size_t length) {
    return ReadLayer(
        ManifestWithFormat(Layer("name", "\"name\": \"" + std::string(length, 'x') + "\"")));
  };
  EXPECT_TRUE(read(XR_MAX_API_LAYER_NAME_SIZE - 1));
  EXPECT_FALSE(read(XR_MAX_API_LAYER_NAME_SIZE));
  EXPECT_FALSE(read(0));
}

TEST(LayerManifestTest, ImplicitLayersCanBeSwitchedOffByPresence) {
  EXPECT_FALSE(ReadLayer(ManifestWithFormat(Layer("")), LayerKind::kImplicit));
  const auto layer = ReadLayer(
      ManifestWithFormat(Layer("", R"("enable_environment": "ON", "disable_environment": "OFF")")),
      LayerKind::kImplicit);
  ASSERT_TRUE(layer);
  MemoryPlatform platform;
  EXPECT_FALSE(IsSwitchedOn(platform, *layer));
  platform.SetEnvironment("ON", "");
  EXPECT_TRUE(IsSwitchedOn(platform, *layer));
  platform.SetEnvironment("OFF", "0");
  EXPECT_FALSE(IsSwitchedOn(platform, *layer));
}

}  // namespace
}  // namespace reference_loader::openxr::manifest_test
