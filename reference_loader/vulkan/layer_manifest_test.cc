// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/layer_manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference_loader/vulkan/test_manifests.h"

namespace reference_loader::vulkan::layer_manifest_test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<LayerManifest> Read(const std::string& json, bool implicit = false) {
  MemoryPlatform platform;
  platform.AddFile("/m/a.json", json);
  return ReadLayerManifest(platform, "/m/a.json", implicit, Log(platform));
}

TEST(LayerManifestTest, ReadsEveryField) {
  const auto layers = Read(R"({"file_format_version": "1.2.1", "layer": {
      "name": "VK_LAYER_a", "type": "INSTANCE", "library_path": "./a.so", "library_arch": "64",
      "api_version": "1.2.3", "implementation_version": "7", "description": "about",
      "functions": {"vkNegotiateLoaderLayerInterfaceVersion": "Negotiate",
                    "vkGetInstanceProcAddr": "Ignored"},
      "instance_extensions": [{"name": "VK_x", "spec_version": "3"}, {"spec_version": "1"}],
      "device_extensions": [{"name": "VK_y", "spec_version": 4}],
      "enable_environment": {"ON": "1"}, "disable_environment": {"OFF": "1"},
      "pre_instance_functions": {"vkEnumerateInstanceVersion": "Version"}}})",
                           true);
  ASSERT_THAT(layers, SizeIs(1));
  const LayerManifest& layer = layers[0];
  EXPECT_EQ(layer.name, "VK_LAYER_a");
  EXPECT_EQ(layer.library_path, "/m/./a.so");
  EXPECT_EQ(layer.api_version, (Version{1, 2, 3}));
  EXPECT_EQ(layer.implementation_version, 7u);
  EXPECT_EQ(layer.description, "about");
  EXPECT_EQ(layer.negotiate_function, "Negotiate");
  EXPECT_EQ(layer.get_instance_proc_addr_function, "vkGetInstanceProcAddr");
  ASSERT_THAT(layer.instance_extensions, SizeIs(1));
  EXPECT_EQ(layer.instance_extensions[0].spec_version, 3u);
  ASSERT_THAT(layer.device_extensions, SizeIs(1));
  EXPECT_EQ(layer.device_extensions[0].spec_version, 4u);
  ASSERT_THAT(layer.enable_environment, SizeIs(1));
  EXPECT_EQ(layer.enable_environment[0].variable, "ON");
  EXPECT_EQ(layer.pre_instance.enumerate_version, "Version");
  EXPECT_FALSE(layer.IsMetaLayer());
}

TEST(LayerManifestTest, ReadsSeveralLayersAndSkipsOnlyTheBad) {
  const std::string bad = R"({"type": "GLOBAL"}, 5, )";
  const auto layers =
      Read(R"({"file_format_version": "1.0.1", "layers": [)" + bad + "{" + R"("type": "GLOBAL", )" +
           LayerMembers("a") + R"(}, {"type": "GLOBAL", )" + LayerMembers("b") + "}]}");
  ASSERT_THAT(layers, SizeIs(2));
  EXPECT_EQ(layers[0].name, "a");
  EXPECT_EQ(layers[1].name, "b");
}

TEST(LayerManifestTest, SkipsWhatIsNoLayerForThisLoader) {
  const std::string other = R"({"file_format_version": "1.2.0", "layer": {"type": ")";
  EXPECT_THAT(Read(other + R"(DEVICE", )" + LayerMembers("a") + "}}"), IsEmpty());
  EXPECT_THAT(Read(LayerJson(LayerMembers("a", R"("library_arch": "32")"))), IsEmpty());
  EXPECT_THAT(Read(LayerJson(LayerMembers("a", R"("library_arch": "64")"))), SizeIs(1));
  EXPECT_THAT(Read(LayerJson(LayerMembers("a", R"("component_layers": ["b"])"))), IsEmpty());
  EXPECT_THAT(Read(LayerJson(R"("name": "a", "api_version": "1.3.0")")), IsEmpty());
  EXPECT_THAT(Read(LayerJson(LayerMembers(std::string(256, 'a')))), IsEmpty());
  EXPECT_THAT(Read(LayerJson(LayerMembers(std::string(255, 'a')))), SizeIs(1));
}

TEST(LayerManifestTest, ManifestsOfOtherFormatsHaveNoLayers) {
  for (const char* format : {"2.0.0", "0.9.0", "1", ""}) {
    EXPECT_THAT(Read(std::string(R"({"file_format_version": ")") + format +
                     R"(", "layer": {"type": "GLOBAL", )" + LayerMembers("a") + "}}"),
                IsEmpty())
        << format;
  }
}

TEST(LayerManifestTest, NumbersThatAreMissing) {
  const auto layers = Read(LayerJson(
      R"("name": "a", "library_path": "a.so", "api_version": "1.3.0",
         "instance_extensions": [{"name": "VK_x"}])"));
  ASSERT_THAT(layers, SizeIs(1));
  EXPECT_EQ(layers[0].implementation_version, 1u);
  ASSERT_THAT(layers[0].instance_extensions, SizeIs(1));
  EXPECT_EQ(layers[0].instance_extensions[0].spec_version, 0u);
}

TEST(LayerManifestTest, NamesAreNeededAndFit) {
  EXPECT_THAT(Read(LayerJson(LayerMembers(""))), IsEmpty());
  const auto extension = [](const std::string& name) {
    return Read(LayerJson(
                    LayerMembers("a", R"("device_extensions": [{"name": ")" + name + R"("}])")))
        .at(0)
        .device_extensions;
  };
  EXPECT_THAT(extension(""), IsEmpty());
  EXPECT_THAT(extension(std::string(256, 'e')), IsEmpty());
  EXPECT_THAT(extension(std::string(255, 'e')), SizeIs(1));
}

TEST(LayerManifestTest, ApiVersionMustFitTheLoader) {
  for (const char* version : {"1.0.0", "1.1.73", "1.3.239", "1.3.999"}) {
    EXPECT_THAT(Read(LayerJson(LayerMembers("a", "", version))), SizeIs(1)) << version;
  }
  for (const char* version : {"0.9.0", "2.0.0", "1.99.0", "", "1.3", "x", "1.3.4096"}) {
    EXPECT_THAT(Read(LayerJson(LayerMembers("a", "", version))), IsEmpty()) << version;
  }
}

TEST(LayerManifestTest, ImplicitLayerNeedsADisablingVariable) {
  const std::string without = LayerJson(LayerMembers("a"));
  const std::string empty = LayerJson(LayerMembers("a", R"("disable_environment": {})"));
  EXPECT_THAT(Read(without, true), IsEmpty());
  EXPECT_THAT(Read(empty, true), IsEmpty());
  EXPECT_THAT(Read(without, false), SizeIs(1));
}

TEST(LayerManifestTest, PreInstanceFunctionsAreForNewImplicitLayers) {
  const std::string members =
      LayerMembers("a", std::string(kDisable) +
                            R"(, "pre_instance_functions": {"vkEnumerateInstanceVersion": "V"})");
  const std::string old = R"({"file_format_version": "1.1.1", "layer": {"type": "GLOBAL", )";
  EXPECT_EQ(Read(LayerJson(members), true).at(0).pre_instance.enumerate_version, "V");
  EXPECT_EQ(Read(LayerJson(members), false).at(0).pre_instance.enumerate_version, "");
  EXPECT_EQ(Read(old + members + "}}", true).at(0).pre_instance.enumerate_version, "");
}

TEST(LayerManifestTest, SaysWhyAFileIsIgnored) {
  MemoryPlatform platform;
  platform.SetEnvironment("VK_LOADER_DEBUG", "warn");
  platform.AddFile("/m/a.json", "{");
  EXPECT_THAT(ReadLayerManifest(platform, "/m/a.json", false, Log(platform)), IsEmpty());
  ASSERT_THAT(platform.log(), SizeIs(1));
  EXPECT_THAT(platform.log()[0], HasSubstr("/m/a.json"));
}

TEST(LayerManifestTest, SurvivesEveryTypeAnywhere) {
  const char* const values[] = {"null", "true", "5", "-1.5", "\"\"", "[]", "{}", "[[]]", "[{}]"};
  const char* const members[] = {"name",
                                 "type",
                                 "library_path",
                                 "library_arch",
                                 "api_version",
                                 "implementation_version",
                                 "description",
                                 "functions",
                                 "instance_extensions",
                                 "device_extensions",
                                 "enable_environment",
                                 "disable_environment",
                                 "pre_instance_functions",
                                 "component_layers",
                                 "blacklisted_layers",
                                 "app_keys",
                                 "override_paths"};
  for (const char* value : values) {
    for (const std::string member : members) {
      // Of several members with one name the first counts, so this one replaces the valid one.
      const std::string json = R"({"file_format_version": "1.2.0", "layer": {")" + member +
                               "\": " + value + R"(, "type": "GLOBAL", )" +
                               LayerMembers("a", kDisable) + "}}";
      EXPECT_LE(Read(json, true).size(), 1u) << json;
    }
    EXPECT_THAT(Read(value), IsEmpty());
    EXPECT_THAT(Read(std::string(R"({"file_format_version": "1.2.0", "layer": )") + value + "}"),
                IsEmpty());
  }
}

}  // namespace
}  // namespace reference_loader::vulkan::layer_manifest_test
