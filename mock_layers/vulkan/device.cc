// SPDX-License-Identifier: Apache-2.0
// vkCreateDevice and vkDestroyDevice.

#include <stdlib.h>

#include "mock_common/fault.h"
#include "mock_common/trace.h"
#include "mock_layers/vulkan/behaviour.h"
#include "mock_layers/vulkan/chain.h"
#include "mock_layers/vulkan/demanded_extension.h"
#include "mock_layers/vulkan/own_structure.h"
#include "mock_layers/vulkan/owner.h"
#include "mock_layers/vulkan/unwrap_next.h"
#include "mock_layers/vulkan/wrap.h"

namespace loadstone::mock {
namespace {

void TraceEnter(VkPhysicalDevice physical_device, const VkDeviceCreateInfo* create_info,
                const VkAllocationCallbacks* allocator, VkDevice* device, const DeviceChain& chain,
                PFN_vkCreateDevice next) {
  Event event("vkCreateDevice");
  event.Add("phase", "enter");
  AddChain(event, chain);
  event.Add("next_create_device", next != nullptr)
      .Add("next_gdpa", chain.first.pfnNextGetDeviceProcAddr != nullptr)
      .Add("next_gdpa_library",
           LibraryOf(reinterpret_cast<PFN_vkVoidFunction>(chain.first.pfnNextGetDeviceProcAddr)))
      .Add("set_loader_data", chain.data_callback != nullptr &&
                                  chain.data_callback->u.pfnSetDeviceLoaderData != nullptr)
      .Add("allocator", allocator != nullptr)
      .AddPointer("handle", physical_device)
      .AddPointer("pdevice", device)
      .AddPointer("device_before", device == nullptr ? nullptr : *device);
  if (create_info == nullptr) return;
  event.Add("layers", create_info->ppEnabledLayerNames, create_info->enabledLayerCount)
      .Add("extensions", create_info->ppEnabledExtensionNames, create_info->enabledExtensionCount);
}

VkResult TraceLeave(VkResult result, bool link_changed, VkDevice device) {
  Event("vkCreateDevice")
      .Add("phase", "leave")
      .Add("result", static_cast<int32_t>(result))
      .Add("link_changed", link_changed)
      .AddPointer("device", device)
      .AddPointer("word", DispatchTablePointerOf(device));
  return result;
}

const char* WhyNot(const VkDeviceCreateInfo* create_info, const VkDevice* device,
                   const DeviceChain& chain, PFN_vkCreateDevice next) {
  if (create_info == nullptr) return "null pCreateInfo";
  if (device == nullptr) return "null pDevice";
  if (chain.link == nullptr) return "no link information";
  if (chain.first.pfnNextGetDeviceProcAddr == nullptr) return "no next vkGetDeviceProcAddr";
  if (next == nullptr) return "no next vkCreateDevice";
  return nullptr;
}

void Remember(VkDevice below, const DeviceChain& chain, VkDevice* device) {
  Owner* owner = NewOwner();
  owner->below = below;
  owner->next_gdpa = chain.first.pfnNextGetDeviceProcAddr;
  if (chain.data_callback != nullptr) {
    owner->set_device_data = chain.data_callback->u.pfnSetDeviceLoaderData;
  }
  for (uint32_t id = 0; id < kFunctionCount; ++id) {
    if (kFunctions[id].level != Level::kDevice) continue;
    owner->next.table[id] = owner->next_gdpa(below, kFunctions[id].name);
  }
  if (Behave().command_buffers_past_next && chain.first.pNext != nullptr) {
    owner->next.table[kAllocateCommandBuffers] =
        chain.first.pNext->pfnNextGetDeviceProcAddr(below, "vkAllocateCommandBuffers");
  }
  *device = Above(owner, below);
  owner->handle = *device;
  devices.Add(owner);
}

void DestroyBelow(VkDevice below, const DeviceChain& chain,
                  const VkAllocationCallbacks* allocator) {
  const auto destroy = reinterpret_cast<PFN_vkDestroyDevice>(
      chain.first.pfnNextGetDeviceProcAddr(below, "vkDestroyDevice"));
  if (destroy != nullptr) destroy(below, allocator);
}

// Calls a function obtained from `next`, with an event before and one after.
template <typename Function, typename Call>
void CallWithin(PFN_vkGetInstanceProcAddr next, VkInstance instance, const char* name,
                const Call& call) {
  const auto function = reinterpret_cast<Function>(next(instance, name));
  Event("call_in_create_device")
      .Add("phase", "enter")
      .Add("function", name)
      .Add("found", function != nullptr);
  if (function != nullptr) call(function);
  Event("call_in_create_device").Add("phase", "leave").Add("function", name);
}

// Calls the entities below, like a layer that examines the physical device before it passes the
// call on.
void CallBelow(PFN_vkGetInstanceProcAddr next, VkInstance instance,
               VkPhysicalDevice physical_device) {
  CallWithin<PFN_vkGetPhysicalDeviceProperties>(next, instance, "vkGetPhysicalDeviceProperties",
                                                [physical_device](auto function) {
                                                  VkPhysicalDeviceProperties properties;
                                                  function(physical_device, &properties);
                                                });
  CallWithin<PFN_vkGetPhysicalDeviceFeatures>(next, instance, "vkGetPhysicalDeviceFeatures",
                                              [physical_device](auto function) {
                                                VkPhysicalDeviceFeatures features;
                                                function(physical_device, &features);
                                              });
  CallWithin<PFN_vkEnumeratePhysicalDevices>(next, instance, "vkEnumeratePhysicalDevices",
                                             [instance](auto function) {
                                               uint32_t count = 0;
                                               function(instance, &count, nullptr);
                                             });
}

// Gets every queue of the new device, like a layer that wraps them all at once. vkGetDeviceQueue is
// invalid for queues that were created with flags.
void GetEveryQueue(VkDevice below, const DeviceChain& chain, const VkDeviceCreateInfo& info) {
  const auto get = reinterpret_cast<PFN_vkGetDeviceQueue>(
      chain.first.pfnNextGetDeviceProcAddr(below, "vkGetDeviceQueue"));
  for (uint32_t i = 0; get != nullptr && i < info.queueCreateInfoCount; ++i) {
    const VkDeviceQueueCreateInfo& queues = info.pQueueCreateInfos[i];
    for (uint32_t j = 0; j < queues.queueCount; ++j) {
      VkQueue queue = VK_NULL_HANDLE;
      get(below, queues.queueFamilyIndex, j, &queue);
    }
  }
}

// The create info with no structure in its chain but the loader's.
class CreateInfoWithLoaderStructures {
 public:
  explicit CreateInfoWithLoaderStructures(const VkDeviceCreateInfo& info) : info_(info) {
    const void** end = &info_.pNext;
    uint32_t kept = 0;
    const auto* structure = static_cast<const VkBaseInStructure*>(info.pNext);
    for (; structure != nullptr && kept < kMost; structure = structure->pNext) {
      if (structure->sType != VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO) continue;
      copies_[kept] = *reinterpret_cast<const VkLayerDeviceCreateInfo*>(structure);
      *end = &copies_[kept];
      end = &copies_[kept++].pNext;
    }
    *end = nullptr;
  }
  const VkDeviceCreateInfo* get() const { return &info_; }

 private:
  static constexpr uint32_t kMost = 16;
  VkDeviceCreateInfo info_;
  VkLayerDeviceCreateInfo copies_[kMost];
};

// A physical device of the next entity other than `given`; `given` if it has no other.
VkPhysicalDevice OtherPhysicalDeviceBelow(const Owner& instance, VkPhysicalDevice given) {
  constexpr uint32_t kMost = 16;
  VkPhysicalDevice found[kMost] = {};
  uint32_t count = kMost;
  const auto enumerate = instance.next.EnumeratePhysicalDevices();
  if (enumerate == nullptr || enumerate(instance.InstanceBelow(), &count, found) < VK_SUCCESS) {
    return given;
  }
  for (uint32_t i = 0; i < count; ++i) {
    if (found[i] != given) return found[i];
  }
  return given;
}

}  // namespace

VKAPI_ATTR VkResult VKAPI_CALL CreateDevice(VkPhysicalDevice physical_device,
                                            const VkDeviceCreateInfo* create_info,
                                            const VkAllocationCallbacks* allocator,
                                            VkDevice* device) {
  const Behaviour& behaviour = Behave();
  DeviceChain chain = ReadChain(create_info);
  Owner* instance = instances.Find(physical_device, "vkCreateDevice");
  PFN_vkCreateDevice next = nullptr;
  if (instance != nullptr && chain.first.pfnNextGetInstanceProcAddr != nullptr) {
    const VkInstance of =
        behaviour.ask_without_instance ? VK_NULL_HANDLE : instance->InstanceBelow();
    next = reinterpret_cast<PFN_vkCreateDevice>(
        chain.first.pfnNextGetInstanceProcAddr(of, "vkCreateDevice"));
  }
  TraceEnter(physical_device, create_info, allocator, device, chain, next);
  MaybeFault("vkCreateDevice");
  if (behaviour.results[kCreateDevice].set) {
    return TraceLeave(behaviour.results[kCreateDevice].value, chain.Changed(), VK_NULL_HANDLE);
  }
  if (const char* why = WhyNot(create_info, device, chain, next)) {
    Violation("vkCreateDevice", why);
    return TraceLeave(VK_ERROR_INITIALIZATION_FAILED, chain.Changed(), VK_NULL_HANDLE);
  }
  if (RefusesThread() || RefusesAfterFailure()) {
    return TraceLeave(VK_ERROR_INITIALIZATION_FAILED, chain.Changed(), VK_NULL_HANDLE);
  }
  VkPhysicalDevice below = Unwrap(physical_device, "vkCreateDevice");
  if (behaviour.calls_in_create_device) {
    CallBelow(chain.first.pfnNextGetInstanceProcAddr, instance->InstanceBelow(), below);
  }
  if (behaviour.another_physical_device) below = OtherPhysicalDeviceBelow(*instance, below);
  if (!behaviour.no_advance_device) chain.Advance();
  if (behaviour.write_device_first) *device = reinterpret_cast<VkDevice>(0xdeadbeef);
  if (behaviour.clear_device_first) *device = VK_NULL_HANDLE;
  bool changed = chain.Changed();

  VkResult result;
  {
    UnwrappedDeviceGroup group(create_info->pNext, "vkCreateDevice");
    const CreateInfoWithDemandedExtension info(*create_info, behaviour.demanded_device_extension);
    const CreateInfoWithLoaderStructures bare(*info.get());
    constexpr VkPhysicalDeviceFeatures2 kNoFeatures = {
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, nullptr, {}};
    const CreateInfoWithOwnStructure passed_down(
        behaviour.drop_device_structures ? *bare.get() : *info.get(), kNoFeatures,
        chain.data_callback);
    VkDevice own = VK_NULL_HANDLE;
    VkDevice* const target = behaviour.own_target ? &own : device;
    result = next(below, passed_down.get(), allocator, target);
    *device = *target;
  }
  changed |= chain.Changed();
  // A layer below may hide a failure.
  if (result != VK_SUCCESS || *device == VK_NULL_HANDLE) {
    RememberFailure();
    if (behaviour.clear_failed_handles) *device = VK_NULL_HANDLE;
    if (behaviour.read_failed_device) ReadThrough(*device);
    if (behaviour.succeed_after_failure) result = VK_SUCCESS;
    return TraceLeave(result, changed, VK_NULL_HANDLE);
  }
  if (behaviour.get_every_queue) GetEveryQueue(*device, chain, *create_info);
  const Behaviour::Result& after = behaviour.results_after[kCreateDevice];
  if (after.set && after.value < VK_SUCCESS) {
    if (!behaviour.keep_below) DestroyBelow(*device, chain, allocator);
    *device = VK_NULL_HANDLE;
  } else {
    Remember(*device, chain, device);
  }
  return TraceLeave(after.set ? after.value : result, changed, *device);
}

VKAPI_ATTR void VKAPI_CALL DestroyDevice(VkDevice device, const VkAllocationCallbacks* allocator) {
  Event("vkDestroyDevice").AddPointer("handle", device).Add("allocator", allocator != nullptr);
  MaybeFault("vkDestroyDevice");
  if (device == VK_NULL_HANDLE) return;
  // Removed before calling down: afterwards another device may have the same dispatch table.
  Owner* owner = devices.Remove(device, "vkDestroyDevice");
  if (owner == nullptr) return;
  if (owner->next.DestroyDevice() != nullptr && !Behave().no_destroy_below) {
    owner->next.DestroyDevice()(owner->DeviceBelow(), allocator);
  }
  ForgetAll(owner);
  free(owner);
}

}  // namespace loadstone::mock
