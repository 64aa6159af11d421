// SPDX-License-Identifier: Apache-2.0
// The driver's instances and physical devices.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <utility>

#include "mock_runtime/vulkan/counting_allocator.h"
#include "mock_runtime/vulkan/driver_copy.h"

namespace loadstone::mock::vulkan_instance_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kThreeDevices =
    R"("physical_devices":[{"name":"a","type":1,"vendor_id":4098,"device_id":77,"driver_id":3,)"
    R"("api_version":"1.2.3","pci":[1,2,3,4],"extensions":[{"name":"VK_EXT_pci_bus_info",)"
    R"("spec_version":2},"VK_KHR_swapchain"],"queue_families":[{"flags":1,"count":2},{"flags":4}]},)"
    R"({"name":"b"},{"name":"c"}])";

class InstanceTest : public testing::Test {
 protected:
  TestFolder folder_;
};

TEST_F(InstanceTest, GivesHandlesALoaderAccepts) {
  const DriverCopy driver(folder_, "driver", "");
  const DriverUser user(driver);
  VkQueue queue;
  user.Get<PFN_vkGetDeviceQueue>("vkGetDeviceQueue")(user.device, 0, 3, &queue);
  EXPECT_TRUE(valid_loader_magic_value(user.instance));
  EXPECT_TRUE(valid_loader_magic_value(user.physical_device));
  EXPECT_TRUE(valid_loader_magic_value(user.device));
  EXPECT_TRUE(valid_loader_magic_value(queue));
}

TEST_F(InstanceTest, TracesItsCreation) {
  const DriverCopy driver(folder_, "driver", R"("instance_extensions":["VK_A","VK_B"])");
  VkInstance instance;
  ASSERT_EQ(CreateInstance(driver, &instance, VK_API_VERSION_1_2, nullptr, {"VK_B"}), VK_SUCCESS);
  driver.Get<PFN_vkDestroyInstance>("vkDestroyInstance", instance)(instance, nullptr);
  const auto events = driver.Trace("vkCreateInstance");
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0]["api_version"].GetUint(), VK_API_VERSION_1_2);
  EXPECT_STREQ(events[0]["application"].GetString(), "test");
  EXPECT_EQ(events[0]["application_version"].GetUint(), 0u);
  EXPECT_TRUE(events[0]["engine"].IsNull());
  ASSERT_EQ(events[0]["extensions"].Size(), 1u);
  EXPECT_STREQ(events[0]["extensions"][0].GetString(), "VK_B");
  EXPECT_EQ(events[0]["layers"].Size(), 0u);
  EXPECT_FALSE(events[0]["allocator"].GetBool());
  EXPECT_FALSE(events[0]["loader_info"].GetBool());
  EXPECT_EQ(events[0]["negotiated"].GetUint(), 0u);
  EXPECT_EQ(events[0]["result"].GetInt(), VK_SUCCESS);
  EXPECT_EQ(driver.Trace("vkDestroyInstance")[0]["instance"], events[0]["instance"]);
}

TEST_F(InstanceTest, RefusesExtensionsItDoesNotHave) {
  const DriverCopy driver(folder_, "driver", "");
  VkInstance instance;
  EXPECT_EQ(CreateInstance(driver, &instance, VK_API_VERSION_1_0, nullptr, {"VK_KHR_surface"}),
            VK_ERROR_EXTENSION_NOT_PRESENT);
  EXPECT_THAT(driver.Violations(), ElementsAre("extension the driver does not have"));
}

TEST_F(InstanceTest, ListsItsExtensions) {
  const DriverCopy driver(folder_, "driver",
                          R"("instance_extensions":[{"name":"VK_A","spec_version":7},"VK_B"])");
  const auto enumerate = driver.Get<PFN_vkEnumerateInstanceExtensionProperties>(
      "vkEnumerateInstanceExtensionProperties");
  uint32_t count = 0;
  EXPECT_EQ(enumerate(nullptr, &count, nullptr), VK_SUCCESS);
  EXPECT_EQ(count, 2u);
  VkExtensionProperties properties[3];
  count = 1;
  EXPECT_EQ(enumerate(nullptr, &count, properties), VK_INCOMPLETE);
  EXPECT_EQ(count, 1u);
  count = 3;
  EXPECT_EQ(enumerate(nullptr, &count, properties), VK_SUCCESS);
  EXPECT_EQ(count, 2u);
  EXPECT_STREQ(properties[0].extensionName, "VK_A");
  EXPECT_EQ(properties[0].specVersion, 7u);
  EXPECT_STREQ(properties[1].extensionName, "VK_B");
  EXPECT_THAT(driver.Violations(), IsEmpty());
}

TEST_F(InstanceTest, MindsLayerNamesInQueries) {
  const DriverCopy driver(folder_, "driver", "");
  uint32_t count = 0;
  driver.Get<PFN_vkEnumerateInstanceExtensionProperties>("vkEnumerateInstanceExtensionProperties")(
      "VK_LAYER_x", &count, nullptr);
  const DriverUser user(driver, false);
  user.Get<PFN_vkEnumerateDeviceExtensionProperties>("vkEnumerateDeviceExtensionProperties")(
      user.physical_device, "VK_LAYER_x", &count, nullptr);
  EXPECT_THAT(driver.Violations(),
              ElementsAre("pLayerName given to a driver", "pLayerName given to a driver"));
}

TEST_F(InstanceTest, MindsStructuresOfTheWrongType) {
  const DriverCopy driver(folder_, "driver", "");
  VkInstanceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  VkInstance instance = VK_NULL_HANDLE;
  const auto create = driver.Get<PFN_vkCreateInstance>("vkCreateInstance");
  EXPECT_LT(create(&info, nullptr, &instance), 0);
  EXPECT_LT(create(nullptr, nullptr, &instance), 0);
  EXPECT_THAT(driver.Violations(), ElementsAre("wrong sType", "null structure"));
}

TEST_F(InstanceTest, MindsChains) {
  const DriverCopy driver(folder_, "driver", "");
  VkBaseInStructure unknown = {static_cast<VkStructureType>(0x7ffffff0), nullptr};
  VkBaseInStructure foreign = {VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO, &unknown};
  VkBaseInStructure for_layers = {VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO, &foreign};
  VkInstanceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pNext = &for_layers;
  VkInstance instance = VK_NULL_HANDLE;
  const auto create = driver.Get<PFN_vkCreateInstance>("vkCreateInstance");
  ASSERT_EQ(create(&info, nullptr, &instance), VK_SUCCESS);
  driver.Get<PFN_vkDestroyInstance>("vkDestroyInstance", instance)(instance, nullptr);
  unknown.pNext = &foreign;
  EXPECT_LT(create(&info, nullptr, &instance), 0);
  const auto violations = driver.Violations();
  EXPECT_EQ(violations.front(), "structure in a pNext chain it does not belong to");
  EXPECT_EQ(violations.back(), "pNext chain without an end");
  const auto events = driver.Trace("vkCreateInstance");
  ASSERT_EQ(events.size(), 1u);
  EXPECT_TRUE(events[0]["loader_info"].GetBool());
  EXPECT_EQ(events[0]["next"].Size(), 3u);
}

// The names of the devices that an instance enumerates, and of those in its groups.
std::string PresentNames(const DriverUser& user) {
  VkPhysicalDevice devices[4];
  uint32_t count = 4;
  EXPECT_EQ(user.Get<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")(user.instance,
                                                                                   &count, devices),
            VK_SUCCESS);
  VkPhysicalDeviceGroupProperties groups[4] = {};
  for (auto& group : groups) group.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES;
  uint32_t group_count = 4;
  EXPECT_EQ(user.Get<PFN_vkEnumeratePhysicalDeviceGroups>("vkEnumeratePhysicalDeviceGroups")(
                user.instance, &group_count, groups),
            VK_SUCCESS);
  std::string names;
  const auto add = [&](VkPhysicalDevice device) {
    VkPhysicalDeviceProperties properties;
    user.Get<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties")(device,
                                                                                 &properties);
    names += properties.deviceName;
  };
  for (uint32_t i = 0; i < count; ++i) add(devices[i]);
  names += " ";
  for (uint32_t i = 0; i < group_count; ++i) add(groups[i].physicalDevices[0]);
  return names;
}

TEST_F(InstanceTest, EnumeratesThePhysicalDevicesThatAreThere) {
  const std::string present = folder_.Path("present");
  const DriverCopy driver(
      folder_, "driver",
      std::string(kThreeDevices) + R"(,"present_devices_file":")" + present + R"(")");
  const DriverUser user(driver, false);
  EXPECT_EQ(PresentNames(user), "abc abc");
  for (const auto& [digits, names] : {std::pair{"02", "ac ac"}, {"", " "}, {"9x1", "b b"}}) {
    std::ofstream(present) << digits;
    EXPECT_EQ(PresentNames(user), names);
  }
}

TEST_F(InstanceTest, HasAsManySparseFormatsAsItIsTold) {
  const DriverCopy driver(folder_, "driver", R"("sparse_formats":2,"subset_allocation":true)");
  const DriverUser user(driver, true);
  VkSparseImageFormatProperties formats[3] = {};
  uint32_t count = 3;
  user.Get<PFN_vkGetPhysicalDeviceSparseImageFormatProperties>(
      "vkGetPhysicalDeviceSparseImageFormatProperties")(user.physical_device, VK_FORMAT_R8_UNORM,
                                                        VK_IMAGE_TYPE_2D, VK_SAMPLE_COUNT_1_BIT, 0,
                                                        VK_IMAGE_TILING_OPTIMAL, &count, formats);
  EXPECT_EQ(count, 2U);
  EXPECT_NE(formats[0].imageGranularity.width, formats[1].imageGranularity.width);
  EXPECT_EQ(formats[2].imageGranularity.width, 0U);
  VkPhysicalDeviceGroupProperties group = {};
  group.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES;
  count = 1;
  user.Get<PFN_vkEnumeratePhysicalDeviceGroups>("vkEnumeratePhysicalDeviceGroups")(user.instance,
                                                                                   &count, &group);
  EXPECT_EQ(group.subsetAllocation, VK_TRUE);
}

TEST_F(InstanceTest, GroupsDifferInSubsetAllocation) {
  const DriverCopy driver(folder_, "driver",
                          std::string(kThreeDevices) + R"(,"subset_allocation_differs":true)");
  const DriverUser user(driver, false);
  VkPhysicalDeviceGroupProperties groups[3] = {};
  for (auto& group : groups) group.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES;
  uint32_t count = 3;
  user.Get<PFN_vkEnumeratePhysicalDeviceGroups>("vkEnumeratePhysicalDeviceGroups")(user.instance,
                                                                                   &count, groups);
  EXPECT_EQ(groups[0].subsetAllocation, VK_FALSE);
  EXPECT_EQ(groups[1].subsetAllocation, VK_TRUE);
  EXPECT_EQ(groups[2].subsetAllocation, VK_FALSE);
}

TEST_F(InstanceTest, EnumeratesPhysicalDevicesInOrder) {
  const DriverCopy driver(folder_, "driver", kThreeDevices);
  const DriverUser user(driver, false);
  const auto enumerate = user.Get<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices");
  const auto query = user.Get<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties");
  VkPhysicalDevice devices[4];
  uint32_t count = 2;
  EXPECT_EQ(enumerate(user.instance, &count, devices), VK_INCOMPLETE);
  EXPECT_EQ(count, 2u);
  count = 4;
  EXPECT_EQ(enumerate(user.instance, &count, devices), VK_SUCCESS);
  ASSERT_EQ(count, 3u);
  std::string names;
  for (uint32_t i = 0; i < count; ++i) {
    VkPhysicalDeviceProperties properties;
    query(devices[i], &properties);
    names += properties.deviceName;
  }
  EXPECT_EQ(names, "abc");
  const auto events = driver.Trace("vkGetPhysicalDeviceProperties");
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(events[2]["index"].GetUint(), 2u);
  EXPECT_STREQ(events[2]["name"].GetString(), "c");
}

TEST_F(InstanceTest, HasNoDevicesIfItIsTold) {
  const DriverCopy driver(folder_, "driver", R"("physical_devices":[])");
  const DriverUser user(driver, false);
  uint32_t count = 9;
  EXPECT_EQ(user.Get<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")(user.instance,
                                                                                   &count, nullptr),
            VK_SUCCESS);
  EXPECT_EQ(count, 0u);
}

TEST_F(InstanceTest, PutsEachDeviceInAGroup) {
  const DriverCopy driver(folder_, "driver", kThreeDevices);
  const DriverUser user(driver, false);
  VkPhysicalDeviceGroupProperties groups[3] = {};
  for (auto& group : groups) group.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES;
  const auto enumerate =
      user.Get<PFN_vkEnumeratePhysicalDeviceGroups>("vkEnumeratePhysicalDeviceGroups");
  uint32_t count = 2;
  EXPECT_EQ(enumerate(user.instance, &count, groups), VK_INCOMPLETE);
  count = 3;
  EXPECT_EQ(enumerate(user.instance, &count, groups), VK_SUCCESS);
  EXPECT_EQ(groups[0].physicalDeviceCount, 1u);
  EXPECT_EQ(groups[0].physicalDevices[0], user.physical_device);
}

TEST_F(InstanceTest, DescribesDevicesAsConfigured) {
  const DriverCopy driver(folder_, "driver", kThreeDevices);
  const DriverUser user(driver, false);
  VkPhysicalDevicePCIBusInfoPropertiesEXT pci = {};
  pci.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PCI_BUS_INFO_PROPERTIES_EXT;
  VkPhysicalDeviceDriverProperties by = {};
  by.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
  by.pNext = &pci;
  VkPhysicalDeviceProperties2 properties = {};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &by;
  user.Get<PFN_vkGetPhysicalDeviceProperties2>("vkGetPhysicalDeviceProperties2")(
      user.physical_device, &properties);
  EXPECT_EQ(properties.properties.deviceType, VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU);
  EXPECT_EQ(properties.properties.vendorID, 4098u);
  EXPECT_EQ(properties.properties.deviceID, 77u);
  EXPECT_EQ(properties.properties.apiVersion, VK_MAKE_API_VERSION(0, 1, 2, 3));
  EXPECT_EQ(by.driverID, 3);
  EXPECT_STREQ(by.driverName, "loadstone");
  EXPECT_EQ(pci.pciDomain, 1u);
  EXPECT_EQ(pci.pciFunction, 4u);
  uint32_t count = 0;
  user.Get<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(
      "vkGetPhysicalDeviceQueueFamilyProperties")(user.physical_device, &count, nullptr);
  EXPECT_EQ(count, 2u);
  EXPECT_THAT(driver.Violations(), IsEmpty());
}

TEST_F(InstanceTest, SaysTheSameInWholesAndParts) {
  const DriverCopy driver(folder_, "driver", "");
  const DriverUser user(driver, false);
  VkPhysicalDeviceTimelineSemaphoreFeatures part = {};
  part.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES;
  VkPhysicalDeviceVulkan12Features whole = {};
  whole.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
  whole.pNext = &part;
  VkPhysicalDeviceFeatures2 features = {};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  features.pNext = &whole;
  user.Get<PFN_vkGetPhysicalDeviceFeatures2>("vkGetPhysicalDeviceFeatures2")(user.physical_device,
                                                                             &features);
  EXPECT_TRUE(features.features.robustBufferAccess);
  EXPECT_FALSE(features.features.sparseBinding);
  EXPECT_TRUE(whole.timelineSemaphore);
  EXPECT_TRUE(part.timelineSemaphore);
  EXPECT_EQ(whole.pNext, &part);
}

TEST_F(InstanceTest, OffersUnknownFunctions) {
  std::string names;
  for (int i = 0; i < 256; ++i) names += (i == 0 ? "\"vkP" : ",\"vkP") + std::to_string(i) + "\"";
  const DriverCopy driver(
      folder_, "driver",
      "\"physical_device_functions\":[" + names + "],\"device_functions\":[\"vkD0\",\"vkD1\"]");
  const DriverUser user(driver);
  const auto physical = reinterpret_cast<PFN_vk_icdGetPhysicalDeviceProcAddr>(
      driver.Symbol("vk_icdGetPhysicalDeviceProcAddr"));
  EXPECT_EQ(physical(user.instance, "vkD0"), nullptr);
  EXPECT_EQ(physical(user.instance, "vkCreateInstance"), nullptr);
  EXPECT_EQ(physical(user.instance, "vkDestroyDevice"), nullptr);
  EXPECT_NE(physical(user.instance, "vkCreateDevice"), nullptr);
  for (uint32_t i : {0u, 255u}) {
    const auto function = reinterpret_cast<uint32_t (*)(VkPhysicalDevice, uint32_t)>(
        physical(user.instance, ("vkP" + std::to_string(i)).c_str()));
    ASSERT_NE(function, nullptr);
    EXPECT_EQ(function(user.physical_device, 1000), 1000 + i);
  }
  const auto find = user.Get<PFN_vkGetDeviceProcAddr>("vkGetDeviceProcAddr");
  EXPECT_EQ(find(user.device, "vkP0"), nullptr);
  const auto function =
      reinterpret_cast<uint32_t (*)(VkDevice, uint32_t)>(find(user.device, "vkD1"));
  ASSERT_NE(function, nullptr);
  EXPECT_EQ(function(user.device, 5), 6u);
  const auto events = driver.Trace("vkP255");
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0]["value"].GetUint(), 1000u);
}

TEST_F(InstanceTest, KeepsToTheAllocatorOfTheApplication) {
  const DriverCopy driver(folder_, "driver", kThreeDevices);
  CountingAllocator allocator;
  VkInstance instance;
  ASSERT_EQ(CreateInstance(driver, &instance, VK_API_VERSION_1_0, allocator.callbacks()),
            VK_SUCCESS);
  EXPECT_EQ(allocator.alive(), 4u);
  driver.Get<PFN_vkDestroyInstance>("vkDestroyInstance", instance)(instance, allocator.callbacks());
  EXPECT_EQ(allocator.alive(), 0u);
  EXPECT_THAT(driver.Violations(), IsEmpty());
}

TEST_F(InstanceTest, UndoesAllWhenAnAllocationFails) {
  const DriverCopy driver(folder_, "driver", kThreeDevices);
  for (uint32_t failing = 0; failing < 4; ++failing) {
    CountingAllocator allocator(failing);
    VkInstance instance;
    EXPECT_EQ(CreateInstance(driver, &instance, VK_API_VERSION_1_0, allocator.callbacks()),
              VK_ERROR_OUT_OF_HOST_MEMORY);
    EXPECT_EQ(instance, VK_NULL_HANDLE);
    EXPECT_EQ(allocator.alive(), 0u) << failing;
  }
  EXPECT_THAT(driver.Violations(), IsEmpty());
}

TEST_F(InstanceTest, MindsAnAllocatorThatComesOrGoes) {
  const DriverCopy driver(folder_, "driver", R"("physical_devices":[])");
  CountingAllocator allocator;
  VkInstance instance;
  ASSERT_EQ(CreateInstance(driver, &instance, VK_API_VERSION_1_0, allocator.callbacks()),
            VK_SUCCESS);
  driver.Get<PFN_vkDestroyInstance>("vkDestroyInstance", instance)(instance, nullptr);
  EXPECT_EQ(allocator.alive(), 0u);
  ASSERT_EQ(CreateInstance(driver, &instance), VK_SUCCESS);
  driver.Get<PFN_vkDestroyInstance>("vkDestroyInstance", instance)(instance, allocator.callbacks());
  EXPECT_THAT(driver.Violations(), ElementsAre("pAllocator missing, but given at creation",
                                               "pAllocator given, but not when it was created"));
}

}  // namespace
}  // namespace loadstone::mock::vulkan_instance_test
