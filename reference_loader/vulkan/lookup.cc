// SPDX-License-Identifier: Apache-2.0
// vkGetInstanceProcAddr and vkGetDeviceProcAddr, for the application and as terminators of a
// device's chain.

#include <algorithm>
#include <cstring>

#include "reference_loader/vulkan/android_surface.h"
#include "reference_loader/vulkan/debug_utils.h"
#include "reference_loader/vulkan/device.h"
#include "reference_loader/vulkan/unknown_functions.h"

namespace reference_loader::vulkan {
namespace {

// Instance and physical device functions that only instance extensions define are available when
// one of these is enabled.
bool IsAvailable(const Command& command, const Instance& instance) {
  if (command.core || command.instance_extensions[0] == nullptr) return true;
  for (const char* const* name = command.instance_extensions; *name != nullptr; ++name) {
    if (instance.HasEnabled(*name)) return true;
  }
  return false;
}

PFN_vkVoidFunction GetInstanceFunction(VkInstance instance, const char* name) {
  const Command* command = FindCommand(name);
  if (command != nullptr && command->level == CommandLevel::kGlobal) return command->trampoline;
  if (instance == VK_NULL_HANDLE) return nullptr;
  Instance* object = InstanceTableOf(instance)->instance;
  if (command == nullptr) {
    if (const auto own = AndroidSurfaceTrampoline(*object, name)) return own;
    // Functions between loader, layers and drivers are not available to the application.
    return std::strncmp(name, "vk_", 3) == 0 ? nullptr : UnknownFunction(object, name);
  }
  return IsAvailable(*command, *object) ? command->trampoline : nullptr;
}

}  // namespace

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL terminate_vkGetDeviceProcAddr(VkDevice device,
                                                                       const char* name) {
  const Command* command = FindCommand(name);
  if (command != nullptr && command->level != CommandLevel::kDevice) return nullptr;
  if (command != nullptr && command->index == kDevice_vkGetDeviceProcAddr) {
    return command->terminator;
  }
  const Device& object = *DeviceTableOf(device)->device;
  const PFN_vkVoidFunction function = object.FromDriver<PFN_vkVoidFunction>(name);
  if (command == nullptr) return function;
  if (function == nullptr) return DebugUtilsFallback(*object.instance, *command);
  return command->terminator != nullptr ? command->terminator : function;
}

}  // namespace reference_loader::vulkan

using namespace reference_loader::vulkan;

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance,
                                                               const char* pName) {
  PFN_vkVoidFunction function = nullptr;
  if (pName == nullptr) return function;
  const VkResult result = Guarded([&] {
    function = GetInstanceFunction(instance, pName);
    return VK_SUCCESS;
  });
  return result == VK_SUCCESS ? function : nullptr;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetDeviceProcAddr(VkDevice device, const char* pName) {
  if (device == VK_NULL_HANDLE || pName == nullptr) return nullptr;
  const Command* command = FindCommand(pName);
  if (command != nullptr) {
    if (command->level != CommandLevel::kDevice) return nullptr;
    if (command->always_trampoline) return command->trampoline;
  }
  return DeviceTableOf(device)->device->get_device_proc_addr(device, pName);
}
