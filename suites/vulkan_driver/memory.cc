// SPDX-License-Identifier: Apache-2.0
// LS_VK_DRIVER_18: the memory of a device, and what is taken from pools.

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <set>

#include "suites/vulkan_driver/device_work.h"

namespace loadstone::suites::memory {
namespace {

constexpr VkDeviceSize kSize = 1000;
constexpr char kText[] = "written by the application";
constexpr VkMemoryPropertyFlags kMappable =
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;

VkPhysicalDeviceMemoryProperties MemoryOf(DeviceWork& work) {
  VkPhysicalDeviceMemoryProperties memory = {};
  const auto get = work.app().Get<PFN_vkGetPhysicalDeviceMemoryProperties>(
      "vkGetPhysicalDeviceMemoryProperties");
  if (get != nullptr) get(work.app().PhysicalDevices().front(), &memory);
  return memory;
}

bool IsLocal(const VkMemoryHeap& heap) {
  return (heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0;
}

void ExpectTypes(DeviceWork& work, const VkPhysicalDeviceMemoryProperties& memory) {
  bool local = false;
  bool mappable = false;
  for (uint32_t i = 0; i < memory.memoryTypeCount && i < VK_MAX_MEMORY_TYPES; ++i) {
    const VkMemoryType& type = memory.memoryTypes[i];
    work.Expect(type.heapIndex < memory.memoryHeapCount,
                fmt::format("memory type {} is of heap {} of {}", i, type.heapIndex,
                            memory.memoryHeapCount));
    const bool is_local = (type.propertyFlags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT) != 0;
    work.Expect(type.heapIndex >= std::min<uint32_t>(memory.memoryHeapCount, VK_MAX_MEMORY_HEAPS) ||
                    is_local == IsLocal(memory.memoryHeaps[type.heapIndex]),
                fmt::format("memory type {} is {}DEVICE_LOCAL, and its heap {} {}", i,
                            is_local ? "" : "not ", type.heapIndex, is_local ? "is not" : "is"));
    local = local || is_local;
    mappable = mappable || (type.propertyFlags & kMappable) == kMappable;
  }
  work.Expect(local, "no memory type is DEVICE_LOCAL");
  work.Expect(mappable, "no memory type is HOST_VISIBLE and HOST_COHERENT");
}

// The requirements of a buffer of this size, which are no less.
VkMemoryRequirements NeedsOf(DeviceWork& work, VkBuffer buffer, VkDeviceSize size) {
  VkMemoryRequirements needs = {};
  WORK_CALL_VOID(work, vkGetBufferMemoryRequirements, work.device(), buffer, &needs);
  work.Expect(needs.size >= size, fmt::format("a buffer of {} bytes needs {}", size, needs.size));
  return needs;
}

// The requirements of a buffer of kSize, and what of them the specification rules out.
VkMemoryRequirements RequirementsOf(DeviceWork& work, VkBuffer buffer, uint32_t types) {
  const VkMemoryRequirements needs = NeedsOf(work, buffer, kSize);
  work.Expect(std::has_single_bit(needs.alignment),
              fmt::format("the alignment of a buffer is {}", needs.alignment));
  const uint64_t existing = (uint64_t{1} << types) - 1;
  work.Expect(needs.memoryTypeBits != 0 && (needs.memoryTypeBits & ~existing) == 0,
              fmt::format("memoryTypeBits is {:#x}, of {} types", needs.memoryTypeBits, types));
  return needs;
}

void* Map(DeviceWork& work, VkDeviceMemory memory, VkDeviceSize offset, VkDeviceSize size) {
  void* data = nullptr;
  work.ExpectResult("vkMapMemory", VK_SUCCESS,
                    WORK_CALL(work, vkMapMemory, work.device(), memory, offset, size,
                              VkMemoryMapFlags{0}, &data));
  work.Expect(data != nullptr, "vkMapMemory gives no address");
  return data;
}

void ExpectKept(DeviceWork& work, VkDeviceMemory memory) {
  void* data = Map(work, memory, 0, VK_WHOLE_SIZE);
  if (data == nullptr) return;
  std::memset(data, 0, kSize);
  std::strcpy(static_cast<char*>(data) + 256, kText);
  WORK_CALL_VOID(work, vkUnmapMemory, work.device(), memory);
  data = Map(work, memory, 256, sizeof(kText));
  if (data == nullptr) return;
  work.Expect(std::memcmp(data, kText, sizeof(kText)) == 0,
              "memory that is mapped again has other content at its offset");
  WORK_CALL_VOID(work, vkUnmapMemory, work.device(), memory);
}

std::optional<uint32_t> MappableType(const VkPhysicalDeviceMemoryProperties& memory,
                                     uint32_t bits) {
  for (uint32_t i = 0; i < memory.memoryTypeCount && i < VK_MAX_MEMORY_TYPES; ++i) {
    const bool mappable = (memory.memoryTypes[i].propertyFlags & kMappable) == kMappable;
    if (mappable && (bits & uint32_t{1} << i) != 0) return i;
  }
  return std::nullopt;
}

void BindMemory(DeviceWork& work, VkBuffer buffer, const VkMemoryRequirements& needs,
                uint32_t type) {
  VkMemoryAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  info.allocationSize = needs.size;
  info.memoryTypeIndex = type;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  if (!work.Made("vkAllocateMemory",
                 WORK_CALL(work, vkAllocateMemory, work.device(), &info, nullptr, &memory))) {
    return;
  }
  work.ExpectResult(
      "vkBindBufferMemory", VK_SUCCESS,
      WORK_CALL(work, vkBindBufferMemory, work.device(), buffer, memory, VkDeviceSize{0}));
  ExpectKept(work, memory);
  WORK_CALL_VOID(work, vkFreeMemory, work.device(), memory, nullptr);
}

VkBuffer MakeBuffer(DeviceWork& work, VkDeviceSize size) {
  VkBufferCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = size;
  info.usage = VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  VkBuffer buffer = VK_NULL_HANDLE;
  const VkResult result = WORK_CALL(work, vkCreateBuffer, work.device(), &info, nullptr, &buffer);
  return work.Made("vkCreateBuffer", result) ? buffer : VK_NULL_HANDLE;
}

void UseMemory(DeviceWork& work) {
  const VkPhysicalDeviceMemoryProperties memory = MemoryOf(work);
  ExpectTypes(work, memory);
  const VkBuffer buffer = MakeBuffer(work, kSize);
  if (buffer == VK_NULL_HANDLE) return;
  const VkMemoryRequirements needs = RequirementsOf(work, buffer, memory.memoryTypeCount);
  const std::optional<uint32_t> type = MappableType(memory, needs.memoryTypeBits);
  work.Expect(type.has_value(),
              "a buffer can have no memory that is HOST_VISIBLE and HOST_COHERENT");
  if (type.has_value()) BindMemory(work, buffer, needs, *type);
  WORK_CALL_VOID(work, vkDestroyBuffer, work.device(), buffer, nullptr);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_18, memory_keeps_what_was_written) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(
      c, [](const ComponentUnderTest& driver) { WithDevice(driver, 0, nullptr, UseMemory); });
  JudgeWork(seen,
            "the memory of a buffer has the properties that the specification requires, and "
            "keeps its content while it is not mapped");
}

// Sizes around multiples of the usual alignments.
constexpr VkDeviceSize kSizes[] = {1, 15, 16, 17, 63, 64, 65, 255, 256, 257, 4095, 4096, 4097};

void UseSizes(DeviceWork& work) {
  for (const VkDeviceSize size : kSizes) {
    const VkBuffer buffer = MakeBuffer(work, size);
    if (buffer == VK_NULL_HANDLE) continue;
    NeedsOf(work, buffer, size);
    WORK_CALL_VOID(work, vkDestroyBuffer, work.device(), buffer, nullptr);
  }
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_18, buffers_need_at_least_their_size) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(
      c, [](const ComponentUnderTest& driver) { WithDevice(driver, 0, nullptr, UseSizes); });
  JudgeWork(seen, "the memory that a buffer needs has room for the buffer");
}

constexpr uint32_t kTaken = 3;

// Adds what is wrong with handles that were taken from a pool at once.
template <typename Handle>
void ExpectDistinct(DeviceWork& work, const char* what, const Handle (&handles)[kTaken]) {
  std::set<Handle> distinct(std::begin(handles), std::end(handles));
  work.Expect(distinct.size() == kTaken && !distinct.contains(Handle{}),
              fmt::format("{}: a handle is null, or two are the same", what));
}

void UseCommandBuffers(DeviceWork& work) {
  VkCommandPoolCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  VkCommandPool pool = VK_NULL_HANDLE;
  if (!work.Made("vkCreateCommandPool",
                 WORK_CALL(work, vkCreateCommandPool, work.device(), &info, nullptr, &pool))) {
    return;
  }
  VkCommandBufferAllocateInfo allocate = {};
  allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  allocate.commandPool = pool;
  allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  allocate.commandBufferCount = kTaken;
  for (int round = 0; round < 2; ++round) {
    VkCommandBuffer taken[kTaken] = {};
    if (!work.Made("vkAllocateCommandBuffers",
                   WORK_CALL(work, vkAllocateCommandBuffers, work.device(), &allocate, taken))) {
      break;
    }
    ExpectDistinct(work, "vkAllocateCommandBuffers", taken);
    WORK_CALL_VOID(work, vkFreeCommandBuffers, work.device(), pool, kTaken, taken);
  }
  WORK_CALL_VOID(work, vkDestroyCommandPool, work.device(), pool, nullptr);
}

// A pool with place for the sets of one round, and the layout of these.
struct Sets {
  VkDescriptorPool pool = VK_NULL_HANDLE;
  VkDescriptorSetLayout layout = VK_NULL_HANDLE;
};

bool MakeSets(DeviceWork& work, Sets* sets) {
  const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, kTaken};
  VkDescriptorPoolCreateInfo pool = {};
  pool.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  pool.maxSets = kTaken;
  pool.poolSizeCount = 1;
  pool.pPoolSizes = &size;
  VkDescriptorSetLayoutBinding binding = {};
  binding.descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
  binding.descriptorCount = 1;
  binding.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
  VkDescriptorSetLayoutCreateInfo layout = {};
  layout.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  layout.bindingCount = 1;
  layout.pBindings = &binding;
  return work.Made("vkCreateDescriptorPool", WORK_CALL(work, vkCreateDescriptorPool, work.device(),
                                                       &pool, nullptr, &sets->pool)) &&
         work.Made("vkCreateDescriptorSetLayout",
                   WORK_CALL(work, vkCreateDescriptorSetLayout, work.device(), &layout, nullptr,
                             &sets->layout));
}

// Takes all that the pool has, twice, with a reset in between.
void UseSets(DeviceWork& work) {
  Sets sets;
  const bool made = MakeSets(work, &sets);
  VkDescriptorSetLayout layouts[kTaken];
  std::fill(std::begin(layouts), std::end(layouts), sets.layout);
  VkDescriptorSetAllocateInfo allocate = {};
  allocate.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  allocate.descriptorPool = sets.pool;
  allocate.descriptorSetCount = kTaken;
  allocate.pSetLayouts = layouts;
  for (int round = 0; made && round < 2; ++round) {
    VkDescriptorSet taken[kTaken] = {};
    const VkResult result =
        WORK_CALL(work, vkAllocateDescriptorSets, work.device(), &allocate, taken);
    if (!work.Made("vkAllocateDescriptorSets", result)) break;
    ExpectDistinct(work, "vkAllocateDescriptorSets", taken);
    work.ExpectResult("vkResetDescriptorPool", VK_SUCCESS,
                      WORK_CALL(work, vkResetDescriptorPool, work.device(), sets.pool,
                                VkDescriptorPoolResetFlags{0}));
  }
  WORK_CALL_VOID(work, vkDestroyDescriptorPool, work.device(), sets.pool, nullptr);
  WORK_CALL_VOID(work, vkDestroyDescriptorSetLayout, work.device(), sets.layout, nullptr);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_18, what_pools_give_is_distinct) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, [](const ComponentUnderTest& driver) {
    WithDevice(driver, 0, nullptr, [](DeviceWork& work) {
      UseCommandBuffers(work);
      UseSets(work);
    });
  });
  JudgeWork(seen,
            "command buffers and descriptor sets of a pool are distinct, and what is freed "
            "can be allocated again");
}

}  // namespace
}  // namespace loadstone::suites::memory
