// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PROBE_PATH_HERE_H_
#define LOADSTONE_HARNESS_PROBE_PATH_HERE_H_

#include <string>

namespace loadstone {

// Returns the path by which the process of a probe opens what its world has at `path`, which is
// written as on Linux or as on Windows. On Windows itself the drive of a world is another one than
// in the texts of cases: that of the process's current folder.
std::string PathHere(std::string path);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_PATH_HERE_H_
