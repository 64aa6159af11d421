// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_WRAPPED_HANDLES_H_
#define LOADSTONE_SUITES_COMMON_WRAPPED_HANDLES_H_

#include <string>
#include <vector>

#include "suites/common/layer_comparison.h"

namespace loadstone::suites {

// Those of `commands` whose handle differs above and below the layer.
std::vector<std::string> WrappedHandles(const LayerComparison& runs,
                                        const std::vector<std::string>& commands);

// The calls in which `lowest`, a mock driver or runtime, got a handle that it did not create, but
// with which one of `commands` was called on the witness above the layer: a handle of the layer.
std::vector<std::string> LeakedHandles(const LayerComparison& runs, const std::string& lowest,
                                       const std::vector<std::string>& commands);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_WRAPPED_HANDLES_H_
