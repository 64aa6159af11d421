// What a driver of Android shares images by. A native fence counts as signalled from the beginning.
#include "mock_runtime/vulkan/native_buffer.h"

#include <string.h>
#include <unistd.h>

#include "interfaces/android/native_buffer.h"
#include "mock_common/config.h"
#include "mock_runtime/vulkan/objects.h"
#include "mock_runtime/vulkan/structures.h"

namespace loadstone::mock {
namespace {

constexpr uint64_t kUsage = 0x200;  // of gralloc: rendered to by a GPU

bool HasBufferFunctions(const Device& device) {
  return device.extensions.Has(VK_ANDROID_NATIVE_BUFFER_EXTENSION_NAME);
}

VKAPI_ATTR VkResult VKAPI_CALL GetSwapchainGrallocUsage(VkDevice, VkFormat, VkImageUsageFlags,
                                                        int* usage) {
  if (!ToldTo("leave_usage")) *usage = kUsage;
  return Traced("vkGetSwapchainGrallocUsageANDROID", VK_SUCCESS);
}

VKAPI_ATTR VkResult VKAPI_CALL GetSwapchainGrallocUsage2(VkDevice, VkFormat, VkImageUsageFlags,
                                                         VkSwapchainImageUsageFlagsANDROID,
                                                         uint64_t* consumer, uint64_t* producer) {
  if (!ToldTo("leave_usage2")) *consumer = 0;
  *producer = kUsage;
  return Traced("vkGetSwapchainGrallocUsage2ANDROID", VK_SUCCESS);
}

void Signal(MockObject* object) {
  if (object != nullptr) __atomic_store_n(&object->value, uint64_t{1}, __ATOMIC_RELEASE);
}

VKAPI_ATTR VkResult VKAPI_CALL AcquireImage(VkDevice, VkImage image, int fence_descriptor,
                                            VkSemaphore semaphore, VkFence fence) {
  constexpr char kFunction[] = "vkAcquireImageANDROID";
  const bool has_descriptor = fence_descriptor >= 0;
  const bool fails = has_descriptor && ToldTo("refuse_fences");
  if (has_descriptor && !ToldTo(fails ? "keep_refused_fences" : "keep_fences")) {
    close(fence_descriptor);
  }
  if (!CheckHandle(kFunction, "image", ToObject(image), VK_OBJECT_TYPE_IMAGE, false)) {
    return kWrongUse;
  }
  if (fails) return Traced(kFunction, VK_ERROR_INVALID_EXTERNAL_HANDLE);
  if (has_descriptor || !ToldTo("wait_without_fence")) {
    Signal(ToObject(semaphore));
    Signal(ToObject(fence));
  }
  ToObject(image)->value = 0;
  return Traced(kFunction, VK_SUCCESS);
}

VKAPI_ATTR VkResult VKAPI_CALL QueueSignalReleaseImage(VkQueue, uint32_t, const VkSemaphore*,
                                                       VkImage image, int* fence_descriptor) {
  constexpr char kFunction[] = "vkQueueSignalReleaseImageANDROID";
  if (!CheckHandle(kFunction, "image", ToObject(image), VK_OBJECT_TYPE_IMAGE, false)) {
    return kWrongUse;
  }
  // Counts the releases since the image was acquired.
  const uint64_t before = ToObject(image)->value++;
  if (before != 0 && ToldTo("release_once")) return Traced(kFunction, VK_ERROR_UNKNOWN);
  if (!ToldTo("leave_release_fence")) *fence_descriptor = -1;
  return Traced(kFunction, VK_SUCCESS);
}

}  // namespace

PFN_vkVoidFunction FindNativeBufferFunction(const Device& device, const char* name) {
  if (!HasBufferFunctions(device)) return nullptr;
  if (ToldTo("no_acquire") && strcmp(name, "vkAcquireImageANDROID") == 0) return nullptr;
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

void FillPresentation(void* next) {
  auto* structure = static_cast<VkBaseOutStructure*>(next);
  while (structure != nullptr &&
         structure->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRESENTATION_PROPERTIES_ANDROID) {
    structure = structure->pNext;
  }
  if (structure == nullptr) return;
  reinterpret_cast<VkPhysicalDevicePresentationPropertiesANDROID*>(structure)->sharedImage =
      ToldTo("share_images_by_two") ? 2 : VK_TRUE;
}

}  // namespace loadstone::mock
