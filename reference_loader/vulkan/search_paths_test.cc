// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/search_paths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference_loader/common/memory_platform.h"

namespace reference_loader::vulkan::search_paths_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> ExplicitPaths(const MemoryPlatform& platform) {
  return SearchPaths(platform, ExplicitLayerVariables(), kExplicitLayerFolder);
}

TEST(SearchPathsTest, FallbacksInOrder) {
  MemoryPlatform platform;
  platform.SetEnvironment("HOME", "/home/me");
  EXPECT_THAT(StandardFolders(platform, "x.d"),
              ElementsAre("/home/me/.config/x.d", "/etc/xdg/x.d", "/etc/x.d",
                          "/home/me/.local/share/x.d", "/usr/local/share/x.d", "/usr/share/x.d"));
}

TEST(SearchPathsTest, VariablesReplaceFallbacks) {
  MemoryPlatform platform;
  platform.SetEnvironment("HOME", "/home/me");
  platform.SetEnvironment("XDG_CONFIG_HOME", "/ch");
  platform.SetEnvironment("XDG_CONFIG_DIRS", "/c1:/c2/");
  platform.SetEnvironment("XDG_DATA_HOME", "/dh");
  platform.SetEnvironment("XDG_DATA_DIRS", "/d1::/c1");
  EXPECT_THAT(StandardFolders(platform, "x.d"),
              ElementsAre("/ch/x.d", "/c1/x.d", "/c2/x.d", "/etc/x.d", "/dh/x.d", "/d1/x.d"));
}

TEST(SearchPathsTest, ElevatedProcessTrustsNothingOfTheUser) {
  MemoryPlatform platform;
  for (const char* name :
       {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "VK_LAYER_PATH", "VK_ADD_LAYER_PATH",
        "VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH", "VK_DRIVER_FILES",
        "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"}) {
    platform.SetEnvironment(name, "/evil");
  }
  platform.SetElevated(true);
  for (const PathVariables& variables :
       {ExplicitLayerVariables(), ImplicitLayerVariables(), DriverVariables()}) {
    EXPECT_THAT(SearchPaths(platform, variables, "x.d"),
                ElementsAre("/etc/xdg/x.d", "/etc/x.d", "/usr/local/share/x.d", "/usr/share/x.d"));
  }
}

// A machine with the rules of macOS, whose application is this program.
MemoryPlatform MakeMac(const std::string& program) {
  MemoryPlatform platform(kMacosRules);
  platform.SetExecutablePath(program);
  return platform;
}

TEST(SearchPathsTest, BundlesComeFirst) {
  const MemoryPlatform platform = MakeMac("/Applications/A.app/Contents/MacOS/a");
  EXPECT_THAT(StandardFolders(platform, kExplicitLayerFolder),
              ElementsAre("/Applications/A.app/Contents/Resources/vulkan/explicit_layer.d",
                          "/etc/xdg/vulkan/explicit_layer.d", "/etc/vulkan/explicit_layer.d",
                          "/usr/local/share/vulkan/explicit_layer.d",
                          "/usr/share/vulkan/explicit_layer.d"));
}

TEST(SearchPathsTest, ProgramsOutsideABundleHaveNoResources) {
  for (const char* program :
       {"/usr/bin/app", "/Contents/MacOS/app", "/A.app/Contents/MacOS/more/app",
        "/A.app/Contents/Other/app", "/A.app/OtherContents/MacOS/app", "/app", "app", ""}) {
    EXPECT_THAT(StandardFolders(MakeMac(program), "x.d"),
                ElementsAre("/etc/xdg/x.d", "/etc/x.d", "/usr/local/share/x.d", "/usr/share/x.d"))
        << program;
  }
}

TEST(SearchPathsTest, DriversOfABundleHideThoseOfTheSystem) {
  MemoryPlatform platform = MakeMac("/A.app/Contents/MacOS/a");
  platform.SetEnvironment("VK_ADD_DRIVER_FILES", "/added.json");
  EXPECT_THAT(SearchPaths(platform, DriverVariables(), kDriverFolder).size(), 6);
  platform.AddFile("/A.app/Contents/Resources/vulkan/icd.d/driver.json", "{}");
  EXPECT_THAT(SearchPaths(platform, DriverVariables(), kDriverFolder),
              ElementsAre("/added.json", "/A.app/Contents/Resources/vulkan/icd.d"));
  platform.SetEnvironment("VK_DRIVER_FILES", "/only.json");
  EXPECT_THAT(SearchPaths(platform, DriverVariables(), kDriverFolder), ElementsAre("/only.json"));
}

TEST(SearchPathsTest, LayersOfABundleHideNone) {
  MemoryPlatform platform = MakeMac("/A.app/Contents/MacOS/a");
  platform.AddFile("/A.app/Contents/Resources/vulkan/explicit_layer.d/layer.json", "{}");
  platform.AddFile("/A.app/Contents/Resources/vulkan/icd.d/driver.json", "{}");
  EXPECT_THAT(ExplicitPaths(platform).size(), 5);
}

TEST(SearchPathsTest, LinuxKnowsNoBundles) {
  MemoryPlatform platform;
  platform.SetExecutablePath("/A.app/Contents/MacOS/a");
  EXPECT_THAT(StandardFolders(platform, "x.d").size(), 4);
}

TEST(SearchPathsTest, FuchsiaHasItsPackageAndNoFallbackForData) {
  MemoryPlatform platform(kFuchsiaRules);
  EXPECT_THAT(StandardFolders(platform, kImplicitLayerFolder),
              ElementsAre("/pkg/data/vulkan/implicit_layer.d", "/etc/xdg/vulkan/implicit_layer.d",
                          "/etc/vulkan/implicit_layer.d"));
  EXPECT_THAT(StandardFolders(platform, kDriverFolder),
              ElementsAre("/etc/xdg/vulkan/icd.d", "/etc/vulkan/icd.d"));
  platform.SetEnvironment("XDG_DATA_DIRS", "/data");
  EXPECT_THAT(ExplicitPaths(platform), testing::Contains("/data/vulkan/explicit_layer.d"));
}

TEST(SearchPathsTest, ReplacingVariableWins) {
  MemoryPlatform platform;
  platform.SetEnvironment("VK_LAYER_PATH", "/a:/b");
  platform.SetEnvironment("VK_ADD_LAYER_PATH", "/c");
  EXPECT_THAT(ExplicitPaths(platform), ElementsAre("/a", "/b"));
}

TEST(SearchPathsTest, AddingVariableComesFirst) {
  MemoryPlatform platform;
  platform.SetEnvironment("VK_ADD_LAYER_PATH", "/c");
  const std::vector<std::string> paths = ExplicitPaths(platform);
  ASSERT_GT(paths.size(), 1u);
  EXPECT_EQ(paths[0], "/c");
  EXPECT_EQ(paths[1], "/etc/xdg/vulkan/explicit_layer.d");
}

TEST(SearchPathsTest, ExplicitVariableSaysNothingAboutImplicitLayers) {
  MemoryPlatform platform;
  platform.SetEnvironment("VK_LAYER_PATH", "/a");
  EXPECT_THAT(SearchPaths(platform, ImplicitLayerVariables(), kImplicitLayerFolder),
              testing::Not(testing::Contains("/a")));
}

TEST(SearchPathsTest, NewerDriverVariableWinsOverTheOlder) {
  MemoryPlatform platform;
  platform.SetEnvironment("VK_ICD_FILENAMES", "/old.json");
  EXPECT_THAT(SearchPaths(platform, DriverVariables(), kDriverFolder), ElementsAre("/old.json"));
  platform.SetEnvironment("VK_DRIVER_FILES", "/new.json");
  EXPECT_THAT(SearchPaths(platform, DriverVariables(), kDriverFolder), ElementsAre("/new.json"));
}

TEST(SearchPathsTest, FindsFilesInFoldersAndFilesThemselves) {
  MemoryPlatform platform;
  platform.AddFile("/f/b.json", "");
  platform.AddFile("/f/a.json", "");
  platform.AddFile("/f/c.txt", "");
  platform.AddFile("/g/d.json", "");
  EXPECT_THAT(FindManifests(platform, {"/g/d.json", "/f", "/f/a.json", "/missing", "/f/"}),
              ElementsAre("/g/d.json", "/f/a.json", "/f/b.json"));
  EXPECT_THAT(FindManifests(platform, {"/f/c.txt"}), IsEmpty());
}

}  // namespace
}  // namespace reference_loader::vulkan::search_paths_test
