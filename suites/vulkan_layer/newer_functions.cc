// SPDX-License-Identifier: Apache-2.0
// An application that uses functions of Vulkan 1.1 to 1.3, as far as the layer supports them, with
// and without the layer: "Requirements of Well-Behaved Layers", LLP_LAYER_1, 2 and 10.

#include <algorithm>
#include <cstring>

#include "suites/vulkan_layer/transcript.h"

namespace loadstone::suites::newer_functions {
namespace {

constexpr VkDeviceSize kSize = 256;

struct Features {
  VkPhysicalDeviceFeatures2 all =
      Structure<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  VkPhysicalDeviceVulkan12Features of_1_2 = Structure<VkPhysicalDeviceVulkan12Features>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES);
  VkPhysicalDeviceVulkan13Features of_1_3 = Structure<VkPhysicalDeviceVulkan13Features>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES);
};

// Objects of one device, and the calls that use them by functions of newer versions. Destroy
// destroys every member.
class NewerWork {
 public:
  NewerWork(VulkanApp& app, uint32_t version) : app_(app), version_(version) {}

  void Run() {
    if (!FindFeatures() || !CreateDevice()) return;
    if (CreateBuffers()) {
      UpdateDescriptorByTemplate();
      if (version_ >= VK_API_VERSION_1_2) UseFunctionsOf12();
      RecordAndSubmit();
    }
    Destroy();
  }

 private:
  template <typename Function>
  Function Get(const char* name) const {
    return app_.Get<Function>(name);
  }

  // The features that the application enables, if the physical device has them.
  bool FindFeatures() {
    const std::vector<VkPhysicalDevice> devices = app_.EnumeratePhysicalDevices();
    if (devices.empty()) {
      TraceNotOffered("physical device");
      return false;
    }
    Features has;
    if (version_ >= VK_API_VERSION_1_2) has.all.pNext = &has.of_1_2;
    if (version_ >= VK_API_VERSION_1_3) has.of_1_2.pNext = &has.of_1_3;
    Get<PFN_vkGetPhysicalDeviceFeatures2>("vkGetPhysicalDeviceFeatures2")(devices.front(),
                                                                          &has.all);
    const bool for_1_2 = has.of_1_2.timelineSemaphore == VK_TRUE &&
                         has.of_1_2.bufferDeviceAddress == VK_TRUE &&
                         has.of_1_2.hostQueryReset == VK_TRUE;
    const bool for_1_3 =
        has.of_1_3.synchronization2 == VK_TRUE && has.of_1_3.privateData == VK_TRUE;
    if ((version_ >= VK_API_VERSION_1_2 && !for_1_2) ||
        (version_ >= VK_API_VERSION_1_3 && !for_1_3)) {
      TraceNotOffered("feature that the application needs");
      return false;
    }
    enabled_.of_1_2.timelineSemaphore = VK_TRUE;
    enabled_.of_1_2.bufferDeviceAddress = VK_TRUE;
    enabled_.of_1_2.hostQueryReset = VK_TRUE;
    enabled_.of_1_3.synchronization2 = VK_TRUE;
    enabled_.of_1_3.privateData = VK_TRUE;
    if (version_ >= VK_API_VERSION_1_2) enabled_.all.pNext = &enabled_.of_1_2;
    if (version_ >= VK_API_VERSION_1_3) enabled_.of_1_2.pNext = &enabled_.of_1_3;
    return true;
  }

  bool CreateDevice() {
    return TraceCall("vkCreateDevice",
                     app_.CreateDevice({.extensions = {}, .next = &enabled_.all}));
  }

  bool CreateBuffer(VkBuffer* buffer, VkDeviceMemory* memory) {
    const bool address = version_ >= VK_API_VERSION_1_2;
    auto info = Structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
    info.size = kSize;
    info.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                 VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    if (address) info.usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    if (!TraceCall("vkCreateBuffer", Get<PFN_vkCreateBuffer>("vkCreateBuffer")(app_.device(), &info,
                                                                               nullptr, buffer))) {
      return false;
    }
    auto asked = Structure<VkBufferMemoryRequirementsInfo2>(
        VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2);
    asked.buffer = *buffer;
    auto needs = Structure<VkMemoryRequirements2>(VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2);
    Get<PFN_vkGetBufferMemoryRequirements2>("vkGetBufferMemoryRequirements2")(app_.device(), &asked,
                                                                              &needs);
    auto flags = Structure<VkMemoryAllocateFlagsInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO);
    flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
    auto dedicated =
        Structure<VkMemoryDedicatedAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO);
    dedicated.buffer = *buffer;
    if (address) dedicated.pNext = &flags;
    auto allocation = Structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
    allocation.pNext = &dedicated;
    allocation.allocationSize = std::max(needs.memoryRequirements.size, kSize);
    const uint32_t types = needs.memoryRequirements.memoryTypeBits;
    if (types == 0) {
      TraceLine("the buffer has no memory type");
      return false;
    }
    while ((types >> allocation.memoryTypeIndex & 1) == 0) {
      ++allocation.memoryTypeIndex;
    }
    if (!TraceCall("vkAllocateMemory", Get<PFN_vkAllocateMemory>("vkAllocateMemory")(
                                           app_.device(), &allocation, nullptr, memory))) {
      return false;
    }
    auto bind = Structure<VkBindBufferMemoryInfo>(VK_STRUCTURE_TYPE_BIND_BUFFER_MEMORY_INFO);
    bind.buffer = *buffer;
    bind.memory = *memory;
    return TraceCall("vkBindBufferMemory2",
                     Get<PFN_vkBindBufferMemory2>("vkBindBufferMemory2")(app_.device(), 1, &bind));
  }

  bool CreateBuffers() {
    return CreateBuffer(&buffers_[0], &memory_[0]) && CreateBuffer(&buffers_[1], &memory_[1]);
  }

  // Writes a buffer into a descriptor by a template, whose data contain the handle.
  void UpdateDescriptorByTemplate() {
    VkDescriptorSetLayoutBinding binding = {};
    binding.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    binding.descriptorCount = 1;
    binding.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
    auto layout = Structure<VkDescriptorSetLayoutCreateInfo>(
        VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
    layout.bindingCount = 1;
    layout.pBindings = &binding;
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
    auto pool =
        Structure<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
    pool.maxSets = 1;
    pool.poolSizeCount = 1;
    pool.pPoolSizes = &size;
    if (!TraceCall("vkCreateDescriptorSetLayout",
                   Get<PFN_vkCreateDescriptorSetLayout>("vkCreateDescriptorSetLayout")(
                       app_.device(), &layout, nullptr, &layout_)) ||
        !TraceCall("vkCreateDescriptorPool",
                   Get<PFN_vkCreateDescriptorPool>("vkCreateDescriptorPool")(app_.device(), &pool,
                                                                             nullptr, &pool_))) {
      return;
    }
    auto allocation =
        Structure<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
    allocation.descriptorPool = pool_;
    allocation.descriptorSetCount = 1;
    allocation.pSetLayouts = &layout_;
    VkDescriptorSet set = VK_NULL_HANDLE;
    const VkDescriptorUpdateTemplateEntry entry = {0, 0, 1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                   0, 0};
    auto info = Structure<VkDescriptorUpdateTemplateCreateInfo>(
        VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO);
    info.descriptorUpdateEntryCount = 1;
    info.pDescriptorUpdateEntries = &entry;
    info.templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET;
    info.descriptorSetLayout = layout_;
    if (!TraceCall("vkAllocateDescriptorSets",
                   Get<PFN_vkAllocateDescriptorSets>("vkAllocateDescriptorSets")(
                       app_.device(), &allocation, &set)) ||
        !TraceCall("vkCreateDescriptorUpdateTemplate",
                   Get<PFN_vkCreateDescriptorUpdateTemplate>("vkCreateDescriptorUpdateTemplate")(
                       app_.device(), &info, nullptr, &template_))) {
      return;
    }
    const VkDescriptorBufferInfo data = {buffers_[0], 0, VK_WHOLE_SIZE};
    Get<PFN_vkUpdateDescriptorSetWithTemplate>("vkUpdateDescriptorSetWithTemplate")(
        app_.device(), set, template_, &data);
  }

  void UseFunctionsOf12() {
    auto address =
        Structure<VkBufferDeviceAddressInfo>(VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO);
    address.buffer = buffers_[0];
    TraceLine(
        Get<PFN_vkGetBufferDeviceAddress>("vkGetBufferDeviceAddress")(app_.device(), &address) != 0
            ? "the buffer has an address"
            : "the buffer has no address");
    auto type = Structure<VkSemaphoreTypeCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
    type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
    auto info = Structure<VkSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO);
    info.pNext = &type;
    if (!TraceCall("vkCreateSemaphore", Get<PFN_vkCreateSemaphore>("vkCreateSemaphore")(
                                            app_.device(), &info, nullptr, &semaphore_))) {
      return;
    }
    auto signal = Structure<VkSemaphoreSignalInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO);
    signal.semaphore = semaphore_;
    signal.value = 3;
    TraceCall("vkSignalSemaphore",
              Get<PFN_vkSignalSemaphore>("vkSignalSemaphore")(app_.device(), &signal));
    const uint64_t value = 3;
    auto wait = Structure<VkSemaphoreWaitInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO);
    wait.semaphoreCount = 1;
    wait.pSemaphores = &semaphore_;
    wait.pValues = &value;
    TraceCall("vkWaitSemaphores",
              Get<PFN_vkWaitSemaphores>("vkWaitSemaphores")(app_.device(), &wait, UINT64_MAX));
    uint64_t counter = 0;
    TraceCall("vkGetSemaphoreCounterValue",
              Get<PFN_vkGetSemaphoreCounterValue>("vkGetSemaphoreCounterValue")(
                  app_.device(), semaphore_, &counter));
    TraceLine(counter == value ? "the counter has the value of the signal"
                               : "the counter has another value");
  }

  bool BeginCommands() {
    auto pool = Structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
    if (!TraceCall("vkCreateCommandPool", Get<PFN_vkCreateCommandPool>("vkCreateCommandPool")(
                                              app_.device(), &pool, nullptr, &command_pool_))) {
      return false;
    }
    auto allocation =
        Structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
    allocation.commandPool = command_pool_;
    allocation.commandBufferCount = 1;
    if (!TraceCall("vkAllocateCommandBuffers",
                   Get<PFN_vkAllocateCommandBuffers>("vkAllocateCommandBuffers")(
                       app_.device(), &allocation, &commands_))) {
      return false;
    }
    auto begin = Structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
    return TraceCall("vkBeginCommandBuffer",
                     Get<PFN_vkBeginCommandBuffer>("vkBeginCommandBuffer")(commands_, &begin));
  }

  void RecordCopy() {
    VkBufferCopy region = {0, 0, kSize};
    if (version_ < VK_API_VERSION_1_3) {
      return Get<PFN_vkCmdCopyBuffer>("vkCmdCopyBuffer")(commands_, buffers_[0], buffers_[1], 1,
                                                         &region);
    }
    auto barrier = Structure<VkBufferMemoryBarrier2>(VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER_2);
    barrier.srcStageMask = VK_PIPELINE_STAGE_2_HOST_BIT;
    barrier.srcAccessMask = VK_ACCESS_2_HOST_WRITE_BIT;
    barrier.dstStageMask = VK_PIPELINE_STAGE_2_COPY_BIT;
    barrier.dstAccessMask = VK_ACCESS_2_TRANSFER_READ_BIT;
    barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.buffer = buffers_[0];
    barrier.size = VK_WHOLE_SIZE;
    auto dependency = Structure<VkDependencyInfo>(VK_STRUCTURE_TYPE_DEPENDENCY_INFO);
    dependency.bufferMemoryBarrierCount = 1;
    dependency.pBufferMemoryBarriers = &barrier;
    Get<PFN_vkCmdPipelineBarrier2>("vkCmdPipelineBarrier2")(commands_, &dependency);
    auto part = Structure<VkBufferCopy2>(VK_STRUCTURE_TYPE_BUFFER_COPY_2);
    part.size = kSize;
    auto copy = Structure<VkCopyBufferInfo2>(VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2);
    copy.srcBuffer = buffers_[0];
    copy.dstBuffer = buffers_[1];
    copy.regionCount = 1;
    copy.pRegions = &part;
    Get<PFN_vkCmdCopyBuffer2>("vkCmdCopyBuffer2")(commands_, &copy);
  }

  VkResult Submit(VkQueue queue) {
    if (version_ < VK_API_VERSION_1_3) {
      auto submission = Structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
      submission.commandBufferCount = 1;
      submission.pCommandBuffers = &commands_;
      return Get<PFN_vkQueueSubmit>("vkQueueSubmit")(queue, 1, &submission, VK_NULL_HANDLE);
    }
    auto buffer =
        Structure<VkCommandBufferSubmitInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO);
    buffer.commandBuffer = commands_;
    auto submission = Structure<VkSubmitInfo2>(VK_STRUCTURE_TYPE_SUBMIT_INFO_2);
    submission.commandBufferInfoCount = 1;
    submission.pCommandBufferInfos = &buffer;
    return Get<PFN_vkQueueSubmit2>("vkQueueSubmit2")(queue, 1, &submission, VK_NULL_HANDLE);
  }

  void RecordAndSubmit() {
    if (!BeginCommands()) return;
    RecordCopy();
    if (!TraceCall("vkEndCommandBuffer",
                   Get<PFN_vkEndCommandBuffer>("vkEndCommandBuffer")(commands_))) {
      return;
    }
    auto of = Structure<VkDeviceQueueInfo2>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2);
    VkQueue queue = VK_NULL_HANDLE;
    Get<PFN_vkGetDeviceQueue2>("vkGetDeviceQueue2")(app_.device(), &of, &queue);
    TraceLine(queue != VK_NULL_HANDLE ? "a queue" : "no queue");
    if (queue == VK_NULL_HANDLE) return;
    TraceCall("the submission", Submit(queue));
    TraceCall("vkQueueWaitIdle", Get<PFN_vkQueueWaitIdle>("vkQueueWaitIdle")(queue));
    Get<PFN_vkTrimCommandPool>("vkTrimCommandPool")(app_.device(), command_pool_, 0);
  }

  void Destroy() {
    const VkDevice device = app_.device();
    Get<PFN_vkDestroyCommandPool>("vkDestroyCommandPool")(device, command_pool_, nullptr);
    Get<PFN_vkDestroySemaphore>("vkDestroySemaphore")(device, semaphore_, nullptr);
    Get<PFN_vkDestroyDescriptorUpdateTemplate>("vkDestroyDescriptorUpdateTemplate")(
        device, template_, nullptr);
    Get<PFN_vkDestroyDescriptorPool>("vkDestroyDescriptorPool")(device, pool_, nullptr);
    Get<PFN_vkDestroyDescriptorSetLayout>("vkDestroyDescriptorSetLayout")(device, layout_, nullptr);
    for (const VkBuffer buffer : buffers_) {
      Get<PFN_vkDestroyBuffer>("vkDestroyBuffer")(device, buffer, nullptr);
    }
    for (const VkDeviceMemory memory : memory_) {
      Get<PFN_vkFreeMemory>("vkFreeMemory")(device, memory, nullptr);
    }
    app_.DestroyDevice();
  }

  VulkanApp& app_;
  const uint32_t version_;
  Features enabled_;
  VkBuffer buffers_[2] = {};
  VkDeviceMemory memory_[2] = {};
  VkDescriptorSetLayout layout_ = VK_NULL_HANDLE;
  VkDescriptorPool pool_ = VK_NULL_HANDLE;
  VkDescriptorUpdateTemplate template_ = VK_NULL_HANDLE;
  VkSemaphore semaphore_ = VK_NULL_HANDLE;
  VkCommandPool command_pool_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
};

VULKAN_LAYER_CASE(LLP_LAYER_1, functions_of_newer_versions, policy::LLP_LAYER_2,
                  policy::LLP_LAYER_10) {
  SKIP_FOR(WhyNoLibrary(c));
  const uint32_t version = VersionForApplications(LayerOf(c));
  SKIP_FOR(WhyNotOfVersion11(LayerOf(c)));
  const LayerComparison runs =
      RunWithInstance(c, version, [version](VulkanApp& app) { NewerWork(app, version).Run(); });
  SKIP_FOR(WhyNotComparable(runs));
  ExpectValidCallsAndSameResults(runs);
}

}  // namespace
}  // namespace loadstone::suites::newer_functions
