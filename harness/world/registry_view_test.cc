// SPDX-License-Identifier: Apache-2.0
#include "harness/world/registry_view.h"

#include <gtest/gtest.h>

#include "harness/world/platform.h"

namespace loadstone::registry_view_test {
namespace {

RegistryValue Other(const std::string& key, const std::string& name = "x") {
  return OfOtherWordSize(RegistryDword(key, name, 0));
}

TEST(RegistryViewTest, ExchangesTheViewsOfSoftware) {
  EXPECT_EQ(Other("HKLM\\SOFTWARE\\Khronos\\Vulkan\\Drivers").key,
            "HKLM\\SOFTWARE\\WOW6432Node\\Khronos\\Vulkan\\Drivers");
  EXPECT_EQ(Other("HKCU\\SOFTWARE\\WOW6432Node\\Khronos\\OpenXR\\1").key,
            "HKCU\\SOFTWARE\\Khronos\\OpenXR\\1");
  EXPECT_EQ(Other("HKLM\\SYSTEM\\Khronos").key, "HKLM\\SYSTEM\\Khronos");
}

TEST(RegistryViewTest, ExchangesTheNamesOfValuesOfDevices) {
  const std::string device = "HKLM\\SYSTEM\\CurrentControlSet\\Control\\Class\\{1}\\0000";
  EXPECT_EQ(Other(device, "VulkanDriverName").name, "VulkanDriverNameWow");
  EXPECT_EQ(Other(device, "VulkanImplicitLayersWow").name, "VulkanImplicitLayers");
  EXPECT_EQ(Other(device, "DriverDesc").name, "DriverDesc");
  EXPECT_EQ(Other("HKLM\\SOFTWARE\\x", "VulkanDriverName").name, "VulkanDriverName");
}

TEST(RegistryViewTest, OnlyWorldsFor32BitWindowsChange) {
  const std::string key = "HKLM\\SOFTWARE\\Khronos\\Vulkan\\Drivers";
  World world;
  world.Registry(RegistryDword(key, "x", 0));
  Subject subject;
  subject.bits = 32;
  EXPECT_EQ(WithRegistryFor(subject, world).registry()[0].key, key);
  subject.platform = kWindows;
  EXPECT_EQ(WithRegistryFor(subject, world).registry()[0].key,
            "HKLM\\SOFTWARE\\WOW6432Node\\Khronos\\Vulkan\\Drivers");
  subject.bits = 64;
  EXPECT_EQ(WithRegistryFor(subject, world).registry()[0].key, key);
}

}  // namespace
}  // namespace loadstone::registry_view_test
