// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_VULKAN_ENVIRONMENT_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_VULKAN_ENVIRONMENT_RULES_H_

#include <string>
#include <vector>

#include "fuzz/inside/support/environment_text.h"
#include "oracle/answer.h"

namespace loadstone::fuzz::inside {

// The effect of an environment on a machine on which known layers and drivers are installed:
// VK_LAYER_LS_implicit, disabled by LS_OFF; VK_LAYER_LS_switched, enabled by LS_ON=1;
// VK_LAYER_LS_explicit, _a and _b; VK_LAYER_LS_meta, with the components a and b; drivers a.json
// and b.json.
struct VulkanEnvironmentAnswer {
  // The enumerated layers, and the libraries of those in the chain. There is no instance if the
  // application requested a layer that is missing.
  oracle::Answer seen;
  // The file names of the drivers' manifests.
  std::vector<std::string> drivers;

  bool operator==(const VulkanEnvironmentAnswer&) const = default;
};

VulkanEnvironmentAnswer ApplyVulkanEnvironment(const EnvironmentText& environment);

// A complaint about an answer: a fault that the oracle finds in the layers, or a driver that
// contradicts the filters (LoaderDriverInterface, Driver Filtering). Empty if there is none.
std::string CheckVulkanEnvironment(const EnvironmentText& environment,
                                   const VulkanEnvironmentAnswer& answer);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_VULKAN_ENVIRONMENT_RULES_H_
