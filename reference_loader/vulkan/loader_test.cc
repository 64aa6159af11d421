// SPDX-License-Identifier: Apache-2.0
// The loader as used by an application, with a driver that the application provides.

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

#include "reference_loader/vulkan/generated/commands.h"
#include "reference_loader/vulkan/test_application.h"

namespace reference_loader::vulkan::loader_test {
namespace {

// Counts allocations, and can make one allocation fail.
class CountingAllocator {
 public:
  explicit CountingAllocator(int failing = -1) : remaining_(failing) {
    callbacks_.pUserData = this;
    callbacks_.pfnAllocation = [](void* self, size_t size, size_t, VkSystemAllocationScope) {
      return static_cast<CountingAllocator*>(self)->Allocate(size);
    };
    callbacks_.pfnReallocation = [](void*, void*, size_t, size_t,
                                    VkSystemAllocationScope) -> void* { return nullptr; };
    callbacks_.pfnFree = [](void* self, void* memory) {
      if (memory != nullptr) --static_cast<CountingAllocator*>(self)->live_;
      std::free(memory);
    };
  }
  const VkAllocationCallbacks* callbacks() const { return &callbacks_; }
  int live() const { return live_; }
  int total() const { return total_; }

 private:
  void* Allocate(size_t size) {
    if (remaining_-- == 0) return nullptr;
    ++live_;
    ++total_;
    return std::malloc(size);
  }
  VkAllocationCallbacks callbacks_ = {};
  int remaining_;
  int live_ = 0;
  int total_ = 0;
};

class LoaderTest : public TestApplication {
 protected:
  // Creates, uses and destroys every kind of object once; returns the first error.
  static VkResult RunOnce(const VkAllocationCallbacks* callbacks) {
    VkInstance instance = VK_NULL_HANDLE;
    VkResult result = Create(&instance, callbacks);
    if (result != VK_SUCCESS) return result;
    result = UseOnce(instance, callbacks);
    vkDestroyInstance(instance, callbacks);
    return result;
  }

 private:
  static VkResult UseOnce(VkInstance instance, const VkAllocationCallbacks* callbacks) {
    VkSurfaceKHR surface = VK_NULL_HANDLE;
    VkResult result = CreateHeadlessSurface(instance, &surface, callbacks);
    if (result != VK_SUCCESS) return result;
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    VkDevice device = VK_NULL_HANDLE;
    result = FirstDevice(instance, &physical);
    if (result == VK_SUCCESS) result = CreateOn(physical, &device, callbacks);
    if (result == VK_SUCCESS) {
      VkQueue queue = VK_NULL_HANDLE;
      vkGetDeviceQueue(device, 0, 0, &queue);
      EXPECT_EQ(vkQueueWaitIdle(queue), VK_SUCCESS);
    }
    vkDestroyDevice(device, callbacks);
    vkDestroySurfaceKHR(instance, surface, callbacks);
    return result;
  }
};

TEST_F(LoaderTest, VersionIsThatOfTheHeaders) {
  uint32_t version = 0;
  EXPECT_EQ(vkEnumerateInstanceVersion(&version), VK_SUCCESS);
  EXPECT_EQ(version, VK_HEADER_VERSION_COMPLETE);
}

TEST_F(LoaderTest, GlobalFunctionsNeedNoInstance) {
  for (const char* name :
       {"vkCreateInstance", "vkEnumerateInstanceVersion", "vkEnumerateInstanceLayerProperties",
        "vkGetInstanceProcAddr", "vkEnumerateInstanceExtensionProperties"}) {
    EXPECT_NE(vkGetInstanceProcAddr(VK_NULL_HANDLE, name), nullptr) << name;
  }
  for (const char* name :
       {"vkDestroyInstance", "vkCreateDevice", "vkQueueSubmit", "vkNobody", ""}) {
    EXPECT_EQ(vkGetInstanceProcAddr(VK_NULL_HANDLE, name), nullptr) << name;
  }
}

// A loader of Vulkan 1.1 or later rejects no application because of its API version
// (VkApplicationInfo).
TEST_F(LoaderTest, TakesEveryVersionOfApplications) {
  for (const uint32_t version :
       {0u, VK_API_VERSION_1_0, VK_MAKE_API_VERSION(0, 1, 99, 0), VK_MAKE_API_VERSION(0, 2, 0, 0),
        VK_MAKE_API_VERSION(3, 1, 0, 0), ~0u}) {
    VkInstance instance = VK_NULL_HANDLE;
    EXPECT_EQ(Create(&instance, nullptr, nullptr, version), VK_SUCCESS) << version;
    vkDestroyInstance(instance, nullptr);
  }
}

TEST_F(LoaderTest, DriversGetNoFlagOfAnExtensionThatTheyLack) {
  VkInstance instance = VK_NULL_HANDLE;
  EXPECT_EQ(Create(&instance, nullptr, VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME,
                   VK_API_VERSION_1_3, VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR),
            VK_SUCCESS);
  vkDestroyInstance(instance, nullptr);
}

TEST_F(LoaderTest, RefusesWhatNothingSupports) {
  VkInstance instance = VK_NULL_HANDLE;
  EXPECT_EQ(Create(&instance, nullptr, "VK_nobody"), VK_ERROR_EXTENSION_NOT_PRESENT);
  VkInstanceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  EXPECT_EQ(vkCreateInstance(&info, nullptr, &instance), VK_ERROR_INCOMPATIBLE_DRIVER);
  const char* layer = "VK_LAYER_nobody";
  info.enabledLayerCount = 1;
  info.ppEnabledLayerNames = &layer;
  EXPECT_EQ(vkCreateInstance(&info, nullptr, &instance), VK_ERROR_LAYER_NOT_PRESENT);
  EXPECT_EQ(instance, VK_NULL_HANDLE);
}

TEST_F(LoaderTest, NullForWhatIsNeededIsAnError) {
  EXPECT_EQ(vkEnumerateInstanceVersion(nullptr), VK_ERROR_UNKNOWN);
  EXPECT_EQ(vkEnumerateInstanceLayerProperties(nullptr, nullptr), VK_ERROR_UNKNOWN);
  EXPECT_EQ(vkEnumerateInstanceExtensionProperties(nullptr, nullptr, nullptr), VK_ERROR_UNKNOWN);
  VkInstance instance = VK_NULL_HANDLE;
  EXPECT_EQ(vkCreateInstance(nullptr, nullptr, &instance), VK_ERROR_UNKNOWN);
  VkInstanceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  EXPECT_EQ(vkCreateInstance(&info, nullptr, nullptr), VK_ERROR_UNKNOWN);
  info.enabledLayerCount = 1;
  EXPECT_EQ(vkCreateInstance(&info, nullptr, &instance), VK_ERROR_UNKNOWN);
  const char* no_name = nullptr;
  info.ppEnabledLayerNames = &no_name;
  EXPECT_EQ(vkCreateInstance(&info, nullptr, &instance), VK_ERROR_UNKNOWN);
  info.enabledLayerCount = 0;
  info.enabledExtensionCount = 1;
  EXPECT_EQ(vkCreateInstance(&info, nullptr, &instance), VK_ERROR_UNKNOWN);
  const char* direct = VK_LUNARG_DIRECT_DRIVER_LOADING_EXTENSION_NAME;
  info.ppEnabledExtensionNames = &direct;
  VkDirectDriverLoadingListLUNARG list = {};
  list.sType = VK_STRUCTURE_TYPE_DIRECT_DRIVER_LOADING_LIST_LUNARG;
  list.mode = VK_DIRECT_DRIVER_LOADING_MODE_EXCLUSIVE_LUNARG;
  list.driverCount = 1;
  info.pNext = &list;
  EXPECT_EQ(vkCreateInstance(&info, nullptr, &instance), VK_ERROR_UNKNOWN);
  EXPECT_EQ(instance, VK_NULL_HANDLE);
}

TEST_F(LoaderTest, NullForWhatAnInstanceNeedsIsAnError) {
  VkInstance instance = VK_NULL_HANDLE;
  ASSERT_EQ(Create(&instance), VK_SUCCESS);
  EXPECT_EQ(vkEnumeratePhysicalDevices(instance, nullptr, nullptr), VK_ERROR_UNKNOWN);
  EXPECT_EQ(vkEnumeratePhysicalDeviceGroups(instance, nullptr, nullptr), VK_ERROR_UNKNOWN);
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  ASSERT_EQ(FirstDevice(instance, &physical), VK_SUCCESS);
  EXPECT_EQ(vkEnumerateDeviceLayerProperties(physical, nullptr, nullptr), VK_ERROR_UNKNOWN);
  EXPECT_EQ(vkEnumerateDeviceExtensionProperties(physical, nullptr, nullptr, nullptr),
            VK_ERROR_UNKNOWN);
  VkDevice device = VK_NULL_HANDLE;
  EXPECT_EQ(CreateOn(physical, &device, nullptr, nullptr), VK_ERROR_UNKNOWN);
  EXPECT_EQ(vkCreateDevice(physical, nullptr, nullptr, &device), VK_ERROR_UNKNOWN);
  vkDestroyInstance(instance, nullptr);
}

TEST_F(LoaderTest, DriverFillsWhatIsChainedToItsGroups) {
  VkInstance instance = VK_NULL_HANDLE;
  ASSERT_EQ(Create(&instance), VK_SUCCESS);
  TestGroupNumber chained = {};
  VkPhysicalDeviceGroupProperties group = {};
  group.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES;
  group.pNext = &chained;
  uint32_t count = 1;
  EXPECT_EQ(vkEnumeratePhysicalDeviceGroups(instance, &count, &group), VK_SUCCESS);
  EXPECT_EQ(chained.number, kGroupNumber);
  EXPECT_EQ(group.pNext, &chained);
  EXPECT_EQ(group.physicalDeviceCount, 1u);
  vkDestroyInstance(instance, nullptr);
}

TEST_F(LoaderTest, DevicesHaveTheirFunctions) {
  VkInstance instance = VK_NULL_HANDLE;
  ASSERT_EQ(Create(&instance), VK_SUCCESS);
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  ASSERT_EQ(FirstDevice(instance, &physical), VK_SUCCESS);
  VkDevice device = VK_NULL_HANDLE;
  EXPECT_EQ(CreateOn(physical, &device, nullptr, "VK_nobody"), VK_ERROR_EXTENSION_NOT_PRESENT);
  ASSERT_EQ(CreateOn(physical, &device), VK_SUCCESS);
  EXPECT_NE(vkGetDeviceProcAddr(device, "vkQueueWaitIdle"), nullptr);
  EXPECT_NE(vkGetDeviceProcAddr(device, "vkQueueWaitIdle"),
            reinterpret_cast<PFN_vkVoidFunction>(&vkQueueWaitIdle));
  EXPECT_EQ(vkGetDeviceProcAddr(device, "vkGetDeviceQueue"),
            reinterpret_cast<PFN_vkVoidFunction>(&vkGetDeviceQueue));
  EXPECT_EQ(vkGetDeviceProcAddr(device, "vkDestroyInstance"), nullptr);
  EXPECT_EQ(vkGetDeviceProcAddr(device, "vkNobody"), nullptr);
  vkDestroyDevice(device, nullptr);
  vkDestroyInstance(instance, nullptr);
}

TEST_F(LoaderTest, FunctionsOfExtensionsThatAreNotEnabledAreNotThere) {
  VkInstance instance = VK_NULL_HANDLE;
  ASSERT_EQ(Create(&instance), VK_SUCCESS);
  EXPECT_NE(vkGetInstanceProcAddr(instance, "vkCreateDebugUtilsMessengerEXT"), nullptr);
  EXPECT_EQ(vkGetInstanceProcAddr(instance, "vkCreateDebugReportCallbackEXT"), nullptr);
  EXPECT_EQ(vkGetInstanceProcAddr(instance, "vkNobody"), nullptr);
  EXPECT_EQ(vkGetInstanceProcAddr(instance, "vk_layerGetPhysicalDeviceProcAddr"), nullptr);
  vkDestroyInstance(instance, nullptr);
}

TEST_F(LoaderTest, UnknownFunctionsReachTheDriverWithAllArguments) {
  VkInstance instance = VK_NULL_HANDLE;
  ASSERT_EQ(Create(&instance), VK_SUCCESS);
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  ASSERT_EQ(FirstDevice(instance, &physical), VK_SUCCESS);
  VkDevice early = VK_NULL_HANDLE;
  VkDevice late = VK_NULL_HANDLE;
  ASSERT_EQ(CreateOn(physical, &early), VK_SUCCESS);
  const auto of_physical =
      reinterpret_cast<PFN_vkTestPhysical>(vkGetInstanceProcAddr(instance, "vkTestPhysical"));
  const auto of_device =
      reinterpret_cast<PFN_vkTestDevice>(vkGetInstanceProcAddr(instance, "vkTestDevice"));
  ASSERT_NE(of_physical, nullptr);
  ASSERT_NE(of_device, nullptr);
  ASSERT_EQ(CreateOn(physical, &late), VK_SUCCESS);
  EXPECT_EQ(of_physical(physical, 2, 0.5), 2.5);
  EXPECT_EQ(of_device(early, 3, 0.5), 1.5);
  EXPECT_EQ(of_device(late, 5, 0.5), 2.5);
  vkDestroyDevice(late, nullptr);
  vkDestroyDevice(early, nullptr);
  vkDestroyInstance(instance, nullptr);
}

TEST_F(LoaderTest, DriverGetsItsOwnSurface) {
  VkInstance instance = VK_NULL_HANDLE;
  ASSERT_EQ(Create(&instance), VK_SUCCESS);
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  ASSERT_EQ(FirstDevice(instance, &physical), VK_SUCCESS);
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  ASSERT_EQ(CreateHeadlessSurface(instance, &surface), VK_SUCCESS);
  EXPECT_EQ(reinterpret_cast<const VkIcdSurfaceBase*>(surface)->platform,
            VK_ICD_WSI_PLATFORM_HEADLESS);
  VkBool32 supported = VK_FALSE;
  EXPECT_EQ(vkGetPhysicalDeviceSurfaceSupportKHR(physical, 0, surface, &supported), VK_SUCCESS);
  EXPECT_EQ(supported, VK_TRUE);
  vkDestroySurfaceKHR(instance, surface, nullptr);
  vkDestroyInstance(instance, nullptr);
}

TEST_F(LoaderTest, MessagesReachTheApplicationOnce) {
  VkInstance instance = VK_NULL_HANDLE;
  ASSERT_EQ(Create(&instance), VK_SUCCESS);
  int messages = 0;
  VkDebugUtilsMessengerCreateInfoEXT info = {};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  info.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT;
  info.pUserData = &messages;
  info.pfnUserCallback = [](VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                            const VkDebugUtilsMessengerCallbackDataEXT*, void* count) -> VkBool32 {
    ++*static_cast<int*>(count);
    return VK_FALSE;
  };
  VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreateDebugUtilsMessengerEXT(instance, &info, nullptr, &messenger), VK_SUCCESS);
  VkDebugUtilsMessengerCallbackDataEXT data = {};
  data.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT;
  data.pMessage = "text";
  const auto submit = [&](VkDebugUtilsMessageSeverityFlagBitsEXT severity) {
    vkSubmitDebugUtilsMessageEXT(instance, severity, VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT,
                                 &data);
  };
  submit(VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT);
  submit(VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT);
  EXPECT_EQ(messages, 1);
  vkDestroyDebugUtilsMessengerEXT(instance, messenger, nullptr);
  submit(VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT);
  EXPECT_EQ(messages, 1);
  vkDestroyInstance(instance, nullptr);
}

TEST_F(LoaderTest, EveryFailingAllocationIsSurvivedAndBalanced) {
  CountingAllocator all;
  ASSERT_EQ(RunOnce(all.callbacks()), VK_SUCCESS);
  EXPECT_EQ(all.live(), 0);
  EXPECT_GE(all.total(), 4);  // instance, physical device, device, surface
  for (int failing = 0; failing < all.total(); ++failing) {
    CountingAllocator allocator(failing);
    EXPECT_EQ(RunOnce(allocator.callbacks()), VK_ERROR_OUT_OF_HOST_MEMORY) << failing;
    EXPECT_EQ(allocator.live(), 0) << failing;
    EXPECT_EQ(LiveTestObjects(), 0) << failing;
  }
}

TEST_F(LoaderTest, ThreadsMayHaveTheirOwnInstances) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (int round = 0; round < 10; ++round) EXPECT_EQ(RunOnce(nullptr), VK_SUCCESS);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(LoaderTest, ThreadsMayShareAnInstance) {
  VkInstance instance = VK_NULL_HANDLE;
  ASSERT_EQ(Create(&instance), VK_SUCCESS);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([instance] {
      VkPhysicalDevice physical = VK_NULL_HANDLE;
      VkDevice device = VK_NULL_HANDLE;
      ASSERT_EQ(FirstDevice(instance, &physical), VK_SUCCESS);
      ASSERT_EQ(CreateOn(physical, &device), VK_SUCCESS);
      const auto of_physical =
          reinterpret_cast<PFN_vkTestPhysical>(vkGetInstanceProcAddr(instance, "vkTestPhysical"));
      const auto of_device =
          reinterpret_cast<PFN_vkTestDevice>(vkGetInstanceProcAddr(instance, "vkTestDevice"));
      EXPECT_EQ(of_physical(physical, 1, 1), 2);
      EXPECT_EQ(of_device(device, 2, 2), 4);
      VkQueue queue = VK_NULL_HANDLE;
      vkGetDeviceQueue(device, 0, 0, &queue);
      EXPECT_EQ(vkQueueWaitIdle(queue), VK_SUCCESS);
      vkDestroyDevice(device, nullptr);
    });
  }
  for (std::thread& thread : threads) thread.join();
  vkDestroyInstance(instance, nullptr);
}

}  // namespace
}  // namespace reference_loader::vulkan::loader_test
