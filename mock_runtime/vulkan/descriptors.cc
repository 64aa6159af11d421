// SPDX-License-Identifier: Apache-2.0
// Descriptor sets: the handles that their updates contain, which depend on the type of a
// descriptor.
#include <string.h>

#include "commands.gen.h"
#include "mock_runtime/vulkan/objects.h"

namespace loadstone::mock {
namespace {

constexpr uint32_t kMaxEntries = 32;

struct UpdateTemplate : MockObject {
  uint32_t count;
  VkDescriptorUpdateTemplateEntry entries[kMaxEntries];
};

bool IsBuffer(VkDescriptorType type) {
  return type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER || type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER ||
         type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC ||
         type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
}

// Samplers are not checked, because the layout may have its own.
bool IsImage(VkDescriptorType type) {
  return type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER ||
         type == VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE || type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE ||
         type == VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT;
}

bool IsTexelBuffer(VkDescriptorType type) {
  return type == VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER ||
         type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
}

bool CheckBuffer(const char* function, const VkDescriptorBufferInfo& info) {
  return CheckHandle(function, "buffer", ToObject(info.buffer), VK_OBJECT_TYPE_BUFFER, true);
}

bool CheckImage(const char* function, const VkDescriptorImageInfo& info) {
  return CheckHandle(function, "imageView", ToObject(info.imageView), VK_OBJECT_TYPE_IMAGE_VIEW,
                     true);
}

bool CheckTexelBuffer(const char* function, VkBufferView view) {
  return CheckHandle(function, "texelBufferView", ToObject(view), VK_OBJECT_TYPE_BUFFER_VIEW, true);
}

bool CheckWrite(const char* function, const VkWriteDescriptorSet& write) {
  if (!CheckHandle(function, "dstSet", ToObject(write.dstSet), VK_OBJECT_TYPE_DESCRIPTOR_SET,
                   false)) {
    return false;
  }
  for (uint32_t i = 0; i < write.descriptorCount; ++i) {
    const VkDescriptorType type = write.descriptorType;
    if (IsBuffer(type) && !CheckBuffer(function, write.pBufferInfo[i])) return false;
    if (IsImage(type) && !CheckImage(function, write.pImageInfo[i])) return false;
    if (IsTexelBuffer(type) && !CheckTexelBuffer(function, write.pTexelBufferView[i])) return false;
  }
  return true;
}

// The element `index` of an entry in the application's data, which may have any alignment.
template <typename T>
T ElementOf(const void* data, const VkDescriptorUpdateTemplateEntry& entry, uint32_t index) {
  T element;
  memcpy(&element, static_cast<const char*>(data) + entry.offset + index * entry.stride, sizeof(T));
  return element;
}

bool CheckEntry(const char* function, const VkDescriptorUpdateTemplateEntry& entry,
                const void* data) {
  for (uint32_t i = 0; i < entry.descriptorCount; ++i) {
    const VkDescriptorType type = entry.descriptorType;
    const bool right = (!IsBuffer(type) ||
                        CheckBuffer(function, ElementOf<VkDescriptorBufferInfo>(data, entry, i))) &&
                       (!IsImage(type) ||
                        CheckImage(function, ElementOf<VkDescriptorImageInfo>(data, entry, i))) &&
                       (!IsTexelBuffer(type) ||
                        CheckTexelBuffer(function, ElementOf<VkBufferView>(data, entry, i)));
    if (!right) return false;
  }
  return true;
}

}  // namespace

namespace driver {

void UpdateDescriptorSets(VkDevice, uint32_t descriptorWriteCount,
                          const VkWriteDescriptorSet* pDescriptorWrites, uint32_t,
                          const VkCopyDescriptorSet*) {
  for (uint32_t i = 0; i < descriptorWriteCount; ++i) {
    if (!CheckWrite("vkUpdateDescriptorSets", pDescriptorWrites[i])) return;
  }
  Event("vkUpdateDescriptorSets").Add("count", descriptorWriteCount);
}

VkResult CreateDescriptorUpdateTemplate(VkDevice device,
                                        const VkDescriptorUpdateTemplateCreateInfo* pCreateInfo,
                                        const VkAllocationCallbacks* pAllocator,
                                        VkDescriptorUpdateTemplate* pDescriptorUpdateTemplate) {
  auto* made =
      static_cast<UpdateTemplate*>(NewObject(VK_OBJECT_TYPE_DESCRIPTOR_UPDATE_TEMPLATE,
                                             ToObject(device), pAllocator, sizeof(UpdateTemplate)));
  const VkResult result = made != nullptr ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
  for (uint32_t i = 0; made != nullptr && i < pCreateInfo->descriptorUpdateEntryCount; ++i) {
    if (made->count == kMaxEntries) break;
    made->entries[made->count++] = pCreateInfo->pDescriptorUpdateEntries[i];
  }
  *pDescriptorUpdateTemplate = ToHandle<VkDescriptorUpdateTemplate>(made);
  Event("vkCreateDescriptorUpdateTemplate")
      .AddPointer("device", ToObject(device))
      .AddPointer("handle", made)
      .Add("allocator", pAllocator != nullptr)
      .Add("result", result);
  return result;
}

void UpdateDescriptorSetWithTemplate(VkDevice, VkDescriptorSet descriptorSet,
                                     VkDescriptorUpdateTemplate descriptorUpdateTemplate,
                                     const void* pData) {
  const auto* made = static_cast<const UpdateTemplate*>(ToObject(descriptorUpdateTemplate));
  for (uint32_t i = 0; i < made->count; ++i) {
    if (!CheckEntry("vkUpdateDescriptorSetWithTemplate", made->entries[i], pData)) return;
  }
  Event("vkUpdateDescriptorSetWithTemplate").AddPointer("handle", ToObject(descriptorSet));
}

}  // namespace driver
}  // namespace loadstone::mock
