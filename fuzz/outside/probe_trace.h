// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_PROBE_TRACE_H_
#define LOADSTONE_FUZZ_OUTSIDE_PROBE_TRACE_H_

#include <vector>

#include "fuzz/outside/api.h"
#include "fuzz/outside/input.h"

namespace loadstone::fuzz {

// Writes to the trace, as the application, a fault in the subject's answer to `input` in a process
// that ran the inputs `before` first.
void Tell(const Fault& fault, const Input& input, const std::vector<Input>& before = {});

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_PROBE_TRACE_H_
