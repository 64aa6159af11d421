#include "harness/world/vulkan_world.h"

#include <fmt/format.h>

#include "harness/world/places.h"

namespace loadstone {
namespace {

// A file name that is the same for the same name and holds nothing unusual, since names of layers
// may hold anything.
std::string LibraryName(const std::string& who) {
  std::string name;
  for (const char c : who) name += isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name.substr(0, 200);
}

}  // namespace

VulkanWorld::VulkanWorld(const Subject& subject)
    : subject_(subject), drivers_({Driver(kDefaultDriver)}) {}

std::string VulkanWorld::AddLibrary(World& world, const std::string& who, const std::string& binary,
                                    const JsonObject& behaviour) const {
  const std::string path = fmt::format("{}/lib{}.so", kComponentFolder, LibraryName(who));
  JsonObject config = JsonObject().Set("who", who).Set("trace", kTracePath);
  config.Merge(behaviour.Text());
  world.Copy(path, binary + ".so").File(path + ".config", config.Text());
  return path;
}

std::string VulkanWorld::DefaultFolder(const Layer& layer) const {
  return LastSystemFolder(
      layer.implicit() ? subject_.folders.implicit_layers : subject_.folders.explicit_layers,
      machine_.home());
}

VulkanWorld& VulkanWorld::With(const Layer& layer) {
  std::string library;
  if (!layer.meta()) {
    library = AddLibrary(machine_, layer.who(), layer.binary(), layer.behaviour());
  }
  const std::string folder = layer.folder().empty() ? DefaultFolder(layer) : layer.folder();
  const std::string api =
      fmt::format("{}.{}.0", subject_.api_version.major, subject_.api_version.minor);
  machine_.File(folder + "/" + layer.manifest_file(), layer.ManifestText(library, api));
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

VulkanWorld& VulkanWorld::Env(const std::string& name, const std::string& value) {
  machine_.Env(name, value);
  return *this;
}

VulkanWorld& VulkanWorld::Unset(const std::string& name) {
  machine_.Unset(name);
  return *this;
}

VulkanWorld& VulkanWorld::Home(const std::string& path) {
  machine_.Home(path);
  return *this;
}

VulkanWorld& VulkanWorld::Application(const std::string& path) {
  machine_.Application(path);
  return *this;
}

VulkanWorld& VulkanWorld::Elevated() {
  machine_.Elevated();
  return *this;
}

VulkanWorld& VulkanWorld::Directory(const std::string& path, unsigned mode) {
  machine_.Directory(path, mode);
  return *this;
}

VulkanWorld& VulkanWorld::File(const std::string& path, const std::string& text, unsigned mode) {
  machine_.File(path, text, mode);
  return *this;
}

VulkanWorld& VulkanWorld::Symlink(const std::string& path, const std::string& target) {
  machine_.Symlink(path, target);
  return *this;
}

World VulkanWorld::Build() const {
  World world = machine_;
  for (const Driver& driver : drivers_) {
    const std::string library =
        AddLibrary(world, driver.name(), driver.binary(), driver.behaviour());
    const std::string folder = driver.folder().empty()
                                   ? LastSystemFolder(subject_.folders.drivers, world.home())
                                   : driver.folder();
    world.File(folder + "/" + driver.name() + ".json", driver.ManifestText(library));
  }
  return world;
}

std::string ExplicitFolder(const std::string& root) { return root + "/vulkan/explicit_layer.d"; }
std::string ImplicitFolder(const std::string& root) { return root + "/vulkan/implicit_layer.d"; }
std::string DriverFolder(const std::string& root) { return root + "/vulkan/icd.d"; }

}  // namespace loadstone
