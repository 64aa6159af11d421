#ifndef LOADSTONE_HARNESS_WORLD_VULKAN_WORLD_H_
#define LOADSTONE_HARNESS_WORLD_VULKAN_WORLD_H_

#include <string>

#include "harness/world/subject.h"
#include "harness/world/vulkan_components.h"
#include "harness/world/world.h"

namespace loadstone {

// Where the libraries of layers and drivers stand in a world: in no folder that is searched.
inline constexpr char kComponentFolder[] = "/opt/loadstone";
// How the trace calls the driver that every Vulkan world has.
inline constexpr char kDefaultDriver[] = "driver";

// A machine with Vulkan on it: the subject, one mock driver in a system folder, and what a case
// installs. Reads as one sentence:
//
//   VulkanWorld(c.subject()).With(Layer("VK_LAYER_LS_one")).Env("VK_INSTANCE_LAYERS", "...")
class VulkanWorld {
 public:
  explicit VulkanWorld(const Subject& subject);

  VulkanWorld& With(const Layer& layer);
  VulkanWorld& With(const Driver& driver);
  VulkanWorld& WithoutDriver();

  // As in World.
  VulkanWorld& Env(const std::string& name, const std::string& value);
  VulkanWorld& Unset(const std::string& name);
  VulkanWorld& Home(const std::string& path);
  VulkanWorld& Application(const std::string& path);
  VulkanWorld& Elevated();
  VulkanWorld& Directory(const std::string& path, unsigned mode = 0755);
  VulkanWorld& File(const std::string& path, const std::string& text, unsigned mode = 0644);
  VulkanWorld& Symlink(const std::string& path, const std::string& target);

  // The machine as it now is.
  World Build() const;
  // The machine itself, for what is not said above.
  World& machine() { return machine_; }

  // Where a layer's manifest goes when it does not say.
  std::string DefaultFolder(const Layer& layer) const;

 private:
  std::string AddLibrary(World& world, const std::string& who, const std::string& binary,
                         const JsonObject& behaviour) const;

  const Subject& subject_;
  World machine_;
  std::vector<Driver> drivers_;
};

// The folder below `root` in which layers of one kind are looked for, as in
// ExplicitFolder("/etc") == "/etc/vulkan/explicit_layer.d".
std::string ExplicitFolder(const std::string& root);
std::string ImplicitFolder(const std::string& root);
std::string DriverFolder(const std::string& root);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_VULKAN_WORLD_H_
