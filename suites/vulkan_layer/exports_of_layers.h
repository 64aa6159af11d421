// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_LAYER_EXPORTS_OF_LAYERS_H_
#define LOADSTONE_SUITES_VULKAN_LAYER_EXPORTS_OF_LAYERS_H_

#include <dlfcn.h>

#include <string>

#include "suites/common/layer_comparison.h"
#include "suites/common/manifest_json.h"

namespace loadstone::suites {

// In the probe: the export with this name; null if it is the layer's pre-instance interception,
// which has other parameters.
template <typename Function>
Function Export(void* library, const char* name) {
  void* function = dlsym(library, name);
  const std::string other = PreInstanceName(ManifestInProbe(), name);
  if (!other.empty() && dlsym(library, other.c_str()) == function) return nullptr;
  return reinterpret_cast<Function>(function);
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_LAYER_EXPORTS_OF_LAYERS_H_
