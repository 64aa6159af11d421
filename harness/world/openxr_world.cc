// SPDX-License-Identifier: Apache-2.0
#include "harness/world/openxr_world.h"

#include "harness/world/platform.h"

namespace loadstone {

OpenXrWorld::OpenXrWorld(const Subject& subject)
    : subject_(subject), runtimes_({Runtime(kDefaultRuntime)}) {}

std::string OpenXrWorld::DefaultFolder(const ApiLayer& layer) const {
  return LastSystemFolder(
      layer.implicit() ? subject_.folders.implicit_layers : subject_.folders.explicit_layers,
      machine().home());
}

std::string OpenXrWorld::DefaultRuntimeFolder() const {
  return LastSystemFolder(subject_.folders.drivers, machine().home());
}

OpenXrWorld& OpenXrWorld::With(const ApiLayer& layer) {
  const std::string library =
      AddMockLibrary(machine(), subject_, layer.who(), layer.binary(), layer.behaviour());
  const std::string folder = layer.folder().empty() ? DefaultFolder(layer) : layer.folder();
  machine().File(folder + "/" + layer.manifest_file(), layer.ManifestText(library));
  return *this;
}

OpenXrWorld& OpenXrWorld::With(const Runtime& runtime) {
  std::erase_if(runtimes_, [&](const Runtime& other) { return other.name() == runtime.name(); });
  runtimes_.push_back(runtime);
  return *this;
}

OpenXrWorld& OpenXrWorld::WithoutRuntime() {
  runtimes_.clear();
  return *this;
}

World OpenXrWorld::Build() const {
  World world = machine();
  for (const Runtime& runtime : runtimes_) {
    const std::string library =
        AddMockLibrary(world, subject_, runtime.name(), runtime.binary(), runtime.behaviour());
    const std::string folder = runtime.folder().empty() ? DefaultRuntimeFolder() : runtime.folder();
    AddActiveRuntime(world, folder, runtime.manifest_file(), runtime.ManifestText(library));
  }
  MakeVariablesNative(world, subject_);
  MakeLibraryPathsNative(world, subject_);
  return world;
}

std::string XrExplicitFolder(const std::string& root) {
  return root + "/openxr/1/api_layers/explicit.d";
}
std::string XrImplicitFolder(const std::string& root) {
  return root + "/openxr/1/api_layers/implicit.d";
}
std::string XrRuntimeFolder(const std::string& root) { return root + "/openxr/1"; }

}  // namespace loadstone
