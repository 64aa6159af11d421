// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_VULKAN_ENVIRONMENT_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_VULKAN_ENVIRONMENT_RULES_H_

#include <string>
#include <vector>

#include "fuzz/inside/support/environment_text.h"
#include "oracle/answer.h"

namespace loadstone::fuzz::inside {

// What an environment makes of a machine on which known layers and drivers are installed:
// VK_LAYER_LS_implicit, switched off by LS_OFF; VK_LAYER_LS_switched, on by LS_ON=1;
// VK_LAYER_LS_explicit, _a and _b; VK_LAYER_LS_meta, made of a and b; drivers a.json and b.json.
struct VulkanEnvironmentAnswer {
  // The layers, and those in the chain by their libraries. Without an instance the application
  // asked for one that is missing.
  oracle::Answer seen;
  // File names of the manifests.
  std::vector<std::string> drivers;

  bool operator==(const VulkanEnvironmentAnswer&) const = default;
};

VulkanEnvironmentAnswer ApplyVulkanEnvironment(const EnvironmentText& environment);

// A complaint about an answer: what the oracle has against the layers, or a driver that its filters
// judge otherwise (LoaderDriverInterface, Driver Filtering). Empty when there is none.
std::string CheckVulkanEnvironment(const EnvironmentText& environment,
                                   const VulkanEnvironmentAnswer& answer);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_VULKAN_ENVIRONMENT_RULES_H_
