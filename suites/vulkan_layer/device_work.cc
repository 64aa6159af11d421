// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan_layer/device_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "suites/vulkan_layer/transcript.h"

namespace loadstone::suites {
namespace {

constexpr VkDeviceSize kBufferSize = 256;

// The application's use of one device. Destroy destroys every member.
class Work {
 public:
  Work(const VulkanApp& app, const DeviceInUse& used, const Lookup& lookup)
      : app_(app),
        lookup_(lookup),
        physical_device_(used.physical_device),
        device_(used.device),
        allocator_(used.allocator) {}

  void Run() {
    if (MakeBuffer() && MakeCommands()) Submit();
    Destroy();
  }

 private:
  template <typename Function>
  Function Get(const char* name) const {
    return reinterpret_cast<Function>(lookup_ ? lookup_(name) : app_.InstanceProc(name));
  }

  // The first memory type in the mask `allowed` that is host-visible and host-coherent.
  uint32_t MemoryType(uint32_t allowed) const {
    constexpr VkMemoryPropertyFlags kWritable =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkPhysicalDeviceMemoryProperties memory = {};
    app_.Get<PFN_vkGetPhysicalDeviceMemoryProperties>("vkGetPhysicalDeviceMemoryProperties")(
        physical_device_, &memory);
    uint32_t type = 0;
    while (type + 1 < memory.memoryTypeCount &&
           ((allowed >> type & 1) == 0 ||
            (memory.memoryTypes[type].propertyFlags & kWritable) != kWritable)) {
      ++type;
    }
    return type;
  }

  bool MakeBuffer() {
    VkBufferCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = kBufferSize;
    info.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
    if (!TraceCall("vkCreateBuffer", Get<PFN_vkCreateBuffer>("vkCreateBuffer")(
                                         device_, &info, allocator_, &buffer_))) {
      return false;
    }
    VkMemoryRequirements needs = {};
    Get<PFN_vkGetBufferMemoryRequirements>("vkGetBufferMemoryRequirements")(device_, buffer_,
                                                                            &needs);
    VkMemoryAllocateInfo allocation = {};
    allocation.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    allocation.allocationSize = std::max(needs.size, kBufferSize);
    allocation.memoryTypeIndex = MemoryType(needs.memoryTypeBits);
    if (!TraceCall("vkAllocateMemory", Get<PFN_vkAllocateMemory>("vkAllocateMemory")(
                                           device_, &allocation, allocator_, &memory_)) ||
        !TraceCall("vkBindBufferMemory", Get<PFN_vkBindBufferMemory>("vkBindBufferMemory")(
                                             device_, buffer_, memory_, 0))) {
      return false;
    }
    return UseMemory();
  }

  bool UseMemory() {
    const auto map = Get<PFN_vkMapMemory>("vkMapMemory");
    const auto unmap = Get<PFN_vkUnmapMemory>("vkUnmapMemory");
    void* bytes = nullptr;
    if (!TraceCall("vkMapMemory", map(device_, memory_, 0, kBufferSize, 0, &bytes))) return false;
    std::memset(bytes, 0x5a, kBufferSize);
    unmap(device_, memory_);
    if (!TraceCall("vkMapMemory", map(device_, memory_, 0, kBufferSize, 0, &bytes))) return false;
    TraceLine(fmt::format("memory holds {}", static_cast<unsigned char*>(bytes)[kBufferSize - 1]));
    unmap(device_, memory_);
    return true;
  }

  bool MakeCommands() {
    VkCommandPoolCreateInfo pool = {};
    pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    if (!TraceCall("vkCreateCommandPool", Get<PFN_vkCreateCommandPool>("vkCreateCommandPool")(
                                              device_, &pool, allocator_, &pool_))) {
      return false;
    }
    VkCommandBufferAllocateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    info.commandPool = pool_;
    info.commandBufferCount = 1;
    if (!TraceCall("vkAllocateCommandBuffers",
                   Get<PFN_vkAllocateCommandBuffers>("vkAllocateCommandBuffers")(device_, &info,
                                                                                 &commands_))) {
      return false;
    }
    VkCommandBufferBeginInfo begin = {};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    if (!TraceCall("vkBeginCommandBuffer",
                   Get<PFN_vkBeginCommandBuffer>("vkBeginCommandBuffer")(commands_, &begin))) {
      return false;
    }
    Get<PFN_vkCmdFillBuffer>("vkCmdFillBuffer")(commands_, buffer_, 0, kBufferSize, 7);
    return TraceCall("vkEndCommandBuffer",
                     Get<PFN_vkEndCommandBuffer>("vkEndCommandBuffer")(commands_));
  }

  void Submit() {
    VkQueue queue = VK_NULL_HANDLE;
    Get<PFN_vkGetDeviceQueue>("vkGetDeviceQueue")(device_, 0, 0, &queue);
    TraceLine(queue != VK_NULL_HANDLE ? "a queue" : "no queue");
    VkFenceCreateInfo fence = {};
    fence.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
    if (queue == VK_NULL_HANDLE ||
        !TraceCall("vkCreateFence",
                   Get<PFN_vkCreateFence>("vkCreateFence")(device_, &fence, allocator_, &fence_))) {
      return;
    }
    VkSubmitInfo submission = {};
    submission.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submission.commandBufferCount = 1;
    submission.pCommandBuffers = &commands_;
    if (TraceCall("vkQueueSubmit",
                  Get<PFN_vkQueueSubmit>("vkQueueSubmit")(queue, 1, &submission, fence_))) {
      TraceCall("vkWaitForFences", Get<PFN_vkWaitForFences>("vkWaitForFences")(
                                       device_, 1, &fence_, VK_TRUE, UINT64_MAX));
      TraceCall("vkQueueWaitIdle", Get<PFN_vkQueueWaitIdle>("vkQueueWaitIdle")(queue));
      TraceCall("vkDeviceWaitIdle", Get<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle")(device_));
    }
  }

  void Destroy() {
    Get<PFN_vkDestroyFence>("vkDestroyFence")(device_, fence_, allocator_);
    if (commands_ != VK_NULL_HANDLE) {
      Get<PFN_vkFreeCommandBuffers>("vkFreeCommandBuffers")(device_, pool_, 1, &commands_);
    }
    Get<PFN_vkDestroyCommandPool>("vkDestroyCommandPool")(device_, pool_, allocator_);
    Get<PFN_vkDestroyBuffer>("vkDestroyBuffer")(device_, buffer_, allocator_);
    Get<PFN_vkFreeMemory>("vkFreeMemory")(device_, memory_, allocator_);
  }

  const VulkanApp& app_;
  const Lookup& lookup_;
  const VkPhysicalDevice physical_device_;
  const VkDevice device_;
  const VkAllocationCallbacks* const allocator_;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
  VkFence fence_ = VK_NULL_HANDLE;
};

}  // namespace

void UseDevice(const VulkanApp& app, const DeviceInUse& used, const Lookup& lookup) {
  Work(app, used, lookup).Run();
}

}  // namespace loadstone::suites
