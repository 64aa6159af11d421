// SPDX-License-Identifier: Apache-2.0
// Wrapped handles: "Wrapping" and "Creating New Dispatchable Objects" in LoaderLayerInterface.md.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mock_layers/vulkan/fake_chain.h"

namespace loadstone::mock::vulkan_layer_wrap_test {
namespace {

using ::testing::HasSubstr;

class WrapTest : public ::testing::Test {
 protected:
  void Start(const std::string& config) {
    loader_ = std::make_unique<FakeLoader>(std::vector<void*>{bench_.Load("A", config)});
    set_loader_data_calls = 0;
    ASSERT_TRUE(loader_->CreateAll());
  }
  VkQueue Queue() {
    VkQueue queue = VK_NULL_HANDLE;
    loader_->DeviceFunction<PFN_vkGetDeviceQueue>("vkGetDeviceQueue")(loader_->device, 0, 0,
                                                                      &queue);
    return queue;
  }
  static void* Dispatch(void* object) { return *static_cast<void**>(object); }

  LayerCopies bench_;
  std::unique_ptr<FakeLoader> loader_;
};

TEST_F(WrapTest, WrapsInstances) {
  Start(R"("wrap":["VkInstance"])");
  uint32_t count = 0;
  loader_->InstanceFunction<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")(
      loader_->instance, &count, nullptr);
  EXPECT_NE(fake_driver.last_handle, loader_->instance);
  EXPECT_EQ(Dispatch(loader_->instance), fake_driver.last_handle);
  EXPECT_EQ(set_loader_data_calls, 1);
  loader_->DestroyAll();
  EXPECT_EQ(fake_driver.living, 0);
  EXPECT_EQ(bench_.Count("A", "violation"), 0);
}

// All handles of one chain have the same dispatch table pointer.
TEST_F(WrapTest, IsQueriedWithItsOwnHandles) {
  Start(R"("wrap":["VkInstance","VkDevice"],"device_functions":["vkLoadstoneUnknown"])");
  const auto of_instance =
      loader_->InstanceFunction<PFN_vkGetInstanceProcAddr>("vkGetInstanceProcAddr");
  const auto of_device = loader_->DeviceFunction<PFN_vkGetDeviceProcAddr>("vkGetDeviceProcAddr");
  EXPECT_NE(of_instance(loader_->instance, "vkLoadstoneUnknown"), nullptr);
  EXPECT_NE(of_device(loader_->device, "vkLoadstoneUnknown"), nullptr);
  EXPECT_EQ(bench_.Count("A", "violation"), 0);
  loader_->DeviceFunction<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle")(loader_->device);
  of_device(static_cast<VkDevice>(const_cast<void*>(fake_driver.last_handle)),
            "vkLoadstoneUnknown");
  EXPECT_EQ(bench_.Count("A", "violation"), 1);
}

TEST_F(WrapTest, CopiesTheDispatchTablePointerOnRequest) {
  Start(R"("wrap":["VkInstance","VkDevice"],"copy_dispatch":true)");
  EXPECT_EQ(set_loader_data_calls, 0);
  loader_->DeviceFunction<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle")(loader_->device);
  EXPECT_NE(fake_driver.last_handle, loader_->device);
  EXPECT_EQ(Dispatch(loader_->device), fake_driver.last_handle);
}

TEST_F(WrapTest, CopiesTheDispatchTablePointerWithoutCallback) {
  loader_ = std::make_unique<FakeLoader>(
      std::vector<void*>{bench_.Load("A", R"("wrap":["VkInstance","VkPhysicalDevice"])")});
  loader_->give_callbacks = false;
  ASSERT_TRUE(loader_->CreateAll());
  EXPECT_EQ(Dispatch(loader_->physical_device), Dispatch(loader_->instance));
}

TEST_F(WrapTest, TracesOnlyWhatTheCallbackWrote) {
  Start(R"("wrap":["VkInstance","VkDevice","VkQueue"],"callback_alone":true)");
  Queue();
  // One for each of instance, device and queue, and one for the queue that is wrapped.
  EXPECT_EQ(bench_.Count("A", "loader_data"), 4);
  EXPECT_EQ(set_loader_data_calls, 4);
}

TEST_F(WrapTest, WithoutCallbackTheFirstWordStaysNullOnRequest) {
  loader_ = std::make_unique<FakeLoader>(
      std::vector<void*>{bench_.Load("A", R"("wrap":["VkPhysicalDevice"],"callback_alone":true)")});
  loader_->give_callbacks = false;
  ASSERT_EQ(loader_->CreateInstance(), VK_SUCCESS);
  VkPhysicalDevice device = VK_NULL_HANDLE;
  uint32_t count = 1;
  loader_->InstanceFunction<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")(
      loader_->instance, &count, &device);
  ASSERT_NE(device, VK_NULL_HANDLE);
  EXPECT_EQ(Dispatch(device), nullptr);
}

TEST_F(WrapTest, MakesAnotherHandleOfAQueue) {
  Start(R"("wrap":["VkQueue"],"make_objects":true)");
  const auto make = loader_->DeviceFunction<void*(VKAPI_PTR*)(VkDevice, void*)>("vkMakeObjectLS");
  ASSERT_NE(make, nullptr);
  const VkQueue queue = Queue();
  const auto made = static_cast<VkQueue>(make(loader_->device, queue));
  ASSERT_NE(made, VK_NULL_HANDLE);
  EXPECT_NE(made, queue);
  EXPECT_EQ(Dispatch(made), Dispatch(loader_->device));
  const auto submit = loader_->DeviceFunction<PFN_vkQueueSubmit>("vkQueueSubmit");
  EXPECT_EQ(submit(queue, 0, nullptr, VK_NULL_HANDLE), VK_SUCCESS);
  const void* below = fake_driver.last_handle;
  EXPECT_EQ(submit(made, 0, nullptr, VK_NULL_HANDLE), VK_SUCCESS);
  EXPECT_EQ(fake_driver.last_handle, below);
  EXPECT_EQ(bench_.Count("A", "violation"), 0);
  EXPECT_EQ(make(loader_->device, loader_->device), nullptr);
  EXPECT_EQ(bench_.Count("A", "violation"), 1);
}

TEST_F(WrapTest, MakesNoObjectsUnlessConfigured) {
  Start(R"("wrap":["VkQueue"])");
  EXPECT_EQ(loader_->DeviceFunction<PFN_vkVoidFunction>("vkMakeObjectLS"), nullptr);
}

TEST_F(WrapTest, PhysicalDevicesKeepTheirHandles) {
  Start(R"("wrap":["VkPhysicalDevice"])");
  VkPhysicalDevice again = VK_NULL_HANDLE;
  uint32_t count = 1;
  loader_->InstanceFunction<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")(
      loader_->instance, &count, &again);
  EXPECT_EQ(again, loader_->physical_device);
  VkPhysicalDeviceProperties properties = {};
  loader_->InstanceFunction<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties")(
      again, &properties);
  EXPECT_STREQ(properties.deviceName, "fake");
  EXPECT_NE(fake_driver.last_handle, again);
}

TEST_F(WrapTest, QueuesAndCommandBuffersAreInitialisedBelowToo) {
  Start(R"("wrap":["VkQueue","VkCommandBuffer"])");
  const VkQueue queue = Queue();
  EXPECT_EQ(queue, Queue());
  EXPECT_EQ(Dispatch(queue), Dispatch(loader_->device));

  VkCommandPool pool = VK_NULL_HANDLE;
  const auto pool_info =
      Structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  loader_->DeviceFunction<PFN_vkCreateCommandPool>("vkCreateCommandPool")(
      loader_->device, &pool_info, nullptr, &pool);
  auto info =
      Structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  info.commandPool = pool;
  info.commandBufferCount = 2;
  VkCommandBuffer buffers[2] = {};
  loader_->DeviceFunction<PFN_vkAllocateCommandBuffers>("vkAllocateCommandBuffers")(loader_->device,
                                                                                    &info, buffers);
  EXPECT_EQ(Dispatch(buffers[1]), Dispatch(loader_->device));

  auto submit = Structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  submit.commandBufferCount = 2;
  submit.pCommandBuffers = buffers;
  loader_->DeviceFunction<PFN_vkQueueSubmit>("vkQueueSubmit")(queue, 1, &submit, VK_NULL_HANDLE);
  EXPECT_NE(fake_driver.last_handle, queue);
  EXPECT_EQ(Dispatch(const_cast<void*>(fake_driver.last_handle)), Dispatch(loader_->device));
  EXPECT_EQ(fake_driver.last_object, reinterpret_cast<const void*>(pool));
  EXPECT_EQ(Dispatch(const_cast<void*>(fake_driver.last_object)), Dispatch(loader_->device));
  EXPECT_EQ(submit.pCommandBuffers, buffers);

  const auto begin = loader_->DeviceFunction<PFN_vkBeginCommandBuffer>("vkBeginCommandBuffer");
  const auto begin_info =
      Structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  EXPECT_EQ(begin(buffers[0], &begin_info), VK_SUCCESS);
  EXPECT_NE(fake_driver.last_handle, buffers[0]);
  const void* below = fake_driver.last_handle;
  const auto fill = loader_->DeviceFunction<PFN_vkCmdFillBuffer>("vkCmdFillBuffer");
  fill(buffers[0], VK_NULL_HANDLE, 0, 4, 7);
  EXPECT_THAT(fake_driver.calls.back(), "vkCmdFillBuffer");
  EXPECT_EQ(fake_driver.last_handle, below);
  const auto execute = loader_->DeviceFunction<PFN_vkCmdExecuteCommands>("vkCmdExecuteCommands");
  execute(buffers[1], 1, buffers);
  EXPECT_EQ(fake_driver.last_object, below);
  EXPECT_EQ(loader_->DeviceFunction<PFN_vkVoidFunction>("vkCmdDraw"), nullptr)
      << "the next entity does not have it";
  loader_->DeviceFunction<PFN_vkDestroyCommandPool>("vkDestroyCommandPool")(loader_->device, pool,
                                                                            nullptr);
  EXPECT_EQ(bench_.Count("A", "violation"), 0);
}

TEST_F(WrapTest, BuffersAreUnwrapped) {
  Start(R"("wrap":["VkDevice","VkBuffer"])");
  const auto info = Structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  VkBuffer buffer = VK_NULL_HANDLE;
  loader_->DeviceFunction<PFN_vkCreateBuffer>("vkCreateBuffer")(loader_->device, &info, nullptr,
                                                                &buffer);
  EXPECT_NE(buffer, reinterpret_cast<VkBuffer>(uintptr_t{0xb0f}));
  EXPECT_EQ(bench_.Count("A", "vkCreateBuffer"), 0) << "not listed, so not traced";
  const auto destroy = loader_->DeviceFunction<PFN_vkDestroyBuffer>("vkDestroyBuffer");
  destroy(loader_->device, buffer, nullptr);
  EXPECT_EQ(fake_driver.last_object, reinterpret_cast<const void*>(uintptr_t{0xb0f}));
  EXPECT_EQ(bench_.Count("A", "violation"), 0);
  destroy(loader_->device, buffer, nullptr);
  EXPECT_THAT(bench_.Last("A", "violation"), HasSubstr("not a handle that this layer gave out"));
}

TEST_F(WrapTest, WrapsSurfaces) {
  Start(R"("wrap":["VkSurfaceKHR"])");
  const void* below = reinterpret_cast<const void*>(uintptr_t{0x50f});
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  const auto info =
      Structure<VkHeadlessSurfaceCreateInfoEXT>(VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT);
  loader_->InstanceFunction<PFN_vkCreateHeadlessSurfaceEXT>("vkCreateHeadlessSurfaceEXT")(
      loader_->instance, &info, nullptr, &surface);
  EXPECT_NE(reinterpret_cast<const void*>(surface), below);
  auto of_surface =
      Structure<VkSwapchainCreateInfoKHR>(VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR);
  of_surface.surface = surface;
  VkSwapchainKHR swapchain = VK_NULL_HANDLE;
  loader_->DeviceFunction<PFN_vkCreateSwapchainKHR>("vkCreateSwapchainKHR")(
      loader_->device, &of_surface, nullptr, &swapchain);
  EXPECT_EQ(fake_driver.last_object, below);
  const auto destroy = loader_->InstanceFunction<PFN_vkDestroySurfaceKHR>("vkDestroySurfaceKHR");
  destroy(loader_->instance, surface, nullptr);
  EXPECT_EQ(fake_driver.last_object, below);
  EXPECT_EQ(bench_.Count("A", "violation"), 0);
  destroy(loader_->instance, surface, nullptr);
  EXPECT_THAT(bench_.Last("A", "violation"), HasSubstr("not a handle that this layer gave out"));
}

TEST_F(WrapTest, LeaksWrappedHandlesWhenItMisbehaves) {
  Start(R"("wrap":["VkBuffer"],"misbehave":["leak_wrapped"])");
  const auto info = Structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  VkBuffer buffer = VK_NULL_HANDLE;
  loader_->DeviceFunction<PFN_vkCreateBuffer>("vkCreateBuffer")(loader_->device, &info, nullptr,
                                                                &buffer);
  loader_->DeviceFunction<PFN_vkDestroyBuffer>("vkDestroyBuffer")(loader_->device, buffer, nullptr);
  EXPECT_EQ(fake_driver.last_object, reinterpret_cast<const void*>(buffer));
}

TEST_F(WrapTest, LeaksWrappedInstancesWhenItMisbehaves) {
  loader_ = std::make_unique<FakeLoader>(
      std::vector<void*>{bench_.Load("A", R"("wrap":["VkInstance"],"misbehave":["leak_wrapped"])"),
                         bench_.Load("B", R"("wrap":["VkInstance"])")});
  EXPECT_FALSE(loader_->CreateAll()) << "B knows no instance of A's making";
  EXPECT_THAT(bench_.Last("B", "violation"), HasSubstr("not a handle that this layer gave out"));
}

TEST_F(WrapTest, OmitsTheDispatchTableIfConfigured) {
  loader_ = std::make_unique<FakeLoader>(std::vector<void*>{
      bench_.Load("A", R"("wrap":["VkPhysicalDevice"],"misbehave":["no_dispatch_table"])")});
  EXPECT_FALSE(loader_->CreateAll()) << "nobody knows whose the physical device is";
  EXPECT_EQ(Dispatch(loader_->physical_device), nullptr);
}

TEST_F(WrapTest, TwoLayersWrapEverything) {
  constexpr const char* kAll = R"("wrap":["VkInstance","VkPhysicalDevice","VkDevice","VkQueue",
                                          "VkCommandBuffer","VkBuffer","VkDeviceMemory"])";
  loader_ = std::make_unique<FakeLoader>(
      std::vector<void*>{bench_.Load("A", kAll), bench_.Load("B", kAll)});
  ASSERT_TRUE(loader_->CreateAll());
  const VkQueue queue = Queue();
  EXPECT_EQ(loader_->DeviceFunction<PFN_vkQueueSubmit>("vkQueueSubmit")(queue, 0, nullptr,
                                                                        VK_NULL_HANDLE),
            VK_SUCCESS);
  loader_->DestroyAll();
  EXPECT_EQ(fake_driver.living, 0);
  EXPECT_EQ(bench_.Count("A", "violation") + bench_.Count("B", "violation"), 0);
}

}  // namespace
}  // namespace loadstone::mock::vulkan_layer_wrap_test
