// SPDX-License-Identifier: Apache-2.0
// Android: Implement Vulkan, "Window system integration" to "Shared presentable images":
// VK_ANDROID_native_buffer, with which an Android driver shares images with the loader. There is no
// gralloc here and no sync file: buffers are memory descriptors, and fences are eventfd
// descriptors, which a driver may reject; the cases then judge what remains.

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "suites/common/component_app.h"
#include "suites/vulkan_driver/buffer_app.h"

namespace loadstone::suites::native_buffer {
namespace {

constexpr int kCalls = 1000;
constexpr int kFewDescriptors = kCalls / 10;  // a driver may keep these

void BeginOnly(ModuleApp& module) { BufferApp(module).Begin(); }

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_9, physical_devices_list_the_extension) {
  ExpectBufferAnswer(c, BeginOnly, "listed", "listed",
                     "the first physical device lists VK_ANDROID_native_buffer");
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_9, devices_have_its_functions) {
  ExpectBufferAnswer(
      c, BeginOnly, "missing of the extension", "",
      "a device for which VK_ANDROID_native_buffer is enabled has each of its functions");
}

// A device of the same physical device that has the extension not enabled changes nothing for the
// first one.
VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_9, devices_have_its_functions_beside_others) {
  ExpectBufferAnswer(
      c,
      [](ModuleApp& module) {
        BufferApp app(module);
        if (!app.Begin()) return;
        if (!app.MakeDeviceWithout()) {
          return Note("skipped", "the driver creates no second device without the extension");
        }
        app.NoteMissing();
      },
      "missing of the extension", "",
      "a device for which VK_ANDROID_native_buffer is enabled has each of its functions, also "
      "after "
      "another device was created without it");
}

// What the driver says of shared images; nothing if it cannot be asked. A driver that does not
// write the member does not share images (LS_ANDROID_DRIVER_23.r1).
std::optional<VkBool32> SharedImage(const DriverApp& app, VkPhysicalDevice device) {
  const auto ask = app.Get<PFN_vkGetPhysicalDeviceProperties2>("vkGetPhysicalDeviceProperties2");
  if (ask == nullptr) return std::nullopt;
  VkPhysicalDevicePresentationPropertiesANDROID presentation = {};
  presentation.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRESENTATION_PROPERTIES_ANDROID;
  VkPhysicalDeviceProperties2 properties = {};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &presentation;
  TracedVoid("vkGetPhysicalDeviceProperties2", [&] { ask(device, &properties); });
  return presentation.sharedImage;
}

// The formats and usages of swapchains that Android's loader asks drivers about.
constexpr VkFormat kFormats[] = {kImageFormat, VK_FORMAT_R5G6B5_UNORM_PACK16};
constexpr VkImageUsageFlags kUsages[] = {
    kImageUsage, VK_IMAGE_USAGE_TRANSFER_DST_BIT,
    VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
    VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT |
        VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT};

// An image that a function is asked about.
struct Asked {
  VkFormat format;
  VkImageUsageFlags usage;
  VkSwapchainImageUsageFlagsANDROID swapchain_usage;
};

// Which outputs a function leaves alone for one image: calls it twice, with different values in the
// outputs. Nothing if it refuses the image.
template <typename Call>
std::optional<std::string> OutputsLeftAlone(const char* name, const Call& call) {
  uint64_t places[2][2] = {{0x5A5A5A5A5A5A5A5A, 0x5A5A5A5A5A5A5A5A},
                           {0x3C3C3C3C3C3C3C3C, 0x3C3C3C3C3C3C3C3C}};
  const uint64_t before[2] = {places[0][0], places[1][0]};
  for (auto& place : places) {
    const VkResult result = Traced(name, [&] { return call(&place[0], &place[1]); });
    if (result != VK_SUCCESS) return std::nullopt;
  }
  std::string left;
  if (places[0][0] == before[0] && places[1][0] == before[1]) left = "the first output";
  if (places[0][1] == before[0] && places[1][1] == before[1]) {
    left += left.empty() ? "the second output" : " and the second";
  }
  return left;
}

// Asks a function about each image, any of which it may refuse (LS_ANDROID_DRIVER_10.r1).
template <typename Call>
void NoteWhetherFilled(const char* name, bool shared, const Call& call) {
  std::vector<std::string> left;
  int filled = 0;
  for (const VkFormat format : kFormats) {
    for (const VkImageUsageFlags usage : kUsages) {
      for (const VkSwapchainImageUsageFlagsANDROID of_swapchain :
           {VkSwapchainImageUsageFlagsANDROID{0},
            VkSwapchainImageUsageFlagsANDROID{VK_SWAPCHAIN_IMAGE_USAGE_SHARED_BIT_ANDROID}}) {
        if (of_swapchain != 0 && !shared) continue;
        const Asked asked = {format, usage, of_swapchain};
        const auto outputs = OutputsLeftAlone(
            name, [&](uint64_t* first, uint64_t* second) { return call(asked, first, second); });
        if (!outputs.has_value()) continue;
        ++filled;
        if (outputs->empty()) continue;
        left.push_back(fmt::format("{} of VkFormat {}, image usage {:#x}, swapchain usage {}",
                                   *outputs, static_cast<int>(format), usage, of_swapchain));
      }
    }
  }
  if (filled == 0) return Note("skipped", fmt::format("{} refuses each image", name));
  Note("left alone", fmt::format("{}", fmt::join(left, "; ")));
}

// Whether the first physical device shares images with the display, so that the loader asks for
// shared ones. Uses an instance of its own.
bool SharesImages(const ModuleApp& module) {
  DriverApp app(*module.device());
  const uint32_t version = app.ApiVersion();
  if (version < VK_API_VERSION_1_1) return false;
  if (app.CreateInstance({.api_version = version}) != VK_SUCCESS) return false;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  bool shares = false;
  if (!devices.empty()) shares = SharedImage(app, devices.front()) == VK_TRUE;
  app.DestroyInstance();
  return shares;
}

void AskForUsage(ModuleApp& module) {
  BufferApp app(module);
  if (!app.Begin()) return;
  const auto ask = app.Get<PFN_vkGetSwapchainGrallocUsageANDROID>(kGrallocUsage);
  if (ask == nullptr) return Note("skipped", fmt::format("the driver has no {}", kGrallocUsage));
  NoteWhetherFilled(
      kGrallocUsage, /*shared=*/false, [&](const Asked& asked, uint64_t* first, uint64_t* second) {
        *second = 0;
        return ask(app.device(), asked.format, asked.usage, reinterpret_cast<int*>(first));
      });
}

void AskForUsage2(ModuleApp& module) {
  const bool shared = SharesImages(module);
  BufferApp app(module);
  if (!app.Begin()) return;
  const auto ask = app.Get<PFN_vkGetSwapchainGrallocUsage2ANDROID>(kGrallocUsage2);
  if (ask == nullptr) return Note("skipped", fmt::format("the driver has no {}", kGrallocUsage2));
  NoteWhetherFilled(kGrallocUsage2, shared,
                    [&](const Asked& asked, uint64_t* consumer, uint64_t* producer) {
                      return ask(app.device(), asked.format, asked.usage, asked.swapchain_usage,
                                 consumer, producer);
                    });
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_10, older_usage_is_filled_in) {
  ExpectBufferAnswer(
      c, AskForUsage, "left alone", "",
      "vkGetSwapchainGrallocUsageANDROID writes its output for each image that it accepts");
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_10, usage_is_filled_in) {
  ExpectBufferAnswer(
      c, AskForUsage2, "left alone", "",
      "vkGetSwapchainGrallocUsage2ANDROID writes its outputs for each image that it accepts");
}

int OpenDescriptors() {
  rlimit limit = {};
  getrlimit(RLIMIT_NOFILE, &limit);
  const int most = static_cast<int>(std::min<rlim_t>(limit.rlim_cur, 65536));
  int count = 0;
  for (int descriptor = 0; descriptor < most; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) != -1) ++count;
  }
  return count;
}

struct Calls {
  int all = 0;
  int failed = 0;
};

// Passes one descriptor after the other to the driver, with a fence or a semaphore.
Calls AcquireAgainAndAgain(const BufferApp& app, VkFence fence, VkSemaphore semaphore) {
  Calls calls;
  for (; calls.all < kCalls; ++calls.all) {
    const int descriptor = eventfd(1, EFD_CLOEXEC);
    if (descriptor < 0) break;  // as many as a process may have
    const VkFence signalled = calls.all % 2 == 0 ? fence : VK_NULL_HANDLE;
    const VkSemaphore awaited = calls.all % 2 == 0 ? VK_NULL_HANDLE : semaphore;
    if (app.Acquire(descriptor, signalled, awaited) != VK_SUCCESS) {
      ++calls.failed;
      continue;
    }
    if (signalled != VK_NULL_HANDLE) {
      if (app.Wait(fence) != VK_SUCCESS) break;
      app.Reset(fence);
    }
    std::vector<VkSemaphore> semaphores;
    if (awaited != VK_NULL_HANDLE) semaphores.push_back(awaited);
    int given = -1;
    if (app.Release(&given, semaphores) == VK_SUCCESS && given >= 0) close(given);
  }
  return calls;
}

// Notes "kept after success" or "kept after failure": whether the driver closed the descriptors
// that it got.
void CountDescriptors(ModuleApp& module) {
  const int before = OpenDescriptors();
  BufferApp app(module);
  if (!app.Begin() || !app.MakeImage()) return;
  const VkFence fence = app.MakeFence();
  const VkSemaphore semaphore = app.MakeSemaphore();
  const Calls calls = AcquireAgainAndAgain(app, fence, semaphore);
  app.End(fence, {semaphore});
  if (calls.all == 0) return Note("skipped", "no descriptor could be made, or no fence waited for");
  const int kept = OpenDescriptors() - before;
  const std::string answer =
      kept > kFewDescriptors ? fmt::format("{} of {} are open", kept, calls.all) : "closed";
  if (calls.failed == 0) Note("kept after success", answer);
  if (calls.failed == calls.all) Note("kept after failure", answer);
  Note("calls", fmt::format("{} of {} calls of {} failed", calls.failed, calls.all, kAcquireImage));
}

void ExpectClosed(Case& c, const char* question, const char* other) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunWithDevice(c, CountDescriptors);
  auto answers = Answers(seen.events());
  if (answers["listed"] == "not listed") {
    GTEST_SKIP() << "the driver does not list " << kNativeBuffer << ", see LS_ANDROID_DRIVER_9";
  }
  if (!answers["skipped"].empty()) GTEST_SKIP() << answers["skipped"];
  if (answers.contains("calls") && !answers.contains(question)) {
    GTEST_SKIP() << answers["calls"] << " with descriptors that are not sync files: see " << other;
  }
  SKIP_FOR(WhyModuleDidNotAnswer(seen, question));
  EXPECT_SEEN(answers[question], "closed") << "the descriptors that vkAcquireImageANDROID received "
                                              "are closed when the device is destroyed";
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_15, descriptors_of_fences_are_closed) {
  ExpectClosed(c, "kept after success", "LS_ANDROID_DRIVER_16");
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_16, descriptors_are_closed_after_a_failure) {
  ExpectClosed(c, "kept after failure", "LS_ANDROID_DRIVER_15");
}

void AcquireWithoutFence(ModuleApp& module) {
  BufferApp app(module);
  if (!app.Begin() || !app.MakeImage()) return;
  const VkFence fence = app.MakeFence();
  const VkResult result = app.Acquire(-1, fence);
  if (result != VK_SUCCESS) {
    return Note("skipped",
                fmt::format("{} gave VkResult {}", kAcquireImage, static_cast<int>(result)));
  }
  Note("result of waiting", std::to_string(app.Wait(fence)));
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_17, fence_is_signalled_where_there_is_none_to_wait_for) {
  ExpectBufferAnswer(
      c, AcquireWithoutFence, "result of waiting", "0",
      "vkWaitForFences succeeds after vkAcquireImageANDROID with a native fence of -1");
}

void AcquireForSemaphore(ModuleApp& module) {
  BufferApp app(module);
  if (!app.Begin() || !app.MakeImage()) return;
  const VkFence fence = app.MakeFence();
  const VkSemaphore semaphore = app.MakeSemaphore();
  const VkResult result = app.Acquire(-1, VK_NULL_HANDLE, semaphore);
  if (result != VK_SUCCESS) {
    return Note("skipped",
                fmt::format("{} gave VkResult {}", kAcquireImage, static_cast<int>(result)));
  }
  if (app.Submit(semaphore, VK_NULL_HANDLE, fence) != VK_SUCCESS) {
    return Note("skipped", "vkQueueSubmit does not succeed");
  }
  Note("result of waiting", std::to_string(app.Wait(fence)));
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_17, semaphore_is_signalled_where_there_is_none_to_wait_for) {
  ExpectBufferAnswer(
      c, AcquireForSemaphore, "result of waiting", "0",
      "a submission that waits for the semaphore of vkAcquireImageANDROID completes if the "
      "native fence is -1");
}

void AskWhetherShared(ModuleApp& module) {
  DriverApp app(*module.device());
  const uint32_t version = app.ApiVersion();
  if (version < VK_API_VERSION_1_1) {
    return Note("skipped", "the driver has Vulkan 1.0 and is not queried");
  }
  if (app.CreateInstance({.api_version = version}) != VK_SUCCESS) return;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (devices.empty()) return;
  const std::optional<VkBool32> shared = SharedImage(app, devices.front());
  if (!shared.has_value()) return;
  const bool right = *shared == VK_TRUE || *shared == VK_FALSE;
  Note("shared", right ? "VK_TRUE or VK_FALSE" : fmt::format("{}", *shared));
}

VULKAN_MODULE_CASE(LS_ANDROID_DRIVER_23, shared_images_are_told_by_a_boolean) {
  ExpectBufferAnswer(
      c, AskWhetherShared, "shared", "VK_TRUE or VK_FALSE",
      "sharedImage of VkPhysicalDevicePresentationPropertiesANDROID is VK_TRUE or VK_FALSE");
}

}  // namespace
}  // namespace loadstone::suites::native_buffer
