// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_UNKNOWN_LAYER_H_
#define LOADSTONE_ORACLE_VULKAN_UNKNOWN_LAYER_H_

#include <string>

#include "harness/world/subject.h"
#include "oracle/machine.h"

namespace loadstone::oracle::vulkan {

// The policy for a loader that has a layer which no place that is searched has. `text` occurs in
// the layer's manifest, if there is one.
std::string PolicyOfUnknown(const Machine& machine, const Subject& subject,
                            const std::string& text);

// Whether a file that contains `text` is where only an application without elevated privileges
// searches.
bool IsInUserFolderOnly(const Machine& machine, const Subject& subject, const std::string& text);

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_UNKNOWN_LAYER_H_
