#ifndef LOADSTONE_FUZZ_VULKAN_WORLD_RULES_H_
#define LOADSTONE_FUZZ_VULKAN_WORLD_RULES_H_

#include <string>
#include <vector>

#include "fuzz/support/world.h"
#include "reference_loader/vulkan/vulkan_headers.h"

namespace loadstone::fuzzing {

// What an application got out of a Vulkan loader in a world, and what the world saw of it.
struct VulkanAnswer {
  VkResult enumerated = VK_SUCCESS;
  std::vector<std::string> layers;
  // The extensions of `layers`, one list for each.
  std::vector<std::vector<std::string>> layer_extensions;
  VkResult created = VK_SUCCESS;
  // Paths of the layer libraries whose vkCreateInstance was called.
  std::vector<std::string> chain;
  // Instances that drivers had while the application had one.
  int driver_instances = 0;
  uint32_t physical_devices = 0;
  std::vector<std::string> files_read;
  // After everything was destroyed.
  int leaked_instances = 0;
  int leaked_libraries = 0;
  // A component was used although its negotiation failed, or found no link to the next.
  bool used_after_refusal = false;
  bool broken_link = false;

  bool operator==(const VulkanAnswer&) const = default;
};

// A complaint about an answer that no loader may give in that world; empty when there is none.
std::string CheckVulkanAnswer(const World& world, const VulkanAnswer& answer);

// The world's answer: enumerates, creates an instance with mock components, and destroys it.
VulkanAnswer RunVulkanWorld(const World& world);

}  // namespace loadstone::fuzzing

#endif  // LOADSTONE_FUZZ_VULKAN_WORLD_RULES_H_
