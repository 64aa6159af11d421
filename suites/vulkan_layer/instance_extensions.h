// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_LAYER_INSTANCE_EXTENSIONS_H_
#define LOADSTONE_SUITES_VULKAN_LAYER_INSTANCE_EXTENSIONS_H_

#include <string>

#include "harness/case/layer_case.h"
#include "suites/vulkan_layer/queries.h"

namespace loadstone::suites {

// In the probe: what the layer's manifest has in "pre_instance_functions" for `function`, as its
// library exports it; null for nothing. It takes a chain before the arguments of the function.
PFN_vkVoidFunction PreInstanceFunction(const LayerUnderTest& layer, const std::string& function);

// In the probe: the layer's own vkEnumerateInstanceExtensionProperties, called as its kind demands.
// A layer whose manifest declares a pre-instance function may have its vkGetInstanceProcAddr give
// that one, as RenderDoc does, which loaders call through a chain.
class InstanceExtensionQuery {
 public:
  // Looks below the witness `above`. The manifest must be shown in the world.
  InstanceExtensionQuery(const LayerUnderTest& layer, const LsWitness& above,
                         const LsWitness& below);

  bool found() const { return function_ != nullptr; }
  // Whether it passes on what it is asked for, as a pre-instance function is to. At the end of the
  // chain is then what a loader answers: for the layer's name what its manifest lists, for no name
  // the extension of what is below, for any other that there is no such layer.
  bool passes_on() const { return pre_instance_; }

  VkResult operator()(const char* layer_name, uint32_t* count, VkExtensionProperties* list) const;

 private:
  PFN_vkVoidFunction function_ = nullptr;
  bool pre_instance_ = false;
};

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_LAYER_INSTANCE_EXTENSIONS_H_
