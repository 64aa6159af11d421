// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/call_chain/core_calls.h"

// The application of Vulkan 1.4, with all device-level functions that this version adds.
#ifdef VK_VERSION_1_4
namespace loadstone::suites {

void UseMaps2(CoreCalls& calls) {
  const VkDeviceMemory memory = Allocate(calls, 1024, kHostMemory);
  auto map = Structure<VkMemoryMapInfo>(VK_STRUCTURE_TYPE_MEMORY_MAP_INFO);
  map.memory = memory;
  map.size = VK_WHOLE_SIZE;
  void* place = nullptr;
  LOADSTONE_CALL(calls, vkMapMemory2, calls.device(), &map, &place);
  auto unmap = Structure<VkMemoryUnmapInfo>(VK_STRUCTURE_TYPE_MEMORY_UNMAP_INFO);
  unmap.memory = memory;
  LOADSTONE_CALL(calls, vkUnmapMemory2, calls.device(), &unmap);
  LOADSTONE_CALL(calls, vkFreeMemory, calls.device(), memory, nullptr);
}

void UseLayouts2(CoreCalls& calls) {
  const VkImageCreateInfo info = ImageInfo(VK_IMAGE_USAGE_SAMPLED_BIT);
  auto part = Structure<VkImageSubresource2>(VK_STRUCTURE_TYPE_IMAGE_SUBRESOURCE_2);
  part.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0};
  auto of_device =
      Structure<VkDeviceImageSubresourceInfo>(VK_STRUCTURE_TYPE_DEVICE_IMAGE_SUBRESOURCE_INFO);
  of_device.pCreateInfo = &info;
  of_device.pSubresource = &part;
  auto layout = Structure<VkSubresourceLayout2>(VK_STRUCTURE_TYPE_SUBRESOURCE_LAYOUT_2);
  LOADSTONE_CALL(calls, vkGetDeviceImageSubresourceLayout, calls.device(), &of_device, &layout);
  const VkImage image = CreateImage(calls, VK_IMAGE_USAGE_SAMPLED_BIT);
  LOADSTONE_CALL(calls, vkGetImageSubresourceLayout2, calls.device(), image, &part, &layout);
  LOADSTONE_CALL(calls, vkDestroyImage, calls.device(), image, nullptr);
  auto area = Structure<VkRenderingAreaInfo>(VK_STRUCTURE_TYPE_RENDERING_AREA_INFO);
  area.colorAttachmentCount = 1;
  area.pColorAttachmentFormats = &kCoreFormat;
  VkExtent2D granularity = {};
  LOADSTONE_CALL(calls, vkGetRenderingAreaGranularity, calls.device(), &area, &granularity);
}

void RecordBindings2(CoreCalls& calls) {
  const CoreBuffer buffer =
      MakeBuffer(calls, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
  const CoreSet set = MakeSet(calls, buffer.buffer);
  const Recording recording = BeginRecording(calls);
  LOADSTONE_CALL(calls, vkCmdBindIndexBuffer2, recording.buffer, buffer.buffer, 0, 16,
                 VK_INDEX_TYPE_UINT16);
  auto sets = Structure<VkBindDescriptorSetsInfo>(VK_STRUCTURE_TYPE_BIND_DESCRIPTOR_SETS_INFO);
  sets.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
  sets.layout = set.layout;
  sets.descriptorSetCount = 1;
  sets.pDescriptorSets = &set.set;
  LOADSTONE_CALL(calls, vkCmdBindDescriptorSets2, recording.buffer, &sets);
  const uint32_t constant = 1;
  auto constants = Structure<VkPushConstantsInfo>(VK_STRUCTURE_TYPE_PUSH_CONSTANTS_INFO);
  constants.layout = set.layout;
  constants.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
  constants.size = sizeof(constant);
  constants.pValues = &constant;
  LOADSTONE_CALL(calls, vkCmdPushConstants2, recording.buffer, &constants);
  LOADSTONE_CALL(calls, vkCmdSetLineStipple, recording.buffer, 1, 1);
  EndRecording(calls, recording);
  DestroySet(calls, set);
  DestroyBuffer(calls, buffer);
}

namespace {

constexpr VkPipelineBindPoint kPoint = VK_PIPELINE_BIND_POINT_COMPUTE;

void PushDescriptors(CoreCalls& calls, VkCommandBuffer commands, VkPipelineLayout layout,
                     const VkDescriptorBufferInfo& whole) {
  auto write = Structure<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
  write.descriptorCount = 1;
  write.descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
  write.pBufferInfo = &whole;
  LOADSTONE_CALL(calls, vkCmdPushDescriptorSet, commands, kPoint, layout, 0, 1, &write);
  auto push = Structure<VkPushDescriptorSetInfo>(VK_STRUCTURE_TYPE_PUSH_DESCRIPTOR_SET_INFO);
  push.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
  push.layout = layout;
  push.descriptorWriteCount = 1;
  push.pDescriptorWrites = &write;
  LOADSTONE_CALL(calls, vkCmdPushDescriptorSet2, commands, &push);
}

void PushDescriptorsByTemplate(CoreCalls& calls, VkCommandBuffer commands, VkPipelineLayout layout,
                               VkDescriptorUpdateTemplate update,
                               const VkDescriptorBufferInfo& whole) {
  LOADSTONE_CALL(calls, vkCmdPushDescriptorSetWithTemplate, commands, update, layout, 0, &whole);
  auto push = Structure<VkPushDescriptorSetWithTemplateInfo>(
      VK_STRUCTURE_TYPE_PUSH_DESCRIPTOR_SET_WITH_TEMPLATE_INFO);
  push.descriptorUpdateTemplate = update;
  push.layout = layout;
  push.pData = &whole;
  LOADSTONE_CALL(calls, vkCmdPushDescriptorSetWithTemplate2, commands, &push);
}

VkDescriptorUpdateTemplate MakePushTemplate(CoreCalls& calls, VkPipelineLayout layout) {
  const VkDescriptorUpdateTemplateEntry entry = {0, 0, 1, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 0, 0};
  auto info = Structure<VkDescriptorUpdateTemplateCreateInfo>(
      VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO);
  info.descriptorUpdateEntryCount = 1;
  info.pDescriptorUpdateEntries = &entry;
  info.templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_PUSH_DESCRIPTORS;
  info.pipelineBindPoint = kPoint;
  info.pipelineLayout = layout;
  VkDescriptorUpdateTemplate update = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkCreateDescriptorUpdateTemplate, calls.device(), &info, nullptr, &update);
  return update;
}

}  // namespace

void RecordPushes(CoreCalls& calls) {
  const CoreBuffer buffer = MakeBuffer(calls, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
  VkDescriptorSetLayoutCreateInfo set_info = SetLayoutInfo();
  set_info.flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT;
  VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkCreateDescriptorSetLayout, calls.device(), &set_info, nullptr,
                 &set_layout);
  auto info = Structure<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  info.setLayoutCount = 1;
  info.pSetLayouts = &set_layout;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkCreatePipelineLayout, calls.device(), &info, nullptr, &layout);
  const VkDescriptorUpdateTemplate update = MakePushTemplate(calls, layout);
  const VkDescriptorBufferInfo whole = {buffer.buffer, 0, VK_WHOLE_SIZE};
  const Recording recording = BeginRecording(calls);
  PushDescriptors(calls, recording.buffer, layout, whole);
  PushDescriptorsByTemplate(calls, recording.buffer, layout, update, whole);
  EndRecording(calls, recording);
  LOADSTONE_CALL(calls, vkDestroyDescriptorUpdateTemplate, calls.device(), update, nullptr);
  LOADSTONE_CALL(calls, vkDestroyPipelineLayout, calls.device(), layout, nullptr);
  LOADSTONE_CALL(calls, vkDestroyDescriptorSetLayout, calls.device(), set_layout, nullptr);
  DestroyBuffer(calls, buffer);
}

void RecordLocalReads(CoreCalls& calls) {
  auto info = Structure<VkRenderingInfo>(VK_STRUCTURE_TYPE_RENDERING_INFO);
  info.renderArea.extent = kCoreExtent;
  info.layerCount = 1;
  const auto locations = Structure<VkRenderingAttachmentLocationInfo>(
      VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_LOCATION_INFO);
  const auto inputs = Structure<VkRenderingInputAttachmentIndexInfo>(
      VK_STRUCTURE_TYPE_RENDERING_INPUT_ATTACHMENT_INDEX_INFO);
  const Recording recording = BeginRecording(calls);
  LOADSTONE_CALL(calls, vkCmdBeginRendering, recording.buffer, &info);
  LOADSTONE_CALL(calls, vkCmdSetRenderingAttachmentLocations, recording.buffer, &locations);
  LOADSTONE_CALL(calls, vkCmdSetRenderingInputAttachmentIndices, recording.buffer, &inputs);
  LOADSTONE_CALL(calls, vkCmdEndRendering, recording.buffer);
  EndRecording(calls, recording);
}

namespace {

constexpr VkImageSubresourceLayers kLayersOfHost = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
constexpr VkExtent3D kExtentOfHost = {kCoreExtent.width, kCoreExtent.height, 1};

void CopyThroughMemory(CoreCalls& calls, VkImage image) {
  std::vector<uint32_t> pixels(size_t{kCoreExtent.width} * kCoreExtent.height);
  auto to = Structure<VkMemoryToImageCopy>(VK_STRUCTURE_TYPE_MEMORY_TO_IMAGE_COPY);
  to.pHostPointer = pixels.data();
  to.imageSubresource = kLayersOfHost;
  to.imageExtent = kExtentOfHost;
  auto write = Structure<VkCopyMemoryToImageInfo>(VK_STRUCTURE_TYPE_COPY_MEMORY_TO_IMAGE_INFO);
  write.dstImage = image;
  write.dstImageLayout = VK_IMAGE_LAYOUT_GENERAL;
  write.regionCount = 1;
  write.pRegions = &to;
  LOADSTONE_CALL(calls, vkCopyMemoryToImage, calls.device(), &write);
  auto from = Structure<VkImageToMemoryCopy>(VK_STRUCTURE_TYPE_IMAGE_TO_MEMORY_COPY);
  from.pHostPointer = pixels.data();
  from.imageSubresource = kLayersOfHost;
  from.imageExtent = kExtentOfHost;
  auto read = Structure<VkCopyImageToMemoryInfo>(VK_STRUCTURE_TYPE_COPY_IMAGE_TO_MEMORY_INFO);
  read.srcImage = image;
  read.srcImageLayout = VK_IMAGE_LAYOUT_GENERAL;
  read.regionCount = 1;
  read.pRegions = &from;
  LOADSTONE_CALL(calls, vkCopyImageToMemory, calls.device(), &read);
}

}  // namespace

void UseHostCopies(CoreCalls& calls) {
  constexpr VkImageUsageFlags kUsage =
      VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_HOST_TRANSFER_BIT;
  const CoreImage images[] = {MakeImage(calls, kUsage), MakeImage(calls, kUsage)};
  for (const CoreImage& image : images) {
    auto transition = Structure<VkHostImageLayoutTransitionInfo>(
        VK_STRUCTURE_TYPE_HOST_IMAGE_LAYOUT_TRANSITION_INFO);
    transition.image = image.image;
    transition.newLayout = VK_IMAGE_LAYOUT_GENERAL;
    transition.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    LOADSTONE_CALL(calls, vkTransitionImageLayout, calls.device(), 1, &transition);
  }
  CopyThroughMemory(calls, images[0].image);
  auto region = Structure<VkImageCopy2>(VK_STRUCTURE_TYPE_IMAGE_COPY_2);
  region.srcSubresource = region.dstSubresource = kLayersOfHost;
  region.extent = kExtentOfHost;
  auto copy = Structure<VkCopyImageToImageInfo>(VK_STRUCTURE_TYPE_COPY_IMAGE_TO_IMAGE_INFO);
  copy.srcImage = images[0].image;
  copy.dstImage = images[1].image;
  copy.srcImageLayout = copy.dstImageLayout = VK_IMAGE_LAYOUT_GENERAL;
  copy.regionCount = 1;
  copy.pRegions = &region;
  LOADSTONE_CALL(calls, vkCopyImageToImage, calls.device(), &copy);
  for (const CoreImage& image : images) DestroyImage(calls, image);
}

}  // namespace loadstone::suites
#endif
