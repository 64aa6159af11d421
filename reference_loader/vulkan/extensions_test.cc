// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/extensions.h"

#include <gtest/gtest.h>

#include <cstring>

#include "reference_loader/vulkan/test_manifests.h"

namespace reference_loader::vulkan::extensions_test {
namespace {

uint32_t VersionOf(const ExtensionList& list, const char* name) {
  for (const VkExtensionProperties& extension : list) {
    if (std::strcmp(extension.extensionName, name) == 0) return extension.specVersion;
  }
  return 0;
}

std::shared_ptr<const DriverLibrary> Driver(const char* extension, uint32_t version) {
  auto driver = std::make_shared<DriverLibrary>();
  VkExtensionProperties properties = {};
  std::strcpy(properties.extensionName, extension);
  properties.specVersion = version;
  driver->instance_extensions.push_back(properties);
  return driver;
}

TEST(ExtensionsTest, FirstProviderCounts) {
  ExtensionList list;
  AddExtension("VK_a", 2, &list);
  AddExtension("VK_a", 3, &list);
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(VersionOf(list, "VK_a"), 2u);
}

TEST(ExtensionsTest, LoaderAddsItsOwn) {
  const ExtensionList list = PlatformInstanceExtensions(MemoryPlatform(), {});
  for (const char* name : {"VK_EXT_debug_utils", "VK_EXT_debug_report",
                           "VK_KHR_portability_enumeration", "VK_LUNARG_direct_driver_loading"}) {
    EXPECT_TRUE(HasExtension(list, name)) << name;
  }
  EXPECT_FALSE(HasExtension(list, "VK_KHR_surface"));
}

TEST(ExtensionsTest, UnknownOnesOfDriversAreFilteredUnlessForbidden) {
  MemoryPlatform platform;
  const DriverList drivers = {Driver("VK_KHR_surface", 25), Driver("VK_unknown", 1),
                              Driver("VK_EXT_debug_utils", 99)};
  ExtensionList list = PlatformInstanceExtensions(platform, drivers);
  EXPECT_EQ(VersionOf(list, "VK_KHR_surface"), 25u);
  EXPECT_EQ(VersionOf(list, "VK_EXT_debug_utils"), 99u);
  EXPECT_FALSE(HasExtension(list, "VK_unknown"));
  platform.SetEnvironment("VK_LOADER_DISABLE_INST_EXT_FILTER", "1");
  EXPECT_TRUE(HasExtension(PlatformInstanceExtensions(platform, drivers), "VK_unknown"));
}

TEST(ExtensionsTest, MetaLayerHasThoseOfItsComponents) {
  MemoryPlatform platform;
  AddExplicit("a", &platform, R"("instance_extensions": [{"name": "VK_a", "spec_version": 1}])");
  AddExplicit("b", &platform, R"("device_extensions": [{"name": "VK_b", "spec_version": "2"}])");
  platform.AddFile(std::string(kExplicitFolder) + "m.json",
                   LayerJson(MetaLayerMembers("m", R"("a", "b")")));
  const LayerCatalog catalog = DiscoverLayers(platform, Log(platform));
  EXPECT_EQ(VersionOf(LayerInstanceExtensions(catalog, *catalog.Find("m")), "VK_a"), 1u);
  EXPECT_EQ(VersionOf(LayerDeviceExtensions(catalog, *catalog.Find("m")), "VK_b"), 2u);
}

TEST(ExtensionsTest, LongTextsOfALayerAreCutNotOverrun) {
  LayerManifest layer;
  layer.name = "VK_LAYER_a";
  layer.description = std::string(1000, 'x');
  layer.api_version = {1, 2, 3};
  layer.implementation_version = 7;
  const VkLayerProperties properties = LayerProperties(layer);
  EXPECT_STREQ(properties.layerName, "VK_LAYER_a");
  EXPECT_EQ(std::strlen(properties.description), VK_MAX_DESCRIPTION_SIZE - 1u);
  EXPECT_EQ(properties.specVersion, VK_MAKE_API_VERSION(0, 1, 2, 3));
  EXPECT_EQ(properties.implementationVersion, 7u);
}

}  // namespace
}  // namespace reference_loader::vulkan::extensions_test
