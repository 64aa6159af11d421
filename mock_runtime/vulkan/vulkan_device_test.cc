// SPDX-License-Identifier: Apache-2.0
// The driver's logical devices and their objects.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string.h>

#include "mock_runtime/vulkan/counting_allocator.h"
#include "mock_runtime/vulkan/driver_copy.h"

namespace loadstone::mock::vulkan_device_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class DeviceTest : public testing::Test {
 protected:
  explicit DeviceTest(const char* keys = "") : driver_(folder_, "driver", keys) {}

  template <typename Function>
  Function Get(const char* name) const {
    return user_.Get<Function>(name);
  }

  // Creates an object whose create info only has flags.
  template <typename Function, typename Info, typename Handle>
  Handle Create(const char* name, const Info& info) const {
    Handle handle = {};
    EXPECT_EQ(Get<Function>(name)(user_.device, &info, nullptr, &handle), VK_SUCCESS) << name;
    return handle;
  }

  VkCommandPool CreatePool() const {
    VkCommandPoolCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    return Create<PFN_vkCreateCommandPool, VkCommandPoolCreateInfo, VkCommandPool>(
        "vkCreateCommandPool", info);
  }

  VkFence CreateFence() const {
    VkFenceCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
    return Create<PFN_vkCreateFence, VkFenceCreateInfo, VkFence>("vkCreateFence", info);
  }

  VkCommandBuffer AllocateCommandBuffer(VkCommandPool pool) const {
    VkCommandBufferAllocateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    info.commandPool = pool;
    info.commandBufferCount = 1;
    VkCommandBuffer buffer = VK_NULL_HANDLE;
    EXPECT_EQ(
        Get<PFN_vkAllocateCommandBuffers>("vkAllocateCommandBuffers")(user_.device, &info, &buffer),
        VK_SUCCESS);
    return buffer;
  }

  void DestroyPool(VkCommandPool pool) const {
    Get<PFN_vkDestroyCommandPool>("vkDestroyCommandPool")(user_.device, pool, nullptr);
  }

  TestFolder folder_;
  const DriverCopy driver_;
  DriverUser user_{driver_};
};

class ExtendedDeviceTest : public DeviceTest {
 protected:
  ExtendedDeviceTest()
      : DeviceTest(R"("trace_functions":["vkCmdDraw"],"physical_devices":)"
                   R"([{"extensions":["VK_KHR_swapchain"],"api_version":"1.1.0"}])") {}
};

TEST_F(DeviceTest, TracesItsCreation) {
  const auto events = driver_.Trace("vkCreateDevice");
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0]["index"].GetUint(), 0u);
  EXPECT_STREQ(events[0]["name"].GetString(), "Loadstone Mock 0");
  EXPECT_EQ(events[0]["queue_families"].Size(), 1u);
  EXPECT_EQ(events[0]["queue_counts"][0].GetUint(), 4u);
  EXPECT_TRUE(events[0]["device"].IsString());
  EXPECT_EQ(events[0]["result"].GetInt(), 0);
}

TEST_F(DeviceTest, RefusesExtensionsAndQueuesItDoesNotHave) {
  VkDevice device = VK_NULL_HANDLE;
  EXPECT_EQ(CreateDevice(user_, &device, nullptr, {"VK_KHR_swapchain"}),
            VK_ERROR_EXTENSION_NOT_PRESENT);
  EXPECT_LT(CreateDevice(user_, &device, nullptr, {}, 5), 0);
  EXPECT_EQ(device, VK_NULL_HANDLE);
  EXPECT_THAT(driver_.Violations(), ElementsAre("extension the driver does not have",
                                                "queues the physical device does not have"));
}

TEST_F(DeviceTest, RefusesFeaturesItDoesNotHave) {
  const auto create = Get<PFN_vkCreateDevice>("vkCreateDevice");
  VkPhysicalDeviceFeatures features = {};
  VkPhysicalDeviceFeatures2 newer = {};
  newer.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  VkDeviceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  VkDevice device = VK_NULL_HANDLE;
  features.sparseBinding = newer.features.sparseBinding = VK_TRUE;
  info.pEnabledFeatures = &features;
  EXPECT_EQ(create(user_.physical_device, &info, nullptr, &device), VK_ERROR_FEATURE_NOT_PRESENT);
  info.pEnabledFeatures = nullptr;
  info.pNext = &newer;
  EXPECT_EQ(create(user_.physical_device, &info, nullptr, &device), VK_ERROR_FEATURE_NOT_PRESENT);
  newer.features = {};
  newer.features.geometryShader = VK_TRUE;
  ASSERT_EQ(create(user_.physical_device, &info, nullptr, &device), VK_SUCCESS);
  Get<PFN_vkDestroyDevice>("vkDestroyDevice")(device, nullptr);
  EXPECT_THAT(driver_.Violations(), IsEmpty());
}

TEST_F(DeviceTest, MindsThePhysicalDevicesOfAGroup) {
  VkDeviceGroupDeviceCreateInfo group = {};
  group.sType = VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO;
  group.physicalDeviceCount = 1;
  VkDeviceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = &group;
  const auto create = Get<PFN_vkCreateDevice>("vkCreateDevice");
  VkDevice device = VK_NULL_HANDLE;
  group.pPhysicalDevices = &user_.physical_device;
  ASSERT_EQ(create(user_.physical_device, &info, nullptr, &device), VK_SUCCESS);
  Get<PFN_vkDestroyDevice>("vkDestroyDevice")(device, nullptr);
  EXPECT_THAT(driver_.Violations(), IsEmpty());
  const auto foreign = reinterpret_cast<VkPhysicalDevice>(user_.instance);
  group.pPhysicalDevices = &foreign;
  EXPECT_LT(create(user_.physical_device, &info, nullptr, &device), 0);
  EXPECT_EQ(driver_.Violations().size(), 1u);
}

class GroupTest : public testing::Test {
 protected:
  VkResult Create(const std::vector<VkPhysicalDevice>& members) {
    VkDeviceGroupDeviceCreateInfo group = {};
    group.sType = VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO;
    group.physicalDeviceCount = static_cast<uint32_t>(members.size());
    group.pPhysicalDevices = members.data();
    VkDeviceCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.pNext = &group;
    VkDevice device = VK_NULL_HANDLE;
    const VkResult result =
        user_.Get<PFN_vkCreateDevice>("vkCreateDevice")(members.front(), &info, nullptr, &device);
    if (device != VK_NULL_HANDLE) {
      user_.Get<PFN_vkDestroyDevice>("vkDestroyDevice")(device, nullptr);
    }
    return result;
  }

  TestFolder folder_;
  const DriverCopy driver_{
      folder_, "driver",
      R"("physical_devices":[{"name":"a","group":4},{"name":"b"},{"name":"c","group":4}])"};
  const DriverUser user_{driver_, false};
};

TEST_F(GroupTest, DevicesOfOneNumberAreInOneGroup) {
  const std::vector<VkPhysicalDevice> devices = user_.Devices();
  ASSERT_EQ(devices.size(), 3u);
  const auto enumerate =
      user_.Get<PFN_vkEnumeratePhysicalDeviceGroups>("vkEnumeratePhysicalDeviceGroups");
  uint32_t count = 0;
  EXPECT_EQ(enumerate(user_.instance, &count, nullptr), VK_SUCCESS);
  ASSERT_EQ(count, 2u);
  VkPhysicalDeviceGroupProperties groups[2] = {};
  for (auto& group : groups) group.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES;
  EXPECT_EQ(enumerate(user_.instance, &count, groups), VK_SUCCESS);
  ASSERT_EQ(groups[0].physicalDeviceCount, 2u);
  EXPECT_EQ(groups[0].physicalDevices[0], devices[0]);
  EXPECT_EQ(groups[0].physicalDevices[1], devices[2]);
  ASSERT_EQ(groups[1].physicalDeviceCount, 1u);
  EXPECT_EQ(groups[1].physicalDevices[0], devices[1]);
  count = 1;
  EXPECT_EQ(enumerate(user_.instance, &count, groups), VK_INCOMPLETE);
  EXPECT_EQ(count, 1u);
  EXPECT_THAT(driver_.Violations(), IsEmpty());
}

TEST_F(GroupTest, TakesTheDevicesOfOneGroupForADevice) {
  const std::vector<VkPhysicalDevice> devices = user_.Devices();
  ASSERT_EQ(devices.size(), 3u);
  EXPECT_EQ(Create({devices[2], devices[0]}), VK_SUCCESS);
  EXPECT_THAT(driver_.Violations(), IsEmpty());
  EXPECT_LT(Create({devices[0], devices[1]}), 0);
  EXPECT_EQ(driver_.Violations().size(), 1u);
}

class LabelTest : public DeviceTest {
 protected:
  LabelTest()
      : DeviceTest(R"("instance_extensions":["VK_EXT_debug_utils"],"physical_devices":)"
                   R"([{"extensions":["VK_EXT_debug_marker"]}])") {}
};

TEST_F(LabelTest, MindsTheObjectsThatAreNamed) {
  VkDebugUtilsObjectNameInfoEXT info = {};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT;
  info.objectType = VK_OBJECT_TYPE_PHYSICAL_DEVICE;
  info.objectHandle = reinterpret_cast<uint64_t>(user_.physical_device);
  const auto name = Get<PFN_vkSetDebugUtilsObjectNameEXT>("vkSetDebugUtilsObjectNameEXT");
  EXPECT_EQ(name(user_.device, &info), VK_SUCCESS);
  info.objectHandle = reinterpret_cast<uint64_t>(user_.instance);
  EXPECT_LT(name(user_.device, &info), 0);
  EXPECT_EQ(driver_.Violations().size(), 1u);
}

TEST_F(LabelTest, MindsTheObjectsThatAreMarked) {
  VkDevice device = VK_NULL_HANDLE;
  ASSERT_EQ(CreateDevice(user_, &device, nullptr, {"VK_EXT_debug_marker"}), VK_SUCCESS);
  VkDebugMarkerObjectTagInfoEXT info = {};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_MARKER_OBJECT_TAG_INFO_EXT;
  info.objectType = VK_DEBUG_REPORT_OBJECT_TYPE_INSTANCE_EXT;
  info.object = reinterpret_cast<uint64_t>(user_.instance);
  const auto tag = reinterpret_cast<PFN_vkDebugMarkerSetObjectTagEXT>(
      Get<PFN_vkGetDeviceProcAddr>("vkGetDeviceProcAddr")(device, "vkDebugMarkerSetObjectTagEXT"));
  ASSERT_NE(tag, nullptr);
  EXPECT_EQ(tag(device, &info), VK_SUCCESS);
  info.object = reinterpret_cast<uint64_t>(device);
  EXPECT_LT(tag(device, &info), 0);
  EXPECT_EQ(driver_.Violations().size(), 1u);
  Get<PFN_vkDestroyDevice>("vkDestroyDevice")(device, nullptr);
}

TEST_F(ExtendedDeviceTest, FindsCommandsOfItsDevice) {
  const auto find = Get<PFN_vkGetDeviceProcAddr>("vkGetDeviceProcAddr");
  EXPECT_NE(find(user_.device, "vkDestroyDevice"), nullptr);
  EXPECT_NE(find(user_.device, "vkGetDeviceQueue2"), nullptr);
  EXPECT_EQ(find(user_.device, "vkGetBufferDeviceAddress"), nullptr);
  EXPECT_EQ(find(user_.device, "vkCreateInstance"), nullptr);
  EXPECT_EQ(find(user_.device, "vkCreateDevice"), nullptr);
  EXPECT_EQ(find(user_.device, "vkCreateSwapchainKHR"), nullptr);
  VkDevice device;
  ASSERT_EQ(CreateDevice(user_, &device, nullptr, {"VK_KHR_swapchain"}), VK_SUCCESS);
  EXPECT_NE(find(device, "vkCreateSwapchainKHR"), nullptr);
  Get<PFN_vkDestroyDevice>("vkDestroyDevice")(device, nullptr);
}

TEST_F(DeviceTest, HasOneObjectForEachQueue) {
  const auto get = Get<PFN_vkGetDeviceQueue>("vkGetDeviceQueue");
  VkQueue queues[3];
  get(user_.device, 0, 0, &queues[0]);
  get(user_.device, 0, 1, &queues[1]);
  get(user_.device, 0, 0, &queues[2]);
  EXPECT_EQ(queues[0], queues[2]);
  EXPECT_NE(queues[0], queues[1]);
  get(user_.device, 0, 4, &queues[0]);
  EXPECT_EQ(queues[0], VK_NULL_HANDLE);
  EXPECT_THAT(driver_.Violations(), ElementsAre("queue the device was created without"));
}

TEST_F(DeviceTest, ReportsHandlesOfOtherObjects) {
  const auto wait = Get<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle");
  EXPECT_LT(wait(VK_NULL_HANDLE), 0);
  EXPECT_LT(wait(reinterpret_cast<VkDevice>(user_.instance)), 0);
  EXPECT_LT(wait(reinterpret_cast<VkDevice>(uintptr_t{8})), 0);  // no object has this address
  EXPECT_EQ(wait(user_.device), VK_SUCCESS);
  const auto events = driver_.Trace("violation");
  ASSERT_EQ(events.size(), 3u);
  EXPECT_STREQ(events[0]["why"].GetString(), "null handle");
  EXPECT_STREQ(events[1]["function"].GetString(), "vkDeviceWaitIdle");
  EXPECT_STREQ(events[1]["parameter"].GetString(), "device");
}

TEST_F(DeviceTest, MindsDestroyedHandles) {
  const VkFence fence = CreateFence();
  const auto destroy = Get<PFN_vkDestroyFence>("vkDestroyFence");
  destroy(user_.device, fence, nullptr);
  destroy(user_.device, fence, nullptr);
  destroy(user_.device, VK_NULL_HANDLE, nullptr);
  EXPECT_THAT(driver_.Violations(), ElementsAre("not a live handle of this type"));
}

TEST_F(DeviceTest, MindsObjectsThatAreLeft) {
  CreateFence();
  CreatePool();
  Get<PFN_vkDestroyDevice>("vkDestroyDevice")(user_.device, nullptr);
  user_.device = VK_NULL_HANDLE;
  EXPECT_EQ(driver_.Trace("vkDestroyDevice")[0]["left"].GetUint(), 2u);
  EXPECT_THAT(driver_.Violations(), ElementsAre("objects of the device are left"));
}

TEST_F(DeviceTest, SignalsFencesAtSubmission) {
  const VkFence fence = CreateFence();
  const auto wait = Get<PFN_vkWaitForFences>("vkWaitForFences");
  EXPECT_EQ(wait(user_.device, 1, &fence, VK_TRUE, UINT64_MAX), VK_TIMEOUT);
  VkQueue queue;
  Get<PFN_vkGetDeviceQueue>("vkGetDeviceQueue")(user_.device, 0, 0, &queue);
  EXPECT_EQ(Get<PFN_vkQueueSubmit>("vkQueueSubmit")(queue, 0, nullptr, fence), VK_SUCCESS);
  EXPECT_EQ(wait(user_.device, 1, &fence, VK_TRUE, UINT64_MAX), VK_SUCCESS);
  EXPECT_EQ(Get<PFN_vkResetFences>("vkResetFences")(user_.device, 1, &fence), VK_SUCCESS);
  EXPECT_EQ(Get<PFN_vkGetFenceStatus>("vkGetFenceStatus")(user_.device, fence), VK_NOT_READY);
  Get<PFN_vkDestroyFence>("vkDestroyFence")(user_.device, fence, nullptr);
}

TEST_F(DeviceTest, FreesCommandBuffersWithTheirPool) {
  const VkCommandPool pool = CreatePool();
  const VkCommandBuffer buffer = AllocateCommandBuffer(pool);
  EXPECT_TRUE(valid_loader_magic_value(buffer));
  DestroyPool(pool);
  EXPECT_LT(Get<PFN_vkEndCommandBuffer>("vkEndCommandBuffer")(buffer), 0);
  EXPECT_THAT(driver_.Violations(), ElementsAre("not a live handle of this type"));
}

TEST_F(DeviceTest, KeepsWhatIsWrittenToMemory) {
  VkMemoryAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  info.allocationSize = 100;
  info.memoryTypeIndex = 1;
  const auto memory =
      Create<PFN_vkAllocateMemory, VkMemoryAllocateInfo, VkDeviceMemory>("vkAllocateMemory", info);
  const auto map = Get<PFN_vkMapMemory>("vkMapMemory");
  void* whole;
  void* part;
  ASSERT_EQ(map(user_.device, memory, 0, VK_WHOLE_SIZE, 0, &whole), VK_SUCCESS);
  memset(whole, 'x', 100);
  ASSERT_EQ(map(user_.device, memory, 50, 50, 0, &part), VK_SUCCESS);
  EXPECT_EQ(static_cast<char*>(part)[49], 'x');
  EXPECT_LT(map(user_.device, memory, 50, 51, 0, &part), 0);
  EXPECT_EQ(part, nullptr);
  Get<PFN_vkFreeMemory>("vkFreeMemory")(user_.device, memory, nullptr);
}

TEST_F(DeviceTest, LimitsMemoryToItsHeap) {
  VkMemoryAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  info.allocationSize = UINT64_MAX;
  VkDeviceMemory memory;
  EXPECT_EQ(Get<PFN_vkAllocateMemory>("vkAllocateMemory")(user_.device, &info, nullptr, &memory),
            VK_ERROR_OUT_OF_DEVICE_MEMORY);
}

TEST_F(ExtendedDeviceTest, TracesRecordingOnlyWhereAsked) {
  const VkCommandPool pool = CreatePool();
  const VkCommandBuffer buffer = AllocateCommandBuffer(pool);
  Get<PFN_vkCmdDraw>("vkCmdDraw")(buffer, 3, 1, 0, 0);
  Get<PFN_vkCmdDispatch>("vkCmdDispatch")(buffer, 1, 1, 1);
  DestroyPool(pool);
  EXPECT_EQ(driver_.Trace("vkCmdDraw").size(), 1u);
  EXPECT_THAT(driver_.Trace("vkCmdDispatch"), IsEmpty());
}

TEST_F(DeviceTest, UndoesAllWhenAnAllocationFails) {
  const uint32_t needed = 5;  // the device and its four queues
  for (uint32_t failing = 0; failing <= needed; ++failing) {
    CountingAllocator allocator(failing);
    VkDevice device;
    const VkResult result = CreateDevice(user_, &device, allocator.callbacks());
    EXPECT_EQ(result, failing < needed ? VK_ERROR_OUT_OF_HOST_MEMORY : VK_SUCCESS) << failing;
    if (result == VK_SUCCESS) {
      Get<PFN_vkDestroyDevice>("vkDestroyDevice")(device, allocator.callbacks());
    }
    EXPECT_EQ(allocator.alive(), 0u) << failing;
  }
  EXPECT_THAT(driver_.Violations(), IsEmpty());
}

TEST_F(DeviceTest, KeepsToTheAllocatorForPlainObjects) {
  CountingAllocator allocator(1);
  VkEventCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO;
  const auto create = Get<PFN_vkCreateEvent>("vkCreateEvent");
  VkEvent event;
  VkEvent failed;
  ASSERT_EQ(create(user_.device, &info, allocator.callbacks(), &event), VK_SUCCESS);
  EXPECT_EQ(create(user_.device, &info, allocator.callbacks(), &failed),
            VK_ERROR_OUT_OF_HOST_MEMORY);
  EXPECT_EQ(allocator.alive(), 1u);
  Get<PFN_vkDestroyEvent>("vkDestroyEvent")(user_.device, event, allocator.callbacks());
  EXPECT_EQ(allocator.alive(), 0u);
}

}  // namespace
}  // namespace loadstone::mock::vulkan_device_test
