// SPDX-License-Identifier: Apache-2.0
#include "harness/world/signal_name.h"

#include <string.h>

namespace loadstone {

std::string SignalName(int number) {
#ifndef _WIN32  // Windows has no signals that end processes
  if (const char* name = sigabbrev_np(number)) return std::string("SIG") + name;
#endif
  return "signal " + std::to_string(number);
}

}  // namespace loadstone
