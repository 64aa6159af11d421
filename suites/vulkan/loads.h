// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_LOADS_H_
#define LOADSTONE_SUITES_VULKAN_LOADS_H_

#include <string>

#include "harness/probe/app_trace.h"
#include "suites/suites.h"

namespace loadstone::suites {

// Whether the layer's library was opened other than to list layers, for which a loader may open it
// (LS_VK_MANIFEST_17.r2).
inline bool IsLoadedForUse(const Observation& seen, const std::string& layer) {
  bool lists_layers = false;
  for (const Event& event : seen.events()) {
    if (event.who() == kAppName && event.what() == "vkEnumerateInstanceLayerProperties") {
      lists_layers = event.phase() == "enter";
    }
    if (!lists_layers && event.who() == layer && event.what() == "load") return true;
  }
  return false;
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_LOADS_H_
