// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_VULKAN_WORLD_H_
#define LOADSTONE_HARNESS_WORLD_VULKAN_WORLD_H_

#include <string>

#include "harness/world/machine_words.h"
#include "harness/world/mock_library.h"
#include "harness/world/subject.h"
#include "harness/world/vulkan_components.h"
#include "harness/world/world.h"

namespace loadstone {

// The name in the trace of the driver that every Vulkan world has.
inline constexpr char kDefaultDriver[] = "driver";

// A machine with Vulkan: the subject, one mock driver in a system folder, and what a case installs.
// Calls can be chained:
//
//   VulkanWorld(c.subject()).With(Layer("VK_LAYER_LS_one")).Env("VK_INSTANCE_LAYERS", "...")
class VulkanWorld : public MachineBuilder<VulkanWorld> {
 public:
  // `subject` must outlive it.
  explicit VulkanWorld(const Subject& subject);

  VulkanWorld& With(const Layer& layer);
  VulkanWorld& With(const Driver& driver);
  VulkanWorld& WithoutDriver();

  // Returns the machine in its current state.
  World Build() const;

  // Returns the folder of the manifest of a layer that sets none.
  std::string DefaultFolder(const Layer& layer) const;

 private:
  const Subject& subject_;
  std::vector<Driver> drivers_;
};

// Return the folder below `root` in which loaders search for layers of one kind, as in
// ExplicitFolder("/etc") == "/etc/vulkan/explicit_layer.d".
std::string ExplicitFolder(const std::string& root);
std::string ImplicitFolder(const std::string& root);
std::string DriverFolder(const std::string& root);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_VULKAN_WORLD_H_
