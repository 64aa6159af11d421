// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_SUPPORT_HOST_MACHINE_H_
#define LOADSTONE_FUZZ_INSIDE_SUPPORT_HOST_MACHINE_H_

#include "fuzz/inside/support/loaders.h"

namespace loadstone::fuzz::inside {

// While it exists, the loaders' exported functions use `machine` as the host platform. At most one
// may exist at a time. The machine must outlive everything that the loader keeps of it.
class HostMachine {
 public:
  explicit HostMachine(const Platform& machine);
  ~HostMachine();
  HostMachine(const HostMachine&) = delete;
  HostMachine& operator=(const HostMachine&) = delete;
};

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_SUPPORT_HOST_MACHINE_H_
