// SPDX-License-Identifier: Apache-2.0
#include "harness/world/vulkan_world.h"

#include <fmt/format.h>

#include "harness/world/platform.h"

namespace loadstone {
VulkanWorld::VulkanWorld(const Subject& subject)
    : subject_(subject), drivers_({Driver(kDefaultDriver)}) {}

std::string VulkanWorld::DefaultFolder(const Layer& layer) const {
  return LastSystemFolder(
      layer.implicit() ? subject_.folders.implicit_layers : subject_.folders.explicit_layers,
      machine().home());
}

VulkanWorld& VulkanWorld::With(const Layer& layer) {
  std::string library;
  if (!layer.meta()) {
    library = AddMockLibrary(machine(), subject_, layer.who(), layer.binary(), layer.behaviour());
  }
  const std::string folder = layer.folder().empty() ? DefaultFolder(layer) : layer.folder();
  const std::string api =
      fmt::format("{}.{}.0", subject_.api_version.major, subject_.api_version.minor);
  const auto native = [this](const std::string& path) { return NativePath(subject_, path); };
  machine().File(folder + "/" + layer.manifest_file(), layer.ManifestText(library, api, native));
  return *this;
}

VulkanWorld& VulkanWorld::With(const Driver& driver) {
  drivers_.push_back(driver);
  return *this;
}

VulkanWorld& VulkanWorld::WithoutDriver() {
  drivers_.clear();
  return *this;
}

World VulkanWorld::Build() const {
  World world = machine();
  for (const Driver& driver : drivers_) {
    const std::string library =
        AddMockLibrary(world, subject_, driver.name(), driver.binary(), driver.behaviour());
    const std::string folder = driver.folder().empty()
                                   ? LastSystemFolder(subject_.folders.drivers, world.home())
                                   : driver.folder();
    world.File(folder + "/" + driver.name() + ".json", driver.ManifestText(library));
  }
  MakeVariablesNative(world, subject_);
  return world;
}

std::string ExplicitFolder(const std::string& root) { return root + "/vulkan/explicit_layer.d"; }
std::string ImplicitFolder(const std::string& root) { return root + "/vulkan/implicit_layer.d"; }
std::string DriverFolder(const std::string& root) { return root + "/vulkan/icd.d"; }

}  // namespace loadstone
