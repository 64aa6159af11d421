// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_EXTENSIONS_H_
#define LOADSTONE_ORACLE_VULKAN_EXTENSIONS_H_

#include <vector>

#include "oracle/answer.h"
#include "oracle/fault.h"
#include "oracle/vulkan/expectation.h"

namespace loadstone::oracle::vulkan {

// What is wrong with what vkEnumerateInstanceExtensionProperties listed without a layer: extensions
// of implicit layers that are missing, told twice or with another version, and those of explicit
// layers (Layer Manifest File Format of LoaderLayerInterface). Extensions of drivers and of the
// loader are not looked at.
std::vector<Fault> FindExtensionFaults(const Machine& machine, const Model& model,
                                       const Expectation& expectation, const Answer& answer);

// The same of what it listed for Answer::asked_layer: not what the manifest of this layer says, or
// anything for a name that no layer has.
std::vector<Fault> FindLayerExtensionFaults(const Machine& machine, const Model& model,
                                            const Expectation& expectation, const Answer& answer);

// The same of what vkEnumerateDeviceExtensionProperties listed without a layer, where each layer in
// the chain passes that down.
std::vector<Fault> FindDeviceExtensionFaults(const Machine& machine, const Model& model,
                                             const Expectation& expectation, const Answer& answer);

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_EXTENSIONS_H_
