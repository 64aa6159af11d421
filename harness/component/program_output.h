// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_PROGRAM_OUTPUT_H_
#define LOADSTONE_HARNESS_COMPONENT_PROGRAM_OUTPUT_H_

#include <string>
#include <vector>

namespace loadstone {

enum class OutputStream { kOutput, kError };

// Runs the program `words` and returns what it writes to the stream; empty if it cannot be started.
// `variable`, in the form NAME=value, is added to its environment if it is not empty.
std::string OutputOf(const std::vector<std::string>& words,
                     OutputStream stream = OutputStream::kOutput, const std::string& variable = {});

// Runs the program `words` with the descriptors of this process; returns whether it ended with exit
// status 0. It is killed when the calling thread ends.
bool EndsWell(const std::vector<std::string>& words);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_PROGRAM_OUTPUT_H_
