// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_REPORT_FILE_H_
#define LOADSTONE_HARNESS_REPORT_REPORT_FILE_H_

#include <string>

#include "harness/report/result.h"

namespace loadstone {

// Reads the JSON report at `path`, which may be of an older version with fewer members. Throws
// std::runtime_error with one line that names the file and the problem: it cannot be read, is
// larger than 256 MiB, is not JSON, or is not a report of schema 1.
RunReport ReadReport(const std::string& path);

// Parses the text of a report; `name` identifies it in errors.
RunReport ParseReport(const std::string& text, const std::string& name);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_REPORT_FILE_H_
