// SPDX-License-Identifier: Apache-2.0
// Layers and drivers on a machine with the rules of Windows (LoaderLayerInterface, Windows Layer
// Discovery; LoaderDriverInterface, Driver Discovery on Windows).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference_loader/common/test_registry.h"
#include "reference_loader/vulkan/driver_manifest.h"
#include "reference_loader/vulkan/layer_catalog.h"
#include "reference_loader/vulkan/layer_filters.h"
#include "reference_loader/vulkan/search_paths.h"
#include "reference_loader/vulkan/test_manifests.h"

namespace reference_loader::vulkan::windows_discovery_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr RegistryRoot kMachine = RegistryRoot::kLocalMachine;
constexpr RegistryRoot kUser = RegistryRoot::kCurrentUser;
constexpr char kExplicitKey[] = "SOFTWARE\\Khronos\\Vulkan\\ExplicitLayers";
constexpr char kImplicitKey[] = "SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers";
constexpr char kDriverKey[] = "SOFTWARE\\Khronos\\Vulkan\\Drivers";

class WindowsDiscoveryTest : public testing::Test {
 protected:
  // Adds a manifest of an explicit or implicit layer, without a registry value that names it;
  // returns its path.
  std::string Layer(const std::string& name, const std::string& more = "") {
    const std::string path = "C:\\layers\\" + name + ".json";
    platform_.AddFile(path, LayerJson(LayerMembers(name, more)));
    return path;
  }
  std::string ImplicitLayer(const std::string& name) { return Layer(name, kDisable); }

  std::string Driver(const std::string& name) {
    const std::string path = "C:\\drivers\\" + name + ".json";
    platform_.AddFile(path, R"({"file_format_version": "1.0.0", "ICD": {"library_path": ".\\)" +
                                name + R"(.dll", "api_version": "1.3.0"}})");
    return path;
  }

  void Register(RegistryRoot root, const std::string& key, const std::string& path,
                unsigned char data = 0) {
    platform_.AddRegistryValue(root, key, DwordValue(path, data));
  }

  // Names of layers in the order of discovery, with "!" for implicit ones.
  std::vector<std::string> Layers() {
    std::vector<std::string> names;
    const LayerCatalog catalog = DiscoverLayers(platform_, Log(platform_));
    for (const LayerManifest& layer : catalog.layers()) {
      names.push_back(layer.name + (layer.implicit ? "!" : ""));
    }
    return names;
  }

  std::vector<std::string> Drivers() {
    std::vector<std::string> paths;
    for (const DriverManifest& driver : DiscoverDrivers(platform_, Log(platform_))) {
      paths.push_back(driver.library_path);
    }
    return paths;
  }

  MemoryPlatform platform_{kWindowsRules};
};

TEST_F(WindowsDiscoveryTest, TheKeyDecidesWhetherALayerIsImplicit) {
  Register(kMachine, kExplicitKey, Layer("e"));
  Register(kMachine, kImplicitKey, ImplicitLayer("i"));
  Register(kUser, kExplicitKey, Layer("ue"));
  Register(kUser, kImplicitKey, ImplicitLayer("ui"));
  EXPECT_THAT(Layers(), ElementsAre("i!", "ui!", "e", "ue"));
}

TEST_F(WindowsDiscoveryTest, DataOtherThanZeroDisables) {
  Register(kMachine, kExplicitKey, Layer("a"));
  Register(kMachine, kExplicitKey, Layer("b"), 1);
  platform_.AddRegistryValue(kMachine, kExplicitKey, StringValue(Layer("c"), "0"));
  platform_.AddRegistryValue(kMachine, kExplicitKey,
                             {Layer("d"), kRegistryQword, std::string(8, '\0')});
  Register(kMachine, kExplicitKey, Layer("z"));
  EXPECT_THAT(Layers(), ElementsAre("a", "z"));
}

TEST_F(WindowsDiscoveryTest, UnusableValuesHideNoOthers) {
  for (const char* path : {"C:\\missing.json", "C:\\layers", "relative.json", ""}) {
    Register(kMachine, kExplicitKey, path);
  }
  platform_.AddFile("C:\\text.json", "no JSON");
  Register(kMachine, kExplicitKey, "C:\\text.json");
  Register(kMachine, kExplicitKey, Layer("a"));
  EXPECT_THAT(Layers(), ElementsAre("a"));
}

TEST_F(WindowsDiscoveryTest, AHundredValuesAreAHundredLayers) {
  for (int i = 0; i < 100; ++i) {
    Register(kMachine, kExplicitKey, Layer("layer" + std::to_string(i)));
  }
  EXPECT_EQ(Layers().size(), 100u);
}

TEST_F(WindowsDiscoveryTest, OneManifestUnderTwoNamesIsFoundOnce) {
  Register(kMachine, kExplicitKey, Layer("a"));
  Register(kUser, kExplicitKey, "c:/LAYERS/A.json");
  EXPECT_THAT(FindManifests(platform_, RegisteredManifests(platform_, kExplicitLayerFolder)),
              ElementsAre("C:\\layers\\a.json"));
}

TEST_F(WindowsDiscoveryTest, OfOneNameTheSystemsLayerCounts) {
  Register(kUser, kExplicitKey, Layer("a", R"("description": "user")"));
  platform_.AddFile("C:\\system.json", LayerJson(LayerMembers("a", R"("description": "system")")));
  Register(kMachine, kExplicitKey, "C:\\system.json");
  EXPECT_THAT(Layers(), ElementsAre("a"));
  const LayerCatalog catalog = DiscoverLayers(platform_, Log(platform_));
  EXPECT_EQ(catalog.Find("a")->description, "system");
}

TEST_F(WindowsDiscoveryTest, A32BitProcessLooksIntoItsOwnKeysInstead) {
  Register(kMachine, kExplicitKey, Layer("e64"));
  Register(kUser, kImplicitKey, ImplicitLayer("i64"));
  Register(kMachine, kDriverKey, Driver("d64"));
  Register(kMachine, "SOFTWARE\\WOW6432Node\\Khronos\\Vulkan\\ExplicitLayers", Layer("e32"));
  Register(kUser, "SOFTWARE\\WOW6432Node\\Khronos\\Vulkan\\ImplicitLayers", ImplicitLayer("i32"));
  Register(kMachine, "SOFTWARE\\WOW6432Node\\Khronos\\Vulkan\\Drivers", Driver("d32"));
  platform_.AddDeviceValue(StringValue("VulkanExplicitLayers", Layer("pnp64")));
  platform_.AddDeviceValue(StringValue("VulkanExplicitLayersWow", Layer("pnp32")));
  EXPECT_THAT(Layers(), ElementsAre("i64!", "pnp64", "e64"));
  EXPECT_THAT(Drivers(), ElementsAre("C:\\drivers\\.\\d64.dll"));
  platform_.Set32BitOn64BitSystem(true);
  EXPECT_THAT(Layers(), ElementsAre("i32!", "pnp32", "e32"));
  EXPECT_THAT(Drivers(), ElementsAre("C:\\drivers\\.\\d32.dll"));
}

TEST_F(WindowsDiscoveryTest, ElevatedProcessesTrustNothingOfTheUser) {
  Register(kMachine, kExplicitKey, Layer("system"));
  Register(kUser, kExplicitKey, Layer("user"));
  Register(kUser, kImplicitKey, ImplicitLayer("implicit"));
  platform_.AddFile("D:\\evil\\evil.json", LayerJson(LayerMembers("evil", kDisable)));
  platform_.SetElevated(true);
  for (const char* variable : {"VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH",
                               "VK_ADD_IMPLICIT_LAYER_PATH", "VK_DRIVER_FILES"}) {
    platform_.SetEnvironment(variable, "D:\\evil");
  }
  EXPECT_THAT(Layers(), ElementsAre("system"));
  EXPECT_THAT(Drivers(), IsEmpty());
  platform_.SetElevated(false);
  EXPECT_THAT(Layers(), ElementsAre("evil!", "evil"));
  platform_.SetEnvironment("VK_LAYER_PATH", "");
  platform_.SetEnvironment("VK_ADD_LAYER_PATH", "");
  platform_.SetEnvironment("VK_IMPLICIT_LAYER_PATH", "");
  platform_.SetEnvironment("VK_ADD_IMPLICIT_LAYER_PATH", "");
  EXPECT_THAT(Layers(), ElementsAre("implicit!", "system", "user"));
}

TEST_F(WindowsDiscoveryTest, DevicesBringLayersAndDrivers) {
  platform_.AddDeviceValue(StringValue("VulkanExplicitLayers", Layer("one")));
  platform_.AddDeviceValue(
      MultiStringValue("VulkanExplicitLayers", {Layer("two"), Layer("three")}));
  platform_.AddDeviceValue(StringValue("VulkanImplicitLayers", ImplicitLayer("implicit")));
  platform_.AddDeviceValue(StringValue("VulkanDriverName", Driver("d")));
  platform_.AddDeviceValue(MultiStringValue("VulkanDriverName", {Driver("e"), Driver("f")}));
  EXPECT_THAT(Layers(), ElementsAre("implicit!", "one", "two", "three"));
  EXPECT_THAT(Drivers(), ElementsAre("C:\\drivers\\.\\d.dll", "C:\\drivers\\.\\e.dll",
                                     "C:\\drivers\\.\\f.dll"));
}

TEST_F(WindowsDiscoveryTest, TheKnownPackageHasLayersAndDrivers) {
  platform_.AddPackage("Microsoft.D3DMappingLayers_8wekyb3d8bbwe", "P:\\root");
  platform_.AddPackage("Other_8wekyb3d8bbwe", "O:\\root");
  platform_.AddFile("P:\\root\\a.json", LayerJson(LayerMembers("a")));
  platform_.AddFile("P:\\root\\inner\\b.json", LayerJson(LayerMembers("b")));
  platform_.AddFile("O:\\root\\c.json", LayerJson(LayerMembers("c")));
  platform_.AddFile("P:\\root\\d.json", R"({"file_format_version": "1.0.0", "ICD": {
      "library_path": ".\\d.dll", "api_version": "1.3.0"}})");
  Register(kMachine, kExplicitKey, Layer("key"));
  EXPECT_THAT(Layers(), ElementsAre("key", "a"));
  EXPECT_THAT(Drivers(), ElementsAre("P:\\root\\.\\d.dll"));
  platform_.SetEnvironment("VK_DRIVER_FILES", Driver("named"));
  EXPECT_THAT(Drivers(), ElementsAre("C:\\drivers\\.\\named.dll"));
}

TEST_F(WindowsDiscoveryTest, PathVariablesReplaceTheKeys) {
  Register(kMachine, kExplicitKey, Layer("key"));
  Register(kMachine, kImplicitKey, ImplicitLayer("implicit"));
  platform_.AddFile("D:\\a\\a.json", LayerJson(LayerMembers("a")));
  platform_.AddFile("E:\\b\\b.json", LayerJson(LayerMembers("b")));
  platform_.SetEnvironment("VK_LAYER_PATH", "D:\\a;;E:\\b\\");
  platform_.SetEnvironment("VK_ADD_LAYER_PATH", "C:\\layers");
  EXPECT_THAT(Layers(), ElementsAre("implicit!", "a", "b"));
  platform_.SetEnvironment("VK_LAYER_PATH", "E:/b/B.JSON");
  EXPECT_THAT(Layers(), ElementsAre("implicit!", "b"));
}

TEST_F(WindowsDiscoveryTest, AddedPathsComeBeforeTheKeys) {
  Register(kMachine, kExplicitKey, Layer("key"));
  Register(kMachine, kImplicitKey, ImplicitLayer("implicit"));
  platform_.AddFile("D:\\a\\a.json", LayerJson(LayerMembers("a", kDisable)));
  platform_.SetEnvironment("VK_ADD_LAYER_PATH", "D:\\a");
  EXPECT_THAT(Layers(), ElementsAre("implicit!", "a", "key"));
  platform_.SetEnvironment("VK_ADD_LAYER_PATH", "");
  platform_.SetEnvironment("VK_ADD_IMPLICIT_LAYER_PATH", "D:\\a");
  EXPECT_THAT(Layers(), ElementsAre("a!", "implicit!", "key"));
  platform_.SetEnvironment("VK_IMPLICIT_LAYER_PATH", "D:\\nothing");
  EXPECT_THAT(Layers(), ElementsAre("key"));
}

TEST_F(WindowsDiscoveryTest, UsersHaveNoDriversOfTheirOwn) {
  Register(kMachine, kDriverKey, Driver("a"));
  Register(kMachine, kDriverKey, Driver("b"), 1);
  Register(kUser, kDriverKey, Driver("c"));
  EXPECT_THAT(Drivers(), ElementsAre("C:\\drivers\\.\\a.dll"));
  platform_.SetEnvironment("VK_DRIVER_FILES", "C:\\drivers\\c.json;C:\\drivers\\b.json");
  EXPECT_THAT(Drivers(), ElementsAre("C:\\drivers\\.\\c.dll", "C:\\drivers\\.\\b.dll"));
}

TEST_F(WindowsDiscoveryTest, DriverFiltersSeeTheNameBehindTheLastBackslash) {
  Register(kMachine, kDriverKey, Driver("a"));
  Register(kMachine, kDriverKey, Driver("b"));
  platform_.SetEnvironment("VK_LOADER_DRIVERS_SELECT", "b.json");
  EXPECT_THAT(Drivers(), ElementsAre("C:\\drivers\\.\\b.dll"));
}

TEST_F(WindowsDiscoveryTest, LibrariesMayBeNamedInAllWays) {
  const std::pair<const char*, const char*> paths[] = {{R"(l.dll)", "l.dll"},
                                                       {R"(.\\l.dll)", "C:\\m\\.\\l.dll"},
                                                       {R"(sub/l.dll)", "C:\\m\\sub/l.dll"},
                                                       {R"(D:\\l.dll)", "D:\\l.dll"},
                                                       {R"(D:/l.dll)", "D:/l.dll"}};
  Register(kMachine, kExplicitKey, "C:\\m\\a.json");
  for (const auto& [written, resolved] : paths) {
    platform_.AddFile("C:\\m\\a.json",
                      LayerJson(R"("name": "a", "api_version": "1.3.0", "implementation_version": )"
                                R"("1", "library_path": ")" +
                                std::string(written) + "\""));
    const LayerCatalog catalog = DiscoverLayers(platform_, Log(platform_));
    ASSERT_NE(catalog.Find("a"), nullptr) << written;
    EXPECT_EQ(catalog.Find("a")->library_path, resolved);
  }
}

TEST_F(WindowsDiscoveryTest, LayerNamesOfTheEnvironmentAreSeparatedBySemicolons) {
  platform_.SetEnvironment("VK_INSTANCE_LAYERS", "a;b:c");
  EXPECT_THAT(ReadLayerFilters(platform_).instance_layers, ElementsAre("a", "b:c"));
}

TEST_F(WindowsDiscoveryTest, TheOverrideLayerKnowsTheApplicationInAnySpelling) {
  Register(kMachine, kExplicitKey, Layer("a"));
  platform_.AddFile("C:\\override.json",
                    LayerJson(MetaLayerMembers(
                        "VK_LAYER_LUNARG_override", "\"a\"",
                        std::string(kDisable) + R"(, "app_keys": ["c:/Games/GAME.exe"])")));
  Register(kMachine, kImplicitKey, "C:\\override.json");
  platform_.SetExecutablePath("C:\\Games\\game.exe");
  EXPECT_THAT(Layers(), ElementsAre("VK_LAYER_LUNARG_override!", "a"));
  platform_.SetExecutablePath("C:\\Games\\other.exe");
  EXPECT_THAT(Layers(), ElementsAre("a"));
}

}  // namespace
}  // namespace reference_loader::vulkan::windows_discovery_test
