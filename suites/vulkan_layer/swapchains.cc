// SPDX-License-Identifier: Apache-2.0
// An application that presents images of two surfaces, with and without the layer: "Requirements of
// Well-Behaved Layers", LLP_LAYER_1, 2 and 10, by the rules of the Vulkan specification.

#include <fmt/format.h>

#include <algorithm>

#include "suites/vulkan_layer/rooms.h"

namespace loadstone::suites::swapchains {
namespace {

// The case that fails if the layer does not survive the application.
constexpr char kPresented[] = "LLP_LAYER_1/images_are_presented";
constexpr uint32_t kNoImage = 0xabcdef;
constexpr VkResult kNoResult = static_cast<VkResult>(77);

// A surface and what the application makes for it.
struct Window {
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  VkSwapchainKHR swapchain = VK_NULL_HANDLE;
  std::vector<VkImage> images = {};
  uint32_t image = kNoImage;
};

// The application. Destroy destroys every member.
class Presentation {
 public:
  explicit Presentation(VulkanApp& app) : app_(app) {}

  void Run() {
    if (MakeSurfaces() && AskOfSurface() && MakeDevice()) {
      if (MakeSwapchain(windows_[0]) && MakeSwapchain(windows_[1]) && MakeObjects()) {
        PresentBoth();
        Replace(windows_[0]);
        PresentBoth();
      }
      DestroyOfDevice();
    }
    for (const Window& window : windows_) {
      OfInstance<PFN_vkDestroySurfaceKHR>("vkDestroySurfaceKHR")(app_.instance(), window.surface,
                                                                 nullptr);
    }
  }

 private:
  template <typename Function>
  Function OfInstance(const char* name) const {
    return app_.Get<Function>(name);
  }
  template <typename Function>
  Function OfDevice(const char* name) const {
    return reinterpret_cast<Function>(app_.DeviceProc(name));
  }

  bool MakeSurfaces() {
    const auto info = Structure<VkHeadlessSurfaceCreateInfoEXT>(
        VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT);
    const auto create = OfInstance<PFN_vkCreateHeadlessSurfaceEXT>("vkCreateHeadlessSurfaceEXT");
    return std::ranges::all_of(windows_, [&](Window& window) {
      return TraceCall("vkCreateHeadlessSurfaceEXT",
                       create(app_.instance(), &info, nullptr, &window.surface));
    });
  }

  // Layers may add formats, modes and images, and remove some.
  bool AskOfSurface() {
    const std::vector<VkPhysicalDevice> devices = app_.EnumeratePhysicalDevices();
    if (devices.empty()) {
      TraceNotOffered("physical device");
      return false;
    }
    const VkSurfaceKHR surface = windows_[0].surface;
    VkBool32 supported = VK_FALSE;
    TraceCall("vkGetPhysicalDeviceSurfaceSupportKHR",
              OfInstance<PFN_vkGetPhysicalDeviceSurfaceSupportKHR>(
                  "vkGetPhysicalDeviceSurfaceSupportKHR")(devices[0], 0, surface, &supported));
    TraceCall(
        "vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
        OfInstance<PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR>(
            "vkGetPhysicalDeviceSurfaceCapabilitiesKHR")(devices[0], surface, &capabilities_));
    TraceRooms("vkGetPhysicalDeviceSurfaceFormatsKHR", VkSurfaceFormatKHR{},
               [&](uint32_t* count, VkSurfaceFormatKHR* formats) {
                 return OfInstance<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR>(
                     "vkGetPhysicalDeviceSurfaceFormatsKHR")(devices[0], surface, count, formats);
               });
    TraceRooms("vkGetPhysicalDeviceSurfacePresentModesKHR", VK_PRESENT_MODE_MAX_ENUM_KHR,
               [&](uint32_t* count, VkPresentModeKHR* modes) {
                 return OfInstance<PFN_vkGetPhysicalDeviceSurfacePresentModesKHR>(
                     "vkGetPhysicalDeviceSurfacePresentModesKHR")(devices[0], surface, count,
                                                                  modes);
               });
    uint32_t one = 1;
    OfInstance<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR>("vkGetPhysicalDeviceSurfaceFormatsKHR")(
        devices[0], surface, &one, &format_);
    if (supported == VK_TRUE && one == 1) return true;
    TraceNotOffered("queue and format for the surface");
    return false;
  }

  bool MakeDevice() {
    return TraceCall("vkCreateDevice", app_.CreateDevice({.extensions = {"VK_KHR_swapchain"}}));
  }

  bool MakeSwapchain(Window& window) {
    auto info = Structure<VkSwapchainCreateInfoKHR>(VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR);
    info.surface = window.surface;
    info.minImageCount = capabilities_.minImageCount;
    info.imageFormat = format_.format;
    info.imageColorSpace = format_.colorSpace;
    info.imageExtent = capabilities_.currentExtent;
    info.imageArrayLayers = 1;
    info.imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    info.preTransform = capabilities_.currentTransform;
    info.compositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
    info.presentMode = VK_PRESENT_MODE_FIFO_KHR;
    info.clipped = VK_TRUE;
    info.oldSwapchain = window.swapchain;
    VkSwapchainKHR made = VK_NULL_HANDLE;
    if (!TraceCall("vkCreateSwapchainKHR",
                   OfDevice<PFN_vkCreateSwapchainKHR>("vkCreateSwapchainKHR")(app_.device(), &info,
                                                                              nullptr, &made))) {
      return false;
    }
    TraceLine(made != VK_NULL_HANDLE && made != window.swapchain ? "a swapchain" : "no swapchain");
    window.swapchain = made;
    return AskForImages(window);
  }

  bool AskForImages(Window& window) {
    const auto get = OfDevice<PFN_vkGetSwapchainImagesKHR>("vkGetSwapchainImagesKHR");
    TraceRooms("vkGetSwapchainImagesKHR", VkImage{}, [&](uint32_t* count, VkImage* images) {
      return get(app_.device(), window.swapchain, count, images);
    });
    window.images.assign(kMostElements, VK_NULL_HANDLE);
    auto count = static_cast<uint32_t>(window.images.size());
    get(app_.device(), window.swapchain, &count, window.images.data());
    window.images.resize(std::min<size_t>(count, kMostElements));
    const bool enough = count >= capabilities_.minImageCount;
    TraceLine(enough ? "the images that were asked for" : "fewer images than were asked for");
    return enough;
  }

  bool MakeObjects() {
    const auto semaphore =
        Structure<VkSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO);
    const auto fence = Structure<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
    auto pool = Structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
    pool.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    const auto create = OfDevice<PFN_vkCreateSemaphore>("vkCreateSemaphore");
    const VkDevice device = app_.device();
    if (!TraceCall("vkCreateSemaphore", create(device, &semaphore, nullptr, &acquired_)) ||
        !TraceCall("vkCreateSemaphore", create(device, &semaphore, nullptr, &drawn_)) ||
        !TraceCall("vkCreateFence", OfDevice<PFN_vkCreateFence>("vkCreateFence")(
                                        device, &fence, nullptr, &fence_)) ||
        !TraceCall("vkCreateCommandPool", OfDevice<PFN_vkCreateCommandPool>("vkCreateCommandPool")(
                                              device, &pool, nullptr, &pool_))) {
      return false;
    }
    auto buffers =
        Structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
    buffers.commandPool = pool_;
    buffers.commandBufferCount = static_cast<uint32_t>(std::size(commands_));
    OfDevice<PFN_vkGetDeviceQueue>("vkGetDeviceQueue")(device, 0, 0, &queue_);
    return TraceCall("vkAllocateCommandBuffers",
                     OfDevice<PFN_vkAllocateCommandBuffers>("vkAllocateCommandBuffers")(
                         device, &buffers, commands_));
  }

  // The first window signals a semaphore, the second one a fence.
  bool Acquire(Window& window, VkSemaphore semaphore, VkFence fence) {
    window.image = kNoImage;
    const bool given = TraceCall(
        "vkAcquireNextImageKHR",
        OfDevice<PFN_vkAcquireNextImageKHR>("vkAcquireNextImageKHR")(
            app_.device(), window.swapchain, UINT64_MAX, semaphore, fence, &window.image));
    const bool known = window.image < window.images.size();
    TraceLine(known ? "an image of the swapchain" : "no image of the swapchain");
    return given && known;
  }

  // Records what makes the image presentable.
  bool Record(VkCommandBuffer commands, VkImage image) {
    const auto begin =
        Structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
    if (!TraceCall("vkBeginCommandBuffer",
                   OfDevice<PFN_vkBeginCommandBuffer>("vkBeginCommandBuffer")(commands, &begin))) {
      return false;
    }
    auto barrier = Structure<VkImageMemoryBarrier>(VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER);
    barrier.newLayout = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR;
    barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image;
    barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    OfDevice<PFN_vkCmdPipelineBarrier>("vkCmdPipelineBarrier")(
        commands, VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
        VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0, 0, nullptr, 0, nullptr, 1, &barrier);
    return TraceCall("vkEndCommandBuffer",
                     OfDevice<PFN_vkEndCommandBuffer>("vkEndCommandBuffer")(commands));
  }

  // Two submissions, of which the first waits for an image, and the second signals.
  bool Submit() {
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    VkSubmitInfo submissions[2] = {Structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO),
                                   Structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO)};
    for (size_t i = 0; i < std::size(submissions); ++i) {
      submissions[i].commandBufferCount = 1;
      submissions[i].pCommandBuffers = &commands_[i];
    }
    submissions[0].waitSemaphoreCount = 1;
    submissions[0].pWaitSemaphores = &acquired_;
    submissions[0].pWaitDstStageMask = &stage;
    submissions[1].signalSemaphoreCount = 1;
    submissions[1].pSignalSemaphores = &drawn_;
    return TraceCall("vkQueueSubmit", OfDevice<PFN_vkQueueSubmit>("vkQueueSubmit")(
                                          queue_, 2, submissions, VK_NULL_HANDLE));
  }

  void PresentBoth() {
    if (!Acquire(windows_[0], acquired_, VK_NULL_HANDLE) ||
        !Acquire(windows_[1], VK_NULL_HANDLE, fence_)) {
      return;
    }
    TraceCall("vkWaitForFences", OfDevice<PFN_vkWaitForFences>("vkWaitForFences")(
                                     app_.device(), 1, &fence_, VK_TRUE, UINT64_MAX));
    TraceCall("vkResetFences",
              OfDevice<PFN_vkResetFences>("vkResetFences")(app_.device(), 1, &fence_));
    for (size_t i = 0; i < std::size(windows_); ++i) {
      if (!Record(commands_[i], windows_[i].images[windows_[i].image])) return;
    }
    if (!Submit()) return;
    const VkSwapchainKHR swapchains[] = {windows_[0].swapchain, windows_[1].swapchain};
    const uint32_t images[] = {windows_[0].image, windows_[1].image};
    VkResult results[] = {kNoResult, kNoResult};
    auto info = Structure<VkPresentInfoKHR>(VK_STRUCTURE_TYPE_PRESENT_INFO_KHR);
    info.waitSemaphoreCount = 1;
    info.pWaitSemaphores = &drawn_;
    info.swapchainCount = static_cast<uint32_t>(std::size(swapchains));
    info.pSwapchains = swapchains;
    info.pImageIndices = images;
    info.pResults = results;
    TraceCall("vkQueuePresentKHR",
              OfDevice<PFN_vkQueuePresentKHR>("vkQueuePresentKHR")(queue_, &info));
    for (const VkResult result : results) TraceCall("the result of a swapchain", result);
    TraceCall("vkQueueWaitIdle", OfDevice<PFN_vkQueueWaitIdle>("vkQueueWaitIdle")(queue_));
  }

  // Makes another swapchain for the same surface, and destroys the one that it replaces.
  void Replace(Window& window) {
    const VkSwapchainKHR old = window.swapchain;
    TraceLine("another swapchain in place of the first one");
    if (!MakeSwapchain(window)) window.swapchain = VK_NULL_HANDLE;
    OfDevice<PFN_vkDestroySwapchainKHR>("vkDestroySwapchainKHR")(app_.device(), old, nullptr);
  }

  void DestroyOfDevice() {
    const VkDevice device = app_.device();
    OfDevice<PFN_vkDestroyCommandPool>("vkDestroyCommandPool")(device, pool_, nullptr);
    OfDevice<PFN_vkDestroyFence>("vkDestroyFence")(device, fence_, nullptr);
    for (const VkSemaphore semaphore : {acquired_, drawn_}) {
      OfDevice<PFN_vkDestroySemaphore>("vkDestroySemaphore")(device, semaphore, nullptr);
    }
    const auto destroy = OfDevice<PFN_vkDestroySwapchainKHR>("vkDestroySwapchainKHR");
    for (const Window& window : windows_) destroy(device, window.swapchain, nullptr);
    TraceLine("vkDestroySwapchainKHR of a null handle");
    destroy(device, VK_NULL_HANDLE, nullptr);
    app_.DestroyDevice();
    TraceLine("vkDestroySurfaceKHR of a null handle");
    OfInstance<PFN_vkDestroySurfaceKHR>("vkDestroySurfaceKHR")(app_.instance(), VK_NULL_HANDLE,
                                                               nullptr);
  }

  VulkanApp& app_;
  Window windows_[2];
  VkSurfaceCapabilitiesKHR capabilities_ = {};
  VkSurfaceFormatKHR format_ = {};
  VkQueue queue_ = VK_NULL_HANDLE;
  VkSemaphore acquired_ = VK_NULL_HANDLE;
  VkSemaphore drawn_ = VK_NULL_HANDLE;
  VkFence fence_ = VK_NULL_HANDLE;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_[2] = {};
};

LayerComparison RunPresentation(Case& c, const std::string& driver = "{}") {
  return RunTwice(c,
                  [](VulkanApp& app, const LayerNames& layers) {
                    const InstanceRequest request{
                        .layers = layers,
                        .extensions = {"VK_KHR_surface", "VK_EXT_headless_surface"}};
                    if (!CreateInstanceBetween(app, request)) return;
                    Presentation(app).Run();
                    app.DestroyInstance();
                  },
                  {.below = R"({"hidden_functions": []})", .driver = driver});
}

// A lost device is nothing that a layer could compensate.
constexpr int kLost = VK_ERROR_DEVICE_LOST;

// Fails the case if the layer makes a success of a command that fails below it.
void ExpectFailure(Case& c, const std::string& command) {
  const LayerComparison runs =
      RunPresentation(c, fmt::format(R"({{"results": {{"{}": {}}}}})", command, kLost));
  SKIP_FOR(WhyNotComparable(runs, kPresented));
  const std::string success = command + " gives 0";
  const auto succeeds = [&](const std::vector<Event>& events) {
    const std::vector<std::string> lines = Transcript(events);
    return std::ranges::find(lines, success) != lines.end();
  };
  if (succeeds(runs.without())) throw HarnessError(command + " does not fail without the layer");
  EXPECT_HOLDS(!succeeds(runs.with()))
      << "with the layer, " << command << " returns no VK_SUCCESS where it fails below";
}

VULKAN_LAYER_CASE(LS_VK_LAYER_3, acquisition_that_failed_below_is_no_success) {
  SKIP_FOR(WhyNoLibrary(c));
  ExpectFailure(c, "vkAcquireNextImageKHR");
}

VULKAN_LAYER_CASE(LS_VK_LAYER_3, presentation_that_failed_below_is_no_success) {
  SKIP_FOR(WhyNoLibrary(c));
  ExpectFailure(c, "vkQueuePresentKHR");
}

VULKAN_LAYER_CASE(LLP_LAYER_1, images_are_presented, policy::LLP_LAYER_2, policy::LLP_LAYER_10) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunPresentation(c);
  SKIP_FOR(WhyNotComparable(runs, kPresented));
  ExpectValidCallsAndSameResults(runs);
}

}  // namespace
}  // namespace loadstone::suites::swapchains
