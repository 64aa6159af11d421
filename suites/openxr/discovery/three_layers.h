// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_DISCOVERY_THREE_LAYERS_H_
#define LOADSTONE_SUITES_OPENXR_DISCOVERY_THREE_LAYERS_H_

#include "suites/openxr/layers.h"

namespace loadstone::suites::three_layers {

constexpr char kA[] = "XR_APILAYER_LS_a";
constexpr char kB[] = "XR_APILAYER_LS_b";
constexpr char kC[] = "XR_APILAYER_LS_c";

// Three explicit layers, the first with three extensions, and a runtime with three extensions.
inline OpenXrWorld Machine(Case& c) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kA).Extensions({{"XR_LS_a1"}, {"XR_LS_a2", 7}, {"XR_LS_a3"}}));
  world.With(ApiLayer(kB)).With(ApiLayer(kC));
  return world.With(Runtime(kDefaultRuntime)
                        .Extensions({{"XR_LS_r1"}, {"XR_LS_r2", 4}, {"XR_LS_r3", 4294967295}}));
}

}  // namespace loadstone::suites::three_layers

#endif  // LOADSTONE_SUITES_OPENXR_DISCOVERY_THREE_LAYERS_H_
