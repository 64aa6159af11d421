// SPDX-License-Identifier: Apache-2.0
// Drivers and layers on a machine with the rules of Android (Android: Implement Vulkan, Driver
// enumeration and loading, Finding and loading layers; LoaderLayerInterface, Layer Interface
// Version 0).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "interfaces/android/hwvulkan.h"
#include "reference_loader/common/memory_platform.h"
#include "reference_loader/vulkan/drivers.h"
#include "reference_loader/vulkan/layer_catalog.h"

namespace reference_loader::vulkan::android_discovery_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kOwnFolder[] = "/data/app/org.example/lib/";
constexpr char kDeveloperFolder[] = "/data/local/debug/vulkan/";

std::string opened_id;
int closed = 0;
hw_device_t* opened_device = nullptr;

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL Find(VkInstance, const char*) { return nullptr; }
VKAPI_ATTR VkResult VKAPI_CALL Create(const VkInstanceCreateInfo*, const VkAllocationCallbacks*,
                                      VkInstance*) {
  return VK_ERROR_INITIALIZATION_FAILED;
}
VKAPI_ATTR VkResult VKAPI_CALL DriverExtensions(const char*, uint32_t* count,
                                                VkExtensionProperties* properties) {
  *count = 2;
  if (properties != nullptr) {
    std::strcpy(properties[0].extensionName, "VK_KHR_surface");
    std::strcpy(properties[1].extensionName, "VK_TEST_instance");
  }
  return VK_SUCCESS;
}
int Close(hw_device_t*) { return ++closed; }
int Open(const hw_module_t*, const char* id, hw_device_t** device) {
  opened_id = id;
  *device = opened_device;
  return 0;
}

class AndroidDriverTest : public testing::Test {
 protected:
  AndroidDriverTest() {
    opened_id.clear();
    closed = 0;
    opened_device = &device_.common;
    module_.tag = HARDWARE_MODULE_TAG;
    module_.id = HWVULKAN_HARDWARE_MODULE_ID;
    module_.methods = &methods_;
    device_.common.close = Close;
    device_.EnumerateInstanceExtensionProperties = DriverExtensions;
    device_.CreateInstance = Create;
    device_.GetInstanceProcAddr = Find;
  }

  void Properties(const std::string& text) { platform_.AddFile("/vendor/build.prop", text); }
  void Module(const std::string& path) { platform_.AddLibrary(path, {{"HMI", &module_}}); }

  std::vector<std::string> Drivers() {
    std::vector<std::string> names;
    const VkInstanceCreateInfo info = {};
    for (const auto& driver : DriversForInstance(platform_, info, Log(platform_))) {
      names.push_back(driver->name);
    }
    return names;
  }

  MemoryPlatform platform_{kAndroidRules};
  hw_module_t module_ = {};
  hw_module_methods_t methods_ = {Open};
  hwvulkan_device_t device_ = {};
};

TEST_F(AndroidDriverTest, TheModuleOfTheHardwareComesFirst) {
  Properties("ro.board.platform=board\nro.hardware.vulkan=gpu\n");
  Module("/vendor/lib64/hw/vulkan.board.so");
  EXPECT_THAT(Drivers(), ElementsAre("/vendor/lib64/hw/vulkan.board.so"));
  Module("/vendor/lib64/hw/vulkan.gpu.so");
  EXPECT_THAT(Drivers(), ElementsAre("/vendor/lib64/hw/vulkan.gpu.so"));
}

TEST_F(AndroidDriverTest, OneModuleIsOpened) {
  Properties("ro.board.platform=board\nro.hardware.vulkan=gpu\n");
  Module("/vendor/lib64/hw/vulkan.board.so");
  Module("/vendor/lib64/hw/vulkan.gpu.so");
  EXPECT_EQ(DriversOfSystem(platform_, Log(platform_)).size(), 1u);
  EXPECT_EQ(platform_.open_libraries(), 1) << "it stays open for the next instance";
  const MemoryPlatform empty;
  EXPECT_THAT(DriversOfSystem(empty, Log(empty)), IsEmpty());
  EXPECT_EQ(platform_.open_libraries(), 0);
}

TEST_F(AndroidDriverTest, MessagesNameTheFileOfTheModule) {
  Properties("ro.hardware.vulkan=gpu\n");
  Module("/vendor/lib64/hw/vulkan.gpu.so");
  EXPECT_EQ(DiscoverDrivers(platform_, Log(platform_)).at(0).manifest_path,
            "/vendor/lib64/hw/vulkan.gpu.so");
}

TEST_F(AndroidDriverTest, NothingElseNamesADriver) {
  Module("/vendor/lib64/hw/vulkan.gpu.so");
  Module("/system/lib64/hw/vulkan.gpu.so");
  platform_.AddFile("/etc/vulkan/icd.d/a.json", R"({"file_format_version": "1.0.0", "ICD":
      {"library_path": "/vendor/lib64/hw/vulkan.gpu.so", "api_version": "1.3.0"}})");
  platform_.SetEnvironment("VK_DRIVER_FILES", "/etc/vulkan/icd.d/a.json");
  EXPECT_THAT(Drivers(), IsEmpty());
  Properties("# ro.hardware.vulkan=gpu\nro.hardware.vulkan.more=gpu\nro.hardware.vulkan=\n");
  EXPECT_THAT(Drivers(), IsEmpty());
}

TEST_F(AndroidDriverTest, TheFirstFileWithAPropertyCounts) {
  Properties("ro.hardware.vulkan=vendor\n");
  Module("/vendor/lib64/hw/vulkan.vendor.so");
  Module("/vendor/lib64/hw/vulkan.system.so");
  EXPECT_THAT(Drivers(), ElementsAre("/vendor/lib64/hw/vulkan.vendor.so"));
  platform_.AddFile("/system/build.prop", "ro.hardware.vulkan=system\n");
  EXPECT_THAT(Drivers(), ElementsAre("/vendor/lib64/hw/vulkan.system.so"));
}

TEST_F(AndroidDriverTest, AnApexTakesThePlaceOfThePartition) {
  Properties("ro.hardware.vulkan=gpu\nro.vulkan.apex=com.example.vulkan\n");
  Module("/vendor/lib64/hw/vulkan.gpu.so");
  EXPECT_THAT(Drivers(), IsEmpty());
  Module("/apex/com.example.vulkan/lib64/vulkan.gpu.so");
  EXPECT_THAT(Drivers(), ElementsAre("/apex/com.example.vulkan/lib64/vulkan.gpu.so"));
}

TEST_F(AndroidDriverTest, TheDeviceIsOpenedByItsNameAndClosedBeforeTheLibrary) {
  Properties("ro.hardware.vulkan=gpu\n");
  Module("/vendor/lib64/hw/vulkan.gpu.so");
  {
    const VkInstanceCreateInfo info = {};
    const DriverList drivers = DriversForInstance(platform_, info, Log(platform_));
    ASSERT_EQ(drivers.size(), 1u);
    EXPECT_EQ(opened_id, "vk0");
    EXPECT_EQ(drivers[0]->create_instance, Create);
    EXPECT_TRUE(drivers[0]->HasExtension("VK_TEST_instance"));
    EXPECT_FALSE(drivers[0]->HasExtension("VK_KHR_surface")) << "surfaces are the loader's";
    EXPECT_EQ(closed, 0);
  }
  EXPECT_EQ(closed, 1);
  EXPECT_EQ(platform_.open_libraries(), 0);
}

TEST_F(AndroidDriverTest, UnusableModulesAreNone) {
  Properties("ro.hardware.vulkan=gpu\n");
  Module("/vendor/lib64/hw/vulkan.gpu.so");
  module_.tag = 1;
  EXPECT_THAT(Drivers(), IsEmpty());
  module_.tag = HARDWARE_MODULE_TAG;
  module_.id = "gralloc";
  EXPECT_THAT(Drivers(), IsEmpty());
  module_.id = nullptr;
  EXPECT_THAT(Drivers(), IsEmpty());
  module_.id = HWVULKAN_HARDWARE_MODULE_ID;
  opened_device = nullptr;
  EXPECT_THAT(Drivers(), IsEmpty());
  opened_device = &device_.common;
  methods_.open = nullptr;
  EXPECT_THAT(Drivers(), IsEmpty());
  methods_.open = Open;
  device_.CreateInstance = nullptr;
  EXPECT_THAT(Drivers(), IsEmpty());
  device_.CreateInstance = Create;
  device_.common.close = nullptr;
  EXPECT_THAT(Drivers(), ElementsAre("/vendor/lib64/hw/vulkan.gpu.so"));
  EXPECT_EQ(platform_.open_libraries(), 0);
}

VKAPI_ATTR VkResult VKAPI_CALL OneLayer(uint32_t* count, VkLayerProperties* properties) {
  *count = 1;
  if (properties == nullptr) return VK_SUCCESS;
  std::strcpy(properties->layerName, "one");
  properties->specVersion = VK_API_VERSION_1_3;
  properties->implementationVersion = 7;
  return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL LayerNewerThanTheLoader(uint32_t* count, VkLayerProperties* layers) {
  const VkResult result = OneLayer(count, layers);
  if (layers != nullptr) layers->specVersion = VK_MAKE_API_VERSION(0, 2, 0, 0);
  return result;
}
VKAPI_ATTR VkResult VKAPI_CALL AnotherLayer(uint32_t* count, VkLayerProperties* properties) {
  const VkResult result = OneLayer(count, properties);
  if (properties != nullptr) std::strcpy(properties->layerName, "another");
  return result;
}
// Reports more layers than any library has.
VKAPI_ATTR VkResult VKAPI_CALL EnumerateTooManyLayers(uint32_t* count,
                                                      VkLayerProperties* properties) {
  const VkResult result = OneLayer(count, properties);
  *count = 2000;
  return result;
}
VKAPI_ATTR VkResult VKAPI_CALL FailSecondEnumeration(uint32_t* count,
                                                     VkLayerProperties* properties) {
  const VkResult result = OneLayer(count, properties);
  return properties != nullptr ? VK_ERROR_OUT_OF_HOST_MEMORY : result;
}
// The name has no terminator within its array: it is truncated at the last element.
VKAPI_ATTR VkResult VKAPI_CALL EnumerateUnterminatedName(uint32_t* count,
                                                         VkLayerProperties* properties) {
  const VkResult result = OneLayer(count, properties);
  if (properties != nullptr) {
    std::memset(properties->layerName, 'n', sizeof(properties->layerName));
  }
  return result;
}
VKAPI_ATTR VkResult VKAPI_CALL Failing(uint32_t*, VkLayerProperties*) {
  return VK_ERROR_OUT_OF_HOST_MEMORY;
}
VKAPI_ATTR VkResult VKAPI_CALL DeviceExtensions(VkPhysicalDevice device, const char* layer,
                                                uint32_t* count,
                                                VkExtensionProperties* properties) {
  EXPECT_EQ(device, VkPhysicalDevice(VK_NULL_HANDLE));
  EXPECT_NE(layer, nullptr);
  // Writes fewer layers than it reported in the first call.
  *count = properties != nullptr ? 1 : 3;
  if (properties != nullptr) std::strcpy(properties->extensionName, "VK_EXAMPLE_device");
  return VK_SUCCESS;
}

class AndroidLayerTest : public testing::Test {
 protected:
  AndroidLayerTest() { platform_.SetExecutablePath("/data/app/org.example/bin/app"); }

  std::string Own(const std::string& file) {
    return kOwnFolder + std::string(kInstructionSet) + "/" + file;
  }
  void Library(const std::string& path, PFN_vkEnumerateInstanceLayerProperties layers = OneLayer) {
    platform_.AddLibrary(
        path,
        {{"vkEnumerateInstanceLayerProperties", reinterpret_cast<void*>(layers)},
         {"vkEnumerateDeviceExtensionProperties", reinterpret_cast<void*>(DeviceExtensions)}});
  }
  void Debuggable(const std::string& package, const std::string& flag) {
    platform_.AddFile("/data/system/packages.list", "org.other 10001 1 /data/data/org.other\n" +
                                                        package + " 10002 " + flag +
                                                        " /data/data/" + package + " default\n");
  }
  LayerCatalog Catalog() { return DiscoverLayers(platform_, Log(platform_)); }
  std::vector<std::string> Layers() {
    std::vector<std::string> names;
    const LayerCatalog catalog = Catalog();
    for (const LayerManifest& layer : catalog.layers()) {
      names.push_back(layer.name + (layer.implicit ? "!" : ""));
    }
    return names;
  }

  MemoryPlatform platform_{kAndroidRules};
};

TEST_F(AndroidLayerTest, LibrariesOfTheApplicationTellOfTheirLayers) {
  Library(Own("libVkLayer_one.so"));
  const LayerCatalog catalog = Catalog();
  ASSERT_EQ(catalog.layers().size(), 1u);
  const LayerManifest& layer = catalog.layers()[0];
  EXPECT_EQ(layer.name, "one");
  EXPECT_FALSE(layer.implicit);
  EXPECT_EQ(layer.manifest_path, Own("libVkLayer_one.so"));
  EXPECT_EQ(layer.library_path, Own("libVkLayer_one.so"));
  EXPECT_EQ(layer.api_version.minor_number, 3u);
  EXPECT_EQ(layer.implementation_version, 7u);
  ASSERT_EQ(layer.device_extensions.size(), 1u);
  EXPECT_EQ(layer.device_extensions[0].name, "VK_EXAMPLE_device");
  EXPECT_EQ(layer.get_instance_proc_addr_function, "vkGetInstanceProcAddr");
  EXPECT_EQ(platform_.open_libraries(), 0);
}

TEST_F(AndroidLayerTest, TheNameOfTheFileDecides) {
  for (const char* file : {"libone.so", "VkLayer_one.so", "libVkLayer_one.so.1", "libvklayer.so"}) {
    Library(Own(file));
  }
  EXPECT_THAT(Layers(), IsEmpty());
  Library(Own("libVKLayer_foo.so"));
  EXPECT_THAT(Layers(), ElementsAre("one"));
}

TEST_F(AndroidLayerTest, ManifestsAndVariablesCountForNothing) {
  Library("/opt/libVkLayer_one.so");
  platform_.AddFile("/etc/vulkan/explicit_layer.d/a.json",
                    R"({"file_format_version": "1.2.0", "layer": {"type": "GLOBAL", "name": "one",
                        "library_path": "/opt/libVkLayer_one.so", "api_version": "1.3.0"}})");
  platform_.SetEnvironment("VK_LAYER_PATH", "/etc/vulkan/explicit_layer.d");
  EXPECT_THAT(Layers(), IsEmpty());
}

TEST_F(AndroidLayerTest, DevelopersHaveTheirFolderForTheirOwnApplicationsAlone) {
  Library(std::string(kDeveloperFolder) + "libVkLayer_another.so", AnotherLayer);
  EXPECT_THAT(Layers(), IsEmpty());
  Debuggable("org.example", "0");
  EXPECT_THAT(Layers(), IsEmpty());
  Debuggable("org.example2", "1");
  EXPECT_THAT(Layers(), IsEmpty());
  Debuggable("org.example", "1");
  EXPECT_THAT(Layers(), ElementsAre("another"));
}

TEST_F(AndroidLayerTest, AProgramOfNoApplicationHasNoLayers) {
  Library(Own("libVkLayer_one.so"));
  platform_.SetExecutablePath("/system/bin/app");
  EXPECT_THAT(Layers(), IsEmpty());
  platform_.SetExecutablePath("/data/app/org.example");
  EXPECT_THAT(Layers(), IsEmpty());
}

TEST_F(AndroidLayerTest, UnusableLibrariesHideNoOthers) {
  platform_.AddLibrary(Own("libVkLayer_0.so"), {});
  platform_.AddFile(Own("libVkLayer_1.so"), "no library");
  Library(Own("libVkLayer_2.so"), Failing);
  Library(Own("libVkLayer_3.so"), LayerNewerThanTheLoader);
  Library(Own("libVkLayer_5.so"), EnumerateTooManyLayers);
  Library(Own("libVkLayer_6.so"), FailSecondEnumeration);
  Library(Own("libVkLayer_4.so"), AnotherLayer);
  EXPECT_THAT(Layers(), ElementsAre("another"));
}

TEST_F(AndroidLayerTest, NamesEnd) {
  Library(Own("libVkLayer_one.so"), EnumerateUnterminatedName);
  EXPECT_THAT(Layers(), ElementsAre(std::string(VK_MAX_EXTENSION_NAME_SIZE - 1, 'n')));
}

TEST_F(AndroidLayerTest, ALayerWithFunctionsOfItsOwnNameHasThose) {
  platform_.AddLibrary(Own("libVkLayer_one.so"),
                       {{"vkEnumerateInstanceLayerProperties", reinterpret_cast<void*>(OneLayer)},
                        {"oneGetInstanceProcAddr", reinterpret_cast<void*>(Find)}});
  const LayerCatalog catalog = Catalog();
  ASSERT_EQ(catalog.layers().size(), 1u);
  EXPECT_EQ(catalog.layers()[0].get_instance_proc_addr_function, "oneGetInstanceProcAddr");
  EXPECT_EQ(catalog.layers()[0].get_device_proc_addr_function, "vkGetDeviceProcAddr");
}

}  // namespace
}  // namespace reference_loader::vulkan::android_discovery_test
