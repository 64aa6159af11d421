// SPDX-License-Identifier: Apache-2.0
// Data of pipeline caches, which a driver writes in parts where there is little room.
#include <string.h>

#include "commands.gen.h"
#include "mock_common/config.h"
#include "mock_runtime/vulkan/objects.h"

namespace loadstone::mock::driver {

VkResult GetPipelineCacheData(VkDevice, VkPipelineCache, size_t* pDataSize, void* pData) {
  struct {
    VkPipelineCacheHeaderVersionOne header;
    char pipelines[32];
  } data = {};
  data.header.headerSize = sizeof(data.header);
  data.header.headerVersion = VK_PIPELINE_CACHE_HEADER_VERSION_ONE;
  data.header.vendorID = VK_VENDOR_ID_MESA;
  data.header.deviceID = 1;
  const size_t room = *pDataSize;
  *pDataSize = sizeof(data);
  if (pData == nullptr) return Traced("vkGetPipelineCacheData", VK_SUCCESS);
  // Without room for the header, nothing is written.
  if (room < sizeof(data)) *pDataSize = room < sizeof(data.header) ? 0 : room;
  memcpy(pData, &data, *pDataSize);
  const bool incomplete = room < sizeof(data) && !IsMisbehaviourConfigured("never_incomplete");
  return Traced("vkGetPipelineCacheData", incomplete ? VK_INCOMPLETE : VK_SUCCESS);
}

}  // namespace loadstone::mock::driver
