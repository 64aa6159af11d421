// SPDX-License-Identifier: Apache-2.0
// Device memory, and the resources that need it.
#include <stdlib.h>

#include "commands.gen.h"
#include "mock_common/config.h"
#include "mock_runtime/vulkan/native_buffer.h"
#include "mock_runtime/vulkan/objects.h"

namespace loadstone::mock {
namespace {

constexpr VkDeviceSize kHeap = VkDeviceSize{1} << 30;
constexpr VkDeviceSize kAlignment = 256;
constexpr uint32_t kMemoryTypes = 3;
constexpr uint32_t kTypesForResources = 0b011;  // all except the lazily allocated one

VkMemoryRequirements Requirements(VkDeviceSize size) {
  const VkDeviceSize partial = IsMisbehaviourConfigured("round_sizes_down") ? 0 : kAlignment - 1;
  const VkDeviceSize rounded = (size + partial) / kAlignment * kAlignment;
  return {rounded != 0 ? rounded : kAlignment, kAlignment, kTypesForResources};
}

// More than any format needs: 16 bytes per texel, and as much again for the smaller mip levels.
VkDeviceSize SizeOf(const VkImageCreateInfo& info) {
  return VkDeviceSize{32} * info.extent.width * info.extent.height * info.extent.depth *
         info.arrayLayers * info.samples;
}

}  // namespace

namespace driver {

VkResult AllocateMemory(VkDevice device, const VkMemoryAllocateInfo* pAllocateInfo,
                        const VkAllocationCallbacks* pAllocator, VkDeviceMemory* pMemory) {
  MockObject* memory = nullptr;
  VkResult result = VK_ERROR_OUT_OF_DEVICE_MEMORY;
  if (pAllocateInfo->memoryTypeIndex >= kMemoryTypes) {
    result = Violation("vkAllocateMemory", "memory type the physical device does not have");
  } else if (pAllocateInfo->allocationSize <= kHeap) {
    memory = NewObject(VK_OBJECT_TYPE_DEVICE_MEMORY, ToObject(device), pAllocator);
    result = memory != nullptr ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
  }
  if (memory != nullptr) memory->size = pAllocateInfo->allocationSize;
  *pMemory = ToHandle<VkDeviceMemory>(memory);
  Event("vkAllocateMemory")
      .AddPointer("device", device)
      .Add("size", pAllocateInfo->allocationSize)
      .Add("type", pAllocateInfo->memoryTypeIndex)
      .Add("allocator", pAllocator != nullptr)
      .AddPointer("handle", memory)
      .Add("result", result);
  return result;
}

void FreeMemory(VkDevice, VkDeviceMemory memory, const VkAllocationCallbacks* pAllocator) {
  if (memory != VK_NULL_HANDLE) free(ToObject(memory)->data);
  DestroyObject("vkFreeMemory", ToObject(memory), pAllocator);
}

VkResult MapMemory(VkDevice, VkDeviceMemory memory, VkDeviceSize offset, VkDeviceSize size,
                   VkMemoryMapFlags, void** ppData) {
  MockObject* object = ToObject(memory);
  VkResult result = VK_SUCCESS;
  if (offset >= object->size || (size != VK_WHOLE_SIZE && size > object->size - offset)) {
    result = Violation("vkMapMemory", "range outside of the memory");
  } else if (object->data == nullptr) {
    // Most memory is never mapped, so it is allocated when it is mapped.
    object->data = calloc(1, object->size);
    if (object->data == nullptr) result = VK_ERROR_MEMORY_MAP_FAILED;
  }
  *ppData = result == VK_SUCCESS ? static_cast<char*>(object->data) + offset : nullptr;
  Event("vkMapMemory").AddPointer("handle", object).Add("result", result);
  return result;
}

VkResult CreateBuffer(VkDevice device, const VkBufferCreateInfo* pCreateInfo,
                      const VkAllocationCallbacks* pAllocator, VkBuffer* pBuffer) {
  const VkResult result =
      CreateObject("vkCreateBuffer", ToObject(device), VK_OBJECT_TYPE_BUFFER, pAllocator, pBuffer);
  if (result == VK_SUCCESS) ToObject(*pBuffer)->size = pCreateInfo->size;
  return result;
}

VkResult CreateImage(VkDevice device, const VkImageCreateInfo* pCreateInfo,
                     const VkAllocationCallbacks* pAllocator, VkImage* pImage) {
  const VkResult result =
      CreateObject("vkCreateImage", ToObject(device), VK_OBJECT_TYPE_IMAGE, pAllocator, pImage);
  if (result == VK_SUCCESS) ToObject(*pImage)->size = SizeOf(*pCreateInfo);
  TraceImageInBuffer(*pCreateInfo, *pImage);
  return result;
}

VkResult BindImageMemory2(VkDevice device, uint32_t bindInfoCount,
                          const VkBindImageMemoryInfo* pBindInfos) {
  Event("vkBindImageMemory2").AddPointer("device", ToObject(device)).Add("result", VK_SUCCESS);
  for (uint32_t i = 0; i < bindInfoCount; ++i) TraceBoundImage(pBindInfos[i]);
  return VK_SUCCESS;
}

void GetBufferMemoryRequirements(VkDevice, VkBuffer buffer, VkMemoryRequirements* pRequirements) {
  *pRequirements = Requirements(ToObject(buffer)->size);
  Event("vkGetBufferMemoryRequirements").AddPointer("handle", ToObject(buffer));
}

void GetImageMemoryRequirements(VkDevice, VkImage image, VkMemoryRequirements* pRequirements) {
  *pRequirements = Requirements(ToObject(image)->size);
  Event("vkGetImageMemoryRequirements").AddPointer("handle", ToObject(image));
}

void GetBufferMemoryRequirements2(VkDevice, const VkBufferMemoryRequirementsInfo2* pInfo,
                                  VkMemoryRequirements2* pRequirements) {
  pRequirements->memoryRequirements = Requirements(ToObject(pInfo->buffer)->size);
  Event("vkGetBufferMemoryRequirements2").AddPointer("handle", ToObject(pInfo->buffer));
}

void GetImageMemoryRequirements2(VkDevice, const VkImageMemoryRequirementsInfo2* pInfo,
                                 VkMemoryRequirements2* pRequirements) {
  pRequirements->memoryRequirements = Requirements(ToObject(pInfo->image)->size);
  Event("vkGetImageMemoryRequirements2").AddPointer("handle", ToObject(pInfo->image));
}

void GetDeviceBufferMemoryRequirements(VkDevice, const VkDeviceBufferMemoryRequirements* pInfo,
                                       VkMemoryRequirements2* pRequirements) {
  pRequirements->memoryRequirements = Requirements(pInfo->pCreateInfo->size);
  Event("vkGetDeviceBufferMemoryRequirements");
}

void GetDeviceImageMemoryRequirements(VkDevice, const VkDeviceImageMemoryRequirements* pInfo,
                                      VkMemoryRequirements2* pRequirements) {
  pRequirements->memoryRequirements = Requirements(SizeOf(*pInfo->pCreateInfo));
  Event("vkGetDeviceImageMemoryRequirements");
}

// Each buffer has a different address, and no address is 0.
VkDeviceAddress GetBufferDeviceAddress(VkDevice, const VkBufferDeviceAddressInfo* pInfo) {
  Event("vkGetBufferDeviceAddress").AddPointer("handle", ToObject(pInfo->buffer));
  return reinterpret_cast<uintptr_t>(ToObject(pInfo->buffer));
}

uint64_t GetBufferOpaqueCaptureAddress(VkDevice, const VkBufferDeviceAddressInfo* pInfo) {
  Event("vkGetBufferOpaqueCaptureAddress").AddPointer("handle", ToObject(pInfo->buffer));
  return reinterpret_cast<uintptr_t>(ToObject(pInfo->buffer));
}

}  // namespace driver
}  // namespace loadstone::mock
