// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/search_paths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference_loader/common/memory_platform.h"
#include "reference_loader/openxr/architecture.h"

namespace reference_loader::openxr::search_paths_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

class SearchPathsTest : public testing::Test {
 protected:
  // The folders that are searched for the active runtime, each with both file names.
  std::vector<std::string> RuntimeFolders() {
    const std::string own = std::string("active_runtime.") + kArchitecture + ".json";
    const std::vector<std::string> paths = RuntimeManifestPaths(platform_);
    std::vector<std::string> folders;
    for (size_t i = 0; i + 1 < paths.size(); i += 2) {
      const std::string folder = paths[i].substr(0, paths[i].size() - own.size());
      EXPECT_EQ(paths[i], folder + own);
      EXPECT_EQ(paths[i + 1], folder + "active_runtime.json");
      folders.push_back(folder);
    }
    return folders;
  }

  MemoryPlatform platform_;
};

TEST_F(SearchPathsTest, RuntimeOfTheUserComesFirst) {
  EXPECT_THAT(RuntimeFolders(),
              ElementsAre("/etc/xdg/openxr/1/", "/usr/local/etc/openxr/1/", "/etc/openxr/1/"));
  platform_.SetEnvironment("HOME", "/home/u");
  platform_.SetEnvironment("XDG_CONFIG_DIRS", "/a::/b/");
  EXPECT_THAT(RuntimeFolders(),
              ElementsAre("/home/u/.config/openxr/1/", "/a/openxr/1/", "/b/openxr/1/",
                          "/usr/local/etc/openxr/1/", "/etc/openxr/1/"));
  platform_.SetEnvironment("XDG_CONFIG_HOME", "/config");
  EXPECT_EQ(RuntimeFolders().front(), "/config/openxr/1/");
  platform_.SetEnvironment("XDG_CONFIG_HOME", "");
  EXPECT_EQ(RuntimeFolders().front(), "/home/u/.config/openxr/1/");
}

TEST_F(SearchPathsTest, RuntimeVariableIsTheOnlyPlace) {
  platform_.SetEnvironment("XR_RUNTIME_JSON", "/my/runtime.json");
  EXPECT_THAT(RuntimeManifestPaths(platform_), ElementsAre("/my/runtime.json"));
  platform_.SetEnvironment("XR_RUNTIME_JSON", "");
  EXPECT_EQ(RuntimeFolders().size(), 3u);
}

TEST_F(SearchPathsTest, ElevatedProcessesTrustTheSystemOnly) {
  platform_.SetElevated(true);
  for (const char* variable : {"HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME",
                               "XDG_DATA_DIRS", "XR_RUNTIME_JSON", "XR_API_LAYER_PATH"}) {
    platform_.SetEnvironment(variable, "/evil");
  }
  for (const char* folder : {"/evil/", "/evil/openxr/1/api_layers/explicit.d/",
                             "/evil/.local/share/openxr/1/api_layers/explicit.d/"}) {
    platform_.AddFile(std::string(folder) + "a.json", "");
  }
  EXPECT_EQ(RuntimeFolders().size(), 3u);
  EXPECT_THAT(LayerManifestPaths(platform_, LayerKind::kExplicit), IsEmpty());
  platform_.SetElevated(false);
  EXPECT_THAT(LayerManifestPaths(platform_, LayerKind::kExplicit), ElementsAre("/evil/a.json"));
}

TEST_F(SearchPathsTest, LayersAreInTheDocumentsFolders) {
  platform_.SetEnvironment("HOME", "/home/u");
  std::vector<std::string> expected;
  for (const char* base : {"/etc/xdg", "/usr/local/etc", "/etc", "/usr/local/share", "/usr/share",
                           "/home/u/.local/share"}) {
    const std::string folder = std::string(base) + "/openxr/1/api_layers/";
    platform_.AddFile(folder + "implicit.d/a.json", "");
    platform_.AddFile(folder + "implicit.d/a.txt", "");
    platform_.AddFile(folder + "explicit.d/b.json", "");
    expected.push_back(folder + "implicit.d/a.json");
  }
  EXPECT_EQ(LayerManifestPaths(platform_, LayerKind::kImplicit), expected);
  EXPECT_EQ(LayerManifestPaths(platform_, LayerKind::kExplicit).size(), 6u);
  platform_.SetEnvironment("XDG_DATA_HOME", "/data");
  EXPECT_THAT(LayerManifestPaths(platform_, LayerKind::kImplicit), Not(Contains(expected.back())));
  // A folder that occurs twice is searched once.
  platform_.SetEnvironment("XDG_DATA_HOME", "/usr/share/");
  EXPECT_EQ(LayerManifestPaths(platform_, LayerKind::kImplicit).size(), 5u);
}

TEST_F(SearchPathsTest, SeparatorsAtTheEndMakeNoOtherFolder) {
  const auto folders = RuntimeFolders();
  platform_.SetEnvironment("XDG_CONFIG_DIRS", "/etc/xdg/:/etc/xdg");
  EXPECT_EQ(RuntimeFolders(), folders);
}

TEST_F(SearchPathsTest, LayerPathReplacesTheFoldersOfExplicitLayers) {
  platform_.AddFile("/etc/openxr/1/api_layers/explicit.d/a.json", "");
  platform_.AddFile("/etc/openxr/1/api_layers/implicit.d/a.json", "");
  platform_.AddFile("/my/b.json", "");
  platform_.AddFile("/my/c.json", "");
  platform_.SetEnvironment("XR_API_LAYER_PATH", "/nowhere::/my/c.json:/my/");
  EXPECT_THAT(LayerManifestPaths(platform_, LayerKind::kExplicit),
              ElementsAre("/my/c.json", "/my/b.json"));
  EXPECT_THAT(LayerManifestPaths(platform_, LayerKind::kImplicit),
              ElementsAre("/etc/openxr/1/api_layers/implicit.d/a.json"));
  platform_.SetEnvironment("XR_API_LAYER_PATH", "");
  EXPECT_THAT(LayerManifestPaths(platform_, LayerKind::kExplicit),
              ElementsAre("/etc/openxr/1/api_layers/explicit.d/a.json"));
}

// The layer folders of a machine with the rules of Android; each has a manifest whose name tells
// its folder.
TEST(AndroidSearchPathsTest, LayersAreAmongTheAssetsAndOnPartitionsInTwoOrders) {
  MemoryPlatform platform(kAndroidRules);
  platform.SetExecutablePath("/data/app/org.example/bin/app");
  platform.SetEnvironment("XR_API_LAYER_PATH", "/desktop");
  platform.SetEnvironment("XDG_DATA_DIRS", "/usr/share");
  for (const std::string root :
       {"/data/app/org.example/assets", "/data/app/org.other/assets", "/product/etc", "/odm/etc",
        "/oem/etc", "/system/etc", "/vendor/etc", "/usr/share", "/etc", "/desktop"}) {
    for (const std::string kind : {"implicit.d", "explicit.d"}) {
      platform.AddFile(root + "/openxr/1/api_layers/" + kind + "/a.json", "{}");
    }
  }
  const auto roots = [&](LayerKind kind) {
    std::vector<std::string> found = LayerManifestPaths(platform, kind);
    for (std::string& path : found) path.resize(path.find("/openxr/1/"));
    return found;
  };
  EXPECT_THAT(roots(LayerKind::kImplicit),
              ElementsAre("/data/app/org.example/assets", "/product/etc", "/odm/etc", "/oem/etc",
                          "/system/etc", "/vendor/etc"));
  EXPECT_THAT(roots(LayerKind::kExplicit),
              ElementsAre("/data/app/org.example/assets", "/product/etc", "/oem/etc", "/vendor/etc",
                          "/system/etc", "/odm/etc"));
}

TEST(AndroidSearchPathsTest, RuntimeIsOnPartitions) {
  MemoryPlatform platform(kAndroidRules);
  platform.SetEnvironment("XDG_CONFIG_DIRS", "/conf");
  const std::vector<std::string> paths = RuntimeManifestPaths(platform);
  ASSERT_EQ(paths.size(), 10u);
  EXPECT_EQ(paths.front(),
            std::string("/product/etc/openxr/1/active_runtime.") + kArchitecture + ".json");
  EXPECT_EQ(paths.back(), "/system/etc/openxr/1/active_runtime.json");
  platform.SetEnvironment("XR_RUNTIME_JSON", "/chosen.json");
  EXPECT_THAT(RuntimeManifestPaths(platform), ElementsAre("/chosen.json"));
}

}  // namespace
}  // namespace reference_loader::openxr::search_paths_test
