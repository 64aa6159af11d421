// SPDX-License-Identifier: Apache-2.0
// What installers of Vulkan layers and drivers write into the Windows registry, and what they leave
// there: LoaderLayerInterface, "Windows Layer Discovery" and "Requirements of a Well-Behaved
// Layer"; LoaderDriverInterface, "Driver Discovery on Windows" and "Requirements of a Well-Behaved
// Driver".

#include "policies/reading_ids.h"
#include "suites/common/install.h"

namespace loadstone::suites::registry {
namespace {

const Places kLayers = {RegistryPlace::kVulkanLayers};
const Places kDrivers = {RegistryPlace::kVulkanDrivers};
const Places kDeviceLayers = {RegistryPlace::kDeviceLayers};
const Places kDeviceDrivers = {RegistryPlace::kDeviceDrivers};
const Places kAllLayers = {RegistryPlace::kVulkanLayers, RegistryPlace::kDeviceLayers};
const Places kAllDrivers = {RegistryPlace::kVulkanDrivers, RegistryPlace::kDeviceDrivers};

bool IsNotText(const RegistryValue& value) {
  return value.type != kRegistryText && value.type != kRegistryTexts;
}
bool LacksFullPaths(const RegistryValue& value) { return !HasAbsolutePaths(value); }

VULKAN_INSTALL_CASE(LS_VK_LAYER_26, names_are_absolute_paths) {
  SKIP_FOR(WhyNoNewValues(c, kLayers));
  EXPECT_SEEN(Wrong(c, kLayers, LacksFullPaths), IsEmpty())
      << "the name of each value is the absolute path of a manifest" << reading::LS_VK_LAYER_26_r1;
}

VULKAN_INSTALL_CASE(LS_VK_LAYER_26, names_lead_to_manifests) {
  SKIP_FOR(WhyNoNewValues(c, kLayers));
  SKIP_FOR(WhyNoFiles(c));
  EXPECT_SEEN(BadManifests(c, kLayers), IsEmpty()) << "each name is the path of a manifest";
}

VULKAN_INSTALL_CASE(LS_VK_LAYER_23, values_are_absolute_paths) {
  SKIP_FOR(WhyNoNewValues(c, kDeviceLayers));
  EXPECT_SEEN(Wrong(c, kDeviceLayers, LacksFullPaths), IsEmpty())
      << "each value contains absolute paths of manifests";
}

VULKAN_INSTALL_CASE(LS_VK_LAYER_23, values_are_texts) {
  SKIP_FOR(WhyNoNewValues(c, kDeviceLayers));
  EXPECT_SEEN(Wrong(c, kDeviceLayers, IsNotText), IsEmpty())
      << "the type of each value is REG_SZ or REG_MULTI_SZ";
}

VULKAN_INSTALL_CASE(LS_VK_LAYER_23, values_lead_to_manifests) {
  SKIP_FOR(WhyNoNewValues(c, kDeviceLayers));
  SKIP_FOR(WhyNoFiles(c));
  EXPECT_SEEN(BadManifests(c, kDeviceLayers), IsEmpty())
      << "each value contains paths of manifests";
}

VULKAN_INSTALL_CASE(LS_VK_LAYER_21, application_uses_the_keys_for_layers) {
  SKIP_FOR(WhyNotOfKind(c, "application"));
  SKIP_FOR(WhyNoNewValues(c, kAllLayers));
  EXPECT_HOLDS(!AddedIn(c, kLayers).empty())
      << "an application installs its layers below SOFTWARE\\Khronos\\Vulkan";
}

VULKAN_INSTALL_CASE(LS_VK_LAYER_24, application_leaves_devices_alone) {
  SKIP_FOR(WhyNotOfKind(c, "application"));
  std::vector<std::string> changed;
  // Other values of devices may change because a driver is updated at the same time.
  for (const RegistryValue& value : InstallOf(c).Changed()) {
    const RegistryPlace place = PlaceOf(value);
    if (kDeviceLayers.contains(place) || kDeviceDrivers.contains(place)) {
      changed.push_back(NameOf(value));
    }
  }
  EXPECT_SEEN(changed, IsEmpty()) << "the installer of an application does not change device keys";
}

VULKAN_INSTALL_CASE(LS_VK_LAYER_25, driver_leaves_the_keys_for_layers_alone) {
  SKIP_FOR(WhyNotOfKind(c, "driver"));
  EXPECT_SEEN(Wrong(c, kLayers, [](const RegistryValue&) { return true; }), IsEmpty())
      << "the installer of a driver registers its layers in the keys of devices";
}

VULKAN_INSTALL_CASE(LLP_LAYER_20, uninstalling_leaves_no_layer) {
  JudgeUninstalling(c, kAllLayers);
}

VULKAN_INSTALL_CASE(LDP_DRIVER_11, uninstalling_leaves_no_driver) {
  JudgeUninstalling(c, kAllDrivers);
}

VULKAN_INSTALL_CASE(LS_VK_DRIVER_16, driver_uses_the_keys_of_devices) {
  SKIP_FOR(WhyNotOfKind(c, "driver"));
  SKIP_FOR(WhyNoNewValues(c, kAllDrivers));
  EXPECT_HOLDS(!AddedIn(c, kDeviceDrivers).empty())
      << "the driver of a device is registered in the key of the device";
}

VULKAN_INSTALL_CASE(LS_VK_DRIVER_23, names_are_full_paths) {
  SKIP_FOR(WhyNoNewValues(c, kDrivers));
  EXPECT_SEEN(Wrong(c, kDrivers, LacksFullPaths), IsEmpty())
      << "the name of each value is the full path of a manifest";
}

VULKAN_INSTALL_CASE(LS_VK_DRIVER_23, data_is_a_number) {
  SKIP_FOR(WhyNoNewValues(c, kDrivers));
  EXPECT_SEEN(Wrong(c, kDrivers, [](const RegistryValue& value) { return !IsDword(value); }),
              IsEmpty())
      << "the data of each value is a DWORD";
}

VULKAN_INSTALL_CASE(LS_VK_DRIVER_23, names_lead_to_manifests) {
  SKIP_FOR(WhyNoNewValues(c, kDrivers));
  SKIP_FOR(WhyNoFiles(c));
  EXPECT_SEEN(BadManifests(c, kDrivers), IsEmpty()) << "each name is the path of a manifest";
}

VULKAN_INSTALL_CASE(LS_VK_DRIVER_24, values_are_full_paths) {
  SKIP_FOR(WhyNoNewValues(c, kDeviceDrivers));
  EXPECT_SEEN(Wrong(c, kDeviceDrivers, LacksFullPaths), IsEmpty())
      << "each value contains full paths of manifests";
}

VULKAN_INSTALL_CASE(LS_VK_DRIVER_24, values_are_texts) {
  SKIP_FOR(WhyNoNewValues(c, kDeviceDrivers));
  EXPECT_SEEN(Wrong(c, kDeviceDrivers, IsNotText), IsEmpty())
      << "the type of each value is REG_SZ or REG_MULTI_SZ";
}

VULKAN_INSTALL_CASE(LS_VK_DRIVER_24, values_lead_to_manifests) {
  SKIP_FOR(WhyNoNewValues(c, kDeviceDrivers));
  SKIP_FOR(WhyNoFiles(c));
  EXPECT_SEEN(BadManifests(c, kDeviceDrivers), IsEmpty())
      << "each value contains paths of manifests";
}

}  // namespace
}  // namespace loadstone::suites::registry
