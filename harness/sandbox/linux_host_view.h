// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_LINUX_HOST_VIEW_H_
#define LOADSTONE_HARNESS_SANDBOX_LINUX_HOST_VIEW_H_

#include <string>
#include <vector>

#include "harness/sandbox/linux_keeper.h"
#include "harness/sandbox/sandbox.h"

namespace loadstone {

// Mounts what `view` shows of the host, or of the system with the prefix `system`
// (HostFiles::system), below `stage`, the future root of the keeper. Returns what worlds show of
// it: few mounts, because each world moves all of them, and links to everything that is not hidden.
// Omits folders that the host does not have. Throws HarnessError.
std::vector<SharedFolder> ShareView(const HostView& view, const std::string& system,
                                    const std::string& stage);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_LINUX_HOST_VIEW_H_
