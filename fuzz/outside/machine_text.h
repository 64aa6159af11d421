// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_MACHINE_TEXT_H_
#define LOADSTONE_FUZZ_OUTSIDE_MACHINE_TEXT_H_

#include <string>

#include "fuzz/outside/input.h"

namespace loadstone::fuzz {

// Describes a generated machine in one line of words: how many files are in which folders, which
// variables are set, and what the application does. Bytes that a terminal does not
// show are escaped.
std::string MachineInWords(const Input& input);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_MACHINE_TEXT_H_
