// SPDX-License-Identifier: Apache-2.0
#include "harness/sandbox/sandbox.h"

namespace loadstone {

std::string HostFileName(size_t index) { return "host-file-" + std::to_string(index); }

}  // namespace loadstone
