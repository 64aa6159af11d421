// SPDX-License-Identifier: Apache-2.0
#include "mock_layers/vulkan/get_proc_addr.h"

#include <dlfcn.h>
#include <string.h>

#include "mock_common/config.h"
#include "mock_common/fault.h"
#include "mock_common/trace.h"
#include "mock_layers/vulkan/behaviour.h"
#include "mock_layers/vulkan/owner.h"
#include "mock_layers/vulkan/pre_instance.h"
#include "mock_layers/vulkan/recordings.h"
#include "mock_layers/vulkan/stubs.h"
#include "mock_layers/vulkan/wrap.h"

namespace loadstone::mock {
namespace {

bool negotiated = false;

// Whether this variant of the library exports a negotiation function.
bool ExportsNegotiation() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void*>(&ExportsNegotiation), &info) == 0) return false;
  void* self = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  if (self == nullptr) return false;
  const bool exports = dlsym(self, "vkNegotiateLoaderLayerInterfaceVersion") != nullptr ||
                       dlsym(self, "lsNegotiate") != nullptr;
  dlclose(self);
  return exports;
}

// Called at the beginning of every query. Returns false for an invalid name.
bool Enter(const char* function, const char* name) {
  if (!negotiated && ExportsNegotiation()) {
    Event("early_call").Add("function", function).Add("name", name);
  }
  MaybeFault(function);
  if (name == nullptr) Violation(function, "null pName");
  return name != nullptr;
}

// Functions that this layer claims not to exist.
bool IsHidden(const char* name) { return Contains(List(Config(), "hidden_functions"), name); }

VkResult VKAPI_CALL Dummy() { return VK_ERROR_UNKNOWN; }

PFN_vkVoidFunction Leave(const char* function, void* handle, const char* name,
                         PFN_vkVoidFunction answer) {
  if (answer == nullptr && Behave().gpa_nonnull_for_unknown) {
    answer = reinterpret_cast<PFN_vkVoidFunction>(&Dummy);
  }
  if (Behave().trace_queries) {
    Event(function).AddPointer("handle", handle).Add("name", name).Add("found", answer != nullptr);
  }
  return answer;
}

// Returns what RenderDoc's layer returns: the pre-instance function that its manifest declares.
PFN_vkVoidFunction PreInstanceFunction(const char* name) {
  const bool given = Flag(Object(Config(), "pre_instance"), "through_query", false);
  if (!given || strcmp(name, "vkEnumerateInstanceExtensionProperties") != 0) return nullptr;
  return reinterpret_cast<PFN_vkVoidFunction>(&lsPreEnumerateInstanceExtensionProperties);
}

// The function with which a layer that wraps command buffers records a command, if the next entity
// has the function.
PFN_vkVoidFunction RecordingOf(const char* name, PFN_vkVoidFunction next) {
  if (next == nullptr || !Wraps<VkCommandBuffer>()) return next;
  const PFN_vkVoidFunction own = FindRecording(name);
  return own != nullptr ? own : next;
}

// Queries find the owner by the dispatch table pointer, which is that of every handle of its chain.
// A layer that wraps the type must get the handle that it returned.
template <typename Handle>
void CheckQueried(Handle handle, const char* function) {
  static_cast<void>(Unwrap(handle, function));
}

PFN_vkVoidFunction InstanceFunction(VkInstance instance, const char* name) {
  if (IsHidden(name)) return nullptr;
  if (PFN_vkVoidFunction function = PreInstanceFunction(name)) return function;
  const FunctionId id = FindFunction(name);
  // Before and while it creates an instance, a layer may be asked with another one.
  if (id != kCreateInstance) CheckQueried(instance, "vkGetInstanceProcAddr");
  const bool from_below = id == kCreateDevice && Behave().create_device_from_below;
  const bool own = id != kFunctionCount && Behave().active[id] && !from_below;
  if (id == kCreateInstance && instance != VK_NULL_HANDLE &&
      Behave().create_instance_without_instance_alone) {
    return nullptr;
  }
  // Global functions, and those that older documents let a loader query without an instance.
  if (own && kFunctions[id].always && id != kDestroyInstance && id != kDestroyDevice &&
      id != kEnumerateDeviceExtensionProperties) {
    return kFunctions[id].own;
  }
  if (strcmp(name, "vk_layerGetPhysicalDeviceProcAddr") == 0) {
    if (Behave().hide_physical_device_query) return nullptr;
    return reinterpret_cast<PFN_vkVoidFunction>(&GetPhysicalDeviceProcAddr);
  }
  if (instance == VK_NULL_HANDLE) return nullptr;
  if (PFN_vkVoidFunction stub = FindPhysicalDeviceStub(name)) return stub;
  if (PFN_vkVoidFunction stub = FindDeviceStub(name)) return stub;
  Owner* owner = instances.Find(instance, "vkGetInstanceProcAddr");
  if (owner == nullptr) return nullptr;
  if (!own && Behave().drop_unknown_functions) return nullptr;
  if (!own) return RecordingOf(name, owner->next_gipa(owner->InstanceBelow(), name));
  // Functions that are not available below are not available here either (LLP_LAYER_18). The next
  // entity need not return device functions for an instance.
  const bool available = kFunctions[id].level == Level::kDevice || owner->next.table[id] != nullptr;
  return available ? kFunctions[id].own : nullptr;
}

PFN_vkVoidFunction DeviceFunction(VkDevice device, const char* name) {
  CheckQueried(device, "vkGetDeviceProcAddr");
  if (IsHidden(name)) return nullptr;
  const FunctionId id = FindFunction(name);
  if (id == kGetDeviceProcAddr) return kFunctions[id].own;
  if (Behave().make_objects && strcmp(name, kMakeObject) == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(&MakeObject);
  }
  if (PFN_vkVoidFunction stub = FindDeviceStub(name)) return stub;
  Owner* owner = devices.Find(device, "vkGetDeviceProcAddr");
  if (owner == nullptr) return nullptr;
  if (id != kFunctionCount && Behave().active[id] && kFunctions[id].level == Level::kDevice) {
    return owner->next.table[id] != nullptr ? kFunctions[id].own : nullptr;
  }
  return RecordingOf(name, owner->next_gdpa(owner->DeviceBelow(), name));
}

PFN_vkVoidFunction PhysicalDeviceFunction(VkInstance instance, const char* name) {
  CheckQueried(instance, "vk_layerGetPhysicalDeviceProcAddr");
  if (PFN_vkVoidFunction stub = FindPhysicalDeviceStub(name)) return stub;
  if (FindDeviceStub(name) != nullptr) return nullptr;
  const FunctionId id = FindFunction(name);
  const bool known =
      id != kFunctionCount && Behave().active[id] && !Behave().pass_physical_device_queries_down;
  if (known && Behave().physical_device_query_for_all) return kFunctions[id].own;
  if (known && kFunctions[id].level != Level::kPhysicalDevice) return nullptr;
  Owner* owner = instances.Find(instance, "vk_layerGetPhysicalDeviceProcAddr");
  if (owner == nullptr) return nullptr;
  if (known) return owner->next.table[id] != nullptr ? kFunctions[id].own : nullptr;
  if (owner->next_gpdpa == nullptr) return nullptr;
  return owner->next_gpdpa(owner->InstanceBelow(), name);
}

}  // namespace

void SetNegotiated() { negotiated = true; }

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetInstanceProcAddr(VkInstance instance,
                                                             const char* name) {
  if (!Enter("vkGetInstanceProcAddr", name)) return nullptr;
  return Leave("vkGetInstanceProcAddr", instance, name, InstanceFunction(instance, name));
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetDeviceProcAddr(VkDevice device, const char* name) {
  if (!Enter("vkGetDeviceProcAddr", name)) return nullptr;
  return Leave("vkGetDeviceProcAddr", device, name, DeviceFunction(device, name));
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetPhysicalDeviceProcAddr(VkInstance instance,
                                                                   const char* name) {
  if (!Enter("vk_layerGetPhysicalDeviceProcAddr", name)) return nullptr;
  return Leave("vk_layerGetPhysicalDeviceProcAddr", instance, name,
               PhysicalDeviceFunction(instance, name));
}

}  // namespace loadstone::mock
