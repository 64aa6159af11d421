// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_LAYER_QUERIES_H_
#define LOADSTONE_SUITES_VULKAN_LAYER_QUERIES_H_

#include <functional>

#include "suites/vulkan_layer/layer_comparison.h"

// Queries a layer for functions in place of the witness above it, with the handles that the layer
// returned to it.
namespace loadstone::suites {

inline constexpr char kYes[] = "yes";
inline constexpr char kNo[] = "no";

inline const char* YesNo(bool value) { return value ? kYes : kNo; }

template <typename Function>
Function As(PFN_vkVoidFunction function) {
  return reinterpret_cast<Function>(function);
}

// An application with an instance and a device, in which `ask` uses what the witnesses know.
using Ask = std::function<void(const LsWitness& above, const LsWitness& below)>;
inline std::function<void(VulkanApp&, const LayerNames&)> Asking(const Ask& ask) {
  return [ask](VulkanApp& app, const LayerNames& layers) {
    if (!CreateInstanceBetween(app, {.layers = layers})) return;
    const bool device = app.CreateDevice() == VK_SUCCESS;
    TraceQueryBounds([&] { ask(LookBelow<LsWitness>(kAbove), LookBelow<LsWitness>(kBelow)); });
    if (device) app.DestroyDevice();
    app.DestroyInstance();
  };
}

// A function of the layer itself, not one that it returned from the next entity.
inline PFN_vkVoidFunction OwnFunction(const LsWitness& above, const LsWitness& below,
                                      const char* name) {
  const PFN_vkVoidFunction function = above.next_gipa(above.instance, name);
  if (function == nullptr || function == below.own_gipa(above.instance, name)) return nullptr;
  return function;
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_LAYER_QUERIES_H_
