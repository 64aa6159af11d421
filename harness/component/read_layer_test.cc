// SPDX-License-Identifier: Apache-2.0
#include "harness/component/read_layer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "harness/errors.h"

namespace loadstone::read_layer_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ReadLayerTest : public testing::Test {
 protected:
  ReadLayerTest() {
    char name[] = "/tmp/read_layer_XXXXXX";
    folder_ = mkdtemp(name);
  }
  ~ReadLayerTest() override { std::filesystem::remove_all(folder_); }

  std::string Write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(folder_ + "/" + name).parent_path());
    std::ofstream(folder_ + "/" + name) << text;
    return folder_ + "/" + name;
  }
  static std::string WhyRefused(const std::string& path, std::optional<Api> api = {},
                                const std::string& name = {}) {
    try {
      ReadLayer(path, api, name);
    } catch (const EnvironmentError& error) {
      return error.what();
    }
    return "not refused";
  }

  std::string folder_;
};

TEST_F(ReadLayerTest, ReadsMembersAndApi) {
  const std::string path = Write("a.json", R"({"file_format_version": "1.2.0", "layer": {
      "name": "VK_LAYER_LS_a", "api_version": "1.3.2",
      "functions": {"vkNegotiateLoaderLayerInterfaceVersion": "other"}}})");
  const ReadLayerResult read = ReadLayer(path, {}, "");
  EXPECT_EQ(read.api, Api::kVulkan);
  EXPECT_EQ(read.layer.name, "VK_LAYER_LS_a");
  EXPECT_EQ(read.layer.api_version, "1.3.2");
  EXPECT_EQ(read.layer.negotiate, "other");
  EXPECT_EQ(read.layer.library, "");
  EXPECT_THAT(read.layer.library_problem, HasSubstr("names no library"));
}

TEST_F(ReadLayerTest, FolderSaysWhetherItIsImplicit) {
  const std::string text = R"({"layer": {"name": "a", "disable_environment": {"A": "1"}}})";
  EXPECT_TRUE(ReadLayer(Write("implicit_layer.d/a.json", text), {}, "").layer.implicit);
  EXPECT_FALSE(ReadLayer(Write("explicit_layer.d/a.json", text), {}, "").layer.implicit);
  EXPECT_TRUE(ReadLayer(Write("elsewhere/a.json", text), {}, "").layer.implicit);
}

TEST_F(ReadLayerTest, MembersSayWhetherItIsImplicitInOtherFolders) {
  const std::string enabled = R"({"api_layer": {"name": "a", "enable_environment": "A"}})";
  EXPECT_TRUE(ReadLayer(Write("elsewhere/a.json", enabled), {}, "").layer.implicit);
  EXPECT_FALSE(ReadLayer(Write("explicit.d/a.json", enabled), {}, "").layer.implicit);
  const std::string plain = R"({"api_layer": {"name": "a"}})";
  EXPECT_FALSE(ReadLayer(Write("elsewhere/b.json", plain), {}, "").layer.implicit);
}

TEST_F(ReadLayerTest, BadJsonIsTheLayersFault) {
  const ReadLayerResult read = ReadLayer(Write("a.json", "{,}"), Api::kOpenXr, "");
  EXPECT_EQ(read.api, Api::kOpenXr);
  EXPECT_NE(read.layer.json_problem, "");
}

TEST_F(ReadLayerTest, WrongRequestsAreRefused) {
  EXPECT_THAT(WhyRefused(folder_ + "/none.json"), HasSubstr("cannot find"));
  EXPECT_THAT(WhyRefused(folder_), HasSubstr("not a regular file"));
  EXPECT_THAT(WhyRefused(Write("d.json", R"({"ICD": {}})")), HasSubstr("driver"));
  EXPECT_THAT(WhyRefused(Write("x.json", R"({"api_layer": {}})"), Api::kVulkan),
              HasSubstr("for openxr, not for vulkan"));
  EXPECT_THAT(WhyRefused(Write("deep.json", std::string(100000, '['))), HasSubstr("deeper"));
  const std::string two = Write("two.json", R"({"layers": [{"name": "a"}, {"name": "b"}]})");
  EXPECT_THAT(WhyRefused(two), HasSubstr("--layer: a, b"));
  EXPECT_THAT(WhyRefused(two, {}, "c"), HasSubstr("no layer called 'c'"));
  EXPECT_EQ(ReadLayer(two, {}, "b").layer.name, "b");
}

TEST_F(ReadLayerTest, LibraryIsRelativeToTheManifestAndShownWithItsSettings) {
  std::filesystem::copy_file(LOADSTONE_TEST_MODULE, folder_ + "/liba.so");
  Write("liba.so.config", "{}");
  const std::string path =
      Write("explicit_layer.d/a.json", R"({"layer": {"library_path": "../liba.so"}})");
  const ComponentUnderTest layer = ReadLayer(path, {}, "").layer;
  EXPECT_EQ(layer.library, folder_ + "/liba.so");
  EXPECT_THAT(layer.files, ElementsAre(folder_ + "/liba.so", folder_ + "/liba.so.config"));
  EXPECT_TRUE(layer.library_folders.empty());
}

TEST_F(ReadLayerTest, SystemIsSearchedForAPlainName) {
  const std::string path = Write("a.json", R"({"layer": {"library_path": "libc.so.6"}})");
  const ComponentUnderTest layer = ReadLayer(path, {}, "").layer;
  EXPECT_THAT(layer.library, HasSubstr("/libc.so.6"));
  EXPECT_TRUE(layer.files.empty());
}

TEST_F(ReadLayerTest, WhatIsNoLibraryIsToldAsSuch) {
  Write("text.so", "no library");
  const std::string path = Write("a.json", R"({"layer": {"library_path": "./text.so"}})");
  EXPECT_THAT(ReadLayer(path, {}, "").layer.library_problem, HasSubstr("not an ELF file"));
}

TEST_F(ReadLayerTest, ComponentsAreLookedForBesideTheMetaLayer) {
  Write("one.json", R"({"layer": {"name": "one", "api_version": "1.2.0"}})");
  const std::string path =
      Write("meta.json", R"({"layer": {"name": "m", "component_layers": ["one", "none"]}})");
  const ComponentUnderTest layer = ReadLayer(path, {}, "").layer;
  EXPECT_TRUE(layer.meta);
  ASSERT_EQ(layer.components.size(), 2u);
  EXPECT_THAT(layer.components[0].api_versions, ElementsAre("1.2.0"));
  EXPECT_TRUE(layer.components[1].api_versions.empty());
}

}  // namespace
}  // namespace loadstone::read_layer_test
