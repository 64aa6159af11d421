// SPDX-License-Identifier: Apache-2.0
// The active runtime and API layers on a machine with the rules of Windows (Windows Active Runtime
// Location; Windows Manifest Registry Usage).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference_loader/common/memory_platform.h"
#include "reference_loader/common/test_registry.h"
#include "reference_loader/openxr/layer_selection.h"
#include "reference_loader/openxr/runtime_manifest.h"
#include "reference_loader/openxr/search_paths.h"

namespace reference_loader::openxr::windows_discovery_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr RegistryRoot kMachine = RegistryRoot::kLocalMachine;
constexpr RegistryRoot kUser = RegistryRoot::kCurrentUser;
constexpr char kKey[] = "SOFTWARE\\Khronos\\OpenXR\\1";
constexpr char kKey32[] = "SOFTWARE\\WOW6432Node\\Khronos\\OpenXR\\1";
constexpr char kExplicitKey[] = "SOFTWARE\\Khronos\\OpenXR\\1\\ApiLayers\\Explicit";
constexpr char kImplicitKey[] = "SOFTWARE\\Khronos\\OpenXR\\1\\ApiLayers\\Implicit";
constexpr char kPath[] = "C:\\windows\\runtime.json";

class WindowsDiscoveryTest : public testing::Test {
 protected:
  std::vector<std::string> Runtimes() { return RuntimeManifestPaths(platform_); }
  std::vector<std::string> Explicit() {
    return LayerManifestPaths(platform_, LayerKind::kExplicit);
  }
  std::vector<std::string> Implicit() {
    return LayerManifestPaths(platform_, LayerKind::kImplicit);
  }
  void Register(RegistryRoot root, const std::string& key, const std::string& path,
                unsigned char data = 0) {
    platform_.AddRegistryValue(root, key, DwordValue(path, data));
  }

  MemoryPlatform platform_{kWindowsRules};
};

TEST_F(WindowsDiscoveryTest, TheActiveRuntimeIsAValueOfTheMachine) {
  EXPECT_THAT(Runtimes(), IsEmpty());
  platform_.AddRegistryValue(kMachine, kKey, StringValue("Other", "C:\\other.json"));
  platform_.AddRegistryValue(kMachine, kKey, StringValue("ActiveRuntime", kPath));
  EXPECT_THAT(Runtimes(), ElementsAre(kPath));
}

TEST_F(WindowsDiscoveryTest, NoOtherKeyHasTheActiveRuntime) {
  for (const char* key :
       {"SOFTWARE\\Khronos\\OpenXR", "SOFTWARE\\Khronos\\OpenXR\\0", "SOFTWARE\\Khronos\\OpenXR\\2",
        "SOFTWARE\\Khronos\\OpenXR\\1.0", "SOFTWARE\\Khronos\\OpenXR\\10", kKey32}) {
    platform_.AddRegistryValue(kMachine, key, StringValue("ActiveRuntime", kPath));
  }
  platform_.AddRegistryValue(kUser, kKey, StringValue("ActiveRuntime", kPath));
  EXPECT_THAT(Runtimes(), IsEmpty());
}

TEST_F(WindowsDiscoveryTest, TheActiveRuntimeIsATextWithAnAbsolutePath) {
  const RegistryValue values[] = {DwordValue("ActiveRuntime", 0),
                                  {"ActiveRuntime", kRegistryBinary, RegistryText(kPath)},
                                  MultiStringValue("ActiveRuntime", {kPath}),
                                  StringValue("ActiveRuntime", ""),
                                  {"ActiveRuntime", kRegistryString, ""},
                                  StringValue("ActiveRuntime", "runtime.json"),
                                  StringValue("ActiveRuntime", "\\windows\\runtime.json")};
  for (const RegistryValue& value : values) {
    MemoryPlatform platform(kWindowsRules);
    platform.AddRegistryValue(kMachine, kKey, value);
    EXPECT_THAT(RuntimeManifestPaths(platform), IsEmpty()) << value.type;
  }
  platform_.AddRegistryValue(kMachine, kKey,
                             {"activeRUNTIME", kRegistryString, RegistryText(kPath)});
  EXPECT_THAT(Runtimes(), ElementsAre(kPath));
}

TEST_F(WindowsDiscoveryTest, A32BitProcessHasAnActiveRuntimeOfItsOwn) {
  platform_.AddRegistryValue(kMachine, kKey, StringValue("ActiveRuntime", kPath));
  platform_.AddRegistryValue(kMachine, kKey32, StringValue("ActiveRuntime", "C:\\32.json"));
  platform_.Set32BitOn64BitSystem(true);
  EXPECT_THAT(Runtimes(), ElementsAre("C:\\32.json"));
}

TEST_F(WindowsDiscoveryTest, TheVariableIsTheOnlyPlaceForWhoeverIsNotElevated) {
  platform_.AddRegistryValue(kMachine, kKey, StringValue("ActiveRuntime", kPath));
  platform_.SetEnvironment("XR_RUNTIME_JSON", "\\windows\\mine.json");
  EXPECT_THAT(Runtimes(), ElementsAre("\\windows\\mine.json"));
  platform_.SetElevated(true);
  EXPECT_THAT(Runtimes(), ElementsAre(kPath));
}

TEST_F(WindowsDiscoveryTest, TheRuntimesLibraryStandsBesideItsManifest) {
  platform_.AddRegistryValue(kMachine, kKey, StringValue("ActiveRuntime", kPath));
  platform_.AddFile(kPath, R"({"file_format_version": "1.0.0",)"
                           R"( "runtime": {"library_path": "sub\\runtime.dll"}})");
  const auto runtime = FindActiveRuntime(platform_, Log(platform_, "test"));
  ASSERT_TRUE(runtime);
  EXPECT_EQ(runtime->library_path, "C:\\windows\\sub\\runtime.dll");
}

TEST_F(WindowsDiscoveryTest, LayersAreInBothTreesAndTheKeyTellsTheirKind) {
  Register(kMachine, kExplicitKey, "C:\\e.json");
  Register(kUser, kExplicitKey, "C:\\ue.json");
  Register(kMachine, kImplicitKey, "C:\\i.json");
  Register(kUser, kImplicitKey, "C:\\ui.json");
  Register(kUser, kImplicitKey, "c:/I.json");
  EXPECT_THAT(Explicit(), ElementsAre("C:\\e.json", "C:\\ue.json"));
  EXPECT_THAT(Implicit(), ElementsAre("C:\\i.json", "C:\\ui.json"));
}

TEST_F(WindowsDiscoveryTest, ZeroEnablesALayer) {
  Register(kMachine, kExplicitKey, "C:\\vendor a\\layer_a.json");
  Register(kMachine, kExplicitKey, "C:\\windows\\system32\\layer_b.json", 1);
  Register(kMachine, kExplicitKey, "C:\\windows\\system32\\layer_c.json");
  platform_.AddRegistryValue(kMachine, kExplicitKey, StringValue("C:\\d.json", "0"));
  EXPECT_THAT(Explicit(),
              ElementsAre("C:\\vendor a\\layer_a.json", "C:\\windows\\system32\\layer_c.json"));
}

TEST_F(WindowsDiscoveryTest, LayersOfOtherVersionsAndWordSizesAreNotLookedAt) {
  Register(kMachine, "SOFTWARE\\Khronos\\OpenXR\\2\\ApiLayers\\Explicit", "C:\\2.json");
  Register(kMachine, "SOFTWARE\\Khronos\\OpenXR\\ApiLayers\\Explicit", "C:\\0.json");
  Register(kUser, "SOFTWARE\\WOW6432Node\\Khronos\\OpenXR\\1\\ApiLayers\\Explicit", "C:\\32.json");
  EXPECT_THAT(Explicit(), IsEmpty());
  platform_.Set32BitOn64BitSystem(true);
  EXPECT_THAT(Explicit(), ElementsAre("C:\\32.json"));
}

TEST_F(WindowsDiscoveryTest, TheLayerPathReplacesTheKeysOfExplicitLayers) {
  Register(kMachine, kExplicitKey, "C:\\e.json");
  Register(kMachine, kImplicitKey, "C:\\i.json");
  platform_.AddFile("D:\\a:b\\a.json", "");
  platform_.AddFile("E:\\b\\b.json", "");
  platform_.SetEnvironment("XR_API_LAYER_PATH", "D:\\a:b;E:/b/B.JSON;E:\\b");
  EXPECT_THAT(Explicit(), ElementsAre("D:\\a:b\\a.json", "E:/b/B.JSON"));
  EXPECT_THAT(Implicit(), ElementsAre("C:\\i.json"));
  platform_.SetElevated(true);
  EXPECT_THAT(Explicit(), ElementsAre("C:\\e.json"));
}

TEST_F(WindowsDiscoveryTest, ElevatedProcessesSeeTheLayersOfTheUser) {
  Register(kUser, kImplicitKey, "C:\\ui.json");
  platform_.SetElevated(true);
  EXPECT_THAT(Implicit(), ElementsAre("C:\\ui.json"));
}

TEST_F(WindowsDiscoveryTest, EnabledLayersAreSeparatedBySemicolons) {
  for (const char* name : {"a", "b", "c"}) {
    const std::string path = std::string("C:\\") + name + ".json";
    platform_.AddFile(path, R"({"file_format_version": "1.0.0", "api_layer": {"name": ")" +
                                std::string(name) +
                                R"(", "library_path": "l.dll", "api_version": "1.0",)"
                                R"( "implementation_version": "1", "description": ""}})");
    Register(kMachine, kExplicitKey, path);
  }
  platform_.SetEnvironment("XR_ENABLE_API_LAYERS", "b;a");
  std::vector<SelectedLayer> selected;
  ASSERT_EQ(SelectLayers(platform_, {}, Log(platform_, "test"), &selected), XR_SUCCESS);
  ASSERT_EQ(selected.size(), 2u);
  EXPECT_EQ(selected[0].manifest.name, "b");
  EXPECT_EQ(selected[1].manifest.name, "a");
}

}  // namespace
}  // namespace reference_loader::openxr::windows_discovery_test
