// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_JSON_REPORT_H_
#define LOADSTONE_HARNESS_REPORT_JSON_REPORT_H_

#include <string>

#include "harness/report/result.h"

namespace loadstone {

// The machine-readable report, schema 1: an object as report.schema.json describes it. Values of a
// finding of calibration that was found twice are joined by "; "; the cases are in byte order of
// their IDs. It is valid JSON in UTF-8 whatever the report holds: bad bytes become
// U+FFFD and times that are no numbers become 0. Ends with a line end.
std::string JsonReport(const RunReport& report);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_JSON_REPORT_H_
