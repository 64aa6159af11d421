// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_CALL_CHAIN_CORE_CALLS_H_
#define LOADSTONE_SUITES_VULKAN_CALL_CHAIN_CORE_CALLS_H_

#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "suites/suites.h"

// Applications that use the device-level functions of Vulkan, each with valid usage.
namespace loadstone::suites {

// Calls functions on the current device of an application, which must outlive it, and records their
// names.
class CoreCalls {
 public:
  // `by_device`: looks functions up with vkGetDeviceProcAddr, not vkGetInstanceProcAddr.
  CoreCalls(VulkanApp& app, bool by_device) : app_(app), by_device_(by_device) {}

  // From now on, calls `tell` with the name and the VkResult of each function that returns one.
  void TellResults(std::function<void(const char* name, VkResult result)> tell) {
    tell_ = std::move(tell);
  }

  // Tells the result of a check like that of a function.
  void Tell(const char* check, VkResult result) const {
    if (tell_) tell_(check, result);
  }

  VkDevice device() const { return app_.device(); }
  const std::vector<std::string>& called() const { return called_; }

  // The function's result, or zero if the function is not found, in which case the driver has no
  // call of it.
  template <typename Function, typename... Arguments>
  auto Call(const char* name, Arguments... arguments) {
    const auto function = reinterpret_cast<Function>(Find(name));
    using Result = decltype(function(arguments...));
    if (function == nullptr) return Result();
    if constexpr (std::is_same_v<Result, VkResult>) {
      const VkResult result = function(arguments...);
      if (tell_) tell_(name, result);
      return result;
    } else {
      return function(arguments...);
    }
  }

 private:
  // The function with this name, which is recorded as called; nullptr if it does not exist.
  PFN_vkVoidFunction Find(const char* name);

  VulkanApp& app_;
  bool by_device_;
  std::function<void(const char* name, VkResult result)> tell_;
  std::vector<std::string> called_;
};

// Calls a function by its name, as in LOADSTONE_CALL(calls, vkDeviceWaitIdle, device).
#define LOADSTONE_CALL(calls, function, ...) \
  (calls).Call<PFN_##function>(#function __VA_OPT__(, ) __VA_ARGS__)

// Objects that several uses need. Each must be destroyed by the matching function here, or by the
// API's if there is none.

// The mock driver's memory types: device-local, host-visible, and lazily allocated.
inline constexpr uint32_t kDeviceMemory = 0;
inline constexpr uint32_t kHostMemory = 1;
inline constexpr uint32_t kLazyMemory = 2;
VkDeviceMemory Allocate(CoreCalls& calls, VkDeviceSize size, uint32_t type,
                        VkMemoryAllocateFlags flags = 0);

inline constexpr VkBufferUsageFlags kTransferBuffer =
    VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
// Has no flags by default.
struct BufferKind {
  VkBufferCreateFlags flags = 0;
  VkMemoryAllocateFlags memory_flags = 0;
};
VkBufferCreateInfo BufferInfo(VkBufferUsageFlags usage, const BufferKind& kind = {});
VkBuffer CreateBuffer(CoreCalls& calls, VkBufferUsageFlags usage, const BufferKind& kind = {});
struct CoreBuffer {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;  // host-visible
};
CoreBuffer MakeBuffer(CoreCalls& calls, VkBufferUsageFlags usage, const BufferKind& kind = {});
void DestroyBuffer(CoreCalls& calls, const CoreBuffer& buffer);

// The queue of the device.
VkQueue QueueOf(CoreCalls& calls);
VkEvent MakeEvent(CoreCalls& calls);
// A pool with one query of this type.
VkQueryPool MakeQueries(CoreCalls& calls, VkQueryType type);

inline constexpr VkExtent2D kCoreExtent = {16, 16};
inline constexpr VkFormat kCoreFormat = VK_FORMAT_R8G8B8A8_UNORM;

inline constexpr VkImageUsageFlags kTransferImage =
    VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
// By default a colour image with linear tiling.
struct ImageKind {
  VkFormat format = kCoreFormat;
  VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT;
  VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
  VkImageTiling tiling = VK_IMAGE_TILING_LINEAR;
};
struct CoreImage {
  VkImage image = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;
};
VkImageCreateInfo ImageInfo(VkImageUsageFlags usage, const ImageKind& kind = {});
VkImage CreateImage(CoreCalls& calls, VkImageUsageFlags usage, const ImageKind& kind = {});
CoreImage MakeImage(CoreCalls& calls, VkImageUsageFlags usage, const ImageKind& kind = {});
void DestroyImage(CoreCalls& calls, const CoreImage& image);

// Records a transition to this layout, by default the one that every command accepts.
void SetLayout(CoreCalls& calls, VkCommandBuffer buffer, VkImage image,
               VkImageLayout layout = VK_IMAGE_LAYOUT_GENERAL,
               VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT);

// A render pass with two subpasses and one colour attachment, and a framebuffer for the image.
struct CorePass {
  VkRenderPass pass = VK_NULL_HANDLE;
  VkFramebuffer framebuffer = VK_NULL_HANDLE;
};
CorePass MakePass(CoreCalls& calls, VkImageView view);
VkFramebuffer MakeFramebuffer(CoreCalls& calls, VkRenderPass pass,
                              const std::vector<VkImageView>& views);
VkRenderPassBeginInfo BeginInfoOf(const CorePass& pass);
void DestroyPass(CoreCalls& calls, const CorePass& pass);

// A descriptor set with one uniform buffer, and a pipeline layout with it and a push constant.
struct CoreSet {
  VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkDescriptorPool pool = VK_NULL_HANDLE;
  VkDescriptorSet set = VK_NULL_HANDLE;
};
VkDescriptorSetLayoutCreateInfo SetLayoutInfo();
CoreSet MakeSet(CoreCalls& calls, VkBuffer buffer);
void DestroySet(CoreCalls& calls, const CoreSet& set);

// A pipeline without outputs.
VkPipeline MakeComputePipeline(CoreCalls& calls, VkPipelineLayout layout,
                               VkPipelineCreateFlags flags = 0);
// Makes two pipelines in one call, and destroys them.
void UseTwoPipelines(CoreCalls& calls, VkPipelineLayout layout);
VkPipeline MakeGraphicsPipeline(CoreCalls& calls, VkPipelineLayout layout, VkRenderPass pass);

// What draws need: a pass, a pipeline without outputs, and a buffer with this usage.
struct CoreDrawing {
  CoreBuffer buffer;
  CoreSet set;
  CoreImage image;
  CorePass pass;
  VkPipeline pipeline = VK_NULL_HANDLE;
};
CoreDrawing MakeDrawing(CoreCalls& calls, VkBufferUsageFlags usage);
void DestroyDrawing(CoreCalls& calls, const CoreDrawing& drawing);
// Record the begin of the pass, whose first subpass draws, and its end.
void BeginDrawing(CoreCalls& calls, VkCommandBuffer commands, const CoreDrawing& drawing);
void EndDrawing(CoreCalls& calls, VkCommandBuffer commands);

// A command buffer, with its own pool, that is recorded until EndRecording.
struct Recording {
  VkCommandPool pool = VK_NULL_HANDLE;
  VkCommandBuffer buffer = VK_NULL_HANDLE;
};
Recording BeginRecording(CoreCalls& calls);
void EndRecording(CoreCalls& calls, const Recording& recording);

// The uses, by topic.
void UseBuffers(CoreCalls& calls);
void UseImages(CoreCalls& calls);
void UseDescriptors(CoreCalls& calls);
void UsePipelines(CoreCalls& calls);
void UseSynchronisation(CoreCalls& calls);
void UseCommandPools(CoreCalls& calls);
void RecordTransfers(CoreCalls& calls);
void RecordClearsAndResolves(CoreCalls& calls);
void RecordQueriesAndEvents(CoreCalls& calls);
void RecordWork(CoreCalls& calls);
void RecordRenderPass(CoreCalls& calls);
// Commands of Vulkan 1.1 to 1.3 that need no feature.
void UseMemory2(CoreCalls& calls);
void UseTemplates(CoreCalls& calls);
void RecordDispatchBase(CoreCalls& calls);
void RecordRenderPass2(CoreCalls& calls);
void RecordDynamicState(CoreCalls& calls);
void RecordCopies2(CoreCalls& calls);
// Commands of Vulkan 1.1 to 1.3 that need features of the device.
void UseConversion(CoreCalls& calls);
void UseTimeline(CoreCalls& calls);
void UseAddresses(CoreCalls& calls);
void RecordIndirectCounts(CoreCalls& calls);
void UsePrivateData(CoreCalls& calls);
void UseRequirements(CoreCalls& calls);
void RecordRendering(CoreCalls& calls);
void RecordSynchronisation2(CoreCalls& calls);
#ifdef VK_VERSION_1_4
// Those of Vulkan 1.4, with the headers that have them.
void UseMaps2(CoreCalls& calls);
void UseLayouts2(CoreCalls& calls);
void RecordBindings2(CoreCalls& calls);
void RecordPushes(CoreCalls& calls);
void RecordLocalReads(CoreCalls& calls);
void UseHostCopies(CoreCalls& calls);
#endif

// A use, and what an application needs for it.
struct CoreUse {
  const char* name;
  void (*use)(CoreCalls& calls);
  uint32_t api_version = VK_API_VERSION_1_0;
  const void* features = nullptr;  // pNext of VkDeviceCreateInfo
};
const std::vector<CoreUse>& CoreUses();

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_CALL_CHAIN_CORE_CALLS_H_
