// SPDX-License-Identifier: Apache-2.0
// The library's constructor and destructor, and the symbols that its variants export. Negotiation
// returns other functions, so that the trace shows whether the loader used exports or negotiation.

#include <dlfcn.h>

#include "mock_common/config.h"
#include "mock_common/fault.h"
#include "mock_common/trace.h"
#include "mock_layers/vulkan/behaviour.h"

namespace {

using loadstone::mock::Event;

__attribute__((constructor)) void Load() {
  loadstone::mock::LoadConfig();
  loadstone::mock::LoadBehaviour();
  Dl_info info;
  const bool known = dladdr(reinterpret_cast<void*>(&Load), &info) != 0;
  Event("load").Add("path", known ? info.dli_fname : nullptr);
  loadstone::mock::MaybeFault("load");
}

__attribute__((destructor)) void Unload() {
  Event("unload");
  loadstone::mock::MaybeFault("unload");
}

// Traces the first call of each exported query function.
void TraceExport(bool* traced, const char* function) {
  if (*traced) return;
  *traced = true;
  Event("export_call").Add("function", function);
}

}  // namespace

extern "C" {

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance,
                                                               const char* name) {
  static bool traced = false;
  TraceExport(&traced, "vkGetInstanceProcAddr");
  return loadstone::mock::GetInstanceProcAddr(instance, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetDeviceProcAddr(VkDevice device, const char* name) {
  static bool traced = false;
  TraceExport(&traced, "vkGetDeviceProcAddr");
  return loadstone::mock::GetDeviceProcAddr(device, name);
}

// What variants export under names that begin with a layer's.
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL lsNamedGetInstanceProcAddr(VkInstance instance,
                                                                    const char* name) {
  static bool traced = false;
  TraceExport(&traced, "lsNamedGetInstanceProcAddr");
  return loadstone::mock::GetInstanceProcAddr(instance, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL lsNamedGetDeviceProcAddr(VkDevice device,
                                                                  const char* name) {
  static bool traced = false;
  TraceExport(&traced, "lsNamedGetDeviceProcAddr");
  return loadstone::mock::GetDeviceProcAddr(device, name);
}

VKAPI_ATTR VkResult VKAPI_CALL vkEnumerateInstanceLayerProperties(uint32_t* count,
                                                                  VkLayerProperties* properties) {
  return loadstone::mock::EnumerateInstanceLayerProperties(count, properties);
}

VKAPI_ATTR VkResult VKAPI_CALL vkEnumerateInstanceExtensionProperties(
    const char* layer_name, uint32_t* count, VkExtensionProperties* properties) {
  return loadstone::mock::EnumerateInstanceExtensionProperties(layer_name, count, properties);
}

VKAPI_ATTR VkResult VKAPI_CALL vkEnumerateDeviceLayerProperties(VkPhysicalDevice physical_device,
                                                                uint32_t* count,
                                                                VkLayerProperties* properties) {
  return loadstone::mock::EnumerateDeviceLayerProperties(physical_device, count, properties);
}

VKAPI_ATTR VkResult VKAPI_CALL
vkEnumerateDeviceExtensionProperties(VkPhysicalDevice physical_device, const char* layer_name,
                                     uint32_t* count, VkExtensionProperties* properties) {
  return loadstone::mock::EnumerateDeviceExtensionProperties(physical_device, layer_name, count,
                                                             properties);
}

}  // extern "C"
