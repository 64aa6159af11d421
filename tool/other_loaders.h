// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_SECOND_LOADER_H_
#define LOADSTONE_TOOL_SECOND_LOADER_H_

#include <string>

#include "harness/report/result.h"

namespace loadstone {

// Merges the results of a layer below another loader, whose path is `loader`, into its report below
// the reference loader. For each case the more serious verdict counts, and a verdict below one of
// them counts if the case was skipped below the other. If the results differ, the reason or the
// remark names the loader. An error below the other loader is mentioned, but does not replace a
// verdict of the first run.
void AddSecondLoader(const std::string& loader, const RunReport& second, RunReport& report);

// Records in the report that the other loader could not be used, and why.
void AddUnusableLoader(const std::string& loader, const std::string& why, RunReport& report);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_SECOND_LOADER_H_
