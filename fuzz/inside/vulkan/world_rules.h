// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_VULKAN_WORLD_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_VULKAN_WORLD_RULES_H_

#include <string>

#include "fuzz/inside/support/layer_rules.h"
#include "reference_loader/vulkan/vulkan_headers.h"

namespace loadstone::fuzz::inside {

// The kind of libraries that are drivers; others are layers.
inline constexpr char kDriverKind[] = "driver";

// What an application got out of a Vulkan loader in a world, and what the world saw of it.
struct VulkanAnswer : WorldAnswer {
  // Instances that drivers had while the application had one.
  int driver_instances = 0;
  uint32_t physical_devices = 0;

  bool operator==(const VulkanAnswer&) const = default;
};

// Whether a manifest in the world takes a component for what it is not: a function before an
// instance for another one, or a driver for a layer. No loader can know, and the components get the
// wrong arguments: such a world is not to be run.
bool MistakesComponents(const World& world);

// A complaint about an answer that no loader may give in that world; empty when there is none.
std::string CheckVulkanAnswer(const World& world, const VulkanAnswer& answer);

// The world's answer: enumerates, creates an instance with mock components, and destroys it.
VulkanAnswer RunVulkanWorld(const World& world);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_VULKAN_WORLD_RULES_H_
