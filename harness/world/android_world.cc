// SPDX-License-Identifier: Apache-2.0
#include "harness/world/android_world.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/world/mock_library.h"
#include "harness/world/vulkan_world.h"

namespace loadstone {
namespace {

constexpr char kModuleBinary[] = "vulkan_hal";
// The variant of the mock layer that describes itself, as a manifest would. It has the exports of
// interface version 0 too, because a loader of Android need not negotiate.
constexpr char kLayerBinary[] = "vulkan_layer_android";

#if defined(__x86_64__)
constexpr char kInstructionSet[] = "x86_64";
#elif defined(__aarch64__)
constexpr char kInstructionSet[] = "arm64";
#elif defined(__i386__)
constexpr char kInstructionSet[] = "x86";
#else
constexpr char kInstructionSet[] = "arm";
#endif

}  // namespace

std::string NativeLibraryFolder(const std::string& package) {
  return fmt::format("/data/app/{}/lib/{}", package, kInstructionSet);
}

std::string ProgramOfPackage(const std::string& package) {
  return fmt::format("/data/app/{}/bin/application", package);
}

std::string LibrariesBelow(const std::string& root) {
  return root + (sizeof(void*) == 8 ? "/lib64" : "/lib");
}

std::string ModulesBelow(const std::string& root) { return LibrariesBelow(root) + "/hw"; }

std::string ModulePath(const std::string& folder, const std::string& name) {
  return fmt::format("{}/vulkan.{}.so", folder, name);
}

std::string LayerPath(const std::string& folder, const std::string& kind, const std::string& name) {
  return fmt::format("{}/{}_{}.so", folder, kind, name);
}

std::string LayerKind(const Subject& subject) {
  const std::vector<std::string>& found = subject.folders.explicit_layers;
  const bool only_as_written =
      !found.empty() && std::all_of(found.begin(), found.end(), [](const std::string& path) {
        return path.find(kVKLayer) != std::string::npos;
      });
  return only_as_written ? kVKLayer : kVkLayer;
}

AndroidWorld::AndroidWorld(const Subject& subject, const std::string& package)
    : subject_(subject), package_(package) {
  Application(ProgramOfPackage(package));
  Property("ro.hardware.vulkan", kHardware);
  Property("ro.board.platform", kBoard);
  Property("ro.debuggable", "0");
}

AndroidWorld& AndroidWorld::Property(const std::string& name, const std::string& value) {
  properties_[name] = value;
  return *this;
}

AndroidWorld& AndroidWorld::WithoutProperty(const std::string& name) {
  properties_.erase(name);
  return *this;
}

AndroidWorld& AndroidWorld::Debuggable() {
  debuggable_ = true;
  return *this;
}

AndroidWorld& AndroidWorld::DebuggablePackage(const std::string& package, bool before) {
  (before ? packages_before_ : packages_after_) +=
      fmt::format("{0} 10003 1 /data/data/{0} default:targetSdkVersion=34\n", package);
  return *this;
}

AndroidWorld& AndroidWorld::Module(const std::string& path, const Driver& driver) {
  AddMockLibraryAt(machine(), subject_, path, driver.name(), kModuleBinary, driver.behaviour());
  return *this;
}

AndroidWorld& AndroidWorld::WithoutDriver() {
  default_driver_ = false;
  return *this;
}

AndroidWorld& AndroidWorld::LayerLibrary(const std::string& path, const Layer& layer) {
  const std::string binary = layer.binary() == "vulkan_layer" ? kLayerBinary : layer.binary();
  AddMockLibraryAt(machine(), subject_, path, layer.who(), binary,
                   JsonObject()
                       .Set("name", layer.name())
                       .Set("api_version", fmt::format("{}.{}.0", subject_.api_version.major,
                                                       subject_.api_version.minor))
                       .Merge(layer.behaviour().Text()));
  return *this;
}

AndroidWorld& AndroidWorld::With(const Layer& layer) {
  return LayerLibrary(LayerPath(NativeLibraryFolder(package_), LayerKind(subject_), layer.who()),
                      layer);
}

World AndroidWorld::Build() const {
  World world = machine();
  std::string properties = "# of the vendor\n";
  for (const auto& [name, value] : properties_) {
    properties += fmt::format("{}={}\n", name, value);
  }
  world.File("/vendor/build.prop", properties)
      .File("/data/system/packages.list",
            fmt::format("org.loadstone.another 10001 {0} /data/data/org.loadstone.another\n"
                        "{3}{1} 10002 {2} /data/data/{1} default:targetSdkVersion=34\n{4}",
                        debuggable_ ? 0 : 1, package_, debuggable_ ? 1 : 0, packages_before_,
                        packages_after_));
  if (default_driver_) {
    const Driver driver(kDefaultDriver);
    AddMockLibraryAt(world, subject_, ModulePath(ModulesBelow("/vendor"), kHardware), driver.name(),
                     kModuleBinary, driver.behaviour());
  }
  return world;
}

}  // namespace loadstone
