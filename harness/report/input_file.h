// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_INPUT_FILE_H_
#define LOADSTONE_HARNESS_REPORT_INPUT_FILE_H_

#include <cstddef>
#include <string>

namespace loadstone {

// Returns the bytes of the file at `path`, at most one more than `most`, so that the caller can
// detect a file that is too large. `what` names its kind in errors, for example "waivers". Throws
// std::runtime_error with one line such as "cannot read the waivers in /x: No such file or
// directory".
std::string ReadInputFile(const std::string& path, const std::string& what, std::size_t most);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_INPUT_FILE_H_
