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
// loader are not looked at. A fault with a file is about something missing of that manifest.
std::vector<Fault> FindExtensionFaults(const Machine& machine, const Model& model,
                                       const Expectation& expectation, const Answer& answer);

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_EXTENSIONS_H_
