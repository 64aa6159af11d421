// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_LAYER_INSTANCE_EXTENSIONS_H_
#define LOADSTONE_SUITES_VULKAN_LAYER_INSTANCE_EXTENSIONS_H_

#include <algorithm>
#include <string>
#include <vector>

#include "harness/case/layer_case.h"
#include "suites/vulkan_layer/queries.h"

namespace loadstone::suites {

// In the probe: the layer's interception of `function` according to "pre_instance_functions", as
// its library exports it; null if there is none. It takes a chain before the arguments of the
// function.
PFN_vkVoidFunction PreInstanceFunction(const LayerUnderTest& layer, const std::string& function);

// In the probe: the layer's own vkEnumerateInstanceExtensionProperties, called according to its
// kind. If the layer's manifest declares a pre-instance function, its vkGetInstanceProcAddr may
// return that function, as RenderDoc's does, which loaders call with a chain.
class InstanceExtensionQuery {
 public:
  // Looks it up below the witness `above`. AddManifestToWorld must have been called for the world.
  InstanceExtensionQuery(const LayerUnderTest& layer, const LsWitness& above,
                         const LsWitness& below);

  bool found() const { return function_ != nullptr; }
  // Whether it passes the query on, as a pre-instance function should. The end of the chain then
  // answers as a loader does: for the layer's name with the extensions in its manifest, without a
  // name with the extension of the component below, for any other name that there is no such layer.
  bool passes_on() const { return pre_instance_; }

  VkResult operator()(const char* layer_name, uint32_t* count, VkExtensionProperties* list) const;

 private:
  PFN_vkVoidFunction function_ = nullptr;
  bool pre_instance_ = false;
};

// In the probe: the layer's own vkEnumerateDeviceExtensionProperties, for the first physical
// device.
class DeviceExtensionQuery {
 public:
  DeviceExtensionQuery(const LsWitness& above, const LsWitness& below);

  bool found() const { return function_ != nullptr && device_ != VK_NULL_HANDLE; }

  VkResult operator()(const char* layer_name, uint32_t* count, VkExtensionProperties* list) const {
    return function_(device_, layer_name, count, list);
  }

 private:
  PFN_vkEnumerateDeviceExtensionProperties function_;
  VkPhysicalDevice device_ = VK_NULL_HANDLE;
};

// In the probe: the result of a query in two calls, and the elements.
struct ExtensionList {
  VkResult result = VK_SUCCESS;
  std::vector<VkExtensionProperties> extensions = {};
};
template <typename Enumerate>
ExtensionList ListExtensions(const char* layer_name, const Enumerate& enumerate) {
  ExtensionList list;
  uint32_t count = 0;
  list.result = enumerate(layer_name, &count, nullptr);
  list.extensions.resize(count);
  if (list.result == VK_SUCCESS && count > 0) {
    list.result = enumerate(layer_name, &count, list.extensions.data());
  }
  list.extensions.resize(std::min<size_t>(count, list.extensions.size()));
  return list;
}

// In the probe: notes that a function passes on what it is asked. In the harness: why the answers
// are then not the layer's own: the document requires no specific answer of a pre-instance
// function, and its example passes on every query.
void NotePassedOn();
SkipReason WhyPassedOn(const LayerComparison& runs);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_LAYER_INSTANCE_EXTENSIONS_H_
