// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_TEST_APPLICATION_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_TEST_APPLICATION_H_

#include <gtest/gtest.h>
#include <stdlib.h>

#include "reference_loader/vulkan/generated/commands.h"
#include "reference_loader/vulkan/test_driver.h"

namespace reference_loader::vulkan {

// An application that uses the loader with the driver that it provides (test_driver.h),
// independently of what is installed on the machine. Checks at its end that no object of the driver
// is left.
class TestApplication : public testing::Test {
 protected:
  TestApplication() {
    // Installed layers must not be loaded.
    setenv("VK_IMPLICIT_LAYER_PATH", "/nowhere", 1);
    setenv("VK_LAYER_PATH", "/nowhere", 1);
    setenv("VK_DRIVER_FILES", "/nowhere", 1);
  }
  ~TestApplication() override { EXPECT_EQ(LiveTestObjects(), 0); }

  // `extension`, unless null, is enabled in addition to those of the driver and of messages.
  static VkResult Create(VkInstance* instance, const VkAllocationCallbacks* callbacks = nullptr,
                         const char* extension = nullptr, uint32_t api_version = VK_API_VERSION_1_3,
                         VkInstanceCreateFlags flags = 0) {
    VkDirectDriverLoadingInfoLUNARG driver = {};
    driver.sType = VK_STRUCTURE_TYPE_DIRECT_DRIVER_LOADING_INFO_LUNARG;
    driver.pfnGetInstanceProcAddr =
        reinterpret_cast<PFN_vkGetInstanceProcAddrLUNARG>(TestDriverGetInstanceProcAddr);
    VkDirectDriverLoadingListLUNARG list = {};
    list.sType = VK_STRUCTURE_TYPE_DIRECT_DRIVER_LOADING_LIST_LUNARG;
    list.mode = VK_DIRECT_DRIVER_LOADING_MODE_EXCLUSIVE_LUNARG;
    list.driverCount = 1;
    list.pDrivers = &driver;
    const char* extensions[] = {VK_LUNARG_DIRECT_DRIVER_LOADING_EXTENSION_NAME,
                                VK_EXT_DEBUG_UTILS_EXTENSION_NAME,
                                VK_KHR_SURFACE_EXTENSION_NAME,
                                VK_KHR_GET_SURFACE_CAPABILITIES_2_EXTENSION_NAME,
                                VK_EXT_HEADLESS_SURFACE_EXTENSION_NAME,
                                extension};
    VkApplicationInfo application = {};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = api_version;
    VkInstanceCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pNext = &list;
    info.flags = flags;
    info.pApplicationInfo = &application;
    info.enabledExtensionCount = extension != nullptr ? 6 : 5;
    info.ppEnabledExtensionNames = extensions;
    info.ppEnabledLayerNames = extensions;  // any non-null pointer: the count is zero
    return vkCreateInstance(&info, callbacks, instance);
  }

  static VkResult CreateHeadlessSurface(VkInstance instance, VkSurfaceKHR* surface,
                                        const VkAllocationCallbacks* callbacks = nullptr) {
    VkHeadlessSurfaceCreateInfoEXT info = {};
    info.sType = VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT;
    return vkCreateHeadlessSurfaceEXT(instance, &info, callbacks, surface);
  }

  static VkResult FirstDevice(VkInstance instance, VkPhysicalDevice* device) {
    uint32_t count = 1;
    return vkEnumeratePhysicalDevices(instance, &count, device);
  }

  static VkResult CreateOn(VkPhysicalDevice physical, VkDevice* device,
                           const VkAllocationCallbacks* callbacks = nullptr,
                           const char* extension = "VK_TEST_device") {
    VkDeviceCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.enabledExtensionCount = 1;
    info.ppEnabledExtensionNames = &extension;
    const char* layer = "VK_LAYER_of_devices_as_of_old";
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &layer;
    return vkCreateDevice(physical, &info, callbacks, device);
  }
};

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_TEST_APPLICATION_H_
