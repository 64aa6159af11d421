// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan_driver/buffer_app.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "suites/common/component_app.h"

namespace loadstone::suites {
namespace {

constexpr int kRgba8888 = 1;           // the format as gralloc defines it
constexpr int kUsage = 0x200 | 0x800;  // of gralloc: rendered by a GPU, displayed
constexpr uint32_t kSide = 64;
constexpr uint64_t kTimeoutNanoseconds = 5'000'000'000;  // nanoseconds

VkImageCreateInfo ImageOf(const VkNativeBufferANDROID& buffer) {
  VkImageCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
  info.pNext = &buffer;
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = kImageFormat;
  info.extent = {kSide, kSide, 1};
  info.mipLevels = 1;
  info.arrayLayers = 1;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.tiling = VK_IMAGE_TILING_OPTIMAL;
  info.usage = kImageUsage;
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  return info;
}

}  // namespace

bool BufferApp::Begin() {
  if (app_.CreateInstance() != VK_SUCCESS) return false;
  const std::vector<VkPhysicalDevice> devices = app_.PhysicalDevices();
  if (devices.empty()) return false;
  const std::vector<std::string> listed = app_.DeviceExtensions(devices.front());
  const bool has = std::find(listed.begin(), listed.end(), kNativeBuffer) != listed.end();
  Note("listed", has ? "listed" : "not listed");
  if (!has) return false;
  if (app_.CreateDevice(devices.front(), {.extensions = {kNativeBuffer}}) != VK_SUCCESS) {
    return false;
  }
  acquire_ = Get<PFN_vkAcquireImageANDROID>(kAcquireImage);
  release_ = Get<PFN_vkQueueSignalReleaseImageANDROID>(kReleaseImage);
  NoteMissing();
  return true;
}

void BufferApp::NoteMissing() const {
  std::string missing;
  const auto add = [&](const char* name) {
    missing += std::string(missing.empty() ? "" : " ") + name;
  };
  if (acquire_ == nullptr) add(kAcquireImage);
  if (release_ == nullptr) add(kReleaseImage);
  // Any of its forms is accepted (LS_ANDROID_DRIVER_9.r1).
  constexpr const char* kForms[] = {kGrallocUsage, kGrallocUsage2,
                                    "vkGetSwapchainGrallocUsage3ANDROID",
                                    "vkGetSwapchainGrallocUsage4ANDROID"};
  if (std::none_of(std::begin(kForms), std::end(kForms),
                   [&](const char* name) { return app_.Device(name) != nullptr; })) {
    add(kGrallocUsage2);
  }
  Note("missing of the extension", missing);
}

bool BufferApp::MakeImage(VkSwapchainImageUsageFlagsANDROID usage) {
  const auto create = Get<PFN_vkCreateImage>("vkCreateImage");
  if (create == nullptr || acquire_ == nullptr || release_ == nullptr) return false;
  memory_ = memfd_create("buffer", MFD_CLOEXEC);
  if (memory_ < 0 || ftruncate(memory_, kSide * kSide * 4) != 0) return false;
  const native_handle_t handle = {3 * sizeof(int), 1, 0, {memory_}};
  VkSwapchainImageCreateInfoANDROID swapchain = {};
  swapchain.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_IMAGE_CREATE_INFO_ANDROID;
  swapchain.usage = usage;
  // Later versions of the structure have further members.
  struct {
    VkNativeBufferANDROID now;
    uint64_t later[4];
  } buffer = {};
  buffer.now.sType = VK_STRUCTURE_TYPE_NATIVE_BUFFER_ANDROID;
  buffer.now.pNext = usage != 0 ? &swapchain : nullptr;
  buffer.now.handle = &handle;
  buffer.now.stride = kSide;
  buffer.now.format = kRgba8888;
  buffer.now.usage = kUsage;
  buffer.now.usage2 = {kUsage, kUsage};
  const VkImageCreateInfo info = ImageOf(buffer.now);
  Note("buffer", "offered");
  const VkResult result =
      Traced("vkCreateImage", [&] { return create(app_.device(), &info, nullptr, &image_); });
  if (result != VK_SUCCESS) Note("image", std::to_string(result));
  return result == VK_SUCCESS;
}

bool BufferApp::MakeDeviceWithout() {
  const auto create = app_.Get<PFN_vkCreateDevice>("vkCreateDevice");
  const std::vector<VkPhysicalDevice> devices = app_.PhysicalDevices();
  if (create == nullptr || devices.empty()) return false;
  const float priority = 1;
  VkDeviceQueueCreateInfo queue = {};
  queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  VkDevice device = VK_NULL_HANDLE;
  return Traced("vkCreateDevice",
                [&] { return create(devices.front(), &info, nullptr, &device); }) == VK_SUCCESS;
}

VkResult BufferApp::Acquire(int descriptor, VkFence fence, VkSemaphore semaphore) const {
  return Traced(kAcquireImage,
                [&] { return acquire_(app_.device(), image_, descriptor, semaphore, fence); });
}

VkResult BufferApp::Release(int* descriptor, const std::vector<VkSemaphore>& semaphores) const {
  return Traced(kReleaseImage, [&] {
    return release_(app_.queue(), static_cast<uint32_t>(semaphores.size()),
                    semaphores.empty() ? nullptr : semaphores.data(), image_, descriptor);
  });
}

VkSemaphore BufferApp::MakeSemaphore() const {
  const auto create = Get<PFN_vkCreateSemaphore>("vkCreateSemaphore");
  VkSemaphoreCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO;
  VkSemaphore semaphore = VK_NULL_HANDLE;
  if (create != nullptr) {
    Traced("vkCreateSemaphore", [&] { return create(app_.device(), &info, nullptr, &semaphore); });
  }
  return semaphore;
}

VkResult BufferApp::Submit(VkSemaphore awaited, VkSemaphore signalled, VkFence fence) const {
  const auto submit = Get<PFN_vkQueueSubmit>("vkQueueSubmit");
  if (submit == nullptr) return VK_ERROR_UNKNOWN;
  constexpr VkPipelineStageFlags kStage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  VkSubmitInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.waitSemaphoreCount = awaited != VK_NULL_HANDLE ? 1 : 0;
  info.pWaitSemaphores = &awaited;
  info.pWaitDstStageMask = &kStage;
  info.signalSemaphoreCount = signalled != VK_NULL_HANDLE ? 1 : 0;
  info.pSignalSemaphores = &signalled;
  return Traced("vkQueueSubmit", [&] { return submit(app_.queue(), 1, &info, fence); });
}

VkFence BufferApp::MakeFence() const {
  const auto create = Get<PFN_vkCreateFence>("vkCreateFence");
  VkFenceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  VkFence fence = VK_NULL_HANDLE;
  if (create != nullptr) {
    Traced("vkCreateFence", [&] { return create(app_.device(), &info, nullptr, &fence); });
  }
  return fence;
}

VkResult BufferApp::Wait(VkFence fence) const {
  const auto wait = Get<PFN_vkWaitForFences>("vkWaitForFences");
  if (wait == nullptr) return VK_ERROR_UNKNOWN;
  return Traced("vkWaitForFences",
                [&] { return wait(app_.device(), 1, &fence, VK_TRUE, kTimeoutNanoseconds); });
}

void BufferApp::Reset(VkFence fence) const {
  const auto reset = Get<PFN_vkResetFences>("vkResetFences");
  if (reset != nullptr) Traced("vkResetFences", [&] { return reset(app_.device(), 1, &fence); });
}

void BufferApp::End(VkFence fence, const std::vector<VkSemaphore>& semaphores) {
  const auto idle = Get<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle");
  const auto destroy_fence = Get<PFN_vkDestroyFence>("vkDestroyFence");
  const auto destroy_image = Get<PFN_vkDestroyImage>("vkDestroyImage");
  if (idle != nullptr) Traced("vkDeviceWaitIdle", [&] { return idle(app_.device()); });
  if (destroy_fence != nullptr) destroy_fence(app_.device(), fence, nullptr);
  const auto destroy_semaphore = Get<PFN_vkDestroySemaphore>("vkDestroySemaphore");
  for (const VkSemaphore semaphore : semaphores) {
    if (destroy_semaphore != nullptr) destroy_semaphore(app_.device(), semaphore, nullptr);
  }
  if (destroy_image != nullptr) destroy_image(app_.device(), image_, nullptr);
  app_.DestroyDevice();
  app_.DestroyInstance();
  close(memory_);
}

void ExpectBufferAnswer(Case& c, void (*app)(ModuleApp& module), const char* question,
                        const std::string& answer, const char* what) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunWithDevice(c, app);
  auto answers = Answers(seen.events());
  if (std::string(question) != "listed" && answers["listed"] == "not listed") {
    GTEST_SKIP() << "the driver does not list " << kNativeBuffer << ", see LS_ANDROID_DRIVER_9";
  }
  if (!answers["skipped"].empty()) GTEST_SKIP() << answers["skipped"];
  SKIP_FOR(WhyModuleDidNotAnswer(seen, question));
  EXPECT_SEEN(answers[question], answer) << what;
}

}  // namespace loadstone::suites
