// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_EXTENSIONS_H_
#define LOADSTONE_ORACLE_VULKAN_EXTENSIONS_H_

#include <vector>

#include "oracle/answer.h"
#include "oracle/fault.h"
#include "oracle/vulkan/expectation.h"

namespace loadstone::oracle::vulkan {

// Faults in the list of vkEnumerateInstanceExtensionProperties without a layer name: extensions of
// implicit layers that are missing, listed twice or have another version, and extensions of
// explicit layers (Layer Manifest File Format of LoaderLayerInterface). Extensions of drivers and
// of the loader are not judged.
std::vector<Fault> FindExtensionFaults(const Machine& machine, const Model& model,
                                       const Expectation& expectation, const Answer& answer);

// Faults in the list for Answer::asked_layer: it differs from the manifest of this layer, or no
// layer has the name and there is a list.
std::vector<Fault> FindLayerExtensionFaults(const Machine& machine, const Model& model,
                                            const Expectation& expectation, const Answer& answer);

// Faults in the list of vkEnumerateDeviceExtensionProperties without a layer name, where each layer
// in the chain passes the call down.
std::vector<Fault> FindDeviceExtensionFaults(const Machine& machine, const Model& model,
                                             const Expectation& expectation, const Answer& answer);

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_EXTENSIONS_H_
