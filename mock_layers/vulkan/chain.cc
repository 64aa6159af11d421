// SPDX-License-Identifier: Apache-2.0
#include "mock_layers/vulkan/chain.h"

#include <dlfcn.h>

#include "mock_layers/vulkan/behaviour.h"

namespace loadstone::mock {
namespace {

constexpr uint32_t kMaxTraversedLinks = 1000;

template <typename ChainType, typename Info>
ChainType Read(const void* next, VkStructureType type) {
  ChainType chain = {};
  uint32_t walked = 0;
  for (auto* it = static_cast<const VkBaseInStructure*>(next);
       it != nullptr && walked < kMaxTraversedLinks; it = it->pNext, ++walked) {
    if (it->sType != type && Behave().first_structure_alone) break;
    if (it->sType != type) continue;
    ++chain.structures;
    // The function of each structure says what it has, but this layer looks at no second one.
    if (chain.structures > 1 && Behave().first_of_its_type_alone) break;
    // The loader owns the structure; layers advance its list in place.
    auto* info = const_cast<Info*>(reinterpret_cast<const Info*>(it));
    if (info->function == VK_LAYER_LINK_INFO && chain.info == nullptr) chain.info = info;
    if (info->function == VK_LOADER_DATA_CALLBACK && chain.data_callback == nullptr) {
      chain.data_callback = info;
    }
  }
  if (chain.info != nullptr) chain.link = chain.info->u.pLayerInfo;
  if (chain.link != nullptr) chain.first = *chain.link;
  for (auto* link = chain.link; link != nullptr && chain.link_count < kMaxTraversedLinks;
       link = link->pNext) {
    ++chain.link_count;
  }
  return chain;
}

}  // namespace

template <>
bool InstanceChain::Changed() const {
  return link != nullptr &&
         (link->pNext != first.pNext ||
          link->pfnNextGetInstanceProcAddr != first.pfnNextGetInstanceProcAddr ||
          link->pfnNextGetPhysicalDeviceProcAddr != first.pfnNextGetPhysicalDeviceProcAddr);
}

template <>
bool DeviceChain::Changed() const {
  return link != nullptr && (link->pNext != first.pNext ||
                             link->pfnNextGetInstanceProcAddr != first.pfnNextGetInstanceProcAddr ||
                             link->pfnNextGetDeviceProcAddr != first.pfnNextGetDeviceProcAddr);
}

InstanceChain ReadChain(const VkInstanceCreateInfo* create_info) {
  return Read<InstanceChain, VkLayerInstanceCreateInfo>(
      create_info == nullptr ? nullptr : create_info->pNext,
      VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
}

DeviceChain ReadChain(const VkDeviceCreateInfo* create_info) {
  return Read<DeviceChain, VkLayerDeviceCreateInfo>(
      create_info == nullptr ? nullptr : create_info->pNext,
      VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
}

const char* LibraryOf(PFN_vkVoidFunction function) {
  Dl_info info;
  if (function == nullptr || dladdr(reinterpret_cast<void*>(function), &info) == 0) return nullptr;
  return info.dli_fname;
}

}  // namespace loadstone::mock
