// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_FILTERS_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_FILTERS_H_

#include <string>
#include <vector>

#include "reference_loader/common/platform.h"
#include "reference_loader/vulkan/layer_manifest.h"

namespace reference_loader::vulkan {

// What the environment says about layers by name (LoaderLayerInterface, Layer Filtering).
struct LayerFilters {
  std::vector<std::string> enable;           // VK_LOADER_LAYERS_ENABLE
  std::vector<std::string> disable;          // VK_LOADER_LAYERS_DISABLE without the special values
  std::vector<std::string> allow;            // VK_LOADER_LAYERS_ALLOW
  bool disable_implicit = false;             // ~implicit~ or ~all~
  bool disable_explicit = false;             // ~explicit~ or ~all~
  std::vector<std::string> instance_layers;  // VK_INSTANCE_LAYERS

  // Forced on by a glob of VK_LOADER_LAYERS_ENABLE.
  bool MatchesEnable(const LayerManifest& layer) const;
  // Named in VK_INSTANCE_LAYERS, which counts like a glob that enables it.
  bool IsNamed(const LayerManifest& layer) const;
  // Forced off: matches a disabling value, and nothing enables or allows it.
  bool IsDisabled(const LayerManifest& layer) const;
};

LayerFilters ReadLayerFilters(const Platform& platform);

// True when the environment variables that the layer itself names switch this implicit layer on:
// all that enable it have the value the manifest gives (any value when that is empty), and none
// that disables it is set (LLP_LOADER_6, LLP_LOADER_7).
bool IsEnabledByOwnEnvironment(const Platform& platform, const LayerManifest& layer);

// The second half of that: one of the layer's own disabling variables is set.
bool IsDisabledByOwnEnvironment(const Platform& platform, const LayerManifest& layer);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_FILTERS_H_
