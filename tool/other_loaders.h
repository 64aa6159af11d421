// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_OTHER_LOADERS_H_
#define LOADSTONE_TOOL_OTHER_LOADERS_H_

#include <string>
#include <vector>

#include "harness/report/result.h"

namespace loadstone {

// The run of a layer's cases below one loader.
struct RunBelow {
  std::string loader;  // its path, or "the reference loader"
  RunReport report = {};
  std::string unusable = {};  // why the loader could not be used; then there is no report
};

// Merges the results below other loaders into the report below the first one. For each case the
// most serious verdict counts, and a verdict below one of them counts if the case was skipped below
// the first. If the results differ, the reason or the remark says what the case did below which
// loader. An error below another loader is mentioned, but does not replace a verdict of the first
// run. Also records in the report which loaders there were.
void AddOtherLoaders(const std::string& first, const std::vector<RunBelow>& others,
                     RunReport& report);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_OTHER_LOADERS_H_
