// SPDX-License-Identifier: Apache-2.0
// A library with both a driver (test_driver.h) and a layer. The layer passes all calls down and
// counts the objects that it has to destroy. It catches all exceptions, which could not cross C
// code either. Its state is for one place in the chain, so each layer is a copy of this file.

#include <atomic>
#include <string_view>

#include "reference_loader/vulkan/test_driver.h"

#define EXPORTED extern "C" __attribute__((visibility("default")))

namespace reference_loader::vulkan {
namespace {

// The next lookup functions in the chain: the same for all instances and devices.
std::atomic<PFN_vkGetInstanceProcAddr> next_instance_lookup = nullptr;
std::atomic<PFN_vkGetDeviceProcAddr> next_device_lookup = nullptr;
std::atomic<PFN_GetPhysicalDeviceProcAddr> next_physical_device_lookup = nullptr;
std::atomic<int> live_objects = 0;

template <typename Function>
PFN_vkVoidFunction Untyped(Function function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}

// The layer's link in the chain of structures. Advances it to the link of the next layer.
template <typename Info>
auto* AdvanceLink(const void* chain, VkStructureType type) {
  auto* info = static_cast<Info*>(const_cast<void*>(chain));
  while (info->sType != type || info->function != VK_LAYER_LINK_INFO) {
    info = static_cast<Info*>(const_cast<void*>(info->pNext));
  }
  auto* link = info->u.pLayerInfo;
  info->u.pLayerInfo = link->pNext;
  return link;
}

VKAPI_ATTR VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo* info,
                                              const VkAllocationCallbacks* callbacks,
                                              VkInstance* instance) noexcept {
  const auto* link = AdvanceLink<VkLayerInstanceCreateInfo>(
      info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
  next_instance_lookup = link->pfnNextGetInstanceProcAddr;
  next_physical_device_lookup = link->pfnNextGetPhysicalDeviceProcAddr;
  const auto create = reinterpret_cast<PFN_vkCreateInstance>(
      link->pfnNextGetInstanceProcAddr(VK_NULL_HANDLE, "vkCreateInstance"));
  const VkResult result = create(info, callbacks, instance);
  if (result == VK_SUCCESS) ++live_objects;
  return result;
}

VKAPI_ATTR void VKAPI_CALL DestroyInstance(VkInstance instance,
                                           const VkAllocationCallbacks* callbacks) noexcept {
  --live_objects;
  reinterpret_cast<PFN_vkDestroyInstance>(
      next_instance_lookup.load()(instance, "vkDestroyInstance"))(instance, callbacks);
}

VKAPI_ATTR VkResult VKAPI_CALL CreateDevice(VkPhysicalDevice physical,
                                            const VkDeviceCreateInfo* info,
                                            const VkAllocationCallbacks* callbacks,
                                            VkDevice* device) noexcept {
  const auto* link = AdvanceLink<VkLayerDeviceCreateInfo>(
      info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
  next_device_lookup = link->pfnNextGetDeviceProcAddr;
  const auto create = reinterpret_cast<PFN_vkCreateDevice>(
      link->pfnNextGetInstanceProcAddr(VK_NULL_HANDLE, "vkCreateDevice"));
  const VkResult result = create(physical, info, callbacks, device);
  if (result == VK_SUCCESS) ++live_objects;
  return result;
}

VKAPI_ATTR void VKAPI_CALL DestroyDevice(VkDevice device,
                                         const VkAllocationCallbacks* callbacks) noexcept {
  --live_objects;
  reinterpret_cast<PFN_vkDestroyDevice>(next_device_lookup.load()(device, "vkDestroyDevice"))(
      device, callbacks);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetDeviceProcAddr(VkDevice device,
                                                           const char* name) noexcept {
  if (std::string_view(name) == "vkDestroyDevice") return Untyped(DestroyDevice);
  return next_device_lookup.load()(device, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetInstanceProcAddr(VkInstance instance,
                                                             const char* name) noexcept {
  const std::string_view wanted = name;
  if (wanted == "vkCreateInstance") return Untyped(CreateInstance);
  if (wanted == "vkDestroyInstance") return Untyped(DestroyInstance);
  if (wanted == "vkCreateDevice") return Untyped(CreateDevice);
  const auto next = next_instance_lookup.load();
  return next != nullptr ? next(instance, name) : nullptr;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetPhysicalDeviceProcAddr(VkInstance instance,
                                                                   const char* name) noexcept {
  return next_physical_device_lookup.load()(instance, name);
}

}  // namespace

EXPORTED VkResult TestLayerNegotiate(VkNegotiateLayerInterface* interface) {
  interface->loaderLayerInterfaceVersion = 2;
  interface->pfnGetInstanceProcAddr = GetInstanceProcAddr;
  interface->pfnGetDeviceProcAddr = GetDeviceProcAddr;
  interface->pfnGetPhysicalDeviceProcAddr = GetPhysicalDeviceProcAddr;
  return VK_SUCCESS;
}

EXPORTED VkResult TestLayerExtensions(const VkEnumerateInstanceExtensionPropertiesChain* chain,
                                      const char* layer, uint32_t* count,
                                      VkExtensionProperties* properties) noexcept {
  return chain->CallDown(layer, count, properties);
}
EXPORTED VkResult TestLayerLayers(const VkEnumerateInstanceLayerPropertiesChain* chain,
                                  uint32_t* count, VkLayerProperties* properties) noexcept {
  return chain->CallDown(count, properties);
}

EXPORTED PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char* name) {
  return TestDriverGetInstanceProcAddr(instance, name);
}

// Instances and devices of the layer, and objects of the driver.
EXPORTED int TestComponentLiveObjects() { return live_objects + LiveTestObjects(); }

}  // namespace reference_loader::vulkan
