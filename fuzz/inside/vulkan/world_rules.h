// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_VULKAN_WORLD_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_VULKAN_WORLD_RULES_H_

#include <string>

#include "fuzz/inside/support/layer_rules.h"
#include "reference_loader/vulkan/vulkan_headers.h"

namespace loadstone::fuzz::inside {

// The kind of libraries that are drivers; others are layers.
inline constexpr char kDriverKind[] = "driver";

// What an application got from a Vulkan loader in a world, and what the mocks recorded.
struct VulkanAnswer : WorldAnswer {
  // The number of the drivers' instances while the application had one.
  int driver_instances = 0;
  uint32_t physical_devices = 0;

  bool operator==(const VulkanAnswer&) const = default;
};

// Whether a manifest in the world gives a component the wrong role: a pre-instance function for
// another one, or a driver as a layer. A loader cannot detect this, and the components get wrong
// arguments, so such a world must not be run.
bool ConfusesComponents(const World& world);

// A complaint about an answer that no loader may give in that world; empty if there is none.
std::string CheckVulkanAnswer(const World& world, const VulkanAnswer& answer);

// Runs the world: enumerates, creates an instance with mock components, and destroys it.
VulkanAnswer RunVulkanWorld(const World& world);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_VULKAN_WORLD_RULES_H_
