// SPDX-License-Identifier: Apache-2.0
// The library's interface to the loader: load and unload, negotiation, and the exported functions,
// whose names depend on the variant.
#include <string.h>

#include "mock_common/config.h"
#include "mock_common/fault.h"
#include "mock_runtime/vulkan/adapters.h"
#include "mock_runtime/vulkan/command_table.h"
#include "mock_runtime/vulkan/driver.h"
#include "mock_runtime/vulkan/hal_module.h"
#include "mock_runtime/vulkan/history.h"
#include "mock_runtime/vulkan/instance.h"
#include "mock_runtime/vulkan/model.h"

namespace loadstone::mock {
namespace {

bool hides_functions = false;
uint32_t negotiated = 0;
uint32_t offered = 0;
// Whether a loader queried another function before it negotiated or asked how to.
bool asked_before_negotiation = false;

__attribute__((constructor)) void Load() {
  LoadConfig();
  LoadModel();
  ConfigureCommands();
  ConfigureModule();
  RememberThread();
  hides_functions = !List(Config(), "hidden_functions").Empty();
  Event("load").Add("path", LibraryPath());
  MaybeFault("load");
}

__attribute__((destructor)) void Unload() {
  Event("unload").Add("path", LibraryPath());
  MaybeFault("unload");
}

PFN_vkVoidFunction AnswerPhysicalDeviceQuery(VkInstance instance, const char* name) {
  if (IsMisbehaviourConfigured("physical_device_query_for_none")) return nullptr;
  if (IsMisbehaviourConfigured("physical_device_query_for_some") &&
      strcmp(name, "vkGetPhysicalDeviceFeatures") == 0)
    return nullptr;
  const PFN_vkVoidFunction function = IsMisbehaviourConfigured("physical_device_query_for_all")
                                          ? FindInstanceFunction(instance, name)
                                          : FindPhysicalDeviceFunction(name);
  if (function != nullptr || FindCommand(name) != nullptr) return function;
  return IsMisbehaviourConfigured("physical_device_query_for_unknown")
             ? FindInstanceFunction(instance, "vkDestroyInstance")
             : nullptr;
}

// "If the first call to vk_icdGetInstanceProcAddr is not querying for
// vk_icdNegotiateLoaderICDInterfaceVersion, then loader is a legacy loader only": such a driver has
// no negotiation from then on.
bool HasNegotiation() {
  return !asked_before_negotiation || !IsMisbehaviourConfigured("legacy_after_another_query");
}

// Traces the query, if configured. An invalid instance is a violation, but the query succeeds all
// the same.
PFN_vkVoidFunction Answer(const char* what, VkInstance instance, const char* name,
                          PFN_vkVoidFunction function) {
  if (hides_functions && name != nullptr && Contains(List(Config(), "hidden_functions"), name)) {
    function = nullptr;
  }
  CheckHandle(what, "instance", ToObject(instance), VK_OBJECT_TYPE_INSTANCE, true);
  if (GetModel().trace_queries) {
    Event(what)
        .AddPointer("instance", instance)
        .Add("name", name)
        .Add("found", function != nullptr);
  }
  return function;
}

}  // namespace

uint32_t NegotiatedVersion() { return negotiated; }
uint32_t OfferedVersion() { return offered; }

VkResult Violation(const char* function, const char* why) {
  Event("violation").Add("function", function).Add("why", why);
  return kWrongUse;
}

VkResult Traced(const char* function, VkResult result) {
  Event(function).Add("result", result);
  return result;
}

}  // namespace loadstone::mock

using namespace loadstone::mock;  // NOLINT: what follows is exported, and C

#define LOADSTONE_EXPORT extern "C" __attribute__((visibility("default")))

LOADSTONE_EXPORT VKAPI_ATTR VkResult VKAPI_CALL loadstone_negotiate(uint32_t* version) {
  MaybeFault("negotiate");
  if (version == nullptr) return Violation("negotiate", "null pointer");
  const Model& model = GetModel();
  const uint32_t agreed = *version < model.interface_version ? *version : model.interface_version;
  const uint32_t answer = model.force_interface_answer ? model.interface_answer : agreed;
  Event("negotiate")
      .Add("offered", *version)
      .Add("answer", answer)
      .Add("result", model.negotiate_result);
  offered = *version;
  negotiated = answer;
  *version = answer;
  return model.negotiate_result;
}

LOADSTONE_EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL
loadstone_physical_device_proc_addr(VkInstance instance, const char* name) {
  MaybeFault("vk_icdGetPhysicalDeviceProcAddr");
  return Answer("vk_icdGetPhysicalDeviceProcAddr", instance, name,
                name != nullptr ? AnswerPhysicalDeviceQuery(instance, name) : nullptr);
}

// The lookup of interface versions 0 and 1: only returns Vulkan commands.
LOADSTONE_EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL
loadstone_proc_addr_v1(VkInstance instance, const char* name) {
  MaybeFault("vk_icdGetInstanceProcAddr");
  if (offered == 0) asked_before_negotiation = true;
  return Answer("vk_icdGetInstanceProcAddr", instance, name,
                name != nullptr ? FindInstanceFunction(instance, name) : nullptr);
}

// The lookup of later interface versions, which returns the functions of the interface as well.
// They are global: a query with an instance finds none of them (LoaderDriverInterface, "Loader and
// Driver Interface Version 7 Requirements").
LOADSTONE_EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL
loadstone_proc_addr_v7(VkInstance instance, const char* name) {
  if (name == nullptr || instance != VK_NULL_HANDLE) return loadstone_proc_addr_v1(instance, name);
  if (strcmp(name, "vk_icdNegotiateLoaderICDInterfaceVersion") == 0 && HasNegotiation()) {
    return Answer("vk_icdGetInstanceProcAddr", instance, name,
                  reinterpret_cast<PFN_vkVoidFunction>(&loadstone_negotiate));
  }
  if (strcmp(name, "vk_icdGetPhysicalDeviceProcAddr") == 0) {
    return Answer("vk_icdGetInstanceProcAddr", instance, name,
                  reinterpret_cast<PFN_vkVoidFunction>(&loadstone_physical_device_proc_addr));
  }
#ifdef _WIN32
  if (strcmp(name, "vk_icdEnumerateAdapterPhysicalDevices") == 0 &&
      !List(Config(), "adapter_devices").Empty()) {
    return Answer("vk_icdGetInstanceProcAddr", instance, name,
                  reinterpret_cast<PFN_vkVoidFunction>(&EnumerateAdapterDevices));
  }
#endif
  return loadstone_proc_addr_v1(instance, name);
}

// vkGetInstanceProcAddr as a driver of version 1 may export it too, for loaders of version 0.
LOADSTONE_EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL
loadstone_proc_addr_v0(VkInstance instance, const char* name) {
  Event("version_0").Add("name", name);
  return loadstone_proc_addr_v1(instance, name);
}

#ifdef _WIN32
LOADSTONE_EXPORT VKAPI_ATTR VkResult VKAPI_CALL loadstone_enumerate_adapter_devices(
    VkInstance instance, AdapterLuid adapter, uint32_t* count, VkPhysicalDevice* devices) {
  return EnumerateAdapterDevices(instance, adapter, count, devices);
}
#endif

LOADSTONE_EXPORT VKAPI_ATTR VkResult VKAPI_CALL
loadstone_create_instance(const VkInstanceCreateInfo* create_info,
                          const VkAllocationCallbacks* allocator, VkInstance* instance) {
  return reinterpret_cast<PFN_vkCreateInstance>(FindCommand("vkCreateInstance")->function)(
      create_info, allocator, instance);
}

LOADSTONE_EXPORT VKAPI_ATTR VkResult VKAPI_CALL loadstone_enumerate_instance_extension_properties(
    const char* layer_name, uint32_t* count, VkExtensionProperties* properties) {
  return reinterpret_cast<PFN_vkEnumerateInstanceExtensionProperties>(
      FindCommand("vkEnumerateInstanceExtensionProperties")->function)(layer_name, count,
                                                                       properties);
}
