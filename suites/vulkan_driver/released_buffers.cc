// SPDX-License-Identifier: Apache-2.0
// Android: Implement Vulkan, "Releasing images" and "Shared presentable images": what a driver
// returns from vkQueueSignalReleaseImageANDROID.

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "suites/common/component_app.h"
#include "suites/vulkan_driver/buffer_app.h"

namespace loadstone::suites::released_buffers {
namespace {

// Releases the image, and notes the result. `failed` is the note of a failure.
void NoteRelease(const BufferApp& app, const char* question, const char* failed,
                 const std::vector<VkSemaphore>& semaphores = {}) {
  constexpr int kUntouched = -1000;
  int descriptor = kUntouched;
  const VkResult result = app.Release(&descriptor, semaphores);
  if (result != VK_SUCCESS) {
    return Note(failed,
                fmt::format("{} gave VkResult {}", kReleaseImage, static_cast<int>(result)));
  }
  const bool right = descriptor == -1 || (descriptor >= 0 && fcntl(descriptor, F_GETFD) != -1);
  Note(question, right ? "a descriptor or -1" : std::to_string(descriptor));
  if (right && descriptor >= 0) close(descriptor);
}

void AcquireAndRelease(ModuleApp& module) {
  BufferApp app(module);
  if (!app.Begin() || !app.MakeImage()) return;
  const VkResult result = app.Acquire(-1, VK_NULL_HANDLE);
  if (result == VK_SUCCESS) return NoteRelease(app, "release", "skipped");
  Note("skipped", fmt::format("{} gave VkResult {}", kAcquireImage, static_cast<int>(result)));
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_18, release_gives_a_descriptor) {
  ExpectBufferAnswer(
      c, AcquireAndRelease, "release", "a descriptor or -1",
      "vkQueueSignalReleaseImageANDROID writes a descriptor or -1 (the value was -1000 before)");
}

// One semaphore is that of the acquisition, and a submission signals the other one.
void ReleaseAfterSemaphores(ModuleApp& module) {
  BufferApp app(module);
  if (!app.Begin() || !app.MakeImage()) return;
  const std::vector<VkSemaphore> semaphores = {app.MakeSemaphore(), app.MakeSemaphore()};
  if (app.Acquire(-1, VK_NULL_HANDLE, semaphores[0]) != VK_SUCCESS ||
      app.Submit(VK_NULL_HANDLE, semaphores[1], VK_NULL_HANDLE) != VK_SUCCESS) {
    return Note("skipped", "the driver does not signal the two semaphores");
  }
  NoteRelease(app, "release", "release", semaphores);
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_18, release_after_semaphores_gives_a_descriptor) {
  ExpectBufferAnswer(c, ReleaseAfterSemaphores, "release", "a descriptor or -1",
                     "vkQueueSignalReleaseImageANDROID with two semaphores succeeds, and writes a "
                     "descriptor or -1 (the value was -1000 before)");
}

void ReleaseAgain(ModuleApp& module) {
  BufferApp app(module);
  if (!app.Begin() || !app.MakeImage(VK_SWAPCHAIN_IMAGE_USAGE_SHARED_BIT_ANDROID)) return;
  int given = -1;
  if (app.Acquire(-1, VK_NULL_HANDLE) != VK_SUCCESS || app.Release(&given) != VK_SUCCESS) {
    return Note("skipped", "the driver does not acquire and release the image even once");
  }
  if (given >= 0) close(given);
  NoteRelease(app, "second release", "second release");
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_22, shared_images_are_released_again) {
  ExpectBufferAnswer(
      c, ReleaseAgain, "second release", "a descriptor or -1",
      "a second vkQueueSignalReleaseImageANDROID of a shared image succeeds after one acquisition");
}

}  // namespace
}  // namespace loadstone::suites::released_buffers
