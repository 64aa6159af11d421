// SPDX-License-Identifier: Apache-2.0
// Eight threads at once, each with its own instances and all with a shared one. Detects data races
// when run under ThreadSanitizer: see tests/sanitizers.py.

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "reference_loader/vulkan/stress/installation.h"
#include "reference_loader/vulkan/test_driver.h"

namespace reference_loader::vulkan::threads_test {
namespace {

constexpr int kThreads = 8;
constexpr int kRounds = 5;

class ThreadsTest : public testing::Test {
 protected:
  ~ThreadsTest() override { EXPECT_EQ(installation_.LiveObjects(), 0); }

  template <typename Body>
  static void InThreads(Body body) {
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&body] {
        for (int round = 0; round < kRounds; ++round) body();
      });
    }
    for (std::thread& thread : threads) thread.join();
  }

 private:
  Installation installation_;
};

void EnumerateBeforeAnInstance() {
  uint32_t count = 0;
  EXPECT_EQ(vkEnumerateInstanceVersion(&count), VK_SUCCESS);
  EXPECT_EQ(vkEnumerateInstanceLayerProperties(&count, nullptr), VK_SUCCESS);
  EXPECT_EQ(count, 3u);
  EXPECT_EQ(vkEnumerateInstanceExtensionProperties(nullptr, &count, nullptr), VK_SUCCESS);
}

// Calls that threads may make concurrently with one instance.
void UseInstance(Application application) {
  application.device = VK_NULL_HANDLE;
  application.surface = VK_NULL_HANDLE;
  EXPECT_EQ(application.FindPhysicalDevice(), VK_SUCCESS);
  uint32_t count = 0;
  EXPECT_EQ(vkEnumeratePhysicalDeviceGroups(application.instance, &count, nullptr), VK_SUCCESS);
  EXPECT_EQ(vkEnumerateDeviceExtensionProperties(application.physical, nullptr, &count, nullptr),
            VK_SUCCESS);
  const auto of_physical = reinterpret_cast<PFN_vkTestPhysical>(
      vkGetInstanceProcAddr(application.instance, "vkTestPhysical"));
  const auto of_device = reinterpret_cast<PFN_vkTestDevice>(
      vkGetInstanceProcAddr(application.instance, "vkTestDevice"));
  ASSERT_EQ(application.CreateDevice(), VK_SUCCESS);
  EXPECT_EQ(of_physical(application.physical, 1, 1), 2);
  EXPECT_EQ(of_device(application.device, 2, 2), 4);
  VkQueue queue = VK_NULL_HANDLE;
  vkGetDeviceQueue(application.device, 0, 0, &queue);
  EXPECT_EQ(vkQueueWaitIdle(queue), VK_SUCCESS);
  EXPECT_EQ(application.CreateSurface(), VK_SUCCESS);
  VkBool32 supported = VK_FALSE;
  EXPECT_EQ(vkGetPhysicalDeviceSurfaceSupportKHR(application.physical, 0, application.surface,
                                                 &supported),
            VK_SUCCESS);
  vkDestroySurfaceKHR(application.instance, application.surface, nullptr);
  vkDestroyDevice(application.device, nullptr);
}

void UseMessages(VkInstance instance) {
  const VkDebugUtilsMessengerCreateInfoEXT messenger_info = NoOpMessengerInfo();
  const VkDebugReportCallbackCreateInfoEXT callback_info = NoOpCallbackInfo();
  VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
  VkDebugReportCallbackEXT callback = VK_NULL_HANDLE;
  EXPECT_EQ(vkCreateDebugUtilsMessengerEXT(instance, &messenger_info, nullptr, &messenger),
            VK_SUCCESS);
  EXPECT_EQ(vkCreateDebugReportCallbackEXT(instance, &callback_info, nullptr, &callback),
            VK_SUCCESS);
  VkDebugUtilsMessengerCallbackDataEXT data = {};
  data.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT;
  data.pMessage = "text";
  vkSubmitDebugUtilsMessageEXT(instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                               VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, &data);
  vkDebugReportMessageEXT(instance, VK_DEBUG_REPORT_ERROR_BIT_EXT,
                          VK_DEBUG_REPORT_OBJECT_TYPE_UNKNOWN_EXT, 0, 0, 0, "test", "text");
  vkDestroyDebugReportCallbackEXT(instance, callback, nullptr);
  vkDestroyDebugUtilsMessengerEXT(instance, messenger, nullptr);
}

TEST_F(ThreadsTest, WithInstancesOfTheirOwn) {
  InThreads([] {
    EnumerateBeforeAnInstance();
    Application application;
    ASSERT_EQ(application.CreateInstance(), VK_SUCCESS);
    UseInstance(application);
    UseMessages(application.instance);
    application.Destroy();
  });
}

TEST_F(ThreadsTest, WithOneInstance) {
  Application application;
  ASSERT_EQ(application.CreateInstance(), VK_SUCCESS);
  InThreads([&application] {
    EnumerateBeforeAnInstance();
    UseInstance(application);
    UseMessages(application.instance);
  });
  application.Destroy();
}

}  // namespace
}  // namespace reference_loader::vulkan::threads_test
