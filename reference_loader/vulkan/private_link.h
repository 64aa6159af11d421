// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_PRIVATE_LINK_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_PRIVATE_LINK_H_

#include <cstring>

#include "reference_loader/vulkan/vulkan_headers.h"

namespace reference_loader::vulkan {

// Passes a loader object from a trampoline to its terminator through the layers in between: a
// structure like those for layer callbacks, with a function number that no layer knows. Layers may
// copy it like any other loader structure. *pInstance and *pDevice stay null, so that a layer that
// uses them too early fails without damage (LLP_LAYER_21, 22).
inline constexpr int kPrivateLinkFunction = 0x10AD;

// Makes `link`, a VkLayerInstanceCreateInfo or VkLayerDeviceCreateInfo, point to `object`.
template <typename CreateInfo>
void MakePrivateLink(VkStructureType type, void* object, CreateInfo* link) {
  const int function = kPrivateLinkFunction;
  *link = {};
  link->sType = type;
  // Copied with memcpy, because the number is outside the range of the enumeration.
  std::memcpy(&link->function, &function, sizeof(link->function));
  std::memcpy(&link->u, &object, sizeof(object));
}

// The object that MakePrivateLink put into the chain of `next`, or null when a layer removed the
// link.
template <typename CreateInfo>
void* FindPrivateLink(VkStructureType type, const void* next) {
  for (auto* base = static_cast<const VkBaseInStructure*>(next); base != nullptr;
       base = base->pNext) {
    if (base->sType != type) continue;
    const auto* link = reinterpret_cast<const CreateInfo*>(base);
    int function = 0;
    std::memcpy(&function, &link->function, sizeof(link->function));
    if (function != kPrivateLinkFunction) continue;
    void* object = nullptr;
    std::memcpy(&object, &link->u, sizeof(object));
    return object;
  }
  return nullptr;
}

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_PRIVATE_LINK_H_
