// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_CALL_CHAIN_CORE_CALLS_H_
#define LOADSTONE_SUITES_VULKAN_CALL_CHAIN_CORE_CALLS_H_

#include <string>
#include <vector>

#include "suites/suites.h"

// Applications that use the functions of devices of Vulkan, each in a valid way.
namespace loadstone::suites {

// Calls functions on the current device of an application, which must outlive it, and keeps their
// names.
class CoreCalls {
 public:
  // `by_device`: the functions are those of vkGetDeviceProcAddr, not of vkGetInstanceProcAddr.
  CoreCalls(VulkanApp& app, bool by_device) : app_(app), by_device_(by_device) {}

  VkDevice device() const { return app_.device(); }
  const std::vector<std::string>& called() const { return called_; }

  // What the function returns; a value of zeros where it is not found, which its absence in the
  // driver shows.
  template <typename Function, typename... Arguments>
  auto Call(const char* name, Arguments... arguments) {
    const auto function = reinterpret_cast<Function>(Find(name));
    using Result = decltype(function(arguments...));
    if (function == nullptr) return Result();
    return function(arguments...);
  }

 private:
  // The function of that name, which counts as called; nullptr where there is none.
  PFN_vkVoidFunction Find(const char* name);

  VulkanApp& app_;
  bool by_device_;
  std::vector<std::string> called_;
};

// The call of a function by its name, as in LOADSTONE_CALL(calls, vkDeviceWaitIdle, device).
#define LOADSTONE_CALL(calls, function, ...) \
  (calls).Call<PFN_##function>(#function __VA_OPT__(, ) __VA_ARGS__)

// What several uses need. Each of these lives until it is destroyed by the function beside it, or
// by the API's where there is none.

// The mock driver's types of memory: of the device, one that the host sees, and one of the device
// that is allocated when it is used.
inline constexpr uint32_t kDeviceMemory = 0;
inline constexpr uint32_t kHostMemory = 1;
inline constexpr uint32_t kLazyMemory = 2;
VkDeviceMemory Allocate(CoreCalls& calls, VkDeviceSize size, uint32_t type,
                        VkMemoryAllocateFlags flags = 0);

inline constexpr VkBufferUsageFlags kTransferBuffer =
    VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
// By default without any flag.
struct BufferKind {
  VkBufferCreateFlags flags = 0;
  VkMemoryAllocateFlags memory_flags = 0;
};
VkBufferCreateInfo BufferInfo(VkBufferUsageFlags usage, const BufferKind& kind = {});
VkBuffer CreateBuffer(CoreCalls& calls, VkBufferUsageFlags usage, const BufferKind& kind = {});
struct CoreBuffer {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;  // that the host sees
};
CoreBuffer MakeBuffer(CoreCalls& calls, VkBufferUsageFlags usage, const BufferKind& kind = {});
void DestroyBuffer(CoreCalls& calls, const CoreBuffer& buffer);

// The queue of the device.
VkQueue QueueOf(CoreCalls& calls);
VkEvent MakeEvent(CoreCalls& calls);
// A pool with one query of that type.
VkQueryPool MakeQueries(CoreCalls& calls, VkQueryType type);

inline constexpr VkExtent2D kCoreExtent = {16, 16};
inline constexpr VkFormat kCoreFormat = VK_FORMAT_R8G8B8A8_UNORM;

inline constexpr VkImageUsageFlags kTransferImage =
    VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
// By default an image of colours that the host could read.
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

// Records that the image gets this layout: by default the one that every command takes.
void SetLayout(CoreCalls& calls, VkCommandBuffer buffer, VkImage image,
               VkImageLayout layout = VK_IMAGE_LAYOUT_GENERAL,
               VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT);

// A render pass of two subpasses with one colour attachment, and a framebuffer for the image.
struct CorePass {
  VkRenderPass pass = VK_NULL_HANDLE;
  VkFramebuffer framebuffer = VK_NULL_HANDLE;
};
CorePass MakePass(CoreCalls& calls, VkImageView view);
VkFramebuffer MakeFramebuffer(CoreCalls& calls, VkRenderPass pass,
                              const std::vector<VkImageView>& views);
VkRenderPassBeginInfo BeginInfoOf(const CorePass& pass);
void DestroyPass(CoreCalls& calls, const CorePass& pass);

// A set with one uniform buffer, and the layout of pipelines that use it and a constant.
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
VkPipeline MakeGraphicsPipeline(CoreCalls& calls, VkPipelineLayout layout, VkRenderPass pass);

// What draws need: a pass, a pipeline without outputs, and a buffer of that usage.
struct CoreDrawing {
  CoreBuffer buffer;
  CoreSet set;
  CoreImage image;
  CorePass pass;
  VkPipeline pipeline = VK_NULL_HANDLE;
};
CoreDrawing MakeDrawing(CoreCalls& calls, VkBufferUsageFlags usage);
void DestroyDrawing(CoreCalls& calls, const CoreDrawing& drawing);
// Record the begin of the pass, in whose first subpass is drawn, and its end.
void BeginDrawing(CoreCalls& calls, VkCommandBuffer commands, const CoreDrawing& drawing);
void EndDrawing(CoreCalls& calls, VkCommandBuffer commands);

// A command buffer of a pool of its own, which takes commands until the recording ends.
struct Recording {
  VkCommandPool pool = VK_NULL_HANDLE;
  VkCommandBuffer buffer = VK_NULL_HANDLE;
};
Recording BeginRecording(CoreCalls& calls);
void EndRecording(CoreCalls& calls, const Recording& recording);

// The uses, by what they are about.
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
// Of Vulkan 1.1 to 1.3: what needs no feature.
void UseMemory2(CoreCalls& calls);
void UseTemplates(CoreCalls& calls);
void RecordDispatchBase(CoreCalls& calls);
void RecordRenderPass2(CoreCalls& calls);
void RecordDynamicState(CoreCalls& calls);
void RecordCopies2(CoreCalls& calls);
// The same of functions that need features of the device.
void UseConversion(CoreCalls& calls);
void UseTimeline(CoreCalls& calls);
void UseAddresses(CoreCalls& calls);
void RecordIndirectCounts(CoreCalls& calls);
void UsePrivateData(CoreCalls& calls);
void UseRequirements(CoreCalls& calls);
void RecordRendering(CoreCalls& calls);
void RecordSynchronisation2(CoreCalls& calls);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_CALL_CHAIN_CORE_CALLS_H_
