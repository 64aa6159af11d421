// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_LAYER_CASE_H_
#define LOADSTONE_HARNESS_CASE_LAYER_CASE_H_

#include "harness/case/component_case.h"

// A case that judges a layer; the subject of the run holds the layer, and the loader that serves
// it. Only `check-layer` runs it. Everything else is as for VULKAN_CASE.
#define VULKAN_LAYER_CASE(owner, name, ...)                                          \
  LOADSTONE_CASE(::loadstone::Api::kVulkan, ::loadstone::SubjectKind::kLayer, owner, \
                 name __VA_OPT__(, ) __VA_ARGS__)
#define OPENXR_LAYER_CASE(owner, name, ...)                                          \
  LOADSTONE_CASE(::loadstone::Api::kOpenXr, ::loadstone::SubjectKind::kLayer, owner, \
                 name __VA_OPT__(, ) __VA_ARGS__)

namespace loadstone {

using LayerUnderTest = ComponentUnderTest;

// Return the layer that the case judges and, in the probe, its library. They throw as ComponentOf
// and OpenComponent do.
inline const LayerUnderTest& LayerOf(const Case& c) { return ComponentOf(c); }
inline void* OpenLayer(const LayerUnderTest& layer) { return OpenComponent(layer); }

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_LAYER_CASE_H_
