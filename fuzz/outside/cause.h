// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_CAUSE_H_
#define LOADSTONE_FUZZ_OUTSIDE_CAUSE_H_

#include <functional>
#include <vector>

#include "fuzz/outside/api.h"
#include "fuzz/outside/input.h"
#include "oracle/fault.h"

namespace loadstone::fuzz {

// Runs another input alone, and returns the faults in its answer.
using Retry = std::function<std::vector<Fault>(const Input&)>;

// Names the cause of a fault instead of the place where it showed: the same machine is asked again
// with one thing changed.
// - With a long text made short: if nothing is wrong then, its length is the cause.
// - With a manifest that was not found in other folders: if it is not found there either, the
//   folder is not the cause.
// Returns the fault with the policy and the words for that; `match` stays as it was.
Fault NameCause(const Fault& fault, const Input& input, const FuzzedApi& api,
                const Subject& subject, const Retry& retry);

// The input with every occurrence of `text` replaced by the beginning of `text`.
Input WithShortText(const Input& input, const std::string& text);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_CAUSE_H_
