// Surfaces and swapchains of the driver.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mock_runtime/vulkan/driver_copy.h"

namespace loadstone::mock::vulkan_surface_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kWindows = R"("instance_extensions":["VK_KHR_surface","VK_KHR_xcb_surface"])";
constexpr const char* kHeadless =
    R"("instance_extensions":["VK_KHR_surface","VK_EXT_headless_surface"],)"
    R"("physical_devices":[{"extensions":["VK_KHR_swapchain"]}])";

class SurfaceTest : public testing::Test {
 protected:
  TestFolder folder_;
};

TEST_F(SurfaceTest, TakesTheSurfacesOfTheLoader) {
  const DriverCopy driver(folder_, "driver", kWindows);
  const DriverUser user(driver, false);
  EXPECT_EQ(driver.Find("vkCreateXcbSurfaceKHR", user.instance), nullptr);
  EXPECT_EQ(driver.Find("vkDestroySurfaceKHR", user.instance), nullptr);
  struct {
    VkIcdSurfaceBase base = {VK_ICD_WSI_PLATFORM_XCB};
    void* connection = nullptr;
    uint32_t window = 7;
    uint32_t padding = 9;
  } surface;  // VkIcdSurfaceXcb
  VkBool32 supported = VK_FALSE;
  EXPECT_EQ(
      user.Get<PFN_vkGetPhysicalDeviceSurfaceSupportKHR>("vkGetPhysicalDeviceSurfaceSupportKHR")(
          user.physical_device, 0, reinterpret_cast<VkSurfaceKHR>(&surface), &supported),
      VK_SUCCESS);
  EXPECT_TRUE(supported);
  const auto events = driver.Trace("vkGetPhysicalDeviceSurfaceSupportKHR");
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0]["platform"].GetUint(), VK_ICD_WSI_PLATFORM_XCB);
  EXPECT_TRUE(events[0]["connection"].IsNull());
  EXPECT_EQ(events[0]["window"].GetUint(), 7u);
}

TEST_F(SurfaceTest, MakesItsOwnSurfacesIfItIsTold) {
  const DriverCopy driver(folder_, "driver", std::string("\"own_surfaces\":true,") + kWindows);
  const DriverUser user(driver, false);
  EXPECT_NE(driver.Find("vkCreateXcbSurfaceKHR", user.instance), nullptr);
  EXPECT_NE(driver.Find("vkDestroySurfaceKHR", user.instance), nullptr);
}

TEST_F(SurfaceTest, MakesItsOwnHeadlessSurfaces) {
  const DriverCopy driver(folder_, "driver", kHeadless);
  const DriverUser user(driver, false);
  VkHeadlessSurfaceCreateInfoEXT info = {};
  info.sType = VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT;
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  ASSERT_EQ(user.Get<PFN_vkCreateHeadlessSurfaceEXT>("vkCreateHeadlessSurfaceEXT")(
                user.instance, &info, nullptr, &surface),
            VK_SUCCESS);
  uint32_t count = 0;
  const auto formats =
      user.Get<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR>("vkGetPhysicalDeviceSurfaceFormatsKHR");
  EXPECT_EQ(formats(user.physical_device, surface, &count, nullptr), VK_SUCCESS);
  EXPECT_EQ(count, 2u);
  user.Get<PFN_vkDestroySurfaceKHR>("vkDestroySurfaceKHR")(user.instance, surface, nullptr);
  EXPECT_THAT(driver.Violations(), IsEmpty());
  EXPECT_LT(formats(user.physical_device, surface, &count, nullptr), 0);
  EXPECT_THAT(driver.Violations(), ElementsAre("not a live handle of this type"));
}

TEST_F(SurfaceTest, GivesASwapchainItsImages) {
  const DriverCopy driver(folder_, "driver", kHeadless);
  DriverUser user(driver, false);
  ASSERT_EQ(CreateDevice(user, &user.device, nullptr, {"VK_KHR_swapchain"}), VK_SUCCESS);
  VkSwapchainCreateInfoKHR info = {};
  info.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR;
  VkSwapchainKHR swapchain = VK_NULL_HANDLE;
  ASSERT_EQ(user.Get<PFN_vkCreateSwapchainKHR>("vkCreateSwapchainKHR")(user.device, &info, nullptr,
                                                                       &swapchain),
            VK_SUCCESS);
  VkImage images[3] = {};
  uint32_t count = 3;
  EXPECT_EQ(user.Get<PFN_vkGetSwapchainImagesKHR>("vkGetSwapchainImagesKHR")(user.device, swapchain,
                                                                             &count, images),
            VK_SUCCESS);
  EXPECT_EQ(count, 3u);
  EXPECT_NE(images[0], images[2]);
  const auto acquire = user.Get<PFN_vkAcquireNextImageKHR>("vkAcquireNextImageKHR");
  uint32_t first = 9;
  uint32_t second = 9;
  acquire(user.device, swapchain, 0, VK_NULL_HANDLE, VK_NULL_HANDLE, &first);
  VkFenceCreateInfo fence_info = {};
  fence_info.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  VkAcquireNextImageInfoKHR next = {};
  next.sType = VK_STRUCTURE_TYPE_ACQUIRE_NEXT_IMAGE_INFO_KHR;
  next.swapchain = swapchain;
  next.deviceMask = 1;
  ASSERT_EQ(
      user.Get<PFN_vkCreateFence>("vkCreateFence")(user.device, &fence_info, nullptr, &next.fence),
      VK_SUCCESS);
  user.Get<PFN_vkAcquireNextImage2KHR>("vkAcquireNextImage2KHR")(user.device, &next, &second);
  EXPECT_EQ(first, 0u);
  EXPECT_EQ(second, 1u);
  EXPECT_EQ(user.Get<PFN_vkGetFenceStatus>("vkGetFenceStatus")(user.device, next.fence),
            VK_SUCCESS);
  user.Get<PFN_vkDestroyFence>("vkDestroyFence")(user.device, next.fence, nullptr);
  user.Get<PFN_vkDestroySwapchainKHR>("vkDestroySwapchainKHR")(user.device, swapchain, nullptr);
  EXPECT_THAT(driver.Violations(), IsEmpty());
}

TEST_F(SurfaceTest, HasADisplayPerDeviceWithModesOfItsOwn) {
  const DriverCopy driver(
      folder_, "driver",
      R"("own_surfaces":true,"instance_extensions":["VK_KHR_surface","VK_KHR_display"])");
  VkDisplayPropertiesKHR display = {};
  {
    const DriverUser user(driver, false);
    uint32_t count = 1;
    EXPECT_EQ(
        user.Get<PFN_vkGetPhysicalDeviceDisplayPropertiesKHR>(
            "vkGetPhysicalDeviceDisplayPropertiesKHR")(user.physical_device, &count, &display),
        VK_SUCCESS);
    VkDisplayModePropertiesKHR mode = {};
    EXPECT_EQ(user.Get<PFN_vkGetDisplayModePropertiesKHR>("vkGetDisplayModePropertiesKHR")(
                  user.physical_device, display.display, &count, &mode),
              VK_SUCCESS);
    VkDisplaySurfaceCreateInfoKHR info = {};
    info.sType = VK_STRUCTURE_TYPE_DISPLAY_SURFACE_CREATE_INFO_KHR;
    info.displayMode = mode.displayMode;
    VkSurfaceKHR surface = VK_NULL_HANDLE;
    const auto create =
        user.Get<PFN_vkCreateDisplayPlaneSurfaceKHR>("vkCreateDisplayPlaneSurfaceKHR");
    ASSERT_EQ(create(user.instance, &info, nullptr, &surface), VK_SUCCESS);
    user.Get<PFN_vkDestroySurfaceKHR>("vkDestroySurfaceKHR")(user.instance, surface, nullptr);
    EXPECT_THAT(driver.Violations(), IsEmpty());
    int foreign = 0;
    info.displayMode = reinterpret_cast<VkDisplayModeKHR>(&foreign);
    EXPECT_LT(create(user.instance, &info, nullptr, &surface), 0);
  }
  EXPECT_EQ(driver.Violations().size(), 1u);
}

}  // namespace
}  // namespace loadstone::mock::vulkan_surface_test
