// SPDX-License-Identifier: Apache-2.0
// LS_VK_DRIVER_18: swapchains of two headless surfaces, which need no window system. "WSI
// Swapchain" of the Vulkan specification.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "suites/vulkan_driver/device_work.h"
#include "suites/vulkan_driver/headless_surfaces.h"

namespace loadstone::suites::swapchains {
namespace {

constexpr char kSwapchain[] = "VK_KHR_swapchain";
constexpr char kNotOffered[] = "not offered";
constexpr uint32_t kSide = 64;  // pixels of an image where the surface leaves it to the application
constexpr uint32_t kNoImage = 0xabcdef;

// A surface and what the application learns of it.
struct Window {
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  VkSurfaceCapabilitiesKHR capabilities = {};
  VkSurfaceFormatKHR format = {};
  VkSwapchainKHR swapchain = VK_NULL_HANDLE;
  std::vector<VkImage> images = {};
};

// Whether the first queue family presents to the surface, and there is a format for its images.
bool AskOf(const DriverApp& app, VkPhysicalDevice device, Window* window) {
  const auto support =
      app.Get<PFN_vkGetPhysicalDeviceSurfaceSupportKHR>("vkGetPhysicalDeviceSurfaceSupportKHR");
  const auto capabilities = app.Get<PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR>(
      "vkGetPhysicalDeviceSurfaceCapabilitiesKHR");
  const auto formats =
      app.Get<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR>("vkGetPhysicalDeviceSurfaceFormatsKHR");
  if (support == nullptr || capabilities == nullptr || formats == nullptr) return false;
  VkBool32 supported = VK_FALSE;
  uint32_t one = 1;
  return support(device, 0, window->surface, &supported) == VK_SUCCESS && supported == VK_TRUE &&
         capabilities(device, window->surface, &window->capabilities) == VK_SUCCESS &&
         formats(device, window->surface, &one, &window->format) >= VK_SUCCESS && one == 1;
}

VkExtent2D ExtentOf(const VkSurfaceCapabilitiesKHR& capabilities) {
  if (capabilities.currentExtent.width != UINT32_MAX) return capabilities.currentExtent;
  const auto fitting = [](uint32_t least, uint32_t most) {
    return std::clamp(kSide, least, std::max(least, most));
  };
  return {fitting(capabilities.minImageExtent.width, capabilities.maxImageExtent.width),
          fitting(capabilities.minImageExtent.height, capabilities.maxImageExtent.height)};
}

// With a FIFO, which every surface supports, and images to draw into, likewise.
void MakeSwapchain(DeviceWork& work, Window* window) {
  const VkSurfaceCapabilitiesKHR& capabilities = window->capabilities;
  const VkCompositeAlphaFlagsKHR alphas = capabilities.supportedCompositeAlpha;
  VkSwapchainCreateInfoKHR info = {};
  info.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR;
  info.surface = window->surface;
  info.minImageCount = capabilities.minImageCount;
  info.imageFormat = window->format.format;
  info.imageColorSpace = window->format.colorSpace;
  info.imageExtent = ExtentOf(capabilities);
  info.imageArrayLayers = 1;
  info.imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
  info.preTransform = capabilities.currentTransform;
  info.compositeAlpha = static_cast<VkCompositeAlphaFlagBitsKHR>(alphas & (~alphas + 1));
  info.presentMode = VK_PRESENT_MODE_FIFO_KHR;
  const VkResult result =
      WORK_CALL(work, vkCreateSwapchainKHR, work.device(), &info, nullptr, &window->swapchain);
  if (work.Made("vkCreateSwapchainKHR", result)) {
    work.Expect(window->swapchain != VK_NULL_HANDLE,
                "vkCreateSwapchainKHR succeeds and gives no swapchain");
  } else {
    window->swapchain = VK_NULL_HANDLE;
  }
}

void GetImages(DeviceWork& work, Window* window) {
  uint32_t count = 0;
  VkImage* none = nullptr;
  if (WORK_CALL(work, vkGetSwapchainImagesKHR, work.device(), window->swapchain, &count, none) !=
      VK_SUCCESS) {
    return;
  }
  work.Expect(count >= window->capabilities.minImageCount,
              fmt::format("a swapchain for at least {} images has {}",
                          window->capabilities.minImageCount, count));
  window->images.assign(count, VK_NULL_HANDLE);
  if (WORK_CALL(work, vkGetSwapchainImagesKHR, work.device(), window->swapchain, &count,
                window->images.data()) != VK_SUCCESS) {
    window->images.clear();
  }
  work.Expect(std::ranges::find(window->images, VkImage{}) == window->images.end(),
              "an image of a swapchain is VK_NULL_HANDLE");
}

// As many as an application may have at once without waiting for others.
void AcquireImages(DeviceWork& work, const Window& window, VkFence fence) {
  const size_t most = window.images.size() - window.capabilities.minImageCount + 1;
  std::set<uint32_t> acquired;
  for (size_t i = 0; i < most; ++i) {
    uint32_t image = kNoImage;
    const VkResult result = WORK_CALL(work, vkAcquireNextImageKHR, work.device(), window.swapchain,
                                      UINT64_MAX, VkSemaphore{}, fence, &image);
    if (result != VK_SUCCESS && result != VK_SUBOPTIMAL_KHR) return;
    work.Expect(
        image < window.images.size(),
        fmt::format("vkAcquireNextImageKHR gives image {} of {}", image, window.images.size()));
    work.Expect(acquired.insert(image).second, "an image is acquired twice at once");
    WORK_CALL(work, vkWaitForFences, work.device(), 1u, &fence, VK_TRUE, UINT64_MAX);
    WORK_CALL(work, vkResetFences, work.device(), 1u, &fence);
  }
}

void UseSwapchains(DeviceWork& work, Window (&windows)[2]) {
  VkFenceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  VkFence fence = VK_NULL_HANDLE;
  const VkResult made = WORK_CALL(work, vkCreateFence, work.device(), &info, nullptr, &fence);
  if (!work.Made("vkCreateFence", made)) return;
  std::set<VkImage> images;
  size_t count = 0;
  for (Window& window : windows) {
    MakeSwapchain(work, &window);
    if (window.swapchain == VK_NULL_HANDLE) continue;
    GetImages(work, &window);
    images.insert(window.images.begin(), window.images.end());
    count += window.images.size();
    if (window.images.size() >= window.capabilities.minImageCount) {
      AcquireImages(work, window, fence);
    }
  }
  work.Expect(images.size() == count, "two images of swapchains have one handle");
  for (const Window& window : windows) {
    WORK_CALL_VOID(work, vkDestroySwapchainKHR, work.device(), window.swapchain, nullptr);
  }
  WORK_CALL_VOID(work, vkDestroyFence, work.device(), fence, nullptr);
}

// The application. Notes why there is nothing to judge.
void Run(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable()) return;
  if (!HasHeadlessSurfaces(app)) {
    return Note(kNotOffered, fmt::format("the driver does not list {}", kHeadlessSurfaceExtension));
  }
  if (app.CreateInstance({.extensions = {kSurfaceExtension, kHeadlessSurfaceExtension}}) !=
      VK_SUCCESS)
    return;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (devices.empty()) return;
  if (!Has(app.DeviceExtensions(devices.front()), kSwapchain)) {
    return Note(kNotOffered, fmt::format("the device does not list {}", kSwapchain));
  }
  Window windows[2];
  for (Window& window : windows) {
    window.surface = CreateHeadlessSurface(app);
    if (window.surface == VK_NULL_HANDLE || !AskOf(app, devices.front(), &window)) {
      return Note(kNotOffered, "there is no headless surface that the first queue presents to");
    }
  }
  if (app.CreateDevice(devices.front(), {.extensions = {kSwapchain}}) != VK_SUCCESS) return;
  DeviceWork work(app);
  UseSwapchains(work, windows);
  work.Finish();
  app.DestroyDevice();
  const auto destroy = app.Get<PFN_vkDestroySurfaceKHR>("vkDestroySurfaceKHR");
  for (const Window& window : windows) {
    if (destroy != nullptr) {
      TracedVoid("vkDestroySurfaceKHR", [&] { destroy(app.instance(), window.surface, nullptr); });
    }
  }
  app.DestroyInstance();
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_18, swapchains_have_images_of_their_own) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, Run);
  auto answers = Answers(seen.events());
  if (answers.contains(kNotOffered)) GTEST_SKIP() << answers[kNotOffered];
  JudgeWork(seen,
            "a swapchain has at least as many images as were asked for, each image belongs to one "
            "swapchain, and no image is acquired twice before it is presented");
}

}  // namespace
}  // namespace loadstone::suites::swapchains
