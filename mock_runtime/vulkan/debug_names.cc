// SPDX-License-Identifier: Apache-2.0
// Names and tags of objects, for both extensions that define them.
#include "commands.gen.h"
#include "mock_runtime/vulkan/functions.h"
#include "mock_runtime/vulkan/model.h"
#include "mock_runtime/vulkan/objects.h"

namespace loadstone::mock {
namespace {

// Maps an object type of the older extension to the newer one; unknown for types of which the
// driver has no objects.
VkObjectType ObjectType(VkDebugReportObjectTypeEXT type) {
  // Up to command pools, both enumerations have the same values.
  if (type <= VK_DEBUG_REPORT_OBJECT_TYPE_COMMAND_POOL_EXT) return static_cast<VkObjectType>(type);
  return VK_OBJECT_TYPE_UNKNOWN;
}

// The object must be the driver's own. Surfaces are the loader's, and objects of other types are
// not checked.
VkResult Label(const char* function, VkDevice device, VkObjectType type, uint64_t handle) {
  const bool known = type != VK_OBJECT_TYPE_UNKNOWN && type <= VK_OBJECT_TYPE_COMMAND_POOL;
  const bool right = !known || CheckHandle(function, "objectHandle", ToObject(handle), type, false);
  const VkResult result = right ? VK_SUCCESS : kWrongUse;
  Event(function)
      .AddPointer("device", device)
      .Add("type", static_cast<uint32_t>(type))
      .AddPointer("handle", ToObject(handle))
      .Add("result", result);
  return result;
}

}  // namespace

namespace driver {

VkResult SetDebugUtilsObjectNameEXT(VkDevice device,
                                    const VkDebugUtilsObjectNameInfoEXT* pNameInfo) {
  return Label("vkSetDebugUtilsObjectNameEXT", device, pNameInfo->objectType,
               pNameInfo->objectHandle);
}

VkResult SetDebugUtilsObjectTagEXT(VkDevice device, const VkDebugUtilsObjectTagInfoEXT* pTagInfo) {
  return Label("vkSetDebugUtilsObjectTagEXT", device, pTagInfo->objectType, pTagInfo->objectHandle);
}

VkResult DebugMarkerSetObjectNameEXT(VkDevice device,
                                     const VkDebugMarkerObjectNameInfoEXT* pNameInfo) {
  return Label("vkDebugMarkerSetObjectNameEXT", device, ObjectType(pNameInfo->objectType),
               pNameInfo->object);
}

VkResult DebugMarkerSetObjectTagEXT(VkDevice device,
                                    const VkDebugMarkerObjectTagInfoEXT* pTagInfo) {
  return Label("vkDebugMarkerSetObjectTagEXT", device, ObjectType(pTagInfo->objectType),
               pTagInfo->object);
}

}  // namespace driver
}  // namespace loadstone::mock
