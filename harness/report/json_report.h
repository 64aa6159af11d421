// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_JSON_REPORT_H_
#define LOADSTONE_HARNESS_REPORT_JSON_REPORT_H_

#include <string>

#include "harness/report/result.h"

namespace loadstone {

// Returns the machine-readable report, schema 1: an object as described by report.schema.json.
// Several values of one calibration finding are joined by "; "; the cases are sorted by the bytes
// of their IDs. The result is valid JSON in UTF-8 for any report: malformed bytes become U+FFFD,
// and times that are not finite become 0. Ends with a newline.
std::string JsonReport(const RunReport& report);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_JSON_REPORT_H_
