// SPDX-License-Identifier: Apache-2.0
// The driver's surfaces and swapchains.
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

VkSurfaceKHR HeadlessSurface(const DriverUser& user) {
  VkHeadlessSurfaceCreateInfoEXT info = {};
  info.sType = VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT;
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  EXPECT_EQ(user.Get<PFN_vkCreateHeadlessSurfaceEXT>("vkCreateHeadlessSurfaceEXT")(
                user.instance, &info, nullptr, &surface),
            VK_SUCCESS);
  return surface;
}

void DestroySurface(const DriverUser& user, VkSurfaceKHR surface) {
  user.Get<PFN_vkDestroySurfaceKHR>("vkDestroySurfaceKHR")(user.instance, surface, nullptr);
}

VkSwapchainCreateInfoKHR SwapchainInfo(VkSurfaceKHR surface) {
  VkSwapchainCreateInfoKHR info = {};
  info.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR;
  info.surface = surface;
  return info;
}

void DestroySwapchain(const DriverUser& user, VkSwapchainKHR swapchain) {
  user.Get<PFN_vkDestroySwapchainKHR>("vkDestroySwapchainKHR")(user.device, swapchain, nullptr);
}

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

TEST_F(SurfaceTest, NumbersItsSurfaces) {
  const DriverCopy driver(folder_, "driver", std::string(kHeadless) + R"(,"first_surface":5)");
  const DriverUser user(driver, false);
  const VkSurfaceKHR one = HeadlessSurface(user);
  const VkSurfaceKHR two = HeadlessSurface(user);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(one), 5u);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(two), 6u);
  VkBool32 supported = VK_FALSE;
  const auto query =
      user.Get<PFN_vkGetPhysicalDeviceSurfaceSupportKHR>("vkGetPhysicalDeviceSurfaceSupportKHR");
  EXPECT_EQ(query(user.physical_device, 0, two, &supported), VK_SUCCESS);
  EXPECT_THAT(driver.Trace("violation"), IsEmpty());
  DestroySurface(user, one);
  EXPECT_NE(query(user.physical_device, 0, one, &supported), VK_SUCCESS);
  DestroySurface(user, two);
}

TEST_F(SurfaceTest, AnswersWithoutASurfaceWhereTheExtensionAllowsIt) {
  for (const bool has_it : {false, true}) {
    const DriverCopy driver(
        folder_, has_it ? "has_it" : "lacks_it",
        std::string(R"("instance_extensions":["VK_KHR_surface","VK_EXT_headless_surface")") +
            (has_it ? R"(,"VK_GOOGLE_surfaceless_query"])" : "]"));
    const DriverUser user(driver, false);
    uint32_t count = 0;
    EXPECT_EQ(
        user.Get<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR>("vkGetPhysicalDeviceSurfaceFormatsKHR")(
            user.physical_device, VK_NULL_HANDLE, &count, nullptr) == VK_SUCCESS,
        has_it);
    EXPECT_EQ(count, has_it ? 2u : 0u);
    EXPECT_EQ(driver.Violations().empty(), has_it);
  }
}

TEST_F(SurfaceTest, MakesItsOwnSurfacesIfItIsTold) {
  const DriverCopy driver(folder_, "driver", std::string("\"own_surfaces\":true,") + kWindows);
  const DriverUser user(driver, false);
  EXPECT_NE(driver.Find("vkCreateXcbSurfaceKHR", user.instance), nullptr);
  EXPECT_NE(driver.Find("vkDestroySurfaceKHR", user.instance), nullptr);
}

TEST_F(SurfaceTest, TracesTheWindowOfItsOwnSurface) {
  const DriverCopy driver(folder_, "driver", std::string("\"own_surfaces\":true,") + kWindows);
  const DriverUser user(driver, false);
  struct {
    VkStructureType type = VK_STRUCTURE_TYPE_XCB_SURFACE_CREATE_INFO_KHR;
    const void* next = nullptr;
    VkFlags flags = 0;
    void* connection = nullptr;
    uint32_t window = 7;
    uint32_t padding = 9;
  } info;  // VkXcbSurfaceCreateInfoKHR
  const auto create = reinterpret_cast<VkResult(VKAPI_PTR*)(
      VkInstance, const void*, const VkAllocationCallbacks*, VkSurfaceKHR*)>(
      driver.Find("vkCreateXcbSurfaceKHR", user.instance));
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  ASSERT_EQ(create(user.instance, &info, nullptr, &surface), VK_SUCCESS);
  DestroySurface(user, surface);
  const auto events = driver.Trace("surface_info");
  ASSERT_EQ(events.size(), 1u);
  EXPECT_TRUE(events[0]["connection"].IsNull());
  EXPECT_EQ(events[0]["window"].GetUint(), 7u);
  EXPECT_EQ(events[0]["next"].Size(), 0u);
  info.type = VK_STRUCTURE_TYPE_XLIB_SURFACE_CREATE_INFO_KHR;
  EXPECT_LT(create(user.instance, &info, nullptr, &surface), 0);
  EXPECT_THAT(driver.Violations(), ElementsAre("wrong sType"));
}

TEST_F(SurfaceTest, MakesItsOwnHeadlessSurfaces) {
  const DriverCopy driver(folder_, "driver", kHeadless);
  const DriverUser user(driver, false);
  const VkSurfaceKHR surface = HeadlessSurface(user);
  uint32_t count = 0;
  const auto formats =
      user.Get<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR>("vkGetPhysicalDeviceSurfaceFormatsKHR");
  EXPECT_EQ(formats(user.physical_device, surface, &count, nullptr), VK_SUCCESS);
  EXPECT_EQ(count, 2u);
  DestroySurface(user, surface);
  EXPECT_THAT(driver.Violations(), IsEmpty());
  EXPECT_LT(formats(user.physical_device, surface, &count, nullptr), 0);
  EXPECT_THAT(driver.Violations(), ElementsAre("not a live handle of this type"));
}

TEST_F(SurfaceTest, GivesASwapchainItsImages) {
  const DriverCopy driver(folder_, "driver", kHeadless);
  DriverUser user(driver, false);
  ASSERT_EQ(CreateDevice(user, &user.device, nullptr, {"VK_KHR_swapchain"}), VK_SUCCESS);
  const VkSurfaceKHR surface = HeadlessSurface(user);
  const VkSwapchainCreateInfoKHR info = SwapchainInfo(surface);
  VkSwapchainKHR swapchain = VK_NULL_HANDLE;
  ASSERT_EQ(user.Get<PFN_vkCreateSwapchainKHR>("vkCreateSwapchainKHR")(user.device, &info, nullptr,
                                                                       &swapchain),
            VK_SUCCESS);
  const auto events = driver.Trace("vkCreateSwapchainKHR");
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0]["members"].Size(), 13u);
  EXPECT_TRUE(events[0]["old"].IsNull());
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
  DestroySwapchain(user, swapchain);
  DestroySurface(user, surface);
  EXPECT_THAT(driver.Violations(), IsEmpty());
}

TEST_F(SurfaceTest, TakesOwnSurfacesAloneForASwapchain) {
  const DriverCopy driver(folder_, "driver", kHeadless);
  DriverUser user(driver, false);
  ASSERT_EQ(CreateDevice(user, &user.device, nullptr, {"VK_KHR_swapchain"}), VK_SUCCESS);
  int foreign = 0;
  const VkSwapchainCreateInfoKHR info = SwapchainInfo(reinterpret_cast<VkSurfaceKHR>(&foreign));
  VkSwapchainKHR swapchain = VK_NULL_HANDLE;
  EXPECT_LT(user.Get<PFN_vkCreateSwapchainKHR>("vkCreateSwapchainKHR")(user.device, &info, nullptr,
                                                                       &swapchain),
            0);
  VkDeviceGroupPresentModeFlagsKHR modes = 0;
  EXPECT_LT(user.Get<PFN_vkGetDeviceGroupSurfacePresentModesKHR>(
                "vkGetDeviceGroupSurfacePresentModesKHR")(user.device, info.surface, &modes),
            0);
  EXPECT_EQ(driver.Violations().size(), 2u);
}

TEST_F(SurfaceTest, MakesAllSharedSwapchainsOrNone) {
  const DriverCopy driver(
      folder_, "driver",
      R"("instance_extensions":["VK_KHR_surface","VK_EXT_headless_surface"],)"
      R"("physical_devices":[{"extensions":["VK_KHR_swapchain","VK_KHR_display_swapchain"]}])");
  DriverUser user(driver, false);
  ASSERT_EQ(
      CreateDevice(user, &user.device, nullptr, {"VK_KHR_swapchain", "VK_KHR_display_swapchain"}),
      VK_SUCCESS);
  const auto create = user.Get<PFN_vkCreateSharedSwapchainsKHR>("vkCreateSharedSwapchainsKHR");
  VkSwapchainCreateInfoKHR infos[] = {SwapchainInfo(HeadlessSurface(user)),
                                      SwapchainInfo(HeadlessSurface(user))};
  VkSwapchainKHR swapchains[2] = {};
  ASSERT_EQ(create(user.device, 2, infos, nullptr, swapchains), VK_SUCCESS);
  EXPECT_NE(swapchains[0], swapchains[1]);
  const auto events = driver.Trace("vkCreateSharedSwapchainsKHR");
  ASSERT_EQ(events.size(), 2u);
  EXPECT_STRNE(events[0]["surface"].GetString(), events[1]["surface"].GetString());
  for (VkSwapchainKHR swapchain : swapchains) DestroySwapchain(user, swapchain);
  EXPECT_THAT(driver.Violations(), IsEmpty());
  DestroySurface(user, infos[1].surface);
  EXPECT_LT(create(user.device, 2, infos, nullptr, swapchains), 0);
  EXPECT_EQ(driver.Violations().size(), 1u);
  EXPECT_EQ(driver.Trace("vkCreateSharedSwapchainsKHR").size(), 2u) << "none of them was made";
  DestroySurface(user, infos[0].surface);
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

TEST_F(SurfaceTest, TellsTheSameOfADisplayInStructuresThatCanBeExtended) {
  const DriverCopy driver(folder_, "driver",
                          R"("instance_extensions":["VK_KHR_surface","VK_KHR_display",)"
                          R"("VK_KHR_get_display_properties2"])");
  const DriverUser user(driver, false);
  uint32_t count = 2;
  VkDisplayPropertiesKHR display = {};
  user.Get<PFN_vkGetPhysicalDeviceDisplayPropertiesKHR>("vkGetPhysicalDeviceDisplayPropertiesKHR")(
      user.physical_device, &count, &display);
  EXPECT_EQ(count, 1u);
  count = 2;
  VkDisplayProperties2KHR again[2] = {};
  for (VkDisplayProperties2KHR& one : again) one.sType = VK_STRUCTURE_TYPE_DISPLAY_PROPERTIES_2_KHR;
  EXPECT_EQ(user.Get<PFN_vkGetPhysicalDeviceDisplayProperties2KHR>(
                "vkGetPhysicalDeviceDisplayProperties2KHR")(user.physical_device, &count, again),
            VK_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(again[0].sType, VK_STRUCTURE_TYPE_DISPLAY_PROPERTIES_2_KHR);
  EXPECT_EQ(again[0].displayProperties.display, display.display);
  const auto planes = user.Get<PFN_vkGetPhysicalDeviceDisplayPlaneProperties2KHR>(
      "vkGetPhysicalDeviceDisplayPlaneProperties2KHR");
  EXPECT_EQ(planes(user.physical_device, &count, nullptr), VK_SUCCESS);
  EXPECT_EQ(count, 4u);
  VkDisplayPlaneProperties2KHR first = {};
  first.sType = VK_STRUCTURE_TYPE_DISPLAY_PLANE_PROPERTIES_2_KHR;
  count = 1;
  EXPECT_EQ(planes(user.physical_device, &count, &first), VK_INCOMPLETE);
  EXPECT_EQ(first.displayPlaneProperties.currentDisplay, display.display);
  VkDisplayModeProperties2KHR mode = {};
  mode.sType = VK_STRUCTURE_TYPE_DISPLAY_MODE_PROPERTIES_2_KHR;
  EXPECT_EQ(user.Get<PFN_vkGetDisplayModeProperties2KHR>("vkGetDisplayModeProperties2KHR")(
                user.physical_device, display.display, &count, &mode),
            VK_SUCCESS);
  VkDisplayPlaneInfo2KHR info = {};
  info.sType = VK_STRUCTURE_TYPE_DISPLAY_PLANE_INFO_2_KHR;
  info.mode = mode.displayModeProperties.displayMode;
  VkDisplayPlaneCapabilities2KHR capabilities = {};
  capabilities.sType = VK_STRUCTURE_TYPE_DISPLAY_PLANE_CAPABILITIES_2_KHR;
  const auto ask =
      user.Get<PFN_vkGetDisplayPlaneCapabilities2KHR>("vkGetDisplayPlaneCapabilities2KHR");
  EXPECT_EQ(ask(user.physical_device, &info, &capabilities), VK_SUCCESS);
  EXPECT_EQ(capabilities.capabilities.maxDstExtent.width, 640u);
  EXPECT_THAT(driver.Violations(), IsEmpty());
  info.mode = VK_NULL_HANDLE;
  EXPECT_LT(ask(user.physical_device, &info, &capabilities), 0);
  EXPECT_EQ(driver.Violations().size(), 1u);
}

TEST_F(SurfaceTest, TracesWhoGetsADisplay) {
  const DriverCopy driver(folder_, "driver",
                          R"("instance_extensions":["VK_KHR_surface","VK_KHR_display",)"
                          R"("VK_EXT_direct_mode_display","VK_EXT_acquire_drm_display"])");
  const DriverUser user(driver, false);
  VkDisplayKHR display = VK_NULL_HANDLE;
  EXPECT_EQ(
      user.Get<PFN_vkGetDrmDisplayEXT>("vkGetDrmDisplayEXT")(user.physical_device, 5, 7, &display),
      VK_SUCCESS);
  EXPECT_EQ(user.Get<PFN_vkAcquireDrmDisplayEXT>("vkAcquireDrmDisplayEXT")(user.physical_device, 5,
                                                                           display),
            VK_SUCCESS);
  EXPECT_EQ(user.Get<PFN_vkReleaseDisplayEXT>("vkReleaseDisplayEXT")(user.physical_device, display),
            VK_SUCCESS);
  EXPECT_EQ(driver.Find("vkAcquireXlibDisplayEXT", user.instance), nullptr);
  EXPECT_EQ(driver.Trace("vkGetDrmDisplayEXT")[0]["connector"].GetUint(), 7u);
  EXPECT_EQ(driver.Trace("vkAcquireDrmDisplayEXT")[0]["descriptor"].GetUint(), 5u);
  EXPECT_EQ(driver.Trace("vkReleaseDisplayEXT").size(), 1u);
  EXPECT_THAT(driver.Violations(), IsEmpty());
}

}  // namespace
}  // namespace loadstone::mock::vulkan_surface_test
