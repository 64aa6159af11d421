// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/layer_filters.h"

#include <algorithm>

#include "reference_loader/common/glob.h"
#include "reference_loader/common/path_list.h"

namespace reference_loader::vulkan {
namespace {

std::vector<std::string> ReadGlobs(const Platform& platform, const char* variable) {
  return SplitList(platform.Environment(variable).value_or(""), ',', true);
}

}  // namespace

bool LayerFilters::MatchesEnable(const LayerManifest& layer) const {
  return AnyGlobMatches(enable, layer.name);
}

bool LayerFilters::IsNamed(const LayerManifest& layer) const {
  return std::find(instance_layers.begin(), instance_layers.end(), layer.name) !=
         instance_layers.end();
}

bool LayerFilters::IsDisabled(const LayerManifest& layer) const {
  const bool special = layer.implicit ? disable_implicit : disable_explicit;
  if (!special && !AnyGlobMatches(disable, layer.name)) return false;
  return !MatchesEnable(layer) && !IsNamed(layer) && !AnyGlobMatches(allow, layer.name);
}

LayerFilters ReadLayerFilters(const Platform& platform) {
  LayerFilters filters;
  filters.enable = ReadGlobs(platform, "VK_LOADER_LAYERS_ENABLE");
  filters.allow = ReadGlobs(platform, "VK_LOADER_LAYERS_ALLOW");
  for (const std::string& glob : ReadGlobs(platform, "VK_LOADER_LAYERS_DISABLE")) {
    const bool all = GlobMatches("~all~", glob);
    const bool implicit = GlobMatches("~implicit~", glob);
    const bool explicit_ = GlobMatches("~explicit~", glob);
    filters.disable_implicit |= all || implicit;
    filters.disable_explicit |= all || explicit_;
    if (!all && !implicit && !explicit_) filters.disable.push_back(glob);
  }
  filters.instance_layers = SplitList(platform.Environment("VK_INSTANCE_LAYERS").value_or(""),
                                      platform.rules().list_separator);
  return filters;
}

bool IsDisabledByOwnEnvironment(const Platform& platform, const LayerManifest& layer) {
  for (const EnvironmentSetting& setting : layer.disable_environment) {
    if (!platform.Environment(setting.variable.c_str()).value_or("").empty()) return true;
  }
  return false;
}

bool IsEnabledByOwnEnvironment(const Platform& platform, const LayerManifest& layer) {
  for (const EnvironmentSetting& setting : layer.enable_environment) {
    const std::string value = platform.Environment(setting.variable.c_str()).value_or("");
    if (value.empty() || (!setting.value.empty() && value != setting.value)) return false;
  }
  return !IsDisabledByOwnEnvironment(platform, layer);
}

}  // namespace reference_loader::vulkan
