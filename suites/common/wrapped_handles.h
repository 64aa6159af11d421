// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_WRAPPED_HANDLES_H_
#define LOADSTONE_SUITES_COMMON_WRAPPED_HANDLES_H_

#include <string>
#include <vector>

#include "suites/common/layer_comparison.h"

namespace loadstone::suites {

// Of `commands`, those whose handle is another one above the layer than below it.
std::vector<std::string> WrappedHandles(const LayerComparison& runs,
                                        const std::vector<std::string>& commands);

// The calls in which `lowest`, a mock driver or runtime, got a handle that it did not give out, and
// that the witness above the layer is called on in one of `commands`: one of the layer's own.
std::vector<std::string> LeakedHandles(const LayerComparison& runs, const std::string& lowest,
                                       const std::vector<std::string>& commands);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_WRAPPED_HANDLES_H_
