// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/android/window_app.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "harness/probe/app_trace.h"
#include "suites/common/component_app.h"
#include "suites/vulkan/extensions/extensions.h"

namespace loadstone::suites {
namespace {

constexpr uint32_t kFamilies[] = {0, 1};

std::vector<std::string> With(std::vector<std::string> names,
                              const std::vector<std::string>& more) {
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

bool IsShared(VkPresentModeKHR mode) {
  return mode == VK_PRESENT_MODE_SHARED_DEMAND_REFRESH_KHR ||
         mode == VK_PRESENT_MODE_SHARED_CONTINUOUS_REFRESH_KHR;
}

bool CreateInstanceWithWindows(VulkanApp& app, const std::vector<std::string>& layers = {},
                               const std::vector<std::string>& more = {}) {
  const VkResult created = app.CreateInstance(
      {.layers = layers,
       .extensions =
           With({VK_KHR_SURFACE_EXTENSION_NAME, VK_KHR_ANDROID_SURFACE_EXTENSION_NAME}, more),
       .api_version = VK_API_VERSION_1_1});
  return created == VK_SUCCESS && !app.EnumeratePhysicalDevices().empty();
}

// The extensions of instances, besides surfaces, that those of a device require: vk.xml names one
// for shared images. A loader that does not list it cannot be given it.
std::vector<std::string> RequiredBy(const std::vector<std::string>& of_device, VulkanApp& app) {
  if (std::ranges::find(of_device, VK_KHR_SHARED_PRESENTABLE_IMAGE_EXTENSION_NAME) ==
          of_device.end() ||
      !ListsExtension(app.EnumerateExtensions(),
                      VK_KHR_GET_SURFACE_CAPABILITIES_2_EXTENSION_NAME)) {
    return {};
  }
  return {VK_KHR_GET_SURFACE_CAPABILITIES_2_EXTENSION_NAME};
}

void ShowFrames(const WindowApp& app, uint32_t frames) {
  for (uint32_t i = 0; i < frames; ++i) {
    uint32_t index = 0;
    const VkSemaphore semaphore = app.MakeSemaphore();
    if (app.Acquire(semaphore, VK_NULL_HANDLE, &index) != VK_SUCCESS) return;
    if (app.Present(app.Queue(), {semaphore}, index) != VK_SUCCESS) return;
  }
}

}  // namespace

AndroidWorld WindowWorld(const Subject& subject, const std::string& behaviour) {
  AndroidWorld world(subject);
  world.WithoutDriver().Module(ModulePath(ModulesBelow("/vendor"), kHardware),
                               Driver(kDefaultDriver)
                                   .Behaviour(fmt::format(R"({{"physical_devices": [{{
              "extensions": ["{}"],
              "queue_families": [{{"flags": 15, "count": 2}}, {{"flags": 15, "count": 1}}]}}]}})",
                                                          kNativeBufferExtension))
                                   .Behaviour(behaviour));
  return world;
}

bool WindowApp::Begin(const std::vector<std::string>& more,
                      const std::vector<std::string>& layers) {
  if (!CreateInstanceWithWindows(app_, layers, RequiredBy(more, app_))) return false;
  const bool created =
      app_.CreateDevice({.extensions = With({VK_KHR_SWAPCHAIN_EXTENSION_NAME}, more)}) ==
      VK_SUCCESS;
  device_ = app_.device();
  return created;
}

bool WindowApp::BeginInstance(const std::vector<std::string>& more) {
  return CreateInstanceWithWindows(app_, {}, more);
}

bool WindowApp::BeginWith(const std::vector<std::string>& device_extensions) {
  if (!CreateInstanceWithWindows(app_)) return false;
  const bool created = app_.CreateDevice({.extensions = device_extensions}) == VK_SUCCESS;
  device_ = app_.device();
  return created;
}

bool WindowApp::BeginWithTwoQueues() {
  if (!CreateInstanceWithWindows(app_)) return false;
  constexpr float kPriorities[] = {1, 1};
  auto queues = Structure<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queues.queueCount = std::size(kPriorities);
  queues.pQueuePriorities = kPriorities;
  constexpr const char* kExtensions[] = {VK_KHR_SWAPCHAIN_EXTENSION_NAME};
  auto info = Structure<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queues;
  info.enabledExtensionCount = std::size(kExtensions);
  info.ppEnabledExtensionNames = kExtensions;
  const auto create = app_.Get<PFN_vkCreateDevice>("vkCreateDevice");
  return Traced("vkCreateDevice", [&] {
           return create(app_.EnumeratePhysicalDevices().at(0), &info, nullptr, &device_);
         }) == VK_SUCCESS;
}

bool WindowApp::BeginByExports(const std::vector<std::string>& layers) {
  if (!CreateInstanceWithWindows(app_, layers)) return false;
  app_.LookUpExports();
  return BeginWithoutDeviceProcAddr();
}

bool WindowApp::BeginByInstance(const std::vector<std::string>& layers) {
  return CreateInstanceWithWindows(app_, layers) && BeginWithoutDeviceProcAddr();
}

bool WindowApp::BeginWithoutDeviceProcAddr() {
  by_device_ = false;
  if (app_.CreateDevice({.extensions = {VK_KHR_SWAPCHAIN_EXTENSION_NAME}}) != VK_SUCCESS) {
    return false;
  }
  device_ = app_.device();
  return true;
}

void WindowApp::Join(const WindowApp& other) {
  device_ = other.device_;
  has_instance_ = has_device_ = false;
}

bool WindowApp::BeginBeside(const std::vector<std::string>& more) {
  has_instance_ = false;
  const bool created =
      app_.CreateDevice(
          {.physical_device = 1, .extensions = With({VK_KHR_SWAPCHAIN_EXTENSION_NAME}, more)}) ==
      VK_SUCCESS;
  device_ = created ? app_.device() : VK_NULL_HANDLE;
  return created;
}

bool WindowApp::MakeSurface(MockWindow& window) {
  window_ = &window;
  const auto create = app_.Get<PFN_vkCreateAndroidSurfaceKHR>("vkCreateAndroidSurfaceKHR");
  if (create == nullptr) return false;
  VkAndroidSurfaceCreateInfoKHR info = {};
  info.sType = VK_STRUCTURE_TYPE_ANDROID_SURFACE_CREATE_INFO_KHR;
  info.window = &window;
  return Traced("vkCreateAndroidSurfaceKHR",
                [&] { return create(app_.instance(), &info, nullptr, &surface_); }) == VK_SUCCESS;
}

void WindowApp::QuerySurfaceProperties() const {
  const VkPhysicalDevice device = app_.EnumeratePhysicalDevices().at(0);
  VkBool32 supported = VK_FALSE;
  app_.Get<PFN_vkGetPhysicalDeviceSurfaceSupportKHR>("vkGetPhysicalDeviceSurfaceSupportKHR")(
      device, 0, surface_, &supported);
  VkSurfaceCapabilitiesKHR capabilities = {};
  app_.Get<PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR>(
      "vkGetPhysicalDeviceSurfaceCapabilitiesKHR")(device, surface_, &capabilities);
  uint32_t formats = 0;
  app_.Get<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR>("vkGetPhysicalDeviceSurfaceFormatsKHR")(
      device, surface_, &formats, nullptr);
  uint32_t modes = 0;
  app_.Get<PFN_vkGetPhysicalDeviceSurfacePresentModesKHR>(
      "vkGetPhysicalDeviceSurfacePresentModesKHR")(device, surface_, &modes, nullptr);
  AppEvent("surface")
      .Add("supported", supported == VK_TRUE)
      .Add("width", int64_t{capabilities.currentExtent.width})
      .Add("height", int64_t{capabilities.currentExtent.height})
      .Add("formats", int64_t{formats})
      .Add("modes", int64_t{modes});
}

bool WindowApp::ListsFormat(VkFormat format) const {
  const auto get =
      app_.Get<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR>("vkGetPhysicalDeviceSurfaceFormatsKHR");
  const VkPhysicalDevice device = app_.EnumeratePhysicalDevices().at(0);
  uint32_t count = 0;
  get(device, surface_, &count, nullptr);
  std::vector<VkSurfaceFormatKHR> formats(count);
  get(device, surface_, &count, formats.data());
  return std::ranges::any_of(formats, [format](const VkSurfaceFormatKHR& each) {
    return each.format == format && each.colorSpace == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR;
  });
}

VkSwapchainCreateInfoKHR WindowApp::Info() const {
  VkSwapchainCreateInfoKHR info = SwapchainInfo(surface_);
  info.minImageCount = 3;
  info.imageFormat = VK_FORMAT_R8G8B8A8_UNORM;
  info.imageExtent = {320, 200};
  info.compositeAlpha = VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR;
  return info;
}

bool WindowApp::MakeSwapchain(const VkSwapchainCreateInfoKHR& info) {
  const auto create = Get<PFN_vkCreateSwapchainKHR>("vkCreateSwapchainKHR");
  if (create == nullptr || surface_ == VK_NULL_HANDLE) return false;
  const bool made = Traced("vkCreateSwapchainKHR", [&] {
                      return create(device_, &info, nullptr, &swapchain_);
                    }) == VK_SUCCESS;
  if (!made) swapchain_ = VK_NULL_HANDLE;
  return made;
}

void WindowApp::DestroySwapchain() {
  DestroySwapchain(swapchain_);
  swapchain_ = VK_NULL_HANDLE;
}

void WindowApp::DestroySwapchain(VkSwapchainKHR swapchain) const {
  Get<PFN_vkDestroySwapchainKHR>("vkDestroySwapchainKHR")(device_, swapchain, nullptr);
}

std::vector<VkImage> WindowApp::Images() const {
  const auto get = Get<PFN_vkGetSwapchainImagesKHR>("vkGetSwapchainImagesKHR");
  uint32_t count = 0;
  std::vector<VkImage> images;
  if (get(device_, swapchain_, &count, nullptr) != VK_SUCCESS) return images;
  images.resize(count);
  get(device_, swapchain_, &count, images.data());
  images.resize(count);
  return images;
}

VkResult WindowApp::Acquire(VkSemaphore semaphore, VkFence fence, uint32_t* index,
                            uint64_t timeout) const {
  const auto acquire = Get<PFN_vkAcquireNextImageKHR>("vkAcquireNextImageKHR");
  const VkResult result = Traced("vkAcquireNextImageKHR", [&] {
    return acquire(device_, swapchain_, timeout, semaphore, fence, index);
  });
  if (result == VK_SUCCESS) AppEvent("acquired").Add("index", int64_t{*index});
  return result;
}

VkResult WindowApp::Acquire2(VkSemaphore semaphore, VkFence fence, uint32_t* index,
                             uint64_t timeout) const {
  const auto acquire = Get<PFN_vkAcquireNextImage2KHR>("vkAcquireNextImage2KHR");
  if (acquire == nullptr) return VK_ERROR_EXTENSION_NOT_PRESENT;
  auto info = Structure<VkAcquireNextImageInfoKHR>(VK_STRUCTURE_TYPE_ACQUIRE_NEXT_IMAGE_INFO_KHR);
  info.swapchain = swapchain_;
  info.timeout = timeout;
  info.semaphore = semaphore;
  info.fence = fence;
  info.deviceMask = 1;
  const VkResult result =
      Traced("vkAcquireNextImage2KHR", [&] { return acquire(device_, &info, index); });
  if (result == VK_SUCCESS) AppEvent("acquired").Add("index", int64_t{*index});
  return result;
}

VkResult WindowApp::Present(VkQueue queue, const std::vector<VkSemaphore>& semaphores,
                            uint32_t index) const {
  const auto present = Get<PFN_vkQueuePresentKHR>("vkQueuePresentKHR");
  VkPresentInfoKHR info = {};
  info.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR;
  info.waitSemaphoreCount = static_cast<uint32_t>(semaphores.size());
  info.pWaitSemaphores = semaphores.data();
  info.swapchainCount = 1;
  info.pSwapchains = &swapchain_;
  info.pImageIndices = &index;
  return Traced("vkQueuePresentKHR", [&] { return present(queue, &info); });
}

VkSemaphore WindowApp::MakeSemaphore() const {
  VkSemaphoreCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO;
  VkSemaphore semaphore = VK_NULL_HANDLE;
  Get<PFN_vkCreateSemaphore>("vkCreateSemaphore")(device_, &info, nullptr, &semaphore);
  semaphores_.push_back(semaphore);
  return semaphore;
}

VkFence WindowApp::MakeFence() const {
  VkFenceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  VkFence fence = VK_NULL_HANDLE;
  Get<PFN_vkCreateFence>("vkCreateFence")(device_, &info, nullptr, &fence);
  fences_.push_back(fence);
  return fence;
}

VkQueue WindowApp::Queue(uint32_t index) const {
  VkQueue queue = VK_NULL_HANDLE;
  Get<PFN_vkGetDeviceQueue>("vkGetDeviceQueue")(device_, 0, index, &queue);
  return queue;
}

void WindowApp::DestroyObjects() {
  if (device_ == VK_NULL_HANDLE) return;
  // What a queue still uses must not be destroyed.
  Get<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle")(device_);
  for (VkSemaphore semaphore : semaphores_) {
    Get<PFN_vkDestroySemaphore>("vkDestroySemaphore")(device_, semaphore, nullptr);
  }
  for (VkFence fence : fences_) {
    Get<PFN_vkDestroyFence>("vkDestroyFence")(device_, fence, nullptr);
  }
  if (swapchain_ != VK_NULL_HANDLE) DestroySwapchain();
}

void WindowApp::End() {
  DestroyObjects();
  if (has_device_ && device_ != VK_NULL_HANDLE) {
    if (device_ == app_.device()) {
      app_.DestroyDevice();
    } else {
      Get<PFN_vkDestroyDevice>("vkDestroyDevice")(device_, nullptr);
    }
  }
  if (surface_ != VK_NULL_HANDLE) {
    app_.Get<PFN_vkDestroySurfaceKHR>("vkDestroySurfaceKHR")(app_.instance(), surface_, nullptr);
  }
  if (has_instance_ && app_.instance() != VK_NULL_HANDLE) app_.DestroyInstance();
  if (window_ == nullptr) return;
  AppEvent("window_end")
      .Add("holders", int64_t{window_->holders()})
      .Add("lost_fences", window_->lost_fences());
}

std::vector<std::string> ExtensionsFor(const SwapchainRequest& request) {
  if (!IsShared(request.mode)) return {};
  return {VK_KHR_SHARED_PRESENTABLE_IMAGE_EXTENSION_NAME};
}

VkSwapchainCreateInfoKHR InfoFor(const WindowApp& app, const SwapchainRequest& request) {
  VkSwapchainCreateInfoKHR info = app.Info();
  info.imageFormat = request.format;
  info.imageUsage = request.usage;
  info.presentMode = request.mode;
  info.minImageCount = request.images;
  info.imageExtent = request.extent;
  if (request.concurrent) {
    info.imageSharingMode = VK_SHARING_MODE_CONCURRENT;
    info.queueFamilyIndexCount = std::size(kFamilies);
    info.pQueueFamilyIndices = kFamilies;
  }
  return info;
}

Observation RunSwapchain(Case& c, const AndroidWorld& world, const SwapchainRequest& request) {
  return Observe(c, world, [&](VulkanApp& vulkan) {
    MockWindow window(request.window);
    WindowApp app(vulkan);
    if (!app.Begin(ExtensionsFor(request)) || !app.MakeSurface(window)) return app.End();
    if (request.if_listed && !app.ListsFormat(request.format)) {
      AppEvent("unlisted");
      return app.End();
    }
    if (app.MakeSwapchain(InfoFor(app, request))) {
      AppEvent("images").Add("count", static_cast<int64_t>(app.Images().size()));
      ShowFrames(app, request.frames);
    }
    app.End();
  });
}

void ExpectSwapchain(const Observation& seen) {
  EXPECT_SEEN(ResultOf(seen, "vkCreateAndroidSurfaceKHR"), "VK_SUCCESS")
      << "the loader creates the surface of a window";
  EXPECT_SEEN(ResultOf(seen, "vkCreateSwapchainKHR"), "VK_SUCCESS")
      << "the loader creates a swapchain from the window's buffers";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "the driver is called as its API allows";
}

int LowestFreeDescriptor() {
  const int descriptor = dup(STDERR_FILENO);
  close(descriptor);
  return descriptor;
}

}  // namespace loadstone::suites
