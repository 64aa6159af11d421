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

// How the trace calls the driver that every Vulkan world has.
inline constexpr char kDefaultDriver[] = "driver";

// A machine with Vulkan on it: the subject, one mock driver in a system folder, and what a case
// installs. Reads as one sentence:
//
//   VulkanWorld(c.subject()).With(Layer("VK_LAYER_LS_one")).Env("VK_INSTANCE_LAYERS", "...")
class VulkanWorld : public MachineWords<VulkanWorld> {
 public:
  explicit VulkanWorld(const Subject& subject);

  VulkanWorld& With(const Layer& layer);
  VulkanWorld& With(const Driver& driver);
  VulkanWorld& WithoutDriver();

  // The machine as it now is.
  World Build() const;

  // Where a layer's manifest goes when it does not say.
  std::string DefaultFolder(const Layer& layer) const;

 private:
  const Subject& subject_;
  std::vector<Driver> drivers_;
};

// The folder below `root` in which layers of one kind are looked for, as in
// ExplicitFolder("/etc") == "/etc/vulkan/explicit_layer.d".
std::string ExplicitFolder(const std::string& root);
std::string ImplicitFolder(const std::string& root);
std::string DriverFolder(const std::string& root);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_VULKAN_WORLD_H_
