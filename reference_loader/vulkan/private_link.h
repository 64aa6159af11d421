// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_PRIVATE_LINK_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_PRIVATE_LINK_H_

#include <cstring>

#include "reference_loader/vulkan/vulkan_headers.h"

namespace reference_loader::vulkan {

// How the loader's trampoline reaches its terminator through the layers in between: a structure
// like those that tell layers of callbacks, with a function number that no layer knows. Layers may
// copy it like any other of the loader's structures; *pInstance and *pDevice carry nothing but
// null, so that a layer that writes to them too early gets an error and does no harm (LLP_LAYER_21,
// 22).
inline constexpr int kPrivateLinkFunction = 0x10AD;

// Fills in `link`, a VkLayerInstanceCreateInfo or VkLayerDeviceCreateInfo, to carry `object`.
template <typename CreateInfo>
void MakePrivateLink(VkStructureType type, void* object, CreateInfo* link) {
  const int function = kPrivateLinkFunction;
  *link = {};
  link->sType = type;
  // Copied, since the number is outside of the enumeration.
  std::memcpy(&link->function, &function, sizeof(link->function));
  std::memcpy(&link->u, &object, sizeof(object));
}

// The object that MakePrivateLink put into the chain of `next`, or null when a layer took it out.
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
