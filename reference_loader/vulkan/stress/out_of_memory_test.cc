// SPDX-License-Identifier: Apache-2.0
// Any allocation of the loader may fail: the application gets an error, nothing crashes, nothing is
// leaked, and the call succeeds once memory is available again. No exception leaves the loader,
// neither to the application nor to a layer.

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "reference_loader/common/failing_allocations.h"
#include "reference_loader/vulkan/stress/installation.h"

namespace reference_loader::vulkan::out_of_memory_test {
namespace {

// Runs `body` with memory, and restores the failing allocations afterwards.
template <typename Body>
auto WithMemory(Body body) {
  struct Restore {
    ~Restore() { allocations_left = left; }
    int left = std::exchange(allocations_left, -1);
  } restore;
  return body();
}

class OutOfMemoryTest : public testing::Test {
 protected:
  // Let the first enumeration load the drivers that the loader keeps for the next one.
  OutOfMemoryTest() {
    uint32_t count = 0;
    vkEnumerateInstanceExtensionProperties(nullptr, &count, nullptr);
  }

  // Runs `body` with its first, then its second, ... allocation failing, until none fails;
  // `failing` allocations succeed before the one that fails. `body` returns the result of the call
  // that may fail.
  template <typename Body>
  void FailEach(int at_least, Body body) {
    int failing = 0;
    for (bool failed = true; failed; ++failing) {
      ASSERT_LT(failing, 20000);
      const int live = LiveAllocations();
      allocations_left = failing;
      const VkResult result = body();
      failed = allocations_left < 0;
      allocations_left = -1;
      // Memory that is only an optimization may be missing without an error, such as the buffer of
      // a stable sort.
      ASSERT_TRUE(result == VK_SUCCESS || (failed && result == VK_ERROR_OUT_OF_HOST_MEMORY))
          << result << " with allocation " << failing;
      ASSERT_EQ(LiveAllocations(), live) << failing;
      ASSERT_EQ(installation_.LiveObjects(), 0) << failing;
    }
    EXPECT_GT(failing, at_least);
  }

  // Does the same for one call of an application, and repeats the call when memory is available.
  template <typename Prepare, typename Call>
  void FailEachCall(Prepare prepare, Call call) {
    FailEach(1, [&] {
      Application application;
      if (WithMemory([&] { return prepare(application); }) != VK_SUCCESS) {
        return VK_ERROR_INITIALIZATION_FAILED;
      }
      const VkResult result = call(application);
      WithMemory([&] {
        if (result != VK_SUCCESS) {
          EXPECT_EQ(call(application), VK_SUCCESS);
        }
        application.Destroy();
      });
      return result;
    });
  }

  // Does the same for the creation of an instance, starting without objects.
  void FailEachInstance() {
    FailEach(100, [] {
      Application application;
      const VkResult result = application.CreateInstance();
      WithMemory([&] { application.Destroy(); });
      return result;
    });
  }

  static VkResult PrepareInstance(Application& application) { return application.CreateInstance(); }
  static VkResult PrepareEverything(Application& application) {
    VkResult result = application.CreateInstance();
    if (result == VK_SUCCESS) result = application.FindPhysicalDevice();
    if (result == VK_SUCCESS) result = application.CreateDevice();
    return result == VK_SUCCESS ? application.CreateSurface() : result;
  }

 private:
  Installation installation_;
};

TEST_F(OutOfMemoryTest, EnumerationsBeforeAnInstance) {
  VkExtensionProperties extensions[32];
  VkLayerProperties layers[32];
  FailEach(50, [&] {
    uint32_t count = std::size(extensions);
    return vkEnumerateInstanceExtensionProperties(nullptr, &count, extensions);
  });
  FailEach(50, [&] {
    uint32_t count = std::size(extensions);
    return vkEnumerateInstanceExtensionProperties("VK_LAYER_TEST_meta", &count, extensions);
  });
  FailEach(50, [&] {
    uint32_t count = std::size(layers);
    return vkEnumerateInstanceLayerProperties(&count, layers);
  });
  FailEach(50, [] {
    uint32_t version = 0;
    return vkEnumerateInstanceVersion(&version);
  });
}

TEST_F(OutOfMemoryTest, Instances) { FailEachInstance(); }

TEST_F(OutOfMemoryTest, InstancesWithALogOnTheErrorStream) {
  setenv("VK_LOADER_DEBUG", "error,warn,info,debug,layer,driver", 1);
  testing::internal::CaptureStderr();
  FailEachInstance();
  EXPECT_NE(testing::internal::GetCapturedStderr(), "");
  unsetenv("VK_LOADER_DEBUG");
}

// Destroying an instance frees everything, however much memory is available.
TEST_F(OutOfMemoryTest, DestructionNeedsNoMemory) {
  for (int failing = 0; failing < 20; ++failing) {
    Application application;
    ASSERT_EQ(PrepareEverything(application), VK_SUCCESS);
    allocations_left = failing;
    application.Destroy();
    allocations_left = -1;
  }
}

TEST_F(OutOfMemoryTest, PhysicalDevices) {
  FailEachCall(PrepareInstance, [](Application& of) { return of.FindPhysicalDevice(); });
  FailEachCall(PrepareInstance, [](Application& of) {
    VkPhysicalDeviceGroupProperties group = {};
    group.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES;
    uint32_t count = 1;
    return vkEnumeratePhysicalDeviceGroups(of.instance, &count, &group);
  });
  FailEachCall(PrepareEverything, [](Application& of) {
    uint32_t count = 0;
    return vkEnumerateDeviceExtensionProperties(of.physical, nullptr, &count, nullptr);
  });
  FailEachCall(PrepareEverything, [](Application& of) {
    uint32_t count = 0;
    return vkEnumerateDeviceExtensionProperties(of.physical, kExplicitLayer, &count, nullptr);
  });
}

// Functions without a result that the loader implements for a driver return no elements for lack of
// memory.
TEST_F(OutOfMemoryTest, EmulatedQueries) {
  FailEachCall(PrepareEverything, [](Application& of) {
    VkQueueFamilyProperties2 family = {};
    uint32_t count = 1;
    vkGetPhysicalDeviceQueueFamilyProperties2(of.physical, &count, &family);
    return count == 1 ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
  });
  FailEachCall(PrepareEverything, [](Application& of) {
    const VkPhysicalDeviceSparseImageFormatInfo2 info = {};
    VkSparseImageFormatProperties2 properties = {};
    uint32_t count = 1;
    vkGetPhysicalDeviceSparseImageFormatProperties2(of.physical, &info, &count, &properties);
    return count == 1 ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
  });
  FailEachCall(PrepareEverything, [](Application& of) {
    VkPhysicalDeviceSurfaceInfo2KHR info = {};
    info.surface = of.surface;
    VkSurfaceFormat2KHR format = {};
    uint32_t count = 1;
    return vkGetPhysicalDeviceSurfaceFormats2KHR(of.physical, &info, &count, &format);
  });
}

TEST_F(OutOfMemoryTest, Devices) {
  FailEachCall(
      [](Application& of) {
        const VkResult result = of.CreateInstance();
        return result == VK_SUCCESS ? of.FindPhysicalDevice() : result;
      },
      [](Application& of) { return of.CreateDevice(); });
}

TEST_F(OutOfMemoryTest, Surfaces) {
  FailEachCall(PrepareInstance, [](Application& of) { return of.CreateSurface(); });
  FailEachCall(PrepareEverything, [](Application& of) {
    VkSwapchainCreateInfoKHR info = {};
    info.surface = of.surface;
    VkSwapchainKHR swapchain = VK_NULL_HANDLE;
    return vkCreateSharedSwapchainsKHR(of.device, 1, &info, nullptr, &swapchain);
  });
}

TEST_F(OutOfMemoryTest, FunctionsThatTheLoaderDoesNotKnow) {
  for (const char* name : {"vkTestPhysical", "vkTestDevice"}) {
    FailEachCall(PrepareEverything, [name](Application& of) {
      return vkGetInstanceProcAddr(of.instance, name) != nullptr ? VK_SUCCESS
                                                                 : VK_ERROR_OUT_OF_HOST_MEMORY;
    });
  }
}

TEST_F(OutOfMemoryTest, MessengersAndCallbacks) {
  FailEachCall(PrepareInstance, [](Application& of) {
    const VkDebugUtilsMessengerCreateInfoEXT info = NoOpMessengerInfo();
    VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
    const VkResult result = vkCreateDebugUtilsMessengerEXT(of.instance, &info, nullptr, &messenger);
    vkDestroyDebugUtilsMessengerEXT(of.instance, messenger, nullptr);
    return result;
  });
  FailEachCall(PrepareInstance, [](Application& of) {
    const VkDebugReportCallbackCreateInfoEXT info = NoOpCallbackInfo();
    VkDebugReportCallbackEXT callback = VK_NULL_HANDLE;
    const VkResult result = vkCreateDebugReportCallbackEXT(of.instance, &info, nullptr, &callback);
    vkDestroyDebugReportCallbackEXT(of.instance, callback, nullptr);
    return result;
  });
}

// Counts its calls.
VKAPI_ATTR VkBool32 VKAPI_CALL CountMessage(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                            VkDebugUtilsMessageTypeFlagsEXT,
                                            const VkDebugUtilsMessengerCallbackDataEXT*,
                                            void* count) {
  ++*static_cast<int*>(count);
  return VK_FALSE;
}

// These functions have no result that could report a lost message, so none may be lost.
TEST_F(OutOfMemoryTest, MessagesNeedNoMemory) {
  Application application;
  ASSERT_EQ(application.CreateInstance(), VK_SUCCESS);
  int heard = 0;
  VkDebugUtilsMessengerCreateInfoEXT info = NoOpMessengerInfo();
  info.pfnUserCallback = CountMessage;
  info.pUserData = &heard;
  VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreateDebugUtilsMessengerEXT(application.instance, &info, nullptr, &messenger),
            VK_SUCCESS);
  VkDebugUtilsMessengerCallbackDataEXT data = {};
  data.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT;
  data.pMessage = "text";
  for (int failing = 0; failing < 4; ++failing) {
    allocations_left = failing;
    vkSubmitDebugUtilsMessageEXT(application.instance,
                                 VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                                 VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, &data);
    vkDebugReportMessageEXT(application.instance, VK_DEBUG_REPORT_ERROR_BIT_EXT,
                            VK_DEBUG_REPORT_OBJECT_TYPE_UNKNOWN_EXT, 0, 0, 0, "test", "text");
    allocations_left = -1;
    EXPECT_EQ(heard, failing + 1);
  }
  vkDestroyDebugUtilsMessengerEXT(application.instance, messenger, nullptr);
  application.Destroy();
}

}  // namespace
}  // namespace reference_loader::vulkan::out_of_memory_test
