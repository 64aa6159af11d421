// SPDX-License-Identifier: Apache-2.0
// The loader's results when a driver lacks the function for a query. The documents leave them open;
// these tests keep them stable (LoaderDriverInterface, Loader Instance Extension Emulation
// Support).

#include <gtest/gtest.h>

#include <cstring>

#include "reference_loader/vulkan/layer_device.h"
#include "reference_loader/vulkan/test_application.h"

namespace reference_loader::vulkan::missing_functions_test {
namespace {

// An application's structure with recognizable content, to see whether it was written.
template <typename T>
T Structure(VkStructureType type) {
  T structure;
  std::memset(&structure, 0xff, sizeof(structure));
  structure.sType = type;
  structure.pNext = nullptr;
  return structure;
}

class MissingFunctionsTest : public TestApplication {
 protected:
  ~MissingFunctionsTest() override { End(); }

  // Creates an instance with a surface and finds the device. `missing` is one more function that
  // the driver lacks.
  void Start(const char* missing = nullptr) {
    const WithoutTestFunction without(missing);
    ASSERT_EQ(Create(&instance_), VK_SUCCESS);
    ASSERT_EQ(FirstDevice(instance_, &device_), VK_SUCCESS);
    ASSERT_EQ(CreateHeadlessSurface(instance_, &surface_), VK_SUCCESS);
    info_ = Structure<VkPhysicalDeviceSurfaceInfo2KHR>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SURFACE_INFO_2_KHR);
    info_.surface = surface_;
  }

  void End() {
    if (instance_ == VK_NULL_HANDLE) return;
    vkDestroySurfaceKHR(instance_, surface_, nullptr);
    vkDestroyInstance(instance_, nullptr);
    instance_ = VK_NULL_HANDLE;
    surface_ = VK_NULL_HANDLE;
  }

  VkInstance instance_ = VK_NULL_HANDLE;
  VkPhysicalDevice device_ = VK_NULL_HANDLE;
  VkSurfaceKHR surface_ = VK_NULL_HANDLE;
  VkPhysicalDeviceSurfaceInfo2KHR info_;
};

TEST_F(MissingFunctionsTest, NothingExternalIsShared) {
  Start();
  const auto fence_info = Structure<VkPhysicalDeviceExternalFenceInfo>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_FENCE_INFO);
  auto fence = Structure<VkExternalFenceProperties>(VK_STRUCTURE_TYPE_EXTERNAL_FENCE_PROPERTIES);
  vkGetPhysicalDeviceExternalFenceProperties(device_, &fence_info, &fence);
  EXPECT_EQ(fence.exportFromImportedHandleTypes, 0u);
  EXPECT_EQ(fence.compatibleHandleTypes, 0u);
  EXPECT_EQ(fence.externalFenceFeatures, 0u);
  const auto semaphore_info = Structure<VkPhysicalDeviceExternalSemaphoreInfo>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO);
  auto semaphore =
      Structure<VkExternalSemaphoreProperties>(VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES);
  vkGetPhysicalDeviceExternalSemaphoreProperties(device_, &semaphore_info, &semaphore);
  EXPECT_EQ(semaphore.exportFromImportedHandleTypes, 0u);
  EXPECT_EQ(semaphore.compatibleHandleTypes, 0u);
  EXPECT_EQ(semaphore.externalSemaphoreFeatures, 0u);
  const auto buffer_info = Structure<VkPhysicalDeviceExternalBufferInfo>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO);
  auto buffer = Structure<VkExternalBufferProperties>(VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES);
  vkGetPhysicalDeviceExternalBufferProperties(device_, &buffer_info, &buffer);
  EXPECT_EQ(buffer.externalMemoryProperties.externalMemoryFeatures, 0u);
}

TEST_F(MissingFunctionsTest, FormatsWithMoreThanTheOldFunctionTakesAreNotSupported) {
  Start();
  auto info = Structure<VkPhysicalDeviceImageFormatInfo2>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2);
  auto properties =
      Structure<VkImageFormatProperties2>(VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2);
  EXPECT_EQ(vkGetPhysicalDeviceImageFormatProperties2(device_, &info, &properties), VK_SUCCESS);
  EXPECT_EQ(properties.imageFormatProperties.maxMipLevels, 0u);
  auto external = Structure<VkPhysicalDeviceExternalImageFormatInfo>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO);
  info.pNext = &external;
  EXPECT_EQ(vkGetPhysicalDeviceImageFormatProperties2(device_, &info, &properties),
            VK_ERROR_FORMAT_NOT_SUPPORTED);
}

TEST_F(MissingFunctionsTest, OldFunctionsTellOfLists) {
  Start();
  const auto info = Structure<VkPhysicalDeviceSparseImageFormatInfo2>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SPARSE_IMAGE_FORMAT_INFO_2);
  uint32_t count = 0;
  vkGetPhysicalDeviceSparseImageFormatProperties2(device_, &info, &count, nullptr);
  EXPECT_EQ(count, 1u);
  count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties2(device_, &count, nullptr);
  EXPECT_EQ(count, 1u);
}

TEST_F(MissingFunctionsTest, WithoutTheOldFunctionAListIsEmpty) {
  Start("vkGetPhysicalDeviceSparseImageFormatProperties");
  const auto info = Structure<VkPhysicalDeviceSparseImageFormatInfo2>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SPARSE_IMAGE_FORMAT_INFO_2);
  uint32_t count = 5;
  vkGetPhysicalDeviceSparseImageFormatProperties2(device_, &info, &count, nullptr);
  EXPECT_EQ(count, 0u);
}

TEST_F(MissingFunctionsTest, ADriverThatTellsNothingOfSurfacesPresentsToNone) {
  Start("vkGetPhysicalDeviceSurfaceSupportKHR");
  VkBool32 supported = VK_TRUE;
  EXPECT_EQ(vkGetPhysicalDeviceSurfaceSupportKHR(device_, 0, surface_, &supported), VK_SUCCESS);
  EXPECT_EQ(supported, VK_FALSE);
}

TEST_F(MissingFunctionsTest, CapabilitiesThatNobodyTellsAreAnError) {
  Start();
  auto capabilities =
      Structure<VkSurfaceCapabilities2KHR>(VK_STRUCTURE_TYPE_SURFACE_CAPABILITIES_2_KHR);
  EXPECT_EQ(vkGetPhysicalDeviceSurfaceCapabilities2KHR(device_, &info_, &capabilities),
            VK_ERROR_EXTENSION_NOT_PRESENT);
}

TEST_F(MissingFunctionsTest, FormatsOfSurfacesAreThoseOfTheOldFunction) {
  Start();
  uint32_t count = 0;
  EXPECT_EQ(vkGetPhysicalDeviceSurfaceFormats2KHR(device_, &info_, &count, nullptr), VK_SUCCESS);
  EXPECT_EQ(count, 1u);
  VkSurfaceFormat2KHR formats[2] = {};
  EXPECT_EQ(vkGetPhysicalDeviceSurfaceFormats2KHR(device_, &info_, &count, formats), VK_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(formats[0].surfaceFormat.format, kTestSurfaceFormat.format);
  EXPECT_EQ(formats[0].surfaceFormat.colorSpace, kTestSurfaceFormat.colorSpace);
}

TEST_F(MissingFunctionsTest, FormatsBeyondTheListAreNotWritten) {
  Start();
  uint32_t count = 1;
  VkSurfaceFormat2KHR formats[2] = {};
  formats[1].surfaceFormat = kTestSurfaceFormat;
  EXPECT_EQ(vkGetPhysicalDeviceSurfaceFormats2KHR(device_, &info_, &count, formats), VK_SUCCESS);
  EXPECT_EQ(formats[1].surfaceFormat.format, kTestSurfaceFormat.format);
}

TEST_F(MissingFunctionsTest, WithoutTheOldFunctionASurfaceHasNoFormats) {
  Start("vkGetPhysicalDeviceSurfaceFormatsKHR");
  uint32_t count = 5;
  EXPECT_EQ(vkGetPhysicalDeviceSurfaceFormats2KHR(device_, &info_, &count, nullptr), VK_SUCCESS);
  EXPECT_EQ(count, 0u);
}

// A driver that lacks either function makes no surface: it could not be created or not be
// destroyed.
TEST_F(MissingFunctionsTest, ADriverWithOneOfTwoFunctionsMakesNoSurface) {
  for (const char* missing : {"vkCreateHeadlessSurfaceEXT", "vkDestroySurfaceKHR"}) {
    Start(missing);
    VkBool32 supported = VK_TRUE;
    EXPECT_EQ(vkGetPhysicalDeviceSurfaceSupportKHR(device_, 0, surface_, &supported), VK_SUCCESS);
    EXPECT_EQ(supported, VK_FALSE) << "the surface is the loader's";
    End();
  }
}

// The driver has the function of VK_EXT_debug_utils, which returns an error, but does not list the
// extension.
TEST_F(MissingFunctionsTest, FunctionsOfExtensionsThatADriverDoesNotListAreNotCalled) {
  Start();
  VkDebugUtilsMessengerCreateInfoEXT info = {};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
  ASSERT_EQ(vkCreateDebugUtilsMessengerEXT(instance_, &info, nullptr, &messenger), VK_SUCCESS);
  vkDestroyDebugUtilsMessengerEXT(instance_, messenger, nullptr);
}

TEST_F(MissingFunctionsTest, NamesAndLabelsThatNoDriverTakesAreTakenAllTheSame) {
  Start();
  VkDevice device = VK_NULL_HANDLE;
  ASSERT_EQ(CreateOn(device_, &device), VK_SUCCESS);
  for (const char* name : {"vkCmdBeginDebugUtilsLabelEXT", "vkCmdInsertDebugUtilsLabelEXT",
                           "vkCmdEndDebugUtilsLabelEXT", "vkQueueBeginDebugUtilsLabelEXT",
                           "vkQueueInsertDebugUtilsLabelEXT", "vkQueueEndDebugUtilsLabelEXT"}) {
    EXPECT_NE(vkGetDeviceProcAddr(device, name), nullptr) << name;
  }
  VkDebugUtilsObjectNameInfoEXT name = {};
  name.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT;
  EXPECT_EQ(vkSetDebugUtilsObjectNameEXT(device, &name), VK_SUCCESS);
  VkDebugUtilsObjectTagInfoEXT tag = {};
  tag.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_TAG_INFO_EXT;
  EXPECT_EQ(vkSetDebugUtilsObjectTagEXT(device, &tag), VK_SUCCESS);
  vkDestroyDevice(device, nullptr);
}

// Destroys a device as a layer does that created one for its own use.
TEST_F(MissingFunctionsTest, DevicesOfLayersAreDestroyed) {
  Start();
  VkDevice device = VK_NULL_HANDLE;
  ASSERT_EQ(CreateOn(device_, &device), VK_SUCCESS);
  LayerDestroyDevice(device, nullptr,
                     reinterpret_cast<PFN_vkDestroyDevice>(
                         TestDriverGetInstanceProcAddr(VK_NULL_HANDLE, "vkDestroyDevice")));
  LayerDestroyDevice(VK_NULL_HANDLE, nullptr, nullptr);
}

}  // namespace
}  // namespace reference_loader::vulkan::missing_functions_test
