// SPDX-License-Identifier: Apache-2.0
// The driver as an Android hardware module, for the variant that exports the symbol HMI.
#include "mock_runtime/vulkan/hal_module.h"

#include <errno.h>
#include <string.h>

#include "interfaces/android/hwvulkan.h"
#include "mock_common/config.h"
#include "mock_common/fault.h"
#include "mock_runtime/vulkan/command_table.h"
#include "mock_runtime/vulkan/instance.h"

namespace loadstone::mock {
namespace {

template <typename Function>
Function Global(const char* name) {
  if (Contains(List(Config(), "hidden_functions"), name)) return nullptr;
  return reinterpret_cast<Function>(FindCommand(name)->function);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL Find(VkInstance instance, const char* name) {
  if (name == nullptr || Contains(List(Config(), "hidden_functions"), name)) return nullptr;
  if (instance == VK_NULL_HANDLE && IsMisbehaviourConfigured("nothing_without_instance")) {
    return nullptr;
  }
  return FindInstanceFunction(instance, name);
}

// Lists nothing, unlike the function that the query returns.
VKAPI_ATTR VkResult VKAPI_CALL ListNothing(const char*, uint32_t* count, VkExtensionProperties*) {
  *count = 0;
  return VK_SUCCESS;
}

int Close(hw_device_t*) {
  Event("close").Add("result", 0);
  return 0;
}

hwvulkan_device_t device;

int Open(const hw_module_t* module, const char* id, hw_device_t** opened) {
  MaybeFault("open");
  const bool known = id != nullptr && strcmp(id, HWVULKAN_DEVICE_0) == 0;
  const int result = known && !IsMisbehaviourConfigured("open_nothing") ? 0 : -EINVAL;
  Event("open").Add("id", id).Add("result", result);
  if (result != 0) return result;
  device.common.tag = IsMisbehaviourConfigured("wrong_device_tag") ? 1 : HARDWARE_DEVICE_TAG;
  device.common.version = HWVULKAN_DEVICE_API_VERSION_0_1;
  device.common.module = const_cast<hw_module_t*>(module);
  device.common.close = IsMisbehaviourConfigured("no_close") ? nullptr : Close;
  device.EnumerateInstanceExtensionProperties =
      Global<PFN_vkEnumerateInstanceExtensionProperties>("vkEnumerateInstanceExtensionProperties");
  if (IsMisbehaviourConfigured("empty_list_of_the_module")) {
    device.EnumerateInstanceExtensionProperties = ListNothing;
  }
  device.CreateInstance = Global<PFN_vkCreateInstance>("vkCreateInstance");
  device.GetInstanceProcAddr =
      Contains(List(Config(), "hidden_functions"), "vkGetInstanceProcAddr") ? nullptr : Find;
  *opened = IsMisbehaviourConfigured("open_without_device") ? nullptr : &device.common;
  return 0;
}

hw_module_methods_t methods = {Open};

}  // namespace
}  // namespace loadstone::mock

using namespace loadstone::mock;  // NOLINT: what follows is exported, and C

extern "C" {
__attribute__((visibility("default"))) hw_module_t HMI = {HARDWARE_MODULE_TAG,
                                                          HWVULKAN_MODULE_API_VERSION_0_1,
                                                          0,
                                                          HWVULKAN_HARDWARE_MODULE_ID,
                                                          "Loadstone mock driver",
                                                          "Loadstone",
                                                          &methods,
                                                          nullptr,
                                                          {}};
}

namespace loadstone::mock {

void ConfigureModule() {
  if (IsMisbehaviourConfigured("wrong_module_tag")) HMI.tag = 1;
  if (IsMisbehaviourConfigured("wrong_module_id")) HMI.id = "gralloc";
  if (IsMisbehaviourConfigured("no_open")) methods.open = nullptr;
  HMI.module_api_version = static_cast<uint16_t>(
      Number(Config(), "module_api_version", HWVULKAN_MODULE_API_VERSION_0_1));
}

}  // namespace loadstone::mock
