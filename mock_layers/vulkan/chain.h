// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_VULKAN_CHAIN_H_
#define LOADSTONE_MOCK_LAYERS_VULKAN_CHAIN_H_

#include "mock_common/trace.h"
#include "mock_layers/vulkan/functions.h"

namespace loadstone::mock {

// The loader's structures in the pNext chain of a create info: "Layer Dispatch Initialization" in
// LoaderLayerInterface.md. `Info` is VkLayerInstanceCreateInfo or VkLayerDeviceCreateInfo, `Link`
// the list node that belongs to it.
template <typename Info, typename Link>
struct Chain {
  Info* info;                 // with VK_LAYER_LINK_INFO; nullptr when there is none
  Link* link;                 // the node for this layer; nullptr when there is none
  Link first;                 // a copy of that node from the beginning of the call
  uint32_t link_count;        // number of nodes from `link` on; counts at most 1000
  uint32_t structures;        // number of the loader's structures, of any function
  const Info* data_callback;  // with VK_LOADER_DATA_CALLBACK; nullptr when there is none

  // Whether the node was changed since the beginning of the call.
  bool Changed() const;
  // Makes the list begin with the next entity's node.
  void Advance() { info->u.pLayerInfo = link->pNext; }
};

using InstanceChain = Chain<VkLayerInstanceCreateInfo, VkLayerInstanceLink>;
using DeviceChain = Chain<VkLayerDeviceCreateInfo, VkLayerDeviceLink>;

InstanceChain ReadChain(const VkInstanceCreateInfo* create_info);
DeviceChain ReadChain(const VkDeviceCreateInfo* create_info);

// The path of the library that contains a function, or nullptr.
const char* LibraryOf(PFN_vkVoidFunction function);

// The fields that exist for both instances and devices.
template <typename Info, typename Link>
void AddChain(Event& event, const Chain<Info, Link>& chain) {
  event.Add("link_found", chain.link != nullptr)
      .Add("link_count", chain.link_count)
      .Add("loader_structures", chain.structures)
      .Add("next_gipa", chain.first.pfnNextGetInstanceProcAddr != nullptr)
      .Add("next_gipa_library",
           LibraryOf(reinterpret_cast<PFN_vkVoidFunction>(chain.first.pfnNextGetInstanceProcAddr)));
}

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_VULKAN_CHAIN_H_
