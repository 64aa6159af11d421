// SPDX-License-Identifier: Apache-2.0
#include "harness/install/places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loadstone::places_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kDevice[] =
    "HKLM\\SYSTEM\\ControlSet001\\Control\\Class\\{4d36e968-e325-11ce-bfc1-08002be10318}\\0000";

RegistryPlace Of(const std::string& key, const std::string& name = "C:\\a.json") {
  return PlaceOf(RegistryDword(key, name, 0));
}

TEST(PlacesTest, KeysOfVulkanInBothTreesAndViews) {
  for (const char* key : {"HKLM\\SOFTWARE\\Khronos\\Vulkan\\ExplicitLayers",
                          "HKCU\\Software\\khronos\\VULKAN\\implicitlayers",
                          "HKLM\\SOFTWARE\\WOW6432Node\\Khronos\\Vulkan\\ImplicitLayers"}) {
    EXPECT_EQ(Of(key), RegistryPlace::kVulkanLayers) << key;
  }
  EXPECT_EQ(Of("HKLM\\SOFTWARE\\Khronos\\Vulkan\\Drivers"), RegistryPlace::kVulkanDrivers);
  EXPECT_EQ(Of("HKLM\\SOFTWARE\\Khronos\\Vulkan"), RegistryPlace::kNone);
  EXPECT_EQ(Of("HKLM\\SOFTWARE\\Khronos\\Vulkan\\Drivers\\Sub"), RegistryPlace::kNone);
}

TEST(PlacesTest, KeysOfOpenXrHaveAMajorVersion) {
  EXPECT_EQ(Of("HKCU\\SOFTWARE\\Khronos\\OpenXR\\1\\ApiLayers\\Implicit"),
            RegistryPlace::kApiLayers);
  EXPECT_EQ(Of("HKLM\\SOFTWARE\\Khronos\\OpenXR\\2", "activeRuntime"),
            RegistryPlace::kActiveRuntime);
  EXPECT_EQ(Of("HKLM\\SOFTWARE\\Khronos\\OpenXR\\1", "Other"), RegistryPlace::kNone);
  EXPECT_EQ(Of("HKLM\\SOFTWARE\\Khronos\\OpenXR\\1\\AvailableRuntimes"), RegistryPlace::kRuntimes);
  EXPECT_EQ(MajorOf("HKLM\\SOFTWARE\\Khronos\\OpenXR\\12\\AvailableRuntimes"), "12");
}

TEST(PlacesTest, ValuesOfDevicesAreKnownByTheirNames) {
  EXPECT_EQ(Of(kDevice, "VulkanDriverNameWow"), RegistryPlace::kDeviceDrivers);
  EXPECT_EQ(Of(kDevice, "vulkanexplicitlayers"), RegistryPlace::kDeviceLayers);
  EXPECT_EQ(Of(kDevice, "DriverDesc"), RegistryPlace::kNone);
  EXPECT_TRUE(IsKeyOfInterest(kDevice));
  EXPECT_FALSE(IsKeyOfInterest("HKLM\\SOFTWARE\\Classes"));
}

TEST(PlacesTest, ManifestsAreNamedByNameOrByData) {
  const std::string layers = "HKLM\\SOFTWARE\\Khronos\\Vulkan\\ExplicitLayers";
  EXPECT_THAT(ManifestsOf(RegistryText(layers, "C:\\a.json", "C:\\b.json")),
              ElementsAre("C:\\a.json"));
  EXPECT_THAT(ManifestsOf(RegistryTexts(kDevice, "VulkanDriverName", {"C:\\a.json", "C:\\b.json"})),
              ElementsAre("C:\\a.json", "C:\\b.json"));
  EXPECT_THAT(ManifestsOf(RegistryDword(kDevice, "VulkanDriverName", 0)), IsEmpty());
  EXPECT_THAT(ManifestsOf(RegistryText("HKLM\\SOFTWARE\\Other", "C:\\a.json", "")), IsEmpty());
}

TEST(PlacesTest, ManifestsInFoldersAreKnownByTheseFolders) {
  EXPECT_EQ(KindOfManifest("/etc/vulkan/explicit_layer.d/a.json"), ManifestKind::kVulkanLayer);
  EXPECT_EQ(KindOfManifest("/home/u/.local/share/vulkan/implicit_layer.d/b.json"),
            ManifestKind::kVulkanLayer);
  EXPECT_EQ(KindOfManifest("/A.app/Contents/Resources/vulkan/icd.d/c.json"),
            ManifestKind::kVulkanDriver);
  for (const char* path : {"/etc/vulkan/icd.d/c.txt", "/etc/icd.d/c.json", "/c.json", "", "c.json",
                           "/etc/myvulkan/icd.d/c.json", "/etc/vulkan/icd.d/more/c.json"}) {
    EXPECT_EQ(KindOfManifest(path), ManifestKind::kNone) << path;
  }
}

}  // namespace
}  // namespace loadstone::places_test
