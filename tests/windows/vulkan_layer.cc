// SPDX-License-Identifier: Apache-2.0
// A layer that reports the creation of an instance and passes everything on.

#include <string_view>

#include "reference_loader/vulkan/vulkan_headers.h"
#include "tests/windows/trace.h"

namespace {

PFN_vkGetInstanceProcAddr next_lookup = nullptr;

VKAPI_ATTR VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo* info,
                                              const VkAllocationCallbacks* callbacks,
                                              VkInstance* instance) {
  loadstone::TraceComponent("create");
  auto* link = const_cast<VkLayerInstanceCreateInfo*>(
      static_cast<const VkLayerInstanceCreateInfo*>(info->pNext));
  while (link->sType != VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO ||
         link->function != VK_LAYER_LINK_INFO) {
    link = const_cast<VkLayerInstanceCreateInfo*>(
        static_cast<const VkLayerInstanceCreateInfo*>(link->pNext));
  }
  next_lookup = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  return reinterpret_cast<PFN_vkCreateInstance>(next_lookup(VK_NULL_HANDLE, "vkCreateInstance"))(
      info, callbacks, instance);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetInstanceProcAddr(VkInstance instance,
                                                             const char* name) {
  if (std::string_view(name) == "vkCreateInstance") {
    return reinterpret_cast<PFN_vkVoidFunction>(&CreateInstance);
  }
  return next_lookup != nullptr ? next_lookup(instance, name) : nullptr;
}

}  // namespace

extern "C" __declspec(dllexport) VkResult VKAPI_CALL
    vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* interface) {
  interface->loaderLayerInterfaceVersion = 2;
  interface->pfnGetInstanceProcAddr = &GetInstanceProcAddr;
  interface->pfnGetDeviceProcAddr = nullptr;
  interface->pfnGetPhysicalDeviceProcAddr = nullptr;
  return VK_SUCCESS;
}
