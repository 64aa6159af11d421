// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_DRIVER_BUFFER_APP_H_
#define LOADSTONE_SUITES_VULKAN_DRIVER_BUFFER_APP_H_

#include "interfaces/android/native_buffer.h"
#include "suites/vulkan_driver/module_app.h"

namespace loadstone::suites {

inline constexpr char kNativeBuffer[] = VK_ANDROID_NATIVE_BUFFER_EXTENSION_NAME;
inline constexpr char kGrallocUsage[] = "vkGetSwapchainGrallocUsageANDROID";
inline constexpr char kGrallocUsage2[] = "vkGetSwapchainGrallocUsage2ANDROID";
inline constexpr char kAcquireImage[] = "vkAcquireImageANDROID";
inline constexpr char kReleaseImage[] = "vkQueueSignalReleaseImageANDROID";
inline constexpr VkFormat kImageFormat = VK_FORMAT_R8G8B8A8_UNORM;
inline constexpr VkImageUsageFlags kImageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;

// In the probe: an Android driver with a device for which VK_ANDROID_native_buffer is enabled, and
// with an image for a buffer. The buffer is plain memory, not from gralloc.
class BufferApp {
 public:
  // The module must have a device, and must outlive the object.
  explicit BufferApp(const ModuleApp& module) : app_(*module.device()) {}

  // Creates an instance, and a device of the first physical device. Notes "listed": whether that
  // lists the extension, and "missing of the extension": the functions that the device lacks.
  // Returns false if there is no device.
  bool Begin();
  // Creates the image for a swapchain with this usage. Notes "buffer" before, and "image", the
  // VkResult, if it is not a success. Returns false if there is no image, or no function to use it
  // with.
  bool MakeImage(VkSwapchainImageUsageFlagsANDROID usage = 0);

  // Creates and keeps another device, for which the extension is not enabled. Returns whether the
  // driver created it.
  bool MakeDeviceWithout();

  // Requires an image. The driver takes ownership of `descriptor`, which may be -1; `fence` and
  // `semaphore` may be null.
  VkResult Acquire(int descriptor, VkFence fence, VkSemaphore semaphore = VK_NULL_HANDLE) const;
  // Waits for the semaphores. The caller takes ownership of the descriptor in `descriptor`.
  VkResult Release(int* descriptor, const std::vector<VkSemaphore>& semaphores = {}) const;

  // Null if the driver creates none.
  VkFence MakeFence() const;
  VkSemaphore MakeSemaphore() const;
  // An empty submission that waits for one semaphore, or none, and signals another one, or none,
  // and the fence.
  VkResult Submit(VkSemaphore awaited, VkSemaphore signalled, VkFence fence) const;
  // Waits for a fence that has been signalled.
  VkResult Wait(VkFence fence) const;
  void Reset(VkFence fence) const;
  // Destroys the fence, the semaphores, the image, the device and the instance, and the buffer.
  void End(VkFence fence, const std::vector<VkSemaphore>& semaphores);

  VkDevice device() const { return app_.device(); }
  // Notes "missing of the extension": the functions of the extension that the device lacks.
  void NoteMissing() const;

  // The device's function with this name, or null.
  template <typename Function>
  Function Get(const char* name) const {
    return reinterpret_cast<Function>(app_.Device(name));
  }

 private:
  DriverApp app_;
  PFN_vkAcquireImageANDROID acquire_ = nullptr;
  PFN_vkQueueSignalReleaseImageANDROID release_ = nullptr;
  VkImage image_ = VK_NULL_HANDLE;
  int memory_ = -1;
};

// Expects this answer to `question` from a driver with which `app` runs, if there is one.
void ExpectBufferAnswer(Case& c, void (*app)(ModuleApp& module), const char* question,
                        const std::string& answer, const char* what);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_DRIVER_BUFFER_APP_H_
