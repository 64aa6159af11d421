// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_DISCOVERY_LAYER_KINDS_H_
#define LOADSTONE_SUITES_VULKAN_DISCOVERY_LAYER_KINDS_H_

#include <string>
#include <vector>

#include "harness/world/platform.h"
#include "suites/suites.h"

// Explicit and implicit layers are found in the same ways; they differ in their folders and in what
// enables them. This header lets a case about discovery cover both kinds.
namespace loadstone::suites {

enum class LayerKind { kExplicit, kImplicit };
inline constexpr LayerKind kLayerKinds[] = {LayerKind::kExplicit, LayerKind::kImplicit};

// "explicit" or "implicit", for case names.
inline std::string KindName(LayerKind kind) {
  return kind == LayerKind::kImplicit ? "implicit" : "explicit";
}

// The folder below `root` for layers of this kind, according to LoaderLayerInterface, "Linux Layer
// Discovery".
inline std::string KindFolder(LayerKind kind, const std::string& root) {
  return kind == LayerKind::kImplicit ? ImplicitFolder(root) : ExplicitFolder(root);
}

inline Layer KindLayer(LayerKind kind, const std::string& name) {
  Layer layer(name);
  if (kind == LayerKind::kImplicit) layer.Implicit();
  return layer;
}

// Two folders for manifests of layers of one kind, in addition to the default one.
struct MorePlaces {
  std::string earlier;
  std::string later;
};

// Makes the loader of `world` search two more places: on Linux the folders of variables, one before
// the default one; on Windows the keys of the machine and of the user, whose order the documents
// leave open.
inline MorePlaces AddPlaces(VulkanWorld& world, const Subject& subject, LayerKind kind) {
  if (IsWindows(subject)) {
    const SearchFolders& keys = subject.folders;
    const auto& own = kind == LayerKind::kImplicit ? keys.implicit_layers : keys.explicit_layers;
    return {own.front(), own.back()};
  }
  world.Env("XDG_CONFIG_HOME", "/before").Env("XDG_DATA_HOME", "/behind");
  return {KindFolder(kind, "/before"), KindFolder(kind, "/behind")};
}

// An application that enumerates the layers and then uses an instance and a device; it requests
// explicit layers by `names`, implicit ones are enabled by default.
inline Observation RunWithLayers(Case& c, const VulkanWorld& world, LayerKind kind,
                                 const std::vector<std::string>& names) {
  InstanceRequest request;
  if (kind == LayerKind::kExplicit) request.layers = names;
  return Observe(c, world, [&](VulkanApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence(request);
  });
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_DISCOVERY_LAYER_KINDS_H_
