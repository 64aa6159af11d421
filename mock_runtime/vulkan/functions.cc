// SPDX-License-Identifier: Apache-2.0
#include "mock_runtime/vulkan/functions.h"

#include <utility>

#include "mock_common/fault.h"
#include "mock_runtime/vulkan/model.h"
#include "mock_runtime/vulkan/objects.h"

namespace loadstone::mock {
namespace {

uint32_t CallUnknown(const char* name, uint32_t index, const MockObject* object, VkObjectType type,
                     uint32_t value) {
  MaybeFault(name);
  if (!CheckHandle(name, "dispatchable", object, type, false)) return 0;
  const uint32_t result = value + index;
  Event event(name);
  event.AddPointer("handle", object).Add("value", value).Add("result", result);
  if (type == VK_OBJECT_TYPE_PHYSICAL_DEVICE) {
    event.Add("index", object->value).Add("name", GetModel().physical_devices[object->value].name);
  }
  return result;
}

template <uint32_t kIndex>
VKAPI_ATTR uint32_t VKAPI_CALL CallPhysical(VkPhysicalDevice device, uint32_t value) {
  return CallUnknown(GetModel().physical_device_functions.names[kIndex], kIndex, ToObject(device),
                     VK_OBJECT_TYPE_PHYSICAL_DEVICE, value);
}

template <uint32_t kIndex>
VKAPI_ATTR uint32_t VKAPI_CALL CallDevice(VkDevice device, uint32_t value) {
  return CallUnknown(GetModel().device_functions.names[kIndex], kIndex, ToObject(device),
                     VK_OBJECT_TYPE_DEVICE, value);
}

using PhysicalFunction = uint32_t(VKAPI_PTR*)(VkPhysicalDevice, uint32_t);
using DeviceFunction = uint32_t(VKAPI_PTR*)(VkDevice, uint32_t);

struct Functions {
  PhysicalFunction physical[kMaxFunctionNames];
  DeviceFunction device[kMaxFunctionNames];
};

template <uint32_t... kIndices>
constexpr Functions MakeFunctions(std::integer_sequence<uint32_t, kIndices...>) {
  return {{CallPhysical<kIndices>...}, {CallDevice<kIndices>...}};
}

constexpr Functions kFunctions =
    MakeFunctions(std::make_integer_sequence<uint32_t, kMaxFunctionNames>());

}  // namespace

PFN_vkVoidFunction FindUnknownFunction(Level level, const char* name) {
  const bool physical = level == Level::kPhysicalDevice;
  const Model& model = GetModel();
  const uint32_t index =
      (physical ? model.physical_device_functions : model.device_functions).Find(name);
  if (index == kMaxFunctionNames) return nullptr;
  return physical ? reinterpret_cast<PFN_vkVoidFunction>(kFunctions.physical[index])
                  : reinterpret_cast<PFN_vkVoidFunction>(kFunctions.device[index]);
}

}  // namespace loadstone::mock
