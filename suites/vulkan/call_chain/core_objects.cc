// SPDX-License-Identifier: Apache-2.0
#include <iterator>

#include "suites/vulkan/call_chain/core_calls.h"

// Objects of a device that several uses need.
namespace loadstone::suites {
namespace {

constexpr VkDeviceSize kBufferSize = 1024;
constexpr VkDescriptorSetLayoutBinding kBinding = {0, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1,
                                                   VK_SHADER_STAGE_COMPUTE_BIT, nullptr};

// SPIR-V of a module whose entry point "main" does nothing; `execution` is the execution model and
// `modes` are the instructions of its execution modes.
std::vector<uint32_t> EmptyShader(uint32_t execution, const std::vector<uint32_t>& modes) {
  std::vector<uint32_t> words = {
      0x07230203, 0x00010000, 0, 5,          0,   // header: version 1.0, identifiers below 5
      0x00020011, 1,                              // OpCapability Shader
      0x0003000e, 0,          1,                  // OpMemoryModel Logical GLSL450
      0x0005000f, execution,  1, 0x6e69616d, 0};  // OpEntryPoint %1 "main"
  words.insert(words.end(), modes.begin(), modes.end());
  const uint32_t body[] = {0x00020013, 2,                   // %2 = OpTypeVoid
                           0x00030021, 3,         2,        // %3 = OpTypeFunction %2
                           0x00050036, 2,         1, 0, 3,  // %1 = OpFunction %2 None %3
                           0x000200f8, 4,                   // %4 = OpLabel
                           0x000100fd, 0x00010038};         // OpReturn, OpFunctionEnd
  words.insert(words.end(), std::begin(body), std::end(body));
  return words;
}

VkShaderModule MakeModule(CoreCalls& calls, const std::vector<uint32_t>& words) {
  auto info = Structure<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  info.codeSize = words.size() * sizeof(uint32_t);
  info.pCode = words.data();
  VkShaderModule module = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkCreateShaderModule, calls.device(), &info, nullptr, &module);
  return module;
}

VkPipelineShaderStageCreateInfo StageOf(VkShaderModule module, VkShaderStageFlagBits stage) {
  auto info = Structure<VkPipelineShaderStageCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
  info.stage = stage;
  info.module = module;
  info.pName = "main";
  return info;
}

}  // namespace

PFN_vkVoidFunction CoreCalls::Find(const char* name) {
  called_.emplace_back(name);
  return by_device_ ? app_.DeviceProc(name) : app_.InstanceProc(name);
}

VkDeviceMemory Allocate(CoreCalls& calls, VkDeviceSize size, uint32_t type,
                        VkMemoryAllocateFlags flags) {
  auto more = Structure<VkMemoryAllocateFlagsInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO);
  more.flags = flags;
  auto info = Structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  if (flags != 0) info.pNext = &more;
  info.allocationSize = size;
  info.memoryTypeIndex = type;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkAllocateMemory, calls.device(), &info, nullptr, &memory);
  return memory;
}

VkBufferCreateInfo BufferInfo(VkBufferUsageFlags usage, const BufferKind& kind) {
  auto info = Structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.flags = kind.flags;
  info.size = kBufferSize;
  info.usage = usage;
  return info;
}

VkBuffer CreateBuffer(CoreCalls& calls, VkBufferUsageFlags usage, const BufferKind& kind) {
  const VkBufferCreateInfo info = BufferInfo(usage, kind);
  VkBuffer buffer = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkCreateBuffer, calls.device(), &info, nullptr, &buffer);
  return buffer;
}

CoreBuffer MakeBuffer(CoreCalls& calls, VkBufferUsageFlags usage, const BufferKind& kind) {
  CoreBuffer made = {.buffer = CreateBuffer(calls, usage, kind)};
  VkMemoryRequirements needs = {};
  LOADSTONE_CALL(calls, vkGetBufferMemoryRequirements, calls.device(), made.buffer, &needs);
  made.memory = Allocate(calls, needs.size, kHostMemory, kind.memory_flags);
  LOADSTONE_CALL(calls, vkBindBufferMemory, calls.device(), made.buffer, made.memory, 0);
  return made;
}

void DestroyBuffer(CoreCalls& calls, const CoreBuffer& buffer) {
  LOADSTONE_CALL(calls, vkDestroyBuffer, calls.device(), buffer.buffer, nullptr);
  LOADSTONE_CALL(calls, vkFreeMemory, calls.device(), buffer.memory, nullptr);
}

VkImageCreateInfo ImageInfo(VkImageUsageFlags usage, const ImageKind& kind) {
  auto info = Structure<VkImageCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = kind.format;
  info.extent = {kCoreExtent.width, kCoreExtent.height, 1};
  info.mipLevels = info.arrayLayers = 1;
  info.samples = kind.samples;
  info.tiling = kind.tiling;
  info.usage = usage;
  return info;
}

VkImage CreateImage(CoreCalls& calls, VkImageUsageFlags usage, const ImageKind& kind) {
  const VkImageCreateInfo info = ImageInfo(usage, kind);
  VkImage image = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkCreateImage, calls.device(), &info, nullptr, &image);
  return image;
}

CoreImage MakeImage(CoreCalls& calls, VkImageUsageFlags usage, const ImageKind& kind) {
  CoreImage made = {.image = CreateImage(calls, usage, kind)};
  VkMemoryRequirements needs = {};
  LOADSTONE_CALL(calls, vkGetImageMemoryRequirements, calls.device(), made.image, &needs);
  made.memory = Allocate(calls, needs.size, kDeviceMemory);
  LOADSTONE_CALL(calls, vkBindImageMemory, calls.device(), made.image, made.memory, 0);
  auto view = Structure<VkImageViewCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO);
  view.image = made.image;
  view.viewType = VK_IMAGE_VIEW_TYPE_2D;
  view.format = kind.format;
  view.subresourceRange = {kind.aspect, 0, 1, 0, 1};
  LOADSTONE_CALL(calls, vkCreateImageView, calls.device(), &view, nullptr, &made.view);
  return made;
}

void DestroyImage(CoreCalls& calls, const CoreImage& image) {
  LOADSTONE_CALL(calls, vkDestroyImageView, calls.device(), image.view, nullptr);
  LOADSTONE_CALL(calls, vkDestroyImage, calls.device(), image.image, nullptr);
  LOADSTONE_CALL(calls, vkFreeMemory, calls.device(), image.memory, nullptr);
}

void SetLayout(CoreCalls& calls, VkCommandBuffer buffer, VkImage image, VkImageLayout layout,
               VkImageAspectFlags aspect) {
  auto barrier = Structure<VkImageMemoryBarrier>(VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER);
  barrier.dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
  barrier.newLayout = layout;
  barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.image = image;
  barrier.subresourceRange = {aspect, 0, 1, 0, 1};
  LOADSTONE_CALL(calls, vkCmdPipelineBarrier, buffer, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
                 VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, nullptr, 0, nullptr, 1, &barrier);
}

VkQueue QueueOf(CoreCalls& calls) {
  VkQueue queue = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkGetDeviceQueue, calls.device(), 0, 0, &queue);
  return queue;
}

VkEvent MakeEvent(CoreCalls& calls) {
  const auto info = Structure<VkEventCreateInfo>(VK_STRUCTURE_TYPE_EVENT_CREATE_INFO);
  VkEvent event = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkCreateEvent, calls.device(), &info, nullptr, &event);
  return event;
}

VkQueryPool MakeQueries(CoreCalls& calls, VkQueryType type) {
  auto info = Structure<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
  info.queryType = type;
  info.queryCount = 1;
  VkQueryPool pool = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkCreateQueryPool, calls.device(), &info, nullptr, &pool);
  return pool;
}

CorePass MakePass(CoreCalls& calls, VkImageView view) {
  CorePass made;
  VkAttachmentDescription attachment = {};
  attachment.format = kCoreFormat;
  attachment.samples = VK_SAMPLE_COUNT_1_BIT;
  attachment.loadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
  attachment.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
  attachment.finalLayout = VK_IMAGE_LAYOUT_GENERAL;
  const VkAttachmentReference colour = {0, VK_IMAGE_LAYOUT_GENERAL};
  // Only the first one draws, so there is no dependency between them.
  VkSubpassDescription subpasses[2] = {};
  subpasses[0].colorAttachmentCount = 1;
  subpasses[0].pColorAttachments = &colour;
  auto info = Structure<VkRenderPassCreateInfo>(VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO);
  info.attachmentCount = 1;
  info.pAttachments = &attachment;
  info.subpassCount = static_cast<uint32_t>(std::size(subpasses));
  info.pSubpasses = subpasses;
  LOADSTONE_CALL(calls, vkCreateRenderPass, calls.device(), &info, nullptr, &made.pass);
  made.framebuffer = MakeFramebuffer(calls, made.pass, {view});
  return made;
}

VkFramebuffer MakeFramebuffer(CoreCalls& calls, VkRenderPass pass,
                              const std::vector<VkImageView>& views) {
  auto info = Structure<VkFramebufferCreateInfo>(VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO);
  info.renderPass = pass;
  info.attachmentCount = static_cast<uint32_t>(views.size());
  info.pAttachments = views.data();
  info.width = kCoreExtent.width;
  info.height = kCoreExtent.height;
  info.layers = 1;
  VkFramebuffer framebuffer = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkCreateFramebuffer, calls.device(), &info, nullptr, &framebuffer);
  return framebuffer;
}

VkRenderPassBeginInfo BeginInfoOf(const CorePass& pass) {
  auto info = Structure<VkRenderPassBeginInfo>(VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO);
  info.renderPass = pass.pass;
  info.framebuffer = pass.framebuffer;
  info.renderArea.extent = kCoreExtent;
  return info;
}

void DestroyPass(CoreCalls& calls, const CorePass& pass) {
  LOADSTONE_CALL(calls, vkDestroyFramebuffer, calls.device(), pass.framebuffer, nullptr);
  LOADSTONE_CALL(calls, vkDestroyRenderPass, calls.device(), pass.pass, nullptr);
}

VkDescriptorSetLayoutCreateInfo SetLayoutInfo() {
  auto info = Structure<VkDescriptorSetLayoutCreateInfo>(
      VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
  info.bindingCount = 1;
  info.pBindings = &kBinding;
  return info;
}

CoreSet MakeSet(CoreCalls& calls, VkBuffer buffer) {
  CoreSet made;
  const VkDescriptorSetLayoutCreateInfo set_layout = SetLayoutInfo();
  LOADSTONE_CALL(calls, vkCreateDescriptorSetLayout, calls.device(), &set_layout, nullptr,
                 &made.set_layout);
  const VkPushConstantRange constant = {VK_SHADER_STAGE_COMPUTE_BIT, 0, 4};
  auto layout =
      Structure<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  layout.setLayoutCount = 1;
  layout.pSetLayouts = &made.set_layout;
  layout.pushConstantRangeCount = 1;
  layout.pPushConstantRanges = &constant;
  LOADSTONE_CALL(calls, vkCreatePipelineLayout, calls.device(), &layout, nullptr, &made.layout);
  const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1};
  auto pool = Structure<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
  pool.flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT;
  pool.maxSets = 1;
  pool.poolSizeCount = 1;
  pool.pPoolSizes = &size;
  LOADSTONE_CALL(calls, vkCreateDescriptorPool, calls.device(), &pool, nullptr, &made.pool);
  auto set = Structure<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
  set.descriptorPool = made.pool;
  set.descriptorSetCount = 1;
  set.pSetLayouts = &made.set_layout;
  LOADSTONE_CALL(calls, vkAllocateDescriptorSets, calls.device(), &set, &made.set);
  const VkDescriptorBufferInfo whole = {buffer, 0, VK_WHOLE_SIZE};
  auto write = Structure<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
  write.dstSet = made.set;
  write.descriptorCount = 1;
  write.descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
  write.pBufferInfo = &whole;
  LOADSTONE_CALL(calls, vkUpdateDescriptorSets, calls.device(), 1, &write, 0, nullptr);
  return made;
}

void DestroySet(CoreCalls& calls, const CoreSet& set) {
  LOADSTONE_CALL(calls, vkFreeDescriptorSets, calls.device(), set.pool, 1, &set.set);
  LOADSTONE_CALL(calls, vkDestroyDescriptorPool, calls.device(), set.pool, nullptr);
  LOADSTONE_CALL(calls, vkDestroyPipelineLayout, calls.device(), set.layout, nullptr);
  LOADSTONE_CALL(calls, vkDestroyDescriptorSetLayout, calls.device(), set.set_layout, nullptr);
}

VkPipeline MakeComputePipeline(CoreCalls& calls, VkPipelineLayout layout,
                               VkPipelineCreateFlags flags) {
  constexpr uint32_t kCompute = 5;
  // OpExecutionMode %1 LocalSize 1 1 1
  const VkShaderModule module =
      MakeModule(calls, EmptyShader(kCompute, {0x00060010, 1, 17, 1, 1, 1}));
  auto info =
      Structure<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  info.flags = flags;
  info.stage = StageOf(module, VK_SHADER_STAGE_COMPUTE_BIT);
  info.layout = layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkCreateComputePipelines, calls.device(), VK_NULL_HANDLE, 1, &info, nullptr,
                 &pipeline);
  LOADSTONE_CALL(calls, vkDestroyShaderModule, calls.device(), module, nullptr);
  return pipeline;
}

void UseTwoPipelines(CoreCalls& calls, VkPipelineLayout layout) {
  constexpr uint32_t kCompute = 5;
  const VkShaderModule module =
      MakeModule(calls, EmptyShader(kCompute, {0x00060010, 1, 17, 1, 1, 1}));
  VkComputePipelineCreateInfo infos[2];
  for (VkComputePipelineCreateInfo& info : infos) {
    info = Structure<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
    info.stage = StageOf(module, VK_SHADER_STAGE_COMPUTE_BIT);
    info.layout = layout;
  }
  VkPipeline pipelines[2] = {};
  VkPipeline* const made = pipelines;
  LOADSTONE_CALL(calls, vkCreateComputePipelines, calls.device(), VK_NULL_HANDLE, 2, infos, nullptr,
                 made);
  const bool both = pipelines[0] != VK_NULL_HANDLE && pipelines[1] != VK_NULL_HANDLE;
  calls.Tell("each of two pipelines", both ? VK_SUCCESS : VK_ERROR_UNKNOWN);
  for (const VkPipeline pipeline : pipelines) {
    LOADSTONE_CALL(calls, vkDestroyPipeline, calls.device(), pipeline, nullptr);
  }
  LOADSTONE_CALL(calls, vkDestroyShaderModule, calls.device(), module, nullptr);
}

// Nothing is rasterised, so a vertex shader suffices.
VkPipeline MakeGraphicsPipeline(CoreCalls& calls, VkPipelineLayout layout, VkRenderPass pass) {
  constexpr uint32_t kVertex = 0;
  const VkShaderModule module = MakeModule(calls, EmptyShader(kVertex, {}));
  const VkPipelineShaderStageCreateInfo stage = StageOf(module, VK_SHADER_STAGE_VERTEX_BIT);
  const auto input = Structure<VkPipelineVertexInputStateCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO);
  auto assembly = Structure<VkPipelineInputAssemblyStateCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO);
  assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  auto rasterization = Structure<VkPipelineRasterizationStateCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO);
  rasterization.rasterizerDiscardEnable = VK_TRUE;
  rasterization.lineWidth = 1;
  auto info =
      Structure<VkGraphicsPipelineCreateInfo>(VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO);
  info.stageCount = 1;
  info.pStages = &stage;
  info.pVertexInputState = &input;
  info.pInputAssemblyState = &assembly;
  info.pRasterizationState = &rasterization;
  info.layout = layout;
  info.renderPass = pass;
  VkPipeline pipeline = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkCreateGraphicsPipelines, calls.device(), VK_NULL_HANDLE, 1, &info,
                 nullptr, &pipeline);
  LOADSTONE_CALL(calls, vkDestroyShaderModule, calls.device(), module, nullptr);
  return pipeline;
}

}  // namespace loadstone::suites
