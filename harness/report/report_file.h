// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_REPORT_FILE_H_
#define LOADSTONE_HARNESS_REPORT_REPORT_FILE_H_

#include <string>

#include "harness/report/result.h"

namespace loadstone {

// Reads the JSON report at `path`, also one of an older version that has fewer members. Throws
// std::runtime_error with one line that names the file and what is wrong: what cannot be read, is
// larger than 256 MiB, is no JSON, or is no report of schema 1.
RunReport ReadReport(const std::string& path);

// The same for a text; `name` is what errors call it.
RunReport ParseReport(const std::string& text, const std::string& name);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_REPORT_FILE_H_
