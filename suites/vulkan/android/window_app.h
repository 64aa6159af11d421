// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_ANDROID_WINDOW_APP_H_
#define LOADSTONE_SUITES_VULKAN_ANDROID_WINDOW_APP_H_

#include <string>
#include <vector>

struct ANativeWindow;
#include <vulkan/vulkan.h>
#include <vulkan/vulkan_android.h>

#include "suites/vulkan/android/android.h"
#include "suites/vulkan/android/mock_window.h"

namespace loadstone::suites {

inline constexpr char kNativeBufferExtension[] = "VK_ANDROID_native_buffer";

// A machine with one device, whose driver is a hardware module that supports shared images as
// Android drivers do. `behaviour` is merged into the configuration of the mock driver.
AndroidWorld WindowWorld(const Subject& subject, const std::string& behaviour = "{}");

// How long acquisitions wait, in nanoseconds.
inline constexpr uint64_t kPatience = 5'000'000'000;

// In the probe: an application that presents images in a window. If something is missing, functions
// return early and later ones do nothing; the trace shows what.
class WindowApp {
 public:
  explicit WindowApp(VulkanApp& app) : app_(app) {}

  // Creates an instance with `layers` and the extensions of surfaces, and a device with
  // VK_KHR_swapchain and `more`.
  bool Begin(const std::vector<std::string>& more = {},
             const std::vector<std::string>& layers = {});
  // The same with an instance that has further extensions, and no device.
  bool BeginInstance(const std::vector<std::string>& more);
  // The same with a device that has these extensions, in this order.
  bool BeginWith(const std::vector<std::string>& device_extensions);
  // The same, with a device that has both queues of the first family.
  bool BeginWithTwoQueues();
  // The same for one queue and an instance with `layers`. From now on, this and the application use
  // what the subject exports.
  bool BeginByExports(const std::vector<std::string>& layers);
  // The same, but from now on it uses the functions that vkGetInstanceProcAddr returns, of devices
  // too.
  bool BeginByInstance(const std::vector<std::string>& layers);
  // Uses the instance and the device of another one, which must outlive this one's End.
  void Join(const WindowApp& other);
  // Uses the instance of another one, which must outlive this one's End, and creates a device of
  // the instance's second physical device. The application must be a copy of the other one's.
  bool BeginBeside(const std::vector<std::string>& more = {});
  bool MakeSurface(MockWindow& window);
  // Traces "surface": whether it is supported, its size, and the number of its formats and modes.
  void QuerySurfaceProperties() const;
  // Whether the surface lists the format in the colour space that Info has.
  bool ListsFormat(VkFormat format) const;
  // Info describes a swapchain that every driver of such a machine supports; MakeSwapchain traces
  // vkCreateSwapchainKHR.
  VkSwapchainCreateInfoKHR Info() const;
  bool MakeSwapchain(const VkSwapchainCreateInfoKHR& info);
  // Destroys the swapchain, or one that this replaced.
  void DestroySwapchain();
  void DestroySwapchain(VkSwapchainKHR swapchain) const;
  std::vector<VkImage> Images() const;

  // Trace the command with its result, and the "index" of an acquired image.
  VkResult Acquire(VkSemaphore semaphore, VkFence fence, uint32_t* index,
                   uint64_t timeout = kPatience) const;
  // The same by vkAcquireNextImage2KHR.
  VkResult Acquire2(VkSemaphore semaphore, VkFence fence, uint32_t* index,
                    uint64_t timeout = kPatience) const;
  VkResult Present(VkQueue queue, const std::vector<VkSemaphore>& semaphores, uint32_t index) const;

  VkSemaphore MakeSemaphore() const;
  VkFence MakeFence() const;
  // A queue of the first family.
  VkQueue Queue(uint32_t index = 0) const;
  // Destroys everything, and traces "window_end" with the number of references to the window
  // ("holders").
  void End();

  VulkanApp& app() const { return app_; }
  VkSurfaceKHR surface() const { return surface_; }
  VkSwapchainKHR swapchain() const { return swapchain_; }
  template <typename Function>
  Function Get(const char* name) const {
    if (!by_device_) return app_.Get<Function>(name);
    const auto get = app_.Get<PFN_vkGetDeviceProcAddr>("vkGetDeviceProcAddr");
    return reinterpret_cast<Function>(get(device_, name));
  }

 private:
  bool BeginWithoutDeviceProcAddr();
  void DestroyObjects();

  VulkanApp& app_;
  VkDevice device_ = VK_NULL_HANDLE;
  bool by_device_ = true;     // functions of the device are those of vkGetDeviceProcAddr
  bool has_instance_ = true;  // this one destroys the instance
  bool has_device_ = true;    // this one destroys the device
  MockWindow* window_ = nullptr;
  VkSurfaceKHR surface_ = VK_NULL_HANDLE;
  VkSwapchainKHR swapchain_ = VK_NULL_HANDLE;
  // Destroyed by End.
  mutable std::vector<VkSemaphore> semaphores_;
  mutable std::vector<VkFence> fences_;
};

// Runs an application that creates a swapchain like `info` in a window with `traits`, presents
// `frames` images and ends.
struct SwapchainRequest {
  VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
  VkImageUsageFlags usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
  VkPresentModeKHR mode = VK_PRESENT_MODE_FIFO_KHR;
  uint32_t images = 3;
  VkExtent2D extent = {320, 200};
  bool concurrent = false;
  uint32_t frames = 0;
  MockWindow::Traits window = {};
  bool if_listed =
      false;  // no swapchain for a format that the surface does not list, but "unlisted"
};
VkSwapchainCreateInfoKHR InfoFor(const WindowApp& app, const SwapchainRequest& request);
// The extensions, besides VK_KHR_swapchain, that the device of such a swapchain needs.
std::vector<std::string> ExtensionsFor(const SwapchainRequest& request);
Observation RunSwapchain(Case& c, const AndroidWorld& world, const SwapchainRequest& request = {});

// Expects that the subject created a swapchain; cases that depend on one use this to report why
// there is none.
void ExpectSwapchain(const Observation& seen);

// In the probe: the lowest free descriptor. It increases if descriptors are left open.
int LowestFreeDescriptor();

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_ANDROID_WINDOW_APP_H_
