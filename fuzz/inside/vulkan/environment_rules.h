#ifndef LOADSTONE_FUZZ_INSIDE_VULKAN_ENVIRONMENT_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_VULKAN_ENVIRONMENT_RULES_H_

#include <string>
#include <vector>

#include "fuzz/inside/support/environment_text.h"
#include "reference_loader/vulkan/layer_selection.h"

namespace loadstone::fuzz::inside {

// What an environment makes of a machine on which known layers and drivers are installed:
// VK_LAYER_LS_implicit, switched off by LS_OFF; VK_LAYER_LS_switched, on by LS_ON=1;
// VK_LAYER_LS_explicit, _a and _b; VK_LAYER_LS_meta, made of a and b; drivers a.json and b.json.
struct VulkanEnvironmentAnswer {
  struct Layer {
    std::string name;
    vulkan::LayerReason reason;
    bool operator==(const Layer&) const = default;
  };
  std::vector<Layer> chain;
  std::string missing;
  // File names of the manifests.
  std::vector<std::string> drivers;

  bool operator==(const VulkanEnvironmentAnswer&) const = default;
};

VulkanEnvironmentAnswer ApplyVulkanEnvironment(const EnvironmentText& environment);

// A complaint about an answer that no loader may give; empty when there is none
// (LoaderLayerInterface, Layer Filtering; LoaderDriverInterface, Driver Filtering).
std::string CheckVulkanEnvironment(const EnvironmentText& environment,
                                   const VulkanEnvironmentAnswer& answer);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_VULKAN_ENVIRONMENT_RULES_H_
