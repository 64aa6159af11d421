// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_RUNNER_LINKER_LOG_H_
#define LOADSTONE_HARNESS_RUNNER_LINKER_LOG_H_

#include <string>
#include <string_view>
#include <vector>

namespace loadstone {

// The libraries that dlopen did not find, by the names it was given, each once and in their order.
// `log` is what glibc's dynamic linker prints with LD_DEBUG=files; it may contain other lines.
// Other C libraries print nothing, and then no library is returned.
std::vector<std::string> LibrariesOpenedInVain(std::string_view log);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_LINKER_LOG_H_
