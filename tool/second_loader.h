// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_SECOND_LOADER_H_
#define LOADSTONE_TOOL_SECOND_LOADER_H_

#include <string>

#include "harness/report/result.h"

namespace loadstone {

// Adds to the report of a layer below the reference loader what it did below another one, whose
// path is `loader`. Of each case the more serious verdict counts, and what was judged below one of
// them alone; its reason, or its remark, says below which loader it was seen where they differ. An
// error below the other loader is told, and does not count where the first one told something.
void AddSecondLoader(const std::string& loader, const RunReport& second, RunReport& report);

// The other loader could not be used at all: says so, and why.
void AddUnusableLoader(const std::string& loader, const std::string& why, RunReport& report);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_SECOND_LOADER_H_
