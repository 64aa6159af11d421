#include "harness/sandbox/sandbox.h"

namespace loadstone::inline sandbox {

std::string HostFileName(size_t index) { return "host-file-" + std::to_string(index); }

}  // namespace loadstone::inline sandbox
