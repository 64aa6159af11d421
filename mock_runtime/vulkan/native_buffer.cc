// SPDX-License-Identifier: Apache-2.0
// The functions with which an Android driver shares images. A native fence counts as signaled from
// the start.
#include "mock_runtime/vulkan/native_buffer.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "interfaces/android/native_buffer.h"
#include "mock_common/config.h"
#include "mock_runtime/vulkan/objects.h"
#include "mock_runtime/vulkan/structures.h"

namespace loadstone::mock {
namespace {

constexpr int kUsage = 0x200;  // gralloc: rendered to by a GPU

bool last_device_has_functions = false;

bool HasBufferFunctions(const Device& device) {
  if (IsMisbehaviourConfigured("functions_of_the_last_device")) return last_device_has_functions;
  return device.extensions.Has(VK_ANDROID_NATIVE_BUFFER_EXTENSION_NAME);
}

uint64_t Flags(const char* key, int otherwise) {
  return static_cast<uint64_t>(Number(Config(), key, otherwise));
}

// The flags for the producer of a swapchain with this format.
uint64_t ProducerFlags(VkFormat format) {
  const std::string number = std::to_string(static_cast<int>(format));
  const int64_t more = Number(Object(Config(), "producer_usage_of_formats"), number.c_str(), 0);
  return Flags("producer_usage", kUsage) | static_cast<uint64_t>(more);
}

bool LeavesUsageOf(VkFormat format, VkImageUsageFlags image_usage) {
  return (format == VK_FORMAT_R5G6B5_UNORM_PACK16 &&
          IsMisbehaviourConfigured("leave_usage_of_565")) ||
         (image_usage == VK_IMAGE_USAGE_TRANSFER_DST_BIT &&
          IsMisbehaviourConfigured("leave_usage_of_transfers"));
}

VKAPI_ATTR VkResult VKAPI_CALL GetSwapchainGrallocUsage(VkDevice device, VkFormat format,
                                                        VkImageUsageFlags image_usage, int* usage) {
  if (!IsMisbehaviourConfigured("leave_usage") && !LeavesUsageOf(format, image_usage)) {
    *usage = static_cast<int>(ProducerFlags(format));
  }
  Event("vkGetSwapchainGrallocUsageANDROID")
      .AddPointer("device", ToObject(device))
      .Add("format", static_cast<uint32_t>(format))
      .Add("image_usage", image_usage)
      .Add("result", VK_SUCCESS);
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL GetSwapchainGrallocUsage2(
    VkDevice device, VkFormat format, VkImageUsageFlags image_usage,
    VkSwapchainImageUsageFlagsANDROID swapchain_usage, uint64_t* consumer, uint64_t* producer) {
  const bool leaves = LeavesUsageOf(format, image_usage);
  if (!leaves && !IsMisbehaviourConfigured("leave_usage2")) *consumer = Flags("consumer_usage", 0);
  if (!leaves && !(swapchain_usage != 0 && IsMisbehaviourConfigured("leave_usage_of_shared"))) {
    *producer = ProducerFlags(format);
  }
  Event("vkGetSwapchainGrallocUsage2ANDROID")
      .AddPointer("device", ToObject(device))
      .Add("format", static_cast<uint32_t>(format))
      .Add("image_usage", image_usage)
      .Add("swapchain_usage", swapchain_usage)
      .Add("result", VK_SUCCESS);
  return VK_SUCCESS;
}

// Traces the fields of a buffer that the driver receives.
void AddBuffer(Event* event, const VkNativeBufferANDROID& buffer) {
  event->AddPointer("buffer", buffer.handle)
      .Add("stride", int32_t{buffer.stride})
      .Add("format", int32_t{buffer.format})
      .Add("usage", int32_t{buffer.usage})
      .Add("consumer_usage", buffer.usage2.consumer)
      .Add("producer_usage", buffer.usage2.producer);
}

const VkNativeBufferANDROID* FindBuffer(const void* next) {
  return static_cast<const VkNativeBufferANDROID*>(
      FindNext(next, VK_STRUCTURE_TYPE_NATIVE_BUFFER_ANDROID));
}

void Signal(MockObject* object) {
  if (object != nullptr) __atomic_store_n(&object->value, uint64_t{1}, __ATOMIC_RELEASE);
}

// The result that the configuration gives a function, or VK_SUCCESS.
VkResult ConfiguredResult(const char* function) {
  const rapidjson::Value& results = Object(Config(), "results");
  const auto found = results.FindMember(function);
  if (found == results.MemberEnd() || !found->value.IsInt()) return VK_SUCCESS;
  return static_cast<VkResult>(found->value.GetInt());
}

// The number of the file that is open as the descriptor, or 0: it is the same for a duplicate.
uint64_t FileOf(int descriptor) {
  struct stat status;
  return descriptor >= 0 && fstat(descriptor, &status) == 0 ? uint64_t{status.st_ino} : 0;
}

// A descriptor of the driver's own, whose number was that of a fence that the driver closed.
struct OwnDescriptor {
  int number;
  uint64_t file;
};
constexpr uint32_t kMostOwnDescriptors = 64;
OwnDescriptor own_descriptors[kMostOwnDescriptors];
uint32_t own_descriptor_count = 0;

// Closes the descriptor, and may use its number for a file of the driver's own.
void CloseFence(int descriptor, bool refused) {
  close(descriptor);
  const char* reuses = refused ? "reuse_refused_fences" : "reuse_fences";
  if (!IsMisbehaviourConfigured(reuses) || own_descriptor_count == kMostOwnDescriptors) return;
  const int own = dup2(STDERR_FILENO, descriptor);
  own_descriptors[own_descriptor_count++] = {own, FileOf(own)};
}

VKAPI_ATTR VkResult VKAPI_CALL AcquireImage(VkDevice device, VkImage image, int fence_descriptor,
                                            VkSemaphore semaphore, VkFence fence) {
  constexpr char kFunction[] = "vkAcquireImageANDROID";
  Event("image_acquired")
      .AddPointer("device", ToObject(device))
      .AddPointer("image", ToObject(image))
      .Add("descriptor", int32_t{fence_descriptor})
      .Add("file", FileOf(fence_descriptor))
      .AddPointer("semaphore", ToObject(semaphore))
      .AddPointer("fence", ToObject(fence));
  const bool has_descriptor = fence_descriptor >= 0;
  const bool fails = has_descriptor && IsMisbehaviourConfigured("refuse_fences");
  const bool keeps =
      IsMisbehaviourConfigured(fails ? "keep_refused_fences" : "keep_fences") ||
      (semaphore != VK_NULL_HANDLE && IsMisbehaviourConfigured("keep_fences_of_semaphores"));
  if (has_descriptor && !keeps) CloseFence(fence_descriptor, fails);
  if (!CheckHandle(kFunction, "image", ToObject(image), VK_OBJECT_TYPE_IMAGE, false)) {
    return kWrongUse;
  }
  if (fails) return Traced(kFunction, VK_ERROR_INVALID_EXTERNAL_HANDLE);
  const VkResult configured = ConfiguredResult(kFunction);
  if (configured != VK_SUCCESS) return Traced(kFunction, configured);
  if (has_descriptor || !IsMisbehaviourConfigured("wait_without_fence")) {
    if (!IsMisbehaviourConfigured("leave_semaphores")) Signal(ToObject(semaphore));
    Signal(ToObject(fence));
  }
  ToObject(image)->value = 0;
  return Traced(kFunction, VK_SUCCESS);
}

VKAPI_ATTR VkResult VKAPI_CALL QueueSignalReleaseImage(VkQueue queue, uint32_t count,
                                                       const VkSemaphore* semaphores, VkImage image,
                                                       int* fence_descriptor) {
  constexpr char kFunction[] = "vkQueueSignalReleaseImageANDROID";
  Event("image_released")
      .AddPointer("queue", ToObject(queue))
      .AddPointer("image", ToObject(image))
      .Add("semaphores", count)
      .AddPointer("semaphore", count != 0 ? ToObject(semaphores[0]) : nullptr);
  for (uint32_t i = 0; i < count; ++i) {
    Event("semaphore_awaited")
        .AddPointer("image", ToObject(image))
        .AddPointer("semaphore", ToObject(semaphores[i]));
  }
  const VkResult configured = ConfiguredResult(kFunction);
  if (configured != VK_SUCCESS) return Traced(kFunction, configured);
  if (!CheckHandle(kFunction, "image", ToObject(image), VK_OBJECT_TYPE_IMAGE, false)) {
    return kWrongUse;
  }
  if (count > 1 && IsMisbehaviourConfigured("refuse_several_semaphores")) {
    return Traced(kFunction, VK_ERROR_UNKNOWN);
  }
  // The number of releases since the image was acquired.
  const uint64_t before = ToObject(image)->value++;
  if (before != 0 && IsMisbehaviourConfigured("release_once"))
    return Traced(kFunction, VK_ERROR_UNKNOWN);
  if (IsMisbehaviourConfigured("release_with_fence")) {
    *fence_descriptor = dup(STDERR_FILENO);
  } else if (!IsMisbehaviourConfigured("leave_release_fence")) {
    *fence_descriptor = -1;
  }
  return Traced(kFunction, VK_SUCCESS);
}

}  // namespace

void CheckOwnDescriptors() {
  for (uint32_t i = 0; i < own_descriptor_count; ++i) {
    if (FileOf(own_descriptors[i].number) != own_descriptors[i].file) {
      Violation("vkAcquireImageANDROID", "a descriptor that belongs to the driver was closed");
    }
  }
}

void RememberDevice(const Device& device) {
  last_device_has_functions = device.extensions.Has(VK_ANDROID_NATIVE_BUFFER_EXTENSION_NAME);
}

PFN_vkVoidFunction FindNativeBufferFunction(const Device& device, const char* name) {
  if (!HasBufferFunctions(device)) return nullptr;
  if (IsMisbehaviourConfigured("no_acquire") && strcmp(name, "vkAcquireImageANDROID") == 0)
    return nullptr;
  const struct {
    const char* name;
    PFN_vkVoidFunction function;
  } kFunctions[] = {
      {"vkGetSwapchainGrallocUsageANDROID",
       reinterpret_cast<PFN_vkVoidFunction>(GetSwapchainGrallocUsage)},
      {"vkGetSwapchainGrallocUsage2ANDROID",
       reinterpret_cast<PFN_vkVoidFunction>(GetSwapchainGrallocUsage2)},
      {"vkAcquireImageANDROID", reinterpret_cast<PFN_vkVoidFunction>(AcquireImage)},
      {"vkQueueSignalReleaseImageANDROID",
       reinterpret_cast<PFN_vkVoidFunction>(QueueSignalReleaseImage)},
  };
  for (const auto& each : kFunctions) {
    if (strcmp(name, each.name) == 0) return each.function;
  }
  return nullptr;
}

void TraceImageInBuffer(const VkImageCreateInfo& info, VkImage image) {
  const VkNativeBufferANDROID* buffer = FindBuffer(info.pNext);
  if (buffer == nullptr) return;
  const auto* swapchain = static_cast<const VkSwapchainImageCreateInfoANDROID*>(
      FindNext(info.pNext, VK_STRUCTURE_TYPE_SWAPCHAIN_IMAGE_CREATE_INFO_ANDROID));
  Event event("image_in_buffer");
  event.AddPointer("image", ToObject(image));
  AddBuffer(&event, *buffer);
  event.Add("has_swapchain_usage", swapchain != nullptr)
      .Add("swapchain_usage", swapchain != nullptr ? swapchain->usage : 0);
  const bool concurrent = info.sharingMode == VK_SHARING_MODE_CONCURRENT;
  Event("image_values")
      .AddPointer("image", ToObject(image))
      .Add("flags", info.flags)
      .Add("imageType", static_cast<uint32_t>(info.imageType))
      .Add("format", static_cast<uint32_t>(info.format))
      .Add("width", info.extent.width)
      .Add("height", info.extent.height)
      .Add("depth", info.extent.depth)
      .Add("mipLevels", info.mipLevels)
      .Add("arrayLayers", info.arrayLayers)
      .Add("samples", static_cast<uint32_t>(info.samples))
      .Add("tiling", static_cast<uint32_t>(info.tiling))
      .Add("usage", info.usage)
      .Add("sharingMode", static_cast<uint32_t>(info.sharingMode))
      .AddNumbers("queueFamilyIndices", info.pQueueFamilyIndices,
                  concurrent ? info.queueFamilyIndexCount : 0);
}

void TraceBoundImage(const VkBindImageMemoryInfo& info) {
  const VkNativeBufferANDROID* buffer = FindBuffer(info.pNext);
  if (buffer == nullptr) {
    Event("image_bound_to_memory")
        .AddPointer("image", ToObject(info.image))
        .AddPointer("memory", ToObject(info.memory));
    return;
  }
  Event event("image_bound_to_buffer");
  event.AddPointer("image", ToObject(info.image));
  AddBuffer(&event, *buffer);
  AddNext(event, &info);
}

void FillPresentation(const PhysicalDeviceModel& model, void* next) {
  auto* structure = static_cast<VkBaseOutStructure*>(next);
  while (structure != nullptr &&
         structure->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRESENTATION_PROPERTIES_ANDROID) {
    structure = structure->pNext;
  }
  if (structure == nullptr) return;
  if (IsMisbehaviourConfigured("leave_presentation")) return;
  const bool shares = model.shares_images && !IsMisbehaviourConfigured("share_no_images");
  VkBool32 shared = shares ? VK_TRUE : VK_FALSE;
  if (IsMisbehaviourConfigured("share_images_by_two")) shared = 2;
  reinterpret_cast<VkPhysicalDevicePresentationPropertiesANDROID*>(structure)->sharedImage = shared;
}

}  // namespace loadstone::mock
