// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_WORLD_SIGNAL_NAME_H_
#define LOADSTONE_HARNESS_WORLD_SIGNAL_NAME_H_

#include <string>

namespace loadstone {

// Returns the name of a signal, such as "SIGSEGV"; "signal 40" for one without a name.
std::string SignalName(int number);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_WORLD_SIGNAL_NAME_H_
