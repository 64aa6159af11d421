// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/driver_library.h"

#include <gtest/gtest.h>

#include <cstring>

#include "reference_loader/common/memory_platform.h"

namespace reference_loader::vulkan::driver_library_test {
namespace {

uint32_t answered_version;
VkResult negotiation_result;
uint32_t api_version;
VkResult api_version_result;
bool has_api_version;
bool negotiation_is_queryable;
bool physical_lookup_is_queryable;
bool negotiated_first;

template <typename Function>
PFN_vkVoidFunction Untyped(Function function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}
template <typename Function>
void* Export(Function function) {
  return reinterpret_cast<void*>(function);
}

bool extensions_are_queryable;
bool queried = false;
uint32_t extension_count = 1;
// The number that the second of the two calls writes.
uint32_t extensions_written = 1;
VkResult extensions_result = VK_SUCCESS;
bool endless_extension_name = false;

VKAPI_ATTR VkResult VKAPI_CALL Negotiate(uint32_t* version) {
  negotiated_first = !queried;
  EXPECT_EQ(*version, 7u);
  *version = answered_version;
  return negotiation_result;
}
VKAPI_ATTR VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo*,
                                              const VkAllocationCallbacks*, VkInstance*) {
  return VK_ERROR_INITIALIZATION_FAILED;
}
VKAPI_ATTR VkResult VKAPI_CALL EnumerateVersion(uint32_t* version) {
  *version = api_version;
  return api_version_result;
}
VKAPI_ATTR VkResult VKAPI_CALL EnumerateExtensions(const char* layer, uint32_t* count,
                                                   VkExtensionProperties* properties) {
  EXPECT_EQ(layer, nullptr);
  *count = extension_count;
  if (properties != nullptr) {
    *count = extensions_written;
    std::memset(properties->extensionName, 'n', sizeof(properties->extensionName));
    if (!endless_extension_name) std::strcpy(properties->extensionName, "VK_KHR_surface");
    return extensions_result;
  }
  return VK_SUCCESS;
}
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetPhysical(VkInstance, const char*) { return nullptr; }

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL Get(VkInstance, const char* name) {
  queried = true;
  const std::string_view wanted = name;
  if (wanted == "vkCreateInstance") return Untyped(CreateInstance);
  if (wanted == "vkEnumerateInstanceExtensionProperties" && extensions_are_queryable) {
    return Untyped(EnumerateExtensions);
  }
  if (wanted == "vkEnumerateInstanceVersion" && has_api_version) return Untyped(EnumerateVersion);
  if (wanted == "vk_icdNegotiateLoaderICDInterfaceVersion" && negotiation_is_queryable) {
    return Untyped(Negotiate);
  }
  if (wanted == "vk_icdGetPhysicalDeviceProcAddr" && physical_lookup_is_queryable) {
    return Untyped(GetPhysical);
  }
  return nullptr;
}

class DriverLibraryTest : public testing::Test {
 protected:
  DriverLibraryTest() {
    answered_version = 7;
    negotiation_result = api_version_result = VK_SUCCESS;
    api_version = VK_API_VERSION_1_3;
    has_api_version = true;
    negotiation_is_queryable = physical_lookup_is_queryable = queried = negotiated_first = false;
    extensions_are_queryable = true;
    extension_count = extensions_written = 1;
    extensions_result = VK_SUCCESS;
    endless_extension_name = false;
    manifest_.library_path = "/d.so";
    manifest_.api_version = {1, 3, 0};
  }

  std::shared_ptr<const DriverLibrary> Load(const MemoryPlatform::Library& exports) {
    platform_.AddLibrary("/d.so", exports);
    auto driver = LoadDriver(platform_, manifest_, Log(platform_));
    EXPECT_EQ(platform_.open_libraries(), driver != nullptr ? 1 : 0);
    return driver;
  }

  const MemoryPlatform::Library exports_with_negotiation_ = {
      {"vk_icdNegotiateLoaderICDInterfaceVersion", Export(Negotiate)},
      {"vk_icdGetInstanceProcAddr", Export(Get)}};
  DriverManifest manifest_;
  MemoryPlatform platform_;
};

TEST_F(DriverLibraryTest, NegotiatesBeforeAnythingElse) {
  const auto driver = Load(exports_with_negotiation_);
  ASSERT_NE(driver, nullptr);
  EXPECT_TRUE(negotiated_first);
  EXPECT_EQ(driver->interface_version, 7u);
  EXPECT_FALSE(driver->only_vulkan_1_0);
  EXPECT_TRUE(driver->HasExtension("VK_KHR_surface"));
  EXPECT_FALSE(driver->HasExtension("VK_KHR_display"));
}

TEST_F(DriverLibraryTest, ImpossibleNumbersOfExtensionsAreIgnored) {
  extension_count = ~0u;
  const auto driver = Load(exports_with_negotiation_);
  ASSERT_NE(driver, nullptr);
  EXPECT_TRUE(driver->instance_extensions.empty());
}

TEST_F(DriverLibraryTest, ExtensionsMayBecomeFewer) {
  extension_count = 3;
  EXPECT_EQ(Load(exports_with_negotiation_)->instance_extensions.size(), 1u);
}

TEST_F(DriverLibraryTest, ADriverThatFailsToListItsExtensionsHasNone) {
  for (const VkResult result : {VK_ERROR_OUT_OF_HOST_MEMORY, VK_NOT_READY}) {
    extensions_result = result;
    EXPECT_TRUE(Load(exports_with_negotiation_)->instance_extensions.empty()) << result;
  }
  extensions_result = VK_INCOMPLETE;
  EXPECT_EQ(Load(exports_with_negotiation_)->instance_extensions.size(), 1u);
}

TEST_F(DriverLibraryTest, NamesOfExtensionsEnd) {
  endless_extension_name = true;
  const auto driver = Load(exports_with_negotiation_);
  ASSERT_NE(driver, nullptr);
  ASSERT_EQ(driver->instance_extensions.size(), 1u);
  EXPECT_EQ(std::string(driver->instance_extensions[0].extensionName), std::string(255, 'n'));
}

TEST_F(DriverLibraryTest, RefusalAndForeignInterfacesMakeItUnusable) {
  negotiation_result = VK_ERROR_INCOMPATIBLE_DRIVER;
  EXPECT_EQ(Load(exports_with_negotiation_), nullptr);
  negotiation_result = VK_SUCCESS;
  answered_version = 8;
  EXPECT_EQ(Load(exports_with_negotiation_), nullptr);
}

TEST_F(DriverLibraryTest, Interface7NeedsNoExports) {
  negotiation_is_queryable = physical_lookup_is_queryable = true;
  const auto driver = Load({{"vk_icdGetInstanceProcAddr", Export(Get)}});
  ASSERT_NE(driver, nullptr);
  EXPECT_EQ(driver->interface_version, 7u);
  EXPECT_EQ(driver->get_physical_device_proc_addr, &GetPhysical);
}

TEST_F(DriverLibraryTest, EarlierInterfacesExportTheirFunctions) {
  physical_lookup_is_queryable = true;
  answered_version = 6;
  EXPECT_EQ(Load(exports_with_negotiation_)->get_physical_device_proc_addr, nullptr);
  answered_version = 7;
  EXPECT_EQ(Load(exports_with_negotiation_)->get_physical_device_proc_addr, &GetPhysical);
}

TEST_F(DriverLibraryTest, UnknownPhysicalDeviceFunctionsSinceInterface4) {
  MemoryPlatform::Library exports = exports_with_negotiation_;
  exports["vk_icdGetPhysicalDeviceProcAddr"] = Export(GetPhysical);
  answered_version = 3;
  EXPECT_EQ(Load(exports)->get_physical_device_proc_addr, nullptr);
  answered_version = 4;
  EXPECT_EQ(LoadDriver(platform_, manifest_, Log(platform_))->get_physical_device_proc_addr,
            &GetPhysical);
}

TEST_F(DriverLibraryTest, Interface1HasNoNegotiation) {
  const auto driver = Load({{"vk_icdGetInstanceProcAddr", Export(Get)}});
  ASSERT_NE(driver, nullptr);
  EXPECT_EQ(driver->interface_version, 1u);
}

TEST_F(DriverLibraryTest, Interface0ExportsTheApi) {
  const auto driver =
      Load({{"vkGetInstanceProcAddr", Export(Get)},
            {"vkCreateInstance", Export(CreateInstance)},
            {"vkEnumerateInstanceExtensionProperties", Export(EnumerateExtensions)}});
  ASSERT_NE(driver, nullptr);
  EXPECT_EQ(driver->interface_version, 0u);
  EXPECT_EQ(driver->create_instance, &CreateInstance);
}

TEST_F(DriverLibraryTest, OnlyInterface0ExportsTheExtensions) {
  extensions_are_queryable = false;
  MemoryPlatform::Library exports = exports_with_negotiation_;
  exports["vkEnumerateInstanceExtensionProperties"] = Export(EnumerateExtensions);
  EXPECT_TRUE(Load(exports)->instance_extensions.empty());
  const auto driver =
      Load({{"vkGetInstanceProcAddr", Export(Get)},
            {"vkCreateInstance", Export(CreateInstance)},
            {"vkEnumerateInstanceExtensionProperties", Export(EnumerateExtensions)}});
  EXPECT_TRUE(driver->HasExtension("VK_KHR_surface"));
}

TEST_F(DriverLibraryTest, WithoutFunctionsItIsNoDriver) {
  EXPECT_EQ(Load({}), nullptr);
  EXPECT_EQ(Load({{"vkGetInstanceProcAddr", Export(Get)}}), nullptr);
}

TEST_F(DriverLibraryTest, KnowsDriversOfVulkan10) {
  EXPECT_FALSE(Load(exports_with_negotiation_)->only_vulkan_1_0);
  const auto only_1_0 = [this] {
    return LoadDriver(platform_, manifest_, Log(platform_))->only_vulkan_1_0;
  };
  manifest_.api_version = {1, 0, 99};
  EXPECT_TRUE(only_1_0());
  manifest_.api_version = {1, 1, 0};
  EXPECT_FALSE(only_1_0());
  api_version = VK_API_VERSION_1_0;
  EXPECT_TRUE(only_1_0());
  api_version = VK_API_VERSION_1_1;
  api_version_result = VK_ERROR_UNKNOWN;
  EXPECT_TRUE(only_1_0());
  has_api_version = false;
  EXPECT_TRUE(only_1_0());
}

TEST_F(DriverLibraryTest, AnotherVariantIsAnotherApi) {
  api_version = VK_MAKE_API_VERSION(1, 1, 3, 0);
  EXPECT_EQ(Load(exports_with_negotiation_), nullptr);
}

TEST_F(DriverLibraryTest, ApplicationMayProvideOne) {
  negotiation_is_queryable = true;
  const auto driver = UseProvidedDriver(Get, Log(platform_));
  ASSERT_NE(driver, nullptr);
  EXPECT_TRUE(driver->provided_by_application);
  EXPECT_EQ(driver->interface_version, 7u);
  EXPECT_EQ(UseProvidedDriver(nullptr, Log(platform_)), nullptr);
}

TEST_F(DriverLibraryTest, LibraryMayBeKeptOpen) {
  platform_.SetEnvironment("VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING", "1");
  Load(exports_with_negotiation_).reset();
  EXPECT_EQ(platform_.open_libraries(), 1);
}

}  // namespace
}  // namespace reference_loader::vulkan::driver_library_test
