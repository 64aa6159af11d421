// SPDX-License-Identifier: Apache-2.0
// LS_VK_DRIVER_18: the data of a pipeline cache, which the Vulkan specification lets an application
// read with any room: "Retrieving Pipeline Cache Data".

#include <fmt/format.h>

#include <algorithm>

#include "suites/vulkan_driver/device_work.h"

namespace loadstone::suites::pipeline_cache {
namespace {

constexpr unsigned char kUnwritten = 0xa5;
constexpr size_t kMost = size_t{1} << 20;

// Reads the data with room for `room` of its `all` bytes. A driver may write less than there is
// room for, because it writes whole entries.
void ReadWith(DeviceWork& work, VkPipelineCache cache, size_t room, size_t all) {
  std::vector<unsigned char> data(std::max(room, all) + 64, kUnwritten);
  size_t size = room;
  const VkResult result =
      WORK_CALL(work, vkGetPipelineCacheData, work.device(), cache, &size, data.data());
  const std::string call =
      fmt::format("vkGetPipelineCacheData with room for {} of {} bytes", room, all);
  if (result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY) return;
  work.ExpectResult(call.c_str(), room < all ? VK_INCOMPLETE : VK_SUCCESS, result);
  work.Expect(size <= room, fmt::format("{} gives the size {}", call, size));
  const auto behind = data.begin() + static_cast<ptrdiff_t>(std::min(room, data.size()));
  work.Expect(
      std::all_of(behind, data.end(), [](unsigned char byte) { return byte == kUnwritten; }),
      call + " writes behind the room");
}

void ReadCache(DeviceWork& work) {
  VkPipelineCacheCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
  VkPipelineCache cache = VK_NULL_HANDLE;
  const VkAllocationCallbacks* allocator = nullptr;
  if (!work.Made("vkCreatePipelineCache",
                 WORK_CALL(work, vkCreatePipelineCache, work.device(), &info, allocator, &cache))) {
    return;
  }
  size_t all = 7;
  void* nothing = nullptr;
  work.ExpectResult("vkGetPipelineCacheData without room", VK_SUCCESS,
                    WORK_CALL(work, vkGetPipelineCacheData, work.device(), cache, &all, nothing));
  if (all > 0 && all < kMost) {
    for (const size_t room : {size_t{0}, all / 2, all - 1, all, all + 8}) {
      ReadWith(work, cache, room, all);
    }
  }
  WORK_CALL_VOID(work, vkDestroyPipelineCache, work.device(), cache, allocator);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_18, pipeline_cache_data_fit_the_room) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeWork(
      RunDriver(
          c, [](const ComponentUnderTest& driver) { WithDevice(driver, 0, nullptr, ReadCache); }),
      "vkGetPipelineCacheData returns VK_INCOMPLETE if the room is too small, and writes "
      "nothing behind it");
}

}  // namespace
}  // namespace loadstone::suites::pipeline_cache
