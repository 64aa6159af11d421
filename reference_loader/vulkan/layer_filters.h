// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_FILTERS_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_FILTERS_H_

#include <string>
#include <vector>

#include "reference_loader/common/platform.h"
#include "reference_loader/vulkan/layer_manifest.h"

namespace reference_loader::vulkan {

// The layer filters in the environment (LoaderLayerInterface, Layer Filtering).
struct LayerFilters {
  std::vector<std::string> enable;           // VK_LOADER_LAYERS_ENABLE
  std::vector<std::string> disable;          // VK_LOADER_LAYERS_DISABLE without the special values
  std::vector<std::string> allow;            // VK_LOADER_LAYERS_ALLOW
  bool disable_implicit = false;             // ~implicit~ or ~all~
  bool disable_explicit = false;             // ~explicit~ or ~all~
  std::vector<std::string> instance_layers;  // VK_INSTANCE_LAYERS

  // Enabled by a glob of VK_LOADER_LAYERS_ENABLE.
  bool MatchesEnable(const LayerManifest& layer) const;
  // Named in VK_INSTANCE_LAYERS, which has the same effect as a glob that enables it.
  bool IsNamed(const LayerManifest& layer) const;
  // Disabled: matches a disabling value, and is neither enabled nor allowed by another.
  bool IsDisabled(const LayerManifest& layer) const;
};

LayerFilters ReadLayerFilters(const Platform& platform);

// True when the environment variables that this implicit layer specifies switch it on: all that
// enable it have the value in the manifest (any value when that is empty), and none that disables
// it is set (LLP_LOADER_6, LLP_LOADER_7).
bool IsEnabledByOwnEnvironment(const Platform& platform, const LayerManifest& layer);

// True when one of the layer's own disabling variables is set.
bool IsDisabledByOwnEnvironment(const Platform& platform, const LayerManifest& layer);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_FILTERS_H_
