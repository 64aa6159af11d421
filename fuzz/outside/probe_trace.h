#ifndef LOADSTONE_FUZZ_OUTSIDE_PROBE_TRACE_H_
#define LOADSTONE_FUZZ_OUTSIDE_PROBE_TRACE_H_

#include <vector>

#include "fuzz/outside/api.h"
#include "fuzz/outside/input.h"

namespace loadstone::fuzz {

// Tells in the trace, as the application, what is wrong with the subject's answer to `input` in a
// process that was asked the inputs `before`.
void Tell(const Fault& fault, const Input& input, const std::vector<Input>& before = {});

// The inputs in the world's corpus, in the order of the names of their files: what earlier runs
// kept, or those before the one that an order is about.
std::vector<Input> ReadCorpus();

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_PROBE_TRACE_H_
