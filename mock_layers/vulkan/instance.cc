// SPDX-License-Identifier: Apache-2.0
// vkCreateInstance and vkDestroyInstance.

#include <stdlib.h>
#include <string.h>

#include "mock_common/config.h"
#include "mock_common/fault.h"
#include "mock_common/trace.h"
#include "mock_layers/vulkan/behaviour.h"
#include "mock_layers/vulkan/chain.h"
#include "mock_layers/vulkan/demanded_extension.h"
#include "mock_layers/vulkan/own_structure.h"
#include "mock_layers/vulkan/owner.h"
#include "mock_layers/vulkan/wrap.h"

namespace loadstone::mock {
namespace {

// Adds "next", the sType values in the chain of `create_info`.
void AddNext(Event& event, const VkInstanceCreateInfo& create_info) {
  constexpr uint32_t kMost = 64;
  uint32_t types[kMost];
  uint32_t count = 0;
  const auto* structure = static_cast<const VkBaseInStructure*>(create_info.pNext);
  for (; structure != nullptr && count < kMost; structure = structure->pNext) {
    types[count++] = static_cast<uint32_t>(structure->sType);
  }
  event.AddNumbers("next", types, count);
}

void TraceEnter(const VkInstanceCreateInfo* create_info, const VkAllocationCallbacks* allocator,
                VkInstance* instance, const InstanceChain& chain, PFN_vkCreateInstance next) {
  Event event("vkCreateInstance");
  event.Add("phase", "enter");
  AddChain(event, chain);
  event.Add("next_create_instance", next != nullptr)
      .Add("next_gpdpa", chain.first.pfnNextGetPhysicalDeviceProcAddr != nullptr)
      .Add("set_loader_data", chain.data_callback != nullptr &&
                                  chain.data_callback->u.pfnSetInstanceLoaderData != nullptr)
      .Add("allocator", allocator != nullptr)
      .AddPointer("pinstance", instance)
      .AddPointer("instance_before", instance == nullptr ? nullptr : *instance);
  if (create_info == nullptr) return;
  AddNext(event, *create_info);
  const VkApplicationInfo* application = create_info->pApplicationInfo;
  event.Add("api_version", application == nullptr ? 0u : application->apiVersion)
      .Add("application", application == nullptr ? nullptr : application->pApplicationName)
      .Add("layers", create_info->ppEnabledLayerNames, create_info->enabledLayerCount)
      .Add("extensions", create_info->ppEnabledExtensionNames, create_info->enabledExtensionCount);
}

VkResult TraceLeave(VkResult result, bool link_changed, VkInstance instance) {
  Event("vkCreateInstance")
      .Add("phase", "leave")
      .Add("result", static_cast<int32_t>(result))
      .Add("link_changed", link_changed)
      .AddPointer("instance", instance)
      .AddPointer("word", DispatchTablePointerOf(instance));
  return result;
}

// Reads the optional VkApplicationInfo.
void ReadApplicationInfo(const VkInstanceCreateInfo& create_info) {
  static_cast<void>(
      static_cast<const volatile VkApplicationInfo*>(create_info.pApplicationInfo)->apiVersion);
}

bool IsRefused(const VkInstanceCreateInfo& create_info) {
  const char* refused = Behave().refused_application;
  const VkApplicationInfo* application = create_info.pApplicationInfo;
  return refused != nullptr && application != nullptr && application->pApplicationName != nullptr &&
         strcmp(application->pApplicationName, refused) == 0;
}

bool AsksForNewerVersion(const VkInstanceCreateInfo& create_info) {
  return create_info.pApplicationInfo != nullptr &&
         create_info.pApplicationInfo->apiVersion > VK_API_VERSION_1_3;
}

// Whether an instance was created before. Keeps the library loaded, so that it remembers.
bool IsSecondInstance() {
  StayLoaded();
  return instances.ever();
}

// Whether the layer itself provides that instance extension.
bool Implements(const char* extension) {
  for (const rapidjson::Value& own : List(Config(), "instance_extensions").GetArray()) {
    if (extension != nullptr && strcmp(Text(own, "name", ""), extension) == 0) return true;
  }
  return false;
}

bool AllImplemented(const VkInstanceCreateInfo& create_info) {
  for (uint32_t i = 0; i < create_info.enabledExtensionCount; ++i) {
    if (!Implements(create_info.ppEnabledExtensionNames[i])) return false;
  }
  return true;
}

const char* WhyNot(const VkInstanceCreateInfo* create_info, const VkInstance* instance,
                   const InstanceChain& chain, PFN_vkCreateInstance next) {
  if (create_info == nullptr) return "null pCreateInfo";
  if (instance == nullptr) return "null pInstance";
  if (chain.link == nullptr) return "no link information";
  if (next == nullptr) return "no next vkCreateInstance";
  return nullptr;
}

void Remember(VkInstance below, const InstanceChain& chain, VkInstance* instance) {
  Owner* owner = NewOwner();
  owner->below = below;
  owner->next_gipa = chain.first.pfnNextGetInstanceProcAddr;
  owner->next_gpdpa = chain.first.pfnNextGetPhysicalDeviceProcAddr;
  if (owner->next_gpdpa == nullptr) {
    // The other method that "Layer Unknown Physical Device Extensions" describes.
    owner->next_gpdpa = reinterpret_cast<PFN_GetPhysicalDeviceProcAddr>(
        owner->next_gipa(below, "vk_layerGetPhysicalDeviceProcAddr"));
  }
  if (chain.data_callback != nullptr) {
    owner->set_instance_data = chain.data_callback->u.pfnSetInstanceLoaderData;
  }
  for (uint32_t id = 0; id < kFunctionCount; ++id) {
    if (kFunctions[id].level == Level::kGlobal) continue;
    owner->next.table[id] = owner->next_gipa(below, kFunctions[id].name);
  }
  *instance = Above(owner, below);
  owner->handle = *instance;
  instances.Add(owner);
}

// Allocates memory from the application's callbacks and never frees it.
void Leak(const VkAllocationCallbacks& allocator) {
  static_cast<void>(
      allocator.pfnAllocation(allocator.pUserData, 16, 8, VK_SYSTEM_ALLOCATION_SCOPE_INSTANCE));
}

VKAPI_ATTR VkBool32 VKAPI_CALL IgnoreMessage(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                             VkDebugUtilsMessageTypeFlagsEXT,
                                             const VkDebugUtilsMessengerCallbackDataEXT*, void*) {
  return VK_FALSE;
}

// A messenger of this layer, which ignores every message.
VkDebugUtilsMessengerCreateInfoEXT OwnMessenger() {
  VkDebugUtilsMessengerCreateInfoEXT messenger = {};
  messenger.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  messenger.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  messenger.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT;
  messenger.pfnUserCallback = IgnoreMessage;
  return messenger;
}

// Calls down. If configured, allocates some memory from the application's callbacks for the
// duration of the call.
VkResult CallDown(PFN_vkCreateInstance next, const VkInstanceCreateInfo* create_info,
                  const VkAllocationCallbacks* allocator, VkInstance* instance) {
  const Behaviour& behaviour = Behave();
  const bool scratch = behaviour.scratch_memory || behaviour.ignore_failed_allocation ||
                       behaviour.leak_after_failure;
  if (!scratch || allocator == nullptr) return next(create_info, allocator, instance);
  void* memory =
      allocator->pfnAllocation(allocator->pUserData, 16, 8, VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
  if (memory == nullptr && !behaviour.ignore_failed_allocation) return VK_ERROR_OUT_OF_HOST_MEMORY;
  *static_cast<volatile char*>(memory) = 0;
  const VkResult result = next(create_info, allocator, instance);
  const bool leak = result != VK_SUCCESS && behaviour.leak_after_failure;
  if (!leak) allocator->pfnFree(allocator->pUserData, memory);
  return result;
}

void DestroyBelow(VkInstance below, const InstanceChain& chain,
                  const VkAllocationCallbacks* allocator) {
  const auto destroy = reinterpret_cast<PFN_vkDestroyInstance>(
      chain.first.pfnNextGetInstanceProcAddr(below, "vkDestroyInstance"));
  if (destroy != nullptr) destroy(below, allocator);
}

}  // namespace

VKAPI_ATTR VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo* create_info,
                                              const VkAllocationCallbacks* allocator,
                                              VkInstance* instance) {
  const Behaviour& behaviour = Behave();
  InstanceChain chain = ReadChain(create_info);
  const bool skip = behaviour.skip_next_instance && chain.link != nullptr && chain.link->pNext;
  if (skip) chain.first = *chain.link->pNext;
  PFN_vkCreateInstance next = nullptr;
  if (chain.first.pfnNextGetInstanceProcAddr != nullptr) {
    const bool with_target = behaviour.ask_with_target && instance != nullptr;
    next = reinterpret_cast<PFN_vkCreateInstance>(chain.first.pfnNextGetInstanceProcAddr(
        with_target ? *instance : VK_NULL_HANDLE, "vkCreateInstance"));
  }
  TraceEnter(create_info, allocator, instance, chain, next);
  MaybeFault("vkCreateInstance");
  if (behaviour.results[kCreateInstance].set) {
    return TraceLeave(behaviour.results[kCreateInstance].value, chain.Changed(), VK_NULL_HANDLE);
  }
  if (const char* why = WhyNot(create_info, instance, chain, next)) {
    Violation("vkCreateInstance", why);
    return TraceLeave(VK_ERROR_INITIALIZATION_FAILED, chain.Changed(), VK_NULL_HANDLE);
  }
  if (behaviour.reject_unknown_extensions && !AllImplemented(*create_info)) {
    return TraceLeave(VK_ERROR_EXTENSION_NOT_PRESENT, chain.Changed(), VK_NULL_HANDLE);
  }
  if (IsRefused(*create_info)) {
    if (behaviour.clear_failed_handles) *instance = VK_NULL_HANDLE;
    return TraceLeave(VK_ERROR_INITIALIZATION_FAILED, chain.Changed(), VK_NULL_HANDLE);
  }
  if (RefusesThread() || RefusesAfterFailure() ||
      (behaviour.one_instance_for_ever && IsSecondInstance())) {
    return TraceLeave(VK_ERROR_INITIALIZATION_FAILED, chain.Changed(), VK_NULL_HANDLE);
  }
  if (behaviour.refuse_newer_versions && AsksForNewerVersion(*create_info)) {
    return TraceLeave(VK_ERROR_INCOMPATIBLE_DRIVER, chain.Changed(), VK_NULL_HANDLE);
  }
  if (behaviour.read_application_info) ReadApplicationInfo(*create_info);
  if (!behaviour.no_advance_instance) chain.Advance();
  if (skip) chain.info->u.pLayerInfo = chain.link->pNext->pNext;
  if (behaviour.leak_allocation && allocator != nullptr) Leak(*allocator);
  if (behaviour.write_instance_first) *instance = reinterpret_cast<VkInstance>(0xdeadbeef);
  if (behaviour.clear_instance_first) *instance = VK_NULL_HANDLE;
  bool changed = chain.Changed();

  VkInstance own = VK_NULL_HANDLE;
  VkInstance* const target = behaviour.own_target ? &own : instance;
  const CreateInfoWithDemandedExtension info(*create_info, behaviour.demanded_instance_extension);
  const CreateInfoWithOwnStructure passed_down(*info.get(), OwnMessenger(), chain.data_callback);
  VkResult result = CallDown(next, passed_down.get(), allocator, target);
  *instance = *target;
  changed |= chain.Changed();
  // A layer below may hide a failure.
  if (result != VK_SUCCESS || *instance == VK_NULL_HANDLE) {
    RememberFailure();
    if (behaviour.clear_failed_handles) *instance = VK_NULL_HANDLE;
    if (behaviour.read_failed_instance) ReadThrough(*instance);
    if (behaviour.succeed_after_failure) result = VK_SUCCESS;
    return TraceLeave(result, changed, VK_NULL_HANDLE);
  }
  const Behaviour::Result& after = behaviour.results_after[kCreateInstance];
  if (after.set && after.value < VK_SUCCESS) {
    if (!behaviour.keep_below) DestroyBelow(*instance, chain, allocator);
    *instance = VK_NULL_HANDLE;
  } else {
    Remember(*instance, chain, instance);
  }
  return TraceLeave(after.set ? after.value : result, changed, *instance);
}

VKAPI_ATTR void VKAPI_CALL DestroyInstance(VkInstance instance,
                                           const VkAllocationCallbacks* allocator) {
  Event("vkDestroyInstance").AddPointer("handle", instance).Add("allocator", allocator != nullptr);
  MaybeFault("vkDestroyInstance");
  if (instance == VK_NULL_HANDLE) return;
  // Removed before calling down: afterwards another instance may have the same dispatch table.
  Owner* owner = instances.Remove(instance, "vkDestroyInstance");
  if (owner == nullptr) return;
  if (owner->next.DestroyInstance() != nullptr && !Behave().no_destroy_below) {
    owner->next.DestroyInstance()(owner->InstanceBelow(), allocator);
  }
  ForgetAll(owner);
  free(owner);
}

}  // namespace loadstone::mock
