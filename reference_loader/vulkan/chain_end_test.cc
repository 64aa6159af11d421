// SPDX-License-Identifier: Apache-2.0
// The terminators of vkCreateInstance and vkCreateDevice, called as the last layer calls them.

#include <gtest/gtest.h>

#include "reference_loader/common/platform.h"
#include "reference_loader/vulkan/device.h"
#include "reference_loader/vulkan/generated/commands.h"
#include "reference_loader/vulkan/private_link.h"

namespace reference_loader::vulkan::chain_end_test {
namespace {

template <typename Handle>
Handle Written() {
  return reinterpret_cast<Handle>(uintptr_t{0xdeadbeef});
}

class ChainEndTest : public testing::Test {
 protected:
  // The driver returns VK_ERROR_DEVICE_LOST for every device, an error that the loader itself never
  // returns.
  ChainEndTest() {
    driver_.library = std::make_shared<DriverLibrary>();
    driver_.functions[kInstance_vkCreateDevice] =
        reinterpret_cast<PFN_vkVoidFunction>(&CreateLostDevice);
    driver_.get_device_proc_addr = &ReturnNullFunction;
  }

  VkResult CreateInstance(VkInstance* handle) {
    VkLayerInstanceCreateInfo link;
    MakePrivateLink(VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO, &instance_, &link);
    VkInstanceCreateInfo info = {};
    info.pNext = &link;
    return TerminateCreateInstance(&info, nullptr, handle);
  }

  VkResult CreateDevice(VkDevice* handle) {
    VkLayerDeviceCreateInfo link;
    MakePrivateLink(VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO, &device_, &link);
    VkDeviceCreateInfo info = {};
    info.pNext = &link;
    return terminate_vkCreateDevice(reinterpret_cast<VkPhysicalDevice>(&physical_device_), &info,
                                    nullptr, handle);
  }

 private:
  static VKAPI_ATTR VkResult VKAPI_CALL CreateLostDevice(VkPhysicalDevice,
                                                         const VkDeviceCreateInfo*,
                                                         const VkAllocationCallbacks*, VkDevice*) {
    return VK_ERROR_DEVICE_LOST;
  }
  static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL ReturnNullFunction(VkDevice, const char*) {
    return nullptr;
  }

  Instance instance_{HostPlatform(), nullptr};
  Device device_{&instance_, nullptr};
  DriverInstance driver_;
  PhysicalDevice physical_device_ = {nullptr, VK_NULL_HANDLE, nullptr, &driver_, driver_.functions};
};

// Without drivers nothing can be created, and the result is another error.
TEST_F(ChainEndTest, InstanceTargetIsUntouched) {
  VkInstance handle = VK_NULL_HANDLE;
  EXPECT_EQ(CreateInstance(&handle), VK_ERROR_INCOMPATIBLE_DRIVER);
}

TEST_F(ChainEndTest, InstanceTargetWrittenByALayerIsAnError) {
  VkInstance handle = Written<VkInstance>();
  EXPECT_EQ(CreateInstance(&handle), VK_ERROR_INITIALIZATION_FAILED);
  EXPECT_EQ(handle, Written<VkInstance>()) << "there is nothing to be returned";
}

TEST_F(ChainEndTest, DeviceTargetIsUntouched) {
  VkDevice handle = VK_NULL_HANDLE;
  EXPECT_EQ(CreateDevice(&handle), VK_ERROR_DEVICE_LOST);
}

TEST_F(ChainEndTest, DeviceTargetWrittenByALayerIsAnError) {
  VkDevice handle = Written<VkDevice>();
  EXPECT_EQ(CreateDevice(&handle), VK_ERROR_INITIALIZATION_FAILED);
  EXPECT_EQ(handle, Written<VkDevice>()) << "there is nothing to be returned";
}

}  // namespace
}  // namespace reference_loader::vulkan::chain_end_test
